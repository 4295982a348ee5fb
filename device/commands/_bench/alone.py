"""What a process holds that runs one command: `python -m device.commands._bench.alone read --json PHOTO` is
that command, and on its last line the megabytes it ever held and how many networks it loaded. Imports nothing
that the command would not."""

import json
from pathlib import Path
from typing import Final

from device.cli import main

STATUS: Final = Path("/proc/self/status")
"""Where Linux tells it. Its own line, since `getrusage` starts a child with its parent's figure."""


def most() -> float:
    """Megabytes this process ever held."""
    lines = STATUS.read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024, 1)


def networks() -> int:
    """How many were loaded: each is when first asked."""
    from vision.network import session

    return session.cache_info().currsize


if __name__ == "__main__":
    try:
        main()
    finally:
        print(json.dumps([most(), networks()]))  # noqa: T201  # to its parent
