"""Remember of which letters a deck has more cards than its pack should. The owners confirm each letter, and
are asked about it only once."""

from pathlib import Path
from typing import Final

import msgspec

from device.records.value_files import keep, read_or_set_aside

FILE: Final = "more-letters.json"


class MoreLetters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The letters of which a deck has too many cards (A-Z, `?` for a Master).

    They are stored by the name of the enrolled deck or of the known pack.
    """

    decks: dict[str, str]


def more_of(data: Path, deck: str) -> str:
    """Return the letters of which `deck` is known to have more cards than its pack. Raise UsageFault
    if the file with these letters can't be read."""
    return _read(data).get(deck, "")


def learn(data: Path, deck: str, letter: str) -> None:
    """Store that a person has confirmed the surplus of `letter` in `deck`. Raise UsageFault for a disk
    error."""
    known = _read(data)
    _write(data, {**known, deck: "".join(sorted({*known.get(deck, ""), letter}))})


def forget(data: Path, deck: str) -> None:
    """Delete the stored letters of `deck`, which was enrolled again or removed. Raise UsageFault for a disk
    error."""
    known = _read(data)
    if deck in known:
        _write(data, {name: letters for name, letters in known.items() if name != deck})


def _read(data: Path) -> dict[str, str]:
    found = read_or_set_aside(data / FILE, MoreLetters)
    return {} if found is None else found.decks


def _write(data: Path, decks: dict[str, str]) -> None:
    keep(data / FILE, MoreLetters(decks))
