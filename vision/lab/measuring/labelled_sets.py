"""The labelled sets: the folder of each, and the kind of its pieces."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vision.lab.measuring.measure import Labelled, labelled
from vision.reader import Kind

SETS: Final[dict[str, tuple[str, Kind]]] = {
    "letter_cards": ("photos/letter_cards", "cards"),
    "loose_tiles": ("photos/loose_tiles", "tiles"),
    "board_tiles": ("photos/board_tiles", "tiles"),
    "scenes": ("scenes", "cards"),
}
"""Name of each set of lettered pieces, its folder below the labelled photographs, and the kind of its
pieces.
"""

BARE: Final = {"cards_on_table": "photos/cards_on_table"}
"""The same of cards without a letter."""

ORDINARY: Final = ("lexicon", "crossword", "hand")
"""Kinds of scenes that any evening shows, by the first word of their names; all others are hard ones."""

PALE: Final = "WHITE cards on a WHITE table"
"""The beginning of a label whose table hardly shows the edges of the cards."""


def parts(folder: Path) -> Iterator[tuple[str, Kind, tuple[Labelled, ...]]]:
    """Yield the sets of lettered pieces that exist, scenes as ordinary and hard ones.

    Each has a name, the kind of its pieces, and its photographs.
    """
    for name, (place, kind) in SETS.items():
        if not (folder / place).is_dir():
            continue
        photos = tuple(labelled(folder / place))
        if name != "scenes":
            yield name, kind, photos
            continue
        plain = tuple(photo for photo in photos if photo.category in ORDINARY)
        yield "scenes_ordinary", kind, plain
        yield "scenes_hard", kind, tuple(photo for photo in photos if photo not in plain)


def bare_parts(folder: Path) -> Iterator[tuple[str, tuple[Labelled, ...]]]:
    """Yield the sets of cards without a letter that exist; white cards on white tables are a set apart."""
    for name, place in BARE.items():
        if (folder / place).is_dir():
            photos = tuple(labelled(folder / place))
            pale = tuple(photo for photo in photos if photo.category.startswith(PALE))
            yield name, tuple(photo for photo in photos if photo not in pale)
            yield f"{name}_white_on_white", pale
