"""Store enrolled decks, a file for each deck. Earlier enrolments of a deck are kept, so that an enrolment can
be undone."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from device.errors import UsageFault, disk_fault
from device.records import known_surplus, master_cards
from device.records.value_files import DamagedFault, keep, read_value
from engine.i18n import Sentence

FOLDER: Final = "decks"
MAX_SHOWN_CHARACTERS: Final = 40
"""The greatest number of characters of an invalid deck name that are shown in the message about it."""
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
MAX_EARLIER_ENROLMENTS: Final = 5
"""The greatest number of earlier enrolments kept of one deck. Older ones are deleted. People seldom try more
often in an evening, and each takes 350 kB."""
_BEFORE: Final = re.compile(r"\.before(-\d{1,9})?")
"""The suffix of the file of an earlier enrolment. It ends in a number, which is higher for a later enrolment.

The earliest has the suffix without a number, as earlier versions of the program wrote it.
"""


class DeckCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of an enrolled deck. Its picture is kept, because the reader learns the deck from it."""

    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z?-]$")]
    """The card's letter: `A`-`Z`, `?` for a Master, `-` for a back."""
    crop: Annotated[bytes, msgspec.Meta(max_length=60_000)]
    """The picture of the card: a small upright JPEG."""


class FigurePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place on the cards of a deck where a figure is printed."""

    across: Annotated[float, msgspec.Meta(ge=0, le=1)]
    """The distance from the card's left edge to the figure, as a share of the card's width."""
    down: Annotated[float, msgspec.Meta(ge=0, le=1)]
    """The distance from the card's top edge to the figure, as a share of the card's height."""
    turned: bool
    """True if the figure is printed upside down."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A household's own deck, as its file stores it.

    Files of earlier versions lack `figures`, `places` and `legible`, and have no `unlearnt` cards. Those
    versions counted a doubtful card as its likeliest letter.
    """

    name: str
    like: str
    """The name of the known pack that the deck resembles most, such as `waddingtons`."""
    counts: dict[str, Annotated[int, msgspec.Meta(ge=0, le=1000)]]
    """The number of cards of each letter, without the cards whose letter is doubtful."""
    cards: Annotated[tuple[DeckCard, ...], msgspec.Meta(min_length=1, max_length=200)]
    network: str
    """The fingerprint of the network that computed `features`. A program with another network computes the
    features anew from `cards`."""
    features: bytes
    """The network's features of each card upright, then of each card upside down, as half-precision
    floats."""
    figures: dict[str, Annotated[int, msgspec.Meta(ge=1, le=99)]] = {}
    """The red figure that is printed on the cards of each letter, by the letter."""
    places: Annotated[tuple[FigurePlace, ...], msgspec.Meta(max_length=8)] = ()
    """The places on a card where figures are printed."""
    legible: bool = False
    """True if the networks read the deck's letters without examples from this deck."""
    unlearnt: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """The number of cards in the deck whose letter was doubtful and was not named by anybody."""
    version: Literal[1] = 1

    @property
    def learnt(self) -> int:
        """The number of cards in the deck whose letter is known."""
        return sum(self.counts.values())

    @property
    def size(self) -> int:
        """The number of cards in the deck, with and without a known letter."""
        return self.learnt + self.unlearnt


def checked_name(name: str) -> str:
    """Return `name` if it is a valid deck name. Raise UsageFault if it is not."""
    if not NAME.fullmatch(name):
        raise UsageFault(
            Sentence(
                "“{name}” is not a deck's name. Write small letters, figures and hyphens, 31 at most.",
                (("name", name if len(name) <= MAX_SHOWN_CHARACTERS else f"{name[:MAX_SHOWN_CHARACTERS]}…"),),
            )
        )
    return name


def folder(given: str) -> Path:
    """Return the data folder that the option --data names as `given`. The folder need not exist yet. Raise
    UsageFault if the path leads to a file."""
    data = Path(given).expanduser()
    with _faults(data):
        if data.exists() and not data.is_dir():
            raise UsageFault(f"--data {given}: not a folder")
    return data


def store(data: Path, deck: Deck) -> None:
    """Store a deck in the table's data folder. Keep the earlier enrolments of the same name for `undo`.

    If the present file of the deck is damaged, it is not kept. Raise UsageFault for a disk error. Then all
    files are unchanged.
    """
    path = path_of(data, deck.name)
    try:
        whole = read_value(path, Deck) is not None
    except DamagedFault:
        whole = False
    with _faults(path):
        earlier = _earlier(path)
    keep(path, deck, earlier=_next(path, earlier) if whole else None)
    known_surplus.forget(data, deck.name)  # they belong to the old enrolment
    master_cards.forget(data, deck.name)
    for old in earlier[: max(0, len(earlier) + whole - MAX_EARLIER_ENROLMENTS)]:
        with suppress(OSError):  # the deck is stored; one earlier enrolment too many does no harm
            old.unlink()


def undo(data: Path, name: str) -> bool:
    """Undo the last enrolment of the deck `name`. Return True if an earlier enrolment now replaces it.

    If there was no earlier enrolment, delete the deck and return False. Raise UsageFault if the deck does not
    exist.
    """
    path = path_of(data, name)
    with _faults(path):
        if not _exists(path):
            raise _unknown(data, name)
        if earlier := _earlier(path):
            earlier[-1].replace(path)
            return True
        path.unlink()
    return False


def earlier_count(data: Path, name: str) -> int:
    """Return the number of earlier enrolments of the deck `name` that `undo` can restore; 0 for a disk
    error."""
    try:
        return len(_earlier(path_of(data, name)))
    except OSError:
        return 0  # `undo` reports the reason


def forget(data: Path, name: str) -> None:
    """Delete the deck `name` with all its files: its earlier enrolments, and temporary files that a crash
    left.

    Raise UsageFault if there is no such file.
    """
    path = path_of(data, name)
    with _faults(path):
        # No deck's name has a dot in it.
        present = [file for file in _files(path.parent) if file.name.startswith(f"{name}.")]
        if not present:
            raise _unknown(data, name)
        # The deck's own file goes last. If an error comes before, the deck still exists and can be forgotten.
        for file in sorted(present, key=lambda file: file == path):
            file.unlink(missing_ok=True)
    known_surplus.forget(data, name)
    master_cards.forget(data, name)


def deck(data: Path, name: str) -> Deck:
    """Return the enrolled deck `name`.

    Raise UsageFault if the deck does not exist or its file can't be read. Raise DamagedFault if its file is
    damaged.
    """
    try:
        stored_deck = read_value(path_of(data, name), Deck)
    except DamagedFault as fault:
        sentence = Sentence("The deck {name} was damaged. Enrol it again.", (("name", name),))
        raise DamagedFault(f"{fault}; `enrol --forget {name}` removes it", sentence) from fault
    if stored_deck is None:
        raise _unknown(data, name)
    return stored_deck


def names(data: Path) -> tuple[str, ...]:
    """Return the names of the enrolled decks in alphabetical order; none if the folder of decks does not
    exist.

    Raise UsageFault if the folder can't be read.
    """
    folder = data / FOLDER
    with _faults(folder):
        files = [path for path in _files(folder) if path.suffix == ".json"]
    return tuple(sorted(path.stem for path in files if NAME.fullmatch(path.stem)))


def readable_names(data: Path) -> tuple[str, ...]:
    """Return the names of the enrolled decks, or none if the folder of decks can't be read.

    A page calls this function, because the page must open despite a disk error.
    """
    try:
        return names(data)
    except UsageFault:
        return ()


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    """Raise a UsageFault of one line about `path` if a disk error occurs in the context."""
    try:
        yield
    except OSError as fault:
        raise disk_fault(path, fault) from fault


def _files(folder: Path) -> list[Path]:
    """Return the files in a folder; none if the folder does not exist. Raise OSError for a disk error."""
    try:
        # `glob` would take an unreadable folder for an empty one.
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def _exists(path: Path) -> bool:
    """Return True if there is a file at `path`. Raise OSError if this can't be determined."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def path_of(data: Path, name: str) -> Path:
    """Return the path of the file in which the deck `name` is stored. Raise UsageFault if `name` is
    not a valid name for a deck."""
    return data / FOLDER / f"{checked_name(name)}.json"


def _earlier(path: Path) -> list[Path]:
    """Return the files of the earlier enrolments of the deck at `path`, oldest first. Raise OSError for a
    disk error."""
    files = (file for file in _files(path.parent) if _number(path, file) is not None)
    return sorted(files, key=lambda file: _number(path, file) or 0)


def _next(path: Path, earlier: Sequence[Path]) -> Path:
    """Return the path to which the present enrolment at `path` is moved before a new one replaces it.

    The path has a higher number than the files in `earlier`. They are not renamed, because a crash could
    interrupt the renaming.
    """
    after = (_number(path, earlier[-1]) or 0) + 1 if earlier else 0
    return path.with_name(f"{path.stem}.before" + (f"-{after}" if after else ""))


def _number(path: Path, file: Path) -> int | None:
    """Return the number of the earlier enrolment in `file`. Return None if `file` is not an earlier enrolment
    of the deck at `path`."""
    if not file.name.startswith(path.stem) or not (how := _BEFORE.fullmatch(file.name[len(path.stem) :])):
        return None
    return int((how[1] or "-0")[1:])


def _unknown(data: Path, name: str) -> UsageFault:
    known = ", ".join(names(data))
    line = f"{name}: no such deck is enrolled" + (f"; enrolled are {known}" if known else "")
    return UsageFault(line, Sentence("No deck {name} is enrolled here any more.", (("name", name),)))
