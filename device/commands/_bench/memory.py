"""What a process that only reads photographs holds in memory, where it is asked the most: crowded tables."""

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from device.commands._bench import alone
from device.commands._bench.crowd import crowded
from vision.crops import Picture

SIZES: Final = ((2304, 1296), (4056, 3040), (4608, 2592))
"""Resolutions of the Raspberry Pi's cameras that are worth reading; nothing larger is filmed."""


@dataclass(frozen=True, slots=True)
class Held:
    """The most megabytes ever resident, and how many `networks` were loaded: each is when first asked."""

    mb: float
    networks: int


def resident() -> dict[str, float]:
    """Most megabytes ever resident, by size of photograph, each in a process of its own; nothing where the
    system does not tell."""
    if not alone.STATUS.exists():
        return {}
    return {f"{size[0]}x{size[1]}": held(crowded(size)).mb for size in SIZES}


def held(picture: Picture) -> Held:
    """What a process needs to read the picture, and again as it changes; the picture itself included."""
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        path = Path(folder) / "picture.npy"
        np.save(path, picture)
        command = [sys.executable, "-m", alone.__name__, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Held(*json.loads(done.stdout))
