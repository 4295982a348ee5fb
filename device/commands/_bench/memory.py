"""What a process that only reads photographs holds in memory."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.reader import Reader

SIZES: Final = {"2304x1296": (2304, 1296), "12_megapixels": (4056, 3040)}
"""The two resolutions of a Raspberry Pi's camera that are worth reading."""


def resident() -> dict[str, float]:
    """Most megabytes ever resident, by size of photograph, each in a process of its own; nothing where the
    system does not tell."""
    if not Path("/proc/self/status").exists():
        return {}
    return {name: _alone(*size) for name, size in SIZES.items()}


def _alone(width: int, height: int) -> float:
    code = f"from {__name__} import read; print(read({width}, {height}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


def read(width: int, height: int) -> float:
    """Read a photograph of thirty pale oblongs three times, twice as it changes; megabytes at the most."""
    picture = np.full((height, width, 3), 90, np.uint8)
    tall, wide, size = height // 8, width // 12, height / 400
    seen = None
    for cards in (29, 30, 30):
        for n in range(cards):
            x, y = width // 10 + n % 6 * (wide + wide // 3), height // 10 + n // 6 * (tall + tall // 4)
            cv2.rectangle(picture, (x, y), (x + wide, y + tall), (235, 240, 240), -1)
            cv2.putText(picture, chr(65 + n % 26), (x + wide // 4, y + tall * 3 // 4), 2, size, (0, 0, 0), 5)
        seen = Reader.load().read(picture, "cards", seen)
    return _most()


def _most() -> float:
    """Megabytes this process ever held. The kernel's own line, since `getrusage` starts a child with its
    parent's figure."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024, 1)
