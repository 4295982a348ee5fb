"""The sets of labelled pictures: the folder of each set, and the kind of its pieces."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vision.lab.measuring.measure import LabelledPhoto, labelled
from vision.reader import PieceKind

LETTERED_SETS: Final[dict[str, tuple[str, PieceKind]]] = {
    "letter_cards": ("photos/letter_cards", "cards"),
    "loose_tiles": ("photos/loose_tiles", "tiles"),
    "board_tiles": ("photos/board_tiles", "tiles"),
    "scenes": ("scenes", "cards"),
}
"""The sets of labelled pictures whose pieces have letters: for the name of each set, its folder within the
folder of all labelled pictures, and the kind of its pieces."""

UNLETTERED_SETS: Final = {"cards_on_table": "photos/cards_on_table"}
"""The sets of photographs whose cards have no letter: for the name of each set, its folder within the
folder of all labelled pictures."""

ORDINARY_KINDS: Final = ("lexicon", "crossword", "hand")
"""The categories of path-traced scenes that count as ordinary. All other categories count as hard."""

PALE_TABLE_PREFIX: Final = "WHITE cards on a WHITE table"
"""The beginning of the description of a photograph on which white cards lie on a white table. Their edges
hardly show there."""


def lettered_parts(folder: Path) -> Iterator[tuple[str, PieceKind, tuple[LabelledPhoto, ...]]]:
    """Yield the sets of lettered pieces whose folder exists below `folder`: name, kind of the pieces,
    photographs. The path-traced scenes are two sets, ordinary and hard."""
    for name, (place, kind) in LETTERED_SETS.items():
        if not (folder / place).is_dir():
            continue
        photos = tuple(labelled(folder / place))
        if name != "scenes":
            yield name, kind, photos
            continue
        plain = tuple(photo for photo in photos if photo.category in ORDINARY_KINDS)
        yield "scenes_ordinary", kind, plain
        yield "scenes_hard", kind, tuple(photo for photo in photos if photo not in plain)


def unlettered_parts(folder: Path) -> Iterator[tuple[str, tuple[LabelledPhoto, ...]]]:
    """Yield the sets of cards without a letter whose folder exists below `folder`: name, photographs.
    Photographs of white cards on a white table are a set of their own."""
    for name, place in UNLETTERED_SETS.items():
        if (folder / place).is_dir():
            photos = tuple(labelled(folder / place))
            pale = tuple(photo for photo in photos if photo.category.startswith(PALE_TABLE_PREFIX))
            yield name, tuple(photo for photo in photos if photo not in pale)
            yield f"{name}_white_on_white", pale
