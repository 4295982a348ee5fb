"""Measure the maximum memory that reading needs, on crowded tables."""

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
"""Resolutions of the Raspberry Pi's cameras that are used for reading."""

PHONE_PIXELS: Final = (8000, 6000)
"""Size of a phone's photograph of 48 megapixels, which is read from a JPEG."""

MAX_DRAWN_PIXELS: Final = 16_000_000
"""Number of pixels above which a smaller picture of the table is enlarged. Rendering a picture of this
size would take minutes."""

JPEG_QUALITY: Final = 92
"""Quality of the JPEGs, as cameras write them. A better quality makes a longer file, and the file is in
memory too."""

SEQUENCE_LENGTH: Final = 4
"""Number of photographs or frames in sequence. From the third one on, memory does not grow."""

BLOCK_SIDE_PIXELS: Final = 60
"""Side in pixels of the block that changes from frame to frame, because an unchanged frame is not read
again."""


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """The maximum memory in megabytes, and the number of loaded networks."""

    mb: float
    networks: int


def measure() -> dict[str, dict[str, float]]:
    """Return the maximum memory of a process, in megabytes, by size of photograph.

    It is measured for the reader and the word list with a camera's frames, and for `read --json` of one JPEG
    and of several. The result is empty if the system does not report memory.
    """
    if not resident.STATUS.exists():
        return {}
    tables = {size: draw_table(size) for size in (*CAMERA_PIXELS, PHONE_PIXELS)}
    return {
        "reader_mb": {_called(size): memory_of_frames(tables[size]).mb for size in CAMERA_PIXELS},
        "read_mb": {_called(size): memory_of_files(table).mb for size, table in tables.items()},
        "read_several_mb": {
            _called(size): memory_of_files(tables[size], SEQUENCE_LENGTH).mb for size in CAMERA_PIXELS
        },
    }


def _called(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def draw_table(size: tuple[int, int]) -> Picture:
    """Return a picture of a crowded table of `size` in pixels."""
    if size[0] * size[1] <= MAX_DRAWN_PIXELS:
        return crowded(size)
    half = crowded((size[0] // 2, size[1] // 2))
    return np.asarray(cv2.resize(half, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def memory_of_files(picture: Picture, times: int = 1) -> MemoryUse:
    """Return the memory of the command `read --json`, from reading its files to its output. The picture is
    stored in as many JPEG files as `times`."""
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        paths = [Path(folder) / f"{n}.jpg" for n in range(times)]
        for path in paths:
            save(path, picture, JPEG_QUALITY)
        return _most(alone.__name__, "read", "--json", "--data", folder, *map(str, paths))


def memory_of_frames(picture: Picture) -> MemoryUse:
    """Return the memory of the reader for a sequence of frames, which show the picture with small changes."""
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        for n in range(SEQUENCE_LENGTH):
            frame = picture.copy()
            frame[: n * BLOCK_SIDE_PIXELS, : n * BLOCK_SIDE_PIXELS] = n * BLOCK_SIDE_PIXELS
            np.save(Path(folder) / f"{n}.npy", frame)
        return _most(lasting.__name__, folder)


def _most(module: str, *arguments: str) -> MemoryUse:
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return MemoryUse(*json.loads(done.stdout.splitlines()[-1]))
