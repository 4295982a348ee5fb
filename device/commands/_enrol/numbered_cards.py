"""Show the found cards to a person, so that the person answers for the right card.

A card is shown in rows of letters, by its place in the photograph, and by a number drawn on the photograph.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from device.commands._read.overlays import write_overlay
from device.errors import UsageFault
from device.files import terminal_line
from vision.crops import Picture
from vision.enrol.gather import FoundCard
from vision.overlay import draw


@dataclass(frozen=True, slots=True)
class DeckPhotos:
    """The photographs of a deck and the cards found on them."""

    photos: tuple[Path, ...]
    """The paths of the photographs."""
    pictures: tuple[Picture, ...]
    """The photographs' pixels, (h, w, 3)."""
    finds: tuple[FoundCard, ...]
    """The cards found on all photographs."""


def letters_by_row(finds: Sequence[FoundCard], letters: str) -> list[list[str]]:
    """Return the letters of the cards as one text for each row, in one list for each photograph. The
    file of the option `--answers` has the same order."""
    photos: list[list[str]] = []
    for find, letter in zip(finds, letters, strict=True):
        while len(photos) <= find.photo:
            photos.append([])
        if len(photos[find.photo]) <= find.row:
            photos[find.photo].append("")
        photos[find.photo][find.row] += letter
    return photos


def found_text(deck_photos: DeckPhotos, letters: str) -> str:
    """Return a text with the number of cards found on each photograph, and their rows as read, one a
    line."""
    read = letters_by_row(deck_photos.finds, letters)
    lines = []
    for n, photo in enumerate(deck_photos.photos):
        rows = read[n] if n < len(read) else []
        lines.append(f"{terminal_line(photo.name)}: {sum(map(len, rows))} cards found, in {len(rows)} rows")
        lines += [f"  row {row}: {line}" for row, line in enumerate(rows, 1)]
    return "\n".join(lines)


def whereabouts(deck_photos: DeckPhotos, card: int, letters: str) -> str:
    """Return a text that says where a card lies: its photograph, its row of letters with the card in
    brackets, and how far its centre is from the photograph's left and top edges."""
    find = deck_photos.finds[card]
    row = letters_by_row(deck_photos.finds, letters)[find.photo][find.row]
    marked = f"{row[: find.place]}[{row[find.place]}]{row[find.place + 1 :]}"
    height, width = deck_photos.pictures[find.photo].shape[:2]
    across, down = find.corners.mean(0) / (width, height)
    place = f"card {find.place + 1} of {len(row)} found, {across:.0%} from the left, {down:.0%} from the top"
    return f"{terminal_line(deck_photos.photos[find.photo].name)}, row {find.row + 1}: {marked}, {place}"


def write_numbered(deck_photos: DeckPhotos, targets: dict[Path, Path]) -> None:
    """Write each photograph with the outlines and numbers of its cards to the file that `targets`
    gives for it.

    A number such as 2.3 means the third card of the second row. Raise UsageFault if a photograph can't be
    written.
    """
    for n, photo in enumerate(deck_photos.photos):
        finds = [find for find in deck_photos.finds if find.photo == n]
        cards = [(np.asarray(f.corners, np.float32), f"{f.row + 1}.{f.place + 1}", 1.0) for f in finds]
        if fault := write_overlay(targets[photo], draw(deck_photos.pictures[n], cards, ())):
            raise UsageFault(fault)
