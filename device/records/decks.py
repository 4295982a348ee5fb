"""Enrolled decks on disk: one file a deck, and the one it replaced, so that enrolling can be undone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from device.errors import UsageFault
from device.records.keeping import DamagedFault, keep, kept, unfinished

FOLDER: Final = "decks"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
_BEFORE: Final = ".before"


class DeckCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card kept as an example: its letter (A-Z, `?` a Master, `-` a back) and a small JPEG, upright."""

    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z?-]$")]
    crop: Annotated[bytes, msgspec.Meta(max_length=60_000)]


class FigurePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the deck's figures stand: in shares of a card's width and height from its top left, upright or on
    their heads."""

    across: Annotated[float, msgspec.Meta(ge=0, le=1)]
    down: Annotated[float, msgspec.Meta(ge=0, le=1)]
    turned: bool


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One household's deck. `counts` is its inventory as enrolled and `like` the known pack nearest to it.
    `figures` are those legible on its letters, and `places` where; `legible` says that the networks read its
    letters by themselves. Files of earlier editions have none of the three.

    `features` are half-precision numbers, those of each card upright and then of each on its head, as the
    network with the fingerprint `network` sees them; with another network they are made again from `cards`.
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
    version: Literal[1] = 1


def checked(name: str) -> str:
    """`name`, when it may be a deck's. Raises UsageFault."""
    if not NAME.fullmatch(name):
        raise UsageFault(f"{name!r}: a deck's name is small letters, figures and hyphens, 31 at most")
    return name


def store(data: Path, deck: Deck) -> None:
    """Keep a deck in the table's data folder; one of the same name can be had back by `undo`, and is as it
    was when this raises UsageFault.

    A damaged one is replaced and not kept: what can't be understood is nothing to go back to.
    """
    path = _path(data, deck.name)
    try:
        whole = kept(path, Deck) is not None
    except DamagedFault:
        whole = False
    keep(path, deck, earlier=_before(path) if whole else None)


def undo(data: Path, name: str) -> bool:
    """Take back the last enrolment of `name`: the one before it is back (True), or the deck is gone (False).

    Raises UsageFault when there is no such deck.
    """
    path = _path(data, name)
    with _faults(path):
        if not _there(path):
            raise UsageFault(_unknown(data, name))
        if _there(_before(path)):
            _before(path).replace(path)
            return True
        path.unlink()
    return False


def earlier(data: Path, name: str) -> bool:
    """Whether `undo` would have an enrolment before the last one of `name` back."""
    try:
        return _there(_before(_path(data, name)))
    except OSError:
        return False  # `undo` says why


def forget(data: Path, name: str) -> None:
    """Delete the deck `name`, the one it replaced, and what a crash left behind of either. Raises UsageFault
    when there is none of them."""
    path = _path(data, name)
    # The deck last: whatever goes wrong on the way, it is still there to be forgotten.
    files = (unfinished(_before(path)), unfinished(path), _before(path), path)
    with _faults(path):
        present = [file for file in files if _there(file)]
        if not present:
            raise UsageFault(_unknown(data, name))
        for file in present:
            file.unlink(missing_ok=True)


def deck(data: Path, name: str) -> Deck:
    """The enrolled deck `name`. Raises UsageFault when there is none or its file can't be read, DamagedFault
    when it can't be understood."""
    try:
        found = kept(_path(data, name), Deck)
    except DamagedFault as fault:
        raise DamagedFault(f"{fault}; `enrol --forget {name}` removes it") from fault
    if found is None:
        raise UsageFault(_unknown(data, name))
    return found


def names(data: Path) -> tuple[str, ...]:
    """Names of the enrolled decks, in alphabetical order. Raises UsageFault when their folder can't be
    read; one that is not there holds none."""
    folder = data / FOLDER
    with _faults(folder):
        try:
            # Not by a pattern: that takes a folder that can't be read for an empty one.
            files = [path for path in folder.iterdir() if path.suffix == ".json"]
        except FileNotFoundError:
            return ()
    return tuple(sorted(path.stem for path in files if NAME.fullmatch(path.stem)))


def listed(data: Path) -> tuple[str, ...]:
    """The same for a page that offers what there is, and must open whatever the disk does: none when the
    folder can't be read."""
    try:
        return names(data)
    except UsageFault:
        return ()


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    """What the disk refuses is told in one line about `path`."""
    try:
        yield
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault


def _there(path: Path) -> bool:
    """Whether there is such a file. Raises OSError when nobody can tell."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def _path(data: Path, name: str) -> Path:
    return data / FOLDER / f"{checked(name)}.json"


def _before(path: Path) -> Path:
    return path.with_name(path.stem + _BEFORE)


def _unknown(data: Path, name: str) -> str:
    known = ", ".join(names(data))
    return f"{name}: no such deck is enrolled" + (f"; enrolled are {known}" if known else "")
