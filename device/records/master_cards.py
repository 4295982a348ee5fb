"""Store pictures of the Masters of a household's packs. A person has confirmed that each pictured card is a
Master."""

from pathlib import Path
from typing import Annotated, Final

import msgspec

from device.records.value_files import keep, read_or_set_aside

FILE: Final = "master-cards.json"

MAX_MASTER_PICTURES: Final = 6
"""The greatest number of stored pictures of one deck's Masters. It suffices for two or three cards, each in
different light. Each picture takes some 5 kB."""

Crop = Annotated[bytes, msgspec.Meta(max_length=60_000)]


class MasterCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pictures of Masters (small upright JPEGs), by the name of the enrolled deck.

    Packs that are not enrolled share the empty name.
    """

    decks: dict[str, tuple[Crop, ...]]


def master_pictures(data: Path, deck: str) -> tuple[bytes, ...]:
    """Return the stored pictures of the Masters of `deck`. An empty `deck` stands for the packs that are
    not enrolled.

    Raise UsageFault if the file can't be read.
    """
    return _read(data).get(deck, ())


def learn(data: Path, deck: str, crop: bytes) -> None:
    """Add the picture `crop` to the pictures of the Masters of `deck`. If there are more than
    MAX_MASTER_PICTURES, delete the oldest. Raise UsageFault for a disk error."""
    known = _read(data)
    _write(data, {**known, deck: (*known.get(deck, ()), crop)[-MAX_MASTER_PICTURES:]})


def forget(data: Path, deck: str) -> None:
    """Delete the pictures of the Masters of `deck`, which was enrolled again or removed. Raise UsageFault for
    a disk error."""
    known = _read(data)
    if deck in known:
        _write(data, {name: crops for name, crops in known.items() if name != deck})


def _read(data: Path) -> dict[str, tuple[bytes, ...]]:
    found = read_or_set_aside(data / FILE, MasterCards)
    return {} if found is None else found.decks


def _write(data: Path, decks: dict[str, tuple[bytes, ...]]) -> None:
    keep(data / FILE, MasterCards(decks))
