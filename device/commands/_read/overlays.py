"""Photographs with what was read drawn upon them."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from device.errors import UsageFault
from engine.condition import Condition
from engine.layout import Arrangement
from vision.codes import Floats
from vision.crops import Picture
from vision.overlay import draw
from vision.picture import save


def targets(photos: Sequence[Path], folder: Path) -> dict[Path, Path]:
    """Where each photograph is drawn: in `folder` under its own name, or as NAME-2 and so on when another one
    of that name went there before. Raises UsageFault where one of them would be drawn over."""
    found: dict[Path, Path] = {}
    for photo in photos:
        names = (photo.name if n == 1 else f"{photo.stem}-{n}{photo.suffix}" for n in count(1))
        taken = {path.name for path in found.values()}
        if photo not in found:
            found[photo] = folder / next(name for name in names if name not in taken)
    for target in found.values():
        if target.exists() and any(photo.exists() and target.samefile(photo) for photo in photos):
            raise UsageFault(f"--overlay {folder}: the photograph itself lies there; name another folder")
    return found


def drawn(
    target: Path,
    picture: Picture,
    cards: list[dict[str, Any]],
    arranged: Arrangement,
    wrong: Sequence[Condition],
    strangers: Sequence[Floats],
) -> None:
    """Write the photograph with its cards, words, troubles and cards without a letter to `target`. Raises
    UsageFault where that cannot be."""
    marks = [(np.array(c["corners"], np.float32), c["letter"] or "", float(c["confidence"])) for c in cards]
    words = [(w.text, np.stack([marks[i][0].mean(0) for i in w.cards])) for w in arranged.words]
    try:
        save(target, draw(picture, marks, words, wrong, strangers))
    except OSError as fault:
        raise UsageFault(f"--overlay {target}: {fault.strerror or fault}") from None
