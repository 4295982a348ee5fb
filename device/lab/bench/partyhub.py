"""Measure the memory and the time that a hub needs to read its journal. A separate process reads the journal,
as after a restart of the hub."""

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
    """Return the number of facts in a hub's journal, the megabytes that these facts add to a process, and the
    seconds in which a process reads them."""
    command = [sys.executable, "-m", "device.lab.bench.partyhub", str(journal)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    result: dict[str, Any] = msgspec.json.decode(output)
    return result


def main(journal: str) -> None:
    """Read a hub's journal. Print the number of facts, and the time and memory that reading took."""
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
    """Return the resident memory of this process, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1_000_000


if __name__ == "__main__":
    main(sys.argv[1])
