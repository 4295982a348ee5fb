"""Measure the memory that the reader holds while it reads frame after frame: `python -m
device.lab.bench.lasting FRAMES`.

Each frame is read and checked for faults, and its words are arranged by the word list. The command prints the
maximum memory of its process in megabytes, and the number of networks that it loaded.

The folder FRAMES has the frames as NumPy files, because a camera gives pixels and needs no file decoder. The
memory of the loop, the journal and the phones is not measured.
"""

import json
import sys
from pathlib import Path

import numpy as np

from device.lab.bench.resident import loaded_networks, peak_megabytes
from device.words.lists import load
from engine.layout import arrange
from vision.conditions.monitor import MonitorState, monitor_picture
from vision.reader import PhotoReading, Reader


def main(folder: Path) -> None:
    """Read every frame of the folder, in the order of the file names. At the end print this process's maximum
    memory in megabytes and the number of networks that it loaded. Only the last reading is kept."""
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
    return seen, monitor_picture(watch, picture, seen)[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
