"""Return the maximum memory of this process, as Linux reports it."""

from pathlib import Path
from typing import Final

STATUS: Final = Path("/proc/self/status")
"""The file with the process's own figure. `getrusage` is not used, because it starts a child with its
parent's figure."""


def peak_megabytes() -> float:
    """Return the maximum memory of this process so far, in megabytes."""
    lines = STATUS.read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024, 1)


def loaded_networks() -> int:
    """Return the number of loaded networks. Each is loaded at its first use."""
    from vision.network import session

    return session.cache_info().currsize
