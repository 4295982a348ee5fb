"""The memory that reading needs at most: on crowded tables."""

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from device.lab.bench import alone, lasting, resident
from device.lab.bench.crowd import crowded
from vision.crops import Picture
from vision.picture import save

CAMERA_PIXELS: Final = ((2304, 1296), (4056, 3040), (4608, 2592))
"""Resolutions of the Raspberry Pi's cameras that are worth reading."""

PHONE_PIXELS: Final = (8000, 6000)
"""A phone's 48 megapixels, of which a JPEG alone is read."""

MAX_DRAWN_PIXELS: Final = 16_000_000
"""Pixels above which the table is enlarged and not drawn, which would take minutes."""

JPEG_QUALITY: Final = 92
"""The quality of the JPEGs, as cameras write them: the better, the longer the file, which is held too."""

SEQUENCE_LENGTH: Final = 4
"""The number of photographs or frames in sequence: from the third on nothing more is held."""

BLOCK_SIDE_PIXELS: Final = 60
"""The side in pixels of the block that changes from one frame to the next, because an unchanged frame is
not read again."""


@dataclass(frozen=True, slots=True)
class Held:
    """The most megabytes ever resident, and the number of `networks` loaded."""

    mb: float
    networks: int


def measure() -> dict[str, dict[str, float]]:
    """Return the most megabytes held by a process of its own, by size of photograph.

    Measured are the reader and the word list with frames as a camera hands them over, and `read --json` of
    one JPEG and of several. The result is empty where the system does not report memory.
    """
    if not resident.STATUS.exists():
        return {}
    tables = {size: photographed(size) for size in (*CAMERA_PIXELS, PHONE_PIXELS)}
    return {
        "reader_mb": {_called(size): lasted(tables[size]).mb for size in CAMERA_PIXELS},
        "read_mb": {_called(size): held(table).mb for size, table in tables.items()},
        "read_several_mb": {_called(size): held(tables[size], SEQUENCE_LENGTH).mb for size in CAMERA_PIXELS},
    }


def _called(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def photographed(size: tuple[int, int]) -> Picture:
    """Return a crowded table of that size in pixels."""
    if size[0] * size[1] <= MAX_DRAWN_PIXELS:
        return crowded(size)
    half = crowded((size[0] // 2, size[1] // 2))
    return np.asarray(cv2.resize(half, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def held(picture: Picture, times: int = 1) -> Held:
    """Return the need of `read --json` for the picture, from its file to its output, as `times` files."""
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        paths = [Path(folder) / f"{n}.jpg" for n in range(times)]
        for path in paths:
            save(path, picture, JPEG_QUALITY)
        return _most(alone.__name__, "read", "--json", "--data", folder, *map(str, paths))


def lasted(picture: Picture) -> Held:
    """Return the need of the reader for the picture with changes, frame after frame."""
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        for n in range(SEQUENCE_LENGTH):
            frame = picture.copy()
            frame[: n * BLOCK_SIDE_PIXELS, : n * BLOCK_SIDE_PIXELS] = n * BLOCK_SIDE_PIXELS
            np.save(Path(folder) / f"{n}.npy", frame)
        return _most(lasting.__name__, folder)


def _most(module: str, *arguments: str) -> Held:
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Held(*json.loads(done.stdout.splitlines()[-1]))
