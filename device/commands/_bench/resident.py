"""What this process held, as Linux tells it."""

from pathlib import Path
from typing import Final

STATUS: Final = Path("/proc/self/status")
"""Where it is told. Its own line, since `getrusage` starts a child with its parent's figure."""


def most() -> float:
    """Megabytes this process ever held."""
    lines = STATUS.read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024, 1)


def networks() -> int:
    """How many were loaded: each is when first asked."""
    from vision.network import session

    return session.cache_info().currsize
