"""The memory that the reader holds permanently: `python -m device.lab.bench.lasting FRAMES`.

It shows the reader camera frames one after another, and prints the most megabytes the process ever held, and
the number of networks it loaded. The folder FRAMES has them as NumPy wrote them: a camera hands over pixels,
so a file decoder does not count, nor do the loop, the journal and the phones. Each frame is read and checked
for faults, and its words are arranged by the word list.
"""

import json
import sys
from pathlib import Path

import numpy as np

from device.lab.bench.resident import most, networks
from device.words.lists import load
from engine.layout import arrange
from vision.conditions.monitor import MonitorState, step
from vision.reader import PhotoReading, Reader


def main(folder: Path) -> None:
    """Read every frame in the order of the names; none stays in memory after its turn."""
    reader, words, watch, last = Reader.load(), load(), MonitorState(), None
    for path in sorted(folder.glob("*.npy")):
        last, watch = _looked(reader, watch, path, last)
        arrange(last.observation, words)
    print(json.dumps([most(), networks()]))  # noqa: T201  # to its parent


def _looked(
    reader: Reader, watch: MonitorState, frame: Path, last: PhotoReading | None
) -> tuple[PhotoReading, MonitorState]:
    picture = np.load(frame)
    seen = reader.read(picture, "cards", last)
    return seen, step(watch, picture, seen)[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
