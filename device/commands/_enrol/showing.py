"""What a person is shown of the cards found, so that an answer is given for the card that is meant: the rows
as they were read, where in the photograph a card lies, and the photograph with every card numbered."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from device.commands._read.overlays import written
from device.errors import UsageFault
from device.files import shown
from vision.crops import Picture
from vision.enrol.gather import Find
from vision.overlay import draw


@dataclass(frozen=True, slots=True)
class Laid:
    """What was laid out: the photographs, their pixels (h, w, 3), and the cards found on all of them."""

    photos: tuple[Path, ...]
    pictures: tuple[Picture, ...]
    finds: tuple[Find, ...]


def rows(finds: Sequence[Find], letters: str) -> list[list[str]]:
    """The letters as they lie: photographs of rows. What `--answers` takes, for correcting."""
    photos: list[list[str]] = []
    for find, letter in zip(finds, letters, strict=True):
        while len(photos) <= find.photo:
            photos.append([])
        if len(photos[find.photo]) <= find.row:
            photos[find.photo].append("")
        photos[find.photo][find.row] += letter
    return photos


def found(laid: Laid, letters: str) -> str:
    """How many cards were found in each photograph, and its rows as they are read, a line each."""
    read = rows(laid.finds, letters)
    lines = []
    for n, photo in enumerate(laid.photos):
        here = read[n] if n < len(read) else []
        lines.append(f"{shown(photo.name)}: {sum(map(len, here))} cards found, in {len(here)} rows")
        lines += [f"  row {row}: {line}" for row, line in enumerate(here, 1)]
    return "\n".join(lines)


def whereabouts(laid: Laid, card: int, letters: str) -> str:
    """Which card of all found that is: its row as read with the card between brackets, and how far from the
    photograph's edges its middle lies."""
    find = laid.finds[card]
    row = rows(laid.finds, letters)[find.photo][find.row]
    marked = f"{row[: find.place]}[{row[find.place]}]{row[find.place + 1 :]}"
    height, width = laid.pictures[find.photo].shape[:2]
    across, down = find.corners.mean(0) / (width, height)
    place = f"card {find.place + 1} of {len(row)} found, {across:.0%} from the left, {down:.0%} from the top"
    return f"{shown(laid.photos[find.photo].name)}, row {find.row + 1}: {marked}, {place}"


def numbered(laid: Laid, targets: dict[Path, Path]) -> None:
    """Write each photograph with every card found outlined and numbered, 2.3 being the third of the second
    row, to its target. Raises UsageFault where that cannot be."""
    for n, photo in enumerate(laid.photos):
        here = [find for find in laid.finds if find.photo == n]
        cards = [(np.asarray(f.corners, np.float32), f"{f.row + 1}.{f.place + 1}", 1.0) for f in here]
        if fault := written(targets[photo], draw(laid.pictures[n], cards, ())):
            raise UsageFault(fault)
