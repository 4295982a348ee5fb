"""Enrolled decks on disk: one file a deck, and the one it replaced, so that enrolling can be undone."""

import re
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from device.errors import UsageFault
from device.records.keeping import keep, kept

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
    """Keep a deck in the table's data folder; one of the same name can be had back by `undo`."""
    path = _path(data, deck.name)
    before = kept(path, Deck)
    if before is not None:
        keep(_before(path), before)
    keep(path, deck)


def undo(data: Path, name: str) -> bool:
    """Take back the last enrolment of `name`: the one before it is back (True), or the deck is gone (False).

    Raises UsageFault when there is no such deck.
    """
    path = _path(data, name)
    if not path.exists():
        raise UsageFault(_unknown(data, name))
    try:
        if _before(path).exists():
            _before(path).replace(path)
            return True
        path.unlink()
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault
    return False


def earlier(data: Path, name: str) -> bool:
    """Whether `undo` would have an enrolment before the last one of `name` back."""
    return _before(_path(data, name)).exists()


def forget(data: Path, name: str) -> None:
    """Delete the deck `name` and the one it replaced. Raises UsageFault when there is no such deck."""
    path = _path(data, name)
    if not path.exists():
        raise UsageFault(_unknown(data, name))
    try:
        _before(path).unlink(missing_ok=True)
        path.unlink()
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault


def deck(data: Path, name: str) -> Deck:
    """The enrolled deck `name`. Raises UsageFault when there is none or its file can't be understood."""
    found = kept(_path(data, name), Deck)
    if found is None:
        raise UsageFault(_unknown(data, name))
    return found


def names(data: Path) -> tuple[str, ...]:
    """Names of the enrolled decks, in alphabetical order."""
    return tuple(sorted(path.stem for path in (data / FOLDER).glob("*.json") if NAME.fullmatch(path.stem)))


def _path(data: Path, name: str) -> Path:
    return data / FOLDER / f"{checked(name)}.json"


def _before(path: Path) -> Path:
    return path.with_name(path.stem + _BEFORE)


def _unknown(data: Path, name: str) -> str:
    known = ", ".join(names(data))
    return f"{name}: no such deck is enrolled" + (f"; enrolled are {known}" if known else "")
