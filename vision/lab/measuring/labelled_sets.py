"""The labelled sets: the folder of each, and the kind of its pieces."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vision.lab.measuring.measure import LabelledPhoto, labelled
from vision.reader import Kind

LETTERED_SETS: Final[dict[str, tuple[str, Kind]]] = {
    "letter_cards": ("photos/letter_cards", "cards"),
    "loose_tiles": ("photos/loose_tiles", "tiles"),
    "board_tiles": ("photos/board_tiles", "tiles"),
    "scenes": ("scenes", "cards"),
}
"""The sets of lettered pieces by name: each set's folder below the labelled photographs, and the kind of
its pieces."""

UNLETTERED_SETS: Final = {"cards_on_table": "photos/cards_on_table"}
"""The sets of cards without a letter by name, as in `LETTERED_SETS`."""

ORDINARY_KINDS: Final = ("lexicon", "crossword", "hand")
"""The kinds of ordinary scenes, by the first word of their names. All others are hard scenes."""

PALE_TABLE_PREFIX: Final = "WHITE cards on a WHITE table"
"""The beginning of a label whose table hardly shows the edges of the cards."""


def lettered_parts(folder: Path) -> Iterator[tuple[str, Kind, tuple[LabelledPhoto, ...]]]:
    """Yield the existing sets of lettered pieces: name, kind of the pieces, photographs. Ordinary and hard
    scenes are two sets."""
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
    """Yield the existing sets of cards without a letter. White cards on white tables are a set by
    themselves."""
    for name, place in UNLETTERED_SETS.items():
        if (folder / place).is_dir():
            photos = tuple(labelled(folder / place))
            pale = tuple(photo for photo in photos if photo.category.startswith(PALE_TABLE_PREFIX))
            yield name, tuple(photo for photo in photos if photo not in pale)
            yield f"{name}_white_on_white", pale
