"""What a pack's own Masters look like, learnt from cards that people said were Masters."""

from pathlib import Path
from typing import Annotated, Final

import msgspec

from device.records.keeping import keep, kept_or_aside

FILE: Final = "master-cards.json"

MOST: Final = 6
"""Pictures kept of one deck's Masters: two or three of them, in different light. Each takes some 5 kB."""

Crop = Annotated[bytes, msgspec.Meta(max_length=60_000)]


class MasterCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Small upright JPEGs by the name of the enrolled deck; empty: of packs that nobody enrolled."""

    decks: dict[str, tuple[Crop, ...]]


def of(data: Path, deck: str) -> tuple[bytes, ...]:
    """The pictures of Masters of `deck`, empty for packs that nobody enrolled. Raises UsageFault when the
    file can't be read."""
    return _read(data).get(deck, ())


def learn(data: Path, deck: str, crop: bytes) -> None:
    """`crop` shows a Master of `deck`; of more than MOST the oldest is forgotten. Raises UsageFault when that
    can't be kept."""
    known = _read(data)
    _write(data, {**known, deck: (*known.get(deck, ()), crop)[-MOST:]})


def forget(data: Path, deck: str) -> None:
    """Nothing is known of `deck` any more: it was enrolled anew, or is no more. Raises UsageFault."""
    known = _read(data)
    if deck in known:
        _write(data, {name: crops for name, crops in known.items() if name != deck})


def _read(data: Path) -> dict[str, tuple[bytes, ...]]:
    found = kept_or_aside(data / FILE, MasterCards)
    return {} if found is None else found.decks


def _write(data: Path, decks: dict[str, tuple[bytes, ...]]) -> None:
    keep(data / FILE, MasterCards(decks))
