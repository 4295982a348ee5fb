"""Measure the memory of a hub. A separate process reads the hub's journal, as at a restart."""

import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from device.party import fact_log
from device.records.journal import Journal


def measure_hub(journal: Path) -> dict[str, Any]:
    """Return the megabytes that a hub's state adds to a process, and the seconds in which it reads the
    journal."""
    command = [sys.executable, "-m", "device.lab.bench.partyhub", str(journal)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    result: dict[str, Any] = msgspec.json.decode(output)
    return result


def main(journal: str) -> None:
    """Read a journal, and print the time and memory that this took."""
    before = _megabytes()
    began = time.perf_counter()
    party_journal = Journal(Path(journal), encode=fact_log.encode, decode=fact_log.decode, clock=time.time)
    folded_log = fact_log.FoldedLog()
    folded_log.take(party_journal.replay())
    seconds = time.perf_counter() - began
    party_journal.close()
    result = {
        "facts": len(folded_log.log),
        "hub, MB for them": round(_megabytes() - before, 1),
        "hub, seconds to start again": round(seconds, 2),
    }
    sys.stdout.write(msgspec.json.encode(result).decode())


def _megabytes() -> float:
    """Return the memory of this process, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1_000_000


if __name__ == "__main__":
    main(sys.argv[1])
