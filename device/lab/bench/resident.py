"""Report the maximum memory that this process has used, and how many networks it has loaded."""

from pathlib import Path
from typing import Final

STATUS: Final = Path("/proc/self/status")
"""The file in which Linux reports the maximum memory of this process. `getrusage` is not used, because the
maximum that it reports for a child process begins with the parent's."""


def peak_megabytes() -> float:
    """Return the maximum memory of this process so far, in megabytes."""
    lines = STATUS.read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024, 1)


def loaded_networks() -> int:
    """Return the number of networks that this process has loaded. A network is loaded when it is first
    used."""
    from vision.network import session

    return session.cache_info().currsize
