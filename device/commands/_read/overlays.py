"""Draw on photographs what was read on them."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from device import files
from device.errors import UsageFault
from engine.layout import Arrangement
from engine.shared.condition import Condition
from vision.crops import Picture
from vision.overlay import draw
from vision.picture import encode, path_with_format
from vision.tensor_format import Floats


def targets(photos: Sequence[Path], folder: Path) -> dict[Path, Path]:
    """Return the file to which each photograph is drawn: in `folder`, under its own name or a numbered one
    (NAME-2).

    The number distinguishes photographs of the same name. Raise UsageFault if a photograph would be
    overwritten.
    """
    paths: dict[Path, Path] = {}
    for photo in photos:
        name = path_with_format(Path(photo.name))
        names = (name.name if n == 1 else f"{name.stem}-{n}{name.suffix}" for n in count(1))
        taken = {path.name for path in paths.values()}
        if photo not in paths:
            paths[photo] = folder / next(name for name in names if name not in taken)
    for target in paths.values():
        if any(_is_same_file(target, photo) for photo in photos):
            raise UsageFault(
                f"--overlay {files.terminal_line(folder)}: the photograph itself lies there; "
                "name another folder"
            )
    return paths


def _is_same_file(target: Path, photo: Path) -> bool:
    """Return True if both paths are the same file; False if a file is missing or unreadable."""
    try:
        return target.samefile(photo)
    except OSError:
        return False


def draw_overlay(
    target: Path,
    picture: Picture,
    cards: list[dict[str, Any]],
    arranged: Arrangement,
    conditions: Sequence[Condition],
    unlettered: Sequence[Floats],
) -> str:
    """Draw cards, words, faults and cards without a letter on the photograph, and write it to `target`.

    Return the error, empty on success. After an error an earlier file is unchanged.
    """
    marks = [(np.array(c["corners"], np.float32), _label(c), float(c["confidence"])) for c in cards]
    words = [(w.text, np.stack([marks[i][0].mean(0) for i in w.cards])) for w in arranged.words]
    return write_overlay(target, draw(picture, marks, words, conditions, unlettered))


def _label(card: dict[str, Any]) -> str:
    """Return a card's letter, or a question mark for an unreadable one."""
    return card["letter"] or ("?" if card["face"] == "up" else "")


def write_overlay(target: Path, canvas: Picture) -> str:
    """Write the drawing to `target`. Return the error, empty on success."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        files.write(target, encode(canvas, target))
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        return f"--overlay {files.terminal_line(target)}: {reason}"
    return ""
