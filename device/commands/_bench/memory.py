"""What `read` holds in memory, where it is asked the most: JPEG photographs of crowded tables."""

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from device.commands._bench import alone
from device.commands._bench.crowd import crowded
from vision.crops import Picture
from vision.picture import save

SIZES: Final = ((2304, 1296), (4056, 3040), (4608, 2592), (8000, 6000))
"""Resolutions of the Raspberry Pi's cameras that are worth reading, and of a phone's 48 megapixels."""

DRAWN: Final = 16_000_000
"""Pixels above which the table is enlarged and not drawn, which would take minutes."""

QUALITY: Final = 92
"""Of the JPEGs, as cameras write them: the better, the longer the file, which is held too."""


@dataclass(frozen=True, slots=True)
class Held:
    """The most megabytes ever resident, and how many `networks` were loaded."""

    mb: float
    networks: int


def resident() -> dict[str, float]:
    """Most megabytes that `read --json` ever held, by size of photograph, each in a process of its own;
    nothing where the system does not tell."""
    if not alone.STATUS.exists():
        return {}
    return {f"{size[0]}x{size[1]}": held(photographed(size)).mb for size in SIZES}


def photographed(size: tuple[int, int]) -> Picture:
    """A crowded table in so many pixels."""
    if size[0] * size[1] <= DRAWN:
        return crowded(size)
    half = crowded((size[0] // 2, size[1] // 2))
    return np.asarray(cv2.resize(half, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def held(picture: Picture) -> Held:
    """What `read --json` needs for the picture, from its file to what is printed."""
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        path = Path(folder) / "picture.jpg"
        save(path, picture, QUALITY)
        command = [sys.executable, "-m", alone.__name__, "read", "--json", "--data", folder, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Held(*json.loads(done.stdout.splitlines()[-1]))
