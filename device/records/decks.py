"""Enrolled decks on disk: one file a deck, and the enrolments it replaced, so that enrolling can be
undone."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from device.errors import UsageFault, of_the_disk
from device.records import known_surplus, mastercards
from device.records.value_files import DamagedFault, keep, read_value
from engine.i18n import Sentence

FOLDER: Final = "decks"
MOST_SHOWN: Final = 40
"""The most characters shown of an invalid name."""
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
KEPT_ENROLMENTS: Final = 5
"""Number of earlier enrolments of a deck that are kept: as many as one tries in an evening. They take some 2
MB, 350 kB each.
"""
_BEFORE: Final = re.compile(r"\.before(-\d{1,9})?")
"""Ending of a deck's name in the file of an earlier enrolment: the higher the number, the later. The first
has no number, because earlier editions of the program kept only that one.
"""


class DeckCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card kept as an example: its letter (A-Z, `?` a Master, `-` a back) and a small JPEG, upright."""

    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z?-]$")]
    crop: Annotated[bytes, msgspec.Meta(max_length=60_000)]


class FigurePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the deck's figures on a card, upright or upside down.

    `across` and `down` are shares of a card's width and height, from its top left corner.
    """

    across: Annotated[float, msgspec.Meta(ge=0, le=1)]
    down: Annotated[float, msgspec.Meta(ge=0, le=1)]
    turned: bool


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A household's own deck. `counts` is its inventory as enrolled, without the `unlearnt` cards, whose
    letters nobody named; `like` is the nearest known pack. `figures` are the figures legible on its letters,
    and `places` their positions. `legible` tells that the networks read its letters without examples. Files
    of earlier editions have none of the three, and count a doubtful card as the letter that it resembled.
    `features` are half-precision numbers from the network with the fingerprint `network`: those of each card
    upright, then of each upside down. For another network they are computed again from `cards`.
    """

    name: str
    like: str
    counts: dict[str, Annotated[int, msgspec.Meta(ge=0, le=1000)]]
    cards: Annotated[tuple[DeckCard, ...], msgspec.Meta(min_length=1, max_length=200)]
    network: str
    features: bytes
    figures: dict[str, Annotated[int, msgspec.Meta(ge=1, le=99)]] = {}
    places: Annotated[tuple[FigurePlace, ...], msgspec.Meta(max_length=8)] = ()
    legible: bool = False
    unlearnt: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    version: Literal[1] = 1

    @property
    def learnt(self) -> int:
        """Count the cards whose letter is known."""
        return sum(self.counts.values())

    @property
    def size(self) -> int:
        """Count all cards of the deck that were found."""
        return self.learnt + self.unlearnt


def checked(name: str) -> str:
    """Return `name` if it is a valid deck name. Raise UsageFault."""
    if not NAME.fullmatch(name):
        raise UsageFault(
            Sentence(
                "“{name}” is not a deck's name. Write small letters, figures and hyphens, 31 at most.",
                (("name", name if len(name) <= MOST_SHOWN else f"{name[:MOST_SHOWN]}…"),),
            )
        )
    return name


def folder(given: str) -> Path:
    """Return the data folder `given` as --data; it need not exist yet. Raise UsageFault if it is no
    folder."""
    data = Path(given).expanduser()
    with _faults(data):
        if data.exists() and not data.is_dir():
            raise UsageFault(f"--data {given}: not a folder")
    return data


def store(data: Path, deck: Deck) -> None:
    """Keep a deck in the table's data folder, and BEFORE earlier enrolments of the same name for `undo`.

    All files are as they were when this raises UsageFault. A damaged deck is replaced and not kept: nobody
    can go back to it.
    """
    path = path_of(data, deck.name)
    try:
        whole = read_value(path, Deck) is not None
    except DamagedFault:
        whole = False
    with _faults(path):
        earlier = _earlier(path)
    keep(path, deck, earlier=_next(path, earlier) if whole else None)
    known_surplus.forget(data, deck.name)  # its inventory is known anew
    mastercards.forget(data, deck.name)
    for old in earlier[: max(0, len(earlier) + whole - KEPT_ENROLMENTS)]:
        with suppress(OSError):  # the deck is kept; one too many does no harm
            old.unlink()


def undo(data: Path, name: str) -> bool:
    """Undo the last enrolment of `name`: restore the one before it (True), or delete the deck (False).

    Raise UsageFault if there is no such deck.
    """
    path = path_of(data, name)
    with _faults(path):
        if not _there(path):
            raise _unknown(data, name)
        if earlier := _earlier(path):
            earlier[-1].replace(path)
            return True
        path.unlink()
    return False


def earlier(data: Path, name: str) -> int:
    """Count the earlier enrolments of `name` that `undo` can restore one after the other."""
    try:
        return len(_earlier(path_of(data, name)))
    except OSError:
        return 0  # `undo` says why


def forget(data: Path, name: str) -> None:
    """Delete the deck `name`, its earlier enrolments, and files left behind by a crash.

    Raise UsageFault if there is none of them.
    """
    path = path_of(data, name)
    with _faults(path):
        # No deck's name has a dot in it.
        present = [file for file in _files(path.parent) if file.name.startswith(f"{name}.")]
        if not present:
            raise _unknown(data, name)
        # The deck goes last: after an error on the way, it can be forgotten again.
        for file in sorted(present, key=lambda file: file == path):
            file.unlink(missing_ok=True)
    known_surplus.forget(data, name)
    mastercards.forget(data, name)


def deck(data: Path, name: str) -> Deck:
    """Load the enrolled deck `name`.

    Raise UsageFault if there is none or its file can't be read, DamagedFault when it can't be understood.
    """
    try:
        found = read_value(path_of(data, name), Deck)
    except DamagedFault as fault:
        told = Sentence("The deck {name} was damaged. Enrol it again.", (("name", name),))
        raise DamagedFault(f"{fault}; `enrol --forget {name}` removes it", told) from fault
    if found is None:
        raise _unknown(data, name)
    return found


def names(data: Path) -> tuple[str, ...]:
    """Return the names of the enrolled decks, in alphabetical order.

    A missing folder holds none. Raise UsageFault if the folder can't be read.
    """
    folder = data / FOLDER
    with _faults(folder):
        files = [path for path in _files(folder) if path.suffix == ".json"]
    return tuple(sorted(path.stem for path in files if NAME.fullmatch(path.stem)))


def listed(data: Path) -> tuple[str, ...]:
    """Return the names of the enrolled decks for a page that must open whatever the disk does.

    Return none when the folder can't be read.
    """
    try:
        return names(data)
    except UsageFault:
        return ()


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    """Turn an error of the disk into a UsageFault of one line about `path`."""
    try:
        yield
    except OSError as fault:
        raise of_the_disk(path, fault) from fault


def _files(folder: Path) -> list[Path]:
    """List the files in a folder; a missing folder holds none. Raise OSError."""
    try:
        # `glob` would take an unreadable folder for an empty one.
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def _there(path: Path) -> bool:
    """Tell whether a file exists. Raise OSError if that can't be determined."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def path_of(data: Path, name: str) -> Path:
    """Return the path of the deck `name` in a table's folder. Raise UsageFault for an invalid name."""
    return data / FOLDER / f"{checked(name)}.json"


def _earlier(path: Path) -> list[Path]:
    """List the files of the earlier enrolments of the deck at `path`, oldest first. Raise OSError."""
    found = (file for file in _files(path.parent) if _number(path, file) is not None)
    return sorted(found, key=lambda file: _number(path, file) or 0)


def _next(path: Path, earlier: Sequence[Path]) -> Path:
    """Return the path that the enrolment at `path` moves to when another replaces it.

    None of the `earlier` files has to move for it: a crash could leave such moves half done.
    """
    after = (_number(path, earlier[-1]) or 0) + 1 if earlier else 0
    return path.with_name(f"{path.stem}.before" + (f"-{after}" if after else ""))


def _number(path: Path, file: Path) -> int | None:
    """Return the number of the earlier enrolment in `file`; None when it is no enrolment of the deck at
    `path`."""
    if not file.name.startswith(path.stem) or not (how := _BEFORE.fullmatch(file.name[len(path.stem) :])):
        return None
    return int((how[1] or "-0")[1:])


def _unknown(data: Path, name: str) -> UsageFault:
    known = ", ".join(names(data))
    line = f"{name}: no such deck is enrolled" + (f"; enrolled are {known}" if known else "")
    return UsageFault(line, Sentence("No deck {name} is enrolled here any more.", (("name", name),)))
