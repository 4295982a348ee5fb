"""Play a long evening in fast time, and measure if the memory, threads and open files of the table's process
grow."""

import os
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from device.lab.bench.brisk import FastDemo
from engine.events import HandScored

WARM_UP_SHARE: Final = 0.25
"""Share of the evening that is warm-up. Its samples do not count, because the caches still fill."""
SAMPLES: Final = 24
"""Number of samples that are taken at equal intervals during the evening. A further sample is taken at the
end."""
HOUR_SECONDS: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Sample:
    """The memory, threads, open files and events of the table's process at one moment of the evening."""

    hours: float
    """The moment, in hours of table time."""
    megabytes: float
    """The resident memory of the process, in megabytes."""
    threads: int
    """The number of threads of the process, without timers."""
    handles: int
    """The number of open file handles of the process."""
    events: int
    """The number of events in the journal."""
    bytes_on_disk: int
    """The total bytes of all files in the table's folder."""


def measure(hours: float, seed: int) -> dict[str, Any]:
    """Play for `hours` of table time. Return the first and the last sample after the warm-up, and how much
    the process grew from the first to the last.

    `bytes_an_event` is the total size of the files on the disk, divided by the number of events. It is
    measured after the table is closed. The result is empty if the system does not report memory.
    """
    if not Path("/proc/self/statm").exists():
        return {}
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        samples, hands = _played(Path(folder), hours, seed)
        put_away = _bytes(Path(folder))
    warm = [sample for sample in samples if sample.hours >= hours * WARM_UP_SHARE] or samples[-1:]
    return {
        "hours": hours,
        "hands": hands,
        "first": asdict(warm[0]),
        "last": asdict(samples[-1]),
        "megabytes_an_hour": round(slope([(s.hours, s.megabytes) for s in warm]), 3),
        "threads_more": warm[-1].threads - warm[0].threads,
        "handles_more": warm[-1].handles - warm[0].handles,
        "bytes_an_event": round(put_away / max(samples[-1].events, 1)),
        "seconds": round(time.perf_counter() - began, 1),
    }


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the straight line that fits the points (x, y) best by least squares; 0 for one
    point or none."""
    if len(points) < 2:
        return 0.0
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return float(sum((x - mean_x) * (y - mean_y) for x, y in points) / spread)


def _played(data: Path, hours: float, seed: int) -> tuple[list[Sample], int]:
    table = FastDemo(data, seed)
    samples: list[Sample] = []
    try:
        while table.now < hours * HOUR_SECONDS:
            if table.now >= len(samples) * hours * HOUR_SECONDS / SAMPLES:
                samples.append(sample(table, data))
            table.moment()
        samples.append(sample(table, data))
        return samples, sum(isinstance(event, HandScored) for event in table.view.referee.events)
    finally:
        table.close()


def sample(table: FastDemo, data: Path) -> Sample:
    """Return the resources that this process uses now, with the number of events of `table` and the size of
    the folder `data`."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Sample(
        hours=round(table.now / HOUR_SECONDS, 3),
        megabytes=round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 2),
        # A bell's strokes are timers in real time. Fast time starts many of them; they end by themselves.
        threads=sum(not isinstance(thread, threading.Timer) for thread in threading.enumerate()),
        handles=len(os.listdir("/proc/self/fd")),  # noqa: PTH208 - a Path per handle would be one more
        events=len(table.view.referee.events),
        bytes_on_disk=_bytes(data),
    )


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
