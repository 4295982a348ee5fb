"""Measure the maximum memory of a process that reads photographs of crowded tables."""

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
"""Widths and heights in pixels of the pictures that the Raspberry Pi's cameras take for reading."""

PHONE_PIXELS: Final = (8000, 6000)
"""Width and height in pixels of a phone's photograph of 48 megapixels. It is read from a JPEG file."""

MAX_DRAWN_PIXELS: Final = 16_000_000
"""Maximum number of pixels of a rendered picture. A larger picture would take minutes to render, so it is
enlarged from one with half the width and height."""

JPEG_QUALITY: Final = 92
"""Quality of the JPEG files, as cameras store them. At a higher quality the files are longer, and so need
more memory."""

SEQUENCE_LENGTH: Final = 4
"""Number of photographs or frames that a measured process reads one after another. After the third its memory
no longer grows."""

BLOCK_SIDE_PIXELS: Final = 60
"""Pixels by which a plain square grows from one of the camera's frames to the next. The reader would not read
a frame without a change."""


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """The maximum memory of a process in megabytes, and the number of networks that it loaded."""

    mb: float
    networks: int


def measure() -> dict[str, dict[str, float]]:
    """Return the maximum memory in megabytes of three kinds of process, by the size of the pictures.

    One process reads a camera's frames with the word list. The others run `read --json` for one JPEG file,
    and for several. The result is empty if the system does not report memory.
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
    """Return a rendered picture of a crowded table. `size` is the picture's width and height in pixels."""
    if size[0] * size[1] <= MAX_DRAWN_PIXELS:
        return crowded(size)
    half = crowded((size[0] // 2, size[1] // 2))
    return np.asarray(cv2.resize(half, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def memory_of_files(picture: Picture, times: int = 1) -> MemoryUse:
    """Return the maximum memory of a process that runs `read --json` on `times` JPEG files. All files hold
    `picture`."""
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        paths = [Path(folder) / f"{n}.jpg" for n in range(times)]
        for path in paths:
            save(path, picture, JPEG_QUALITY)
        return _peak_memory(alone.__name__, "read", "--json", "--data", folder, *map(str, paths))


def memory_of_frames(picture: Picture) -> MemoryUse:
    """Return the maximum memory of a process that reads several frames one after another. Each frame is
    `picture` with a small change."""
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        for n in range(SEQUENCE_LENGTH):
            frame = picture.copy()
            frame[: n * BLOCK_SIDE_PIXELS, : n * BLOCK_SIDE_PIXELS] = n * BLOCK_SIDE_PIXELS
            np.save(Path(folder) / f"{n}.npy", frame)
        return _peak_memory(lasting.__name__, folder)


def _peak_memory(module: str, *arguments: str) -> MemoryUse:
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return MemoryUse(*json.loads(done.stdout.splitlines()[-1]))
