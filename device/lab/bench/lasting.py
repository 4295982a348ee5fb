"""Measure the memory that the reader holds permanently: `python -m device.lab.bench.lasting FRAMES`.

The command reads camera frames one after another, and prints the maximum memory of the process in megabytes,
and the number of loaded networks. Each frame is read and checked for faults, and its words are arranged by
the word list.

The folder FRAMES has the frames as NumPy files. A camera gives pixels, so the memory of a file decoder does
not count. The memory of the loop, the journal and the phones does not count either.
"""

import json
import sys
from pathlib import Path

import numpy as np

from device.lab.bench.resident import loaded_networks, peak_megabytes
from device.words.lists import load
from engine.layout import arrange
from vision.conditions.monitor import MonitorState, step
from vision.reader import PhotoReading, Reader


def main(folder: Path) -> None:
    """Read every frame in the order of the file names. No frame stays in memory afterwards."""
    reader, words, watch, last = Reader.load(), load(), MonitorState(), None
    for path in sorted(folder.glob("*.npy")):
        last, watch = _looked(reader, watch, path, last)
        arrange(last.observation, words)
    print(json.dumps([peak_megabytes(), loaded_networks()]))  # noqa: T201  # to its parent


def _looked(
    reader: Reader, watch: MonitorState, frame: Path, last: PhotoReading | None
) -> tuple[PhotoReading, MonitorState]:
    picture = np.load(frame)
    seen = reader.read(picture, "cards", last)
    return seen, step(watch, picture, seen)[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
