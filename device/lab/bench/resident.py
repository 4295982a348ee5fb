"""The memory that this process held, as Linux reports it."""

from pathlib import Path
from typing import Final

STATUS: Final = Path("/proc/self/status")
"""The file with the process's own figure; `getrusage` starts a child with its parent's."""


def most() -> float:
    """Return the most megabytes this process ever held."""
    lines = STATUS.read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024, 1)


def networks() -> int:
    """Count the networks loaded: each is loaded at its first use."""
    from vision.network import session

    return session.cache_info().currsize
