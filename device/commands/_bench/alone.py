"""What a process does that only reads: `python -m device.commands._bench.alone PICTURE.npy` prints the
megabytes it ever held and how many networks it loaded. Imports nothing that such a process would not."""

import json
import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.crops import Picture
from vision.network import session
from vision.reader import Reader

STATUS: Final = Path("/proc/self/status")
"""Where Linux tells it. Its own line, since `getrusage` starts a child with its parent's figure."""


def read(picture: Picture) -> None:
    """Read it anew twice, and once as it changes in between."""
    reader, (height, width) = Reader.load(), picture.shape[:2]
    seen = reader.read(picture, "cards")
    cv2.rectangle(picture, (0, 0), (width // 16, height // 6), (235, 240, 240), -1)
    reader.read(picture, "cards", seen)
    reader.read(picture, "cards")


def most() -> float:
    """Megabytes this process ever held."""
    lines = STATUS.read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024, 1)


if __name__ == "__main__":
    read(np.load(sys.argv[1]))
    print(json.dumps([most(), session.cache_info().currsize]))  # noqa: T201  # to its parent
