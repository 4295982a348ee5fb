"""Measure the time of a piece of work, on the wall clock and of the processor.

On a busy machine compare processor times only. On an idle machine the wall clock shows how long a person
waits.
"""

import resource
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Spent:
    """The time that a piece of work took, in milliseconds: on the clock, and of the processor."""

    wall: float
    """The milliseconds that passed on the clock while the work ran, including waits."""
    processor: float
    """Milliseconds of processor time of all threads and child processes."""

    def ratio_to(self, other: "Spent") -> dict[str, float]:
        """Return the ratios of these times to the times of `other`."""
        return {
            "wall": round(self.wall / other.wall, 2),
            "processor": round(self.processor / other.processor, 2),
        }

    def rounded(self) -> dict[str, float]:
        """Return both times, rounded to a hundredth of a millisecond."""
        return {"wall": round(self.wall, 2), "processor": round(self.processor, 2)}


def time_work(work: Callable[[], object], runs: int = 1) -> Spent:
    """Return the median times of `work` over `runs` runs, after a warm-up run."""
    work()
    return _median([_once(work) for _ in range(runs)])


def time_interleaved(works: Mapping[str, Callable[[], object]], runs: int = 1) -> dict[str, Spent]:
    """Return the median time of each function in `works`, over `runs` rounds after a warm-up round. A
    round calls each function one time, one after the other.

    A machine that grows busier slows all of them down alike, so their ratios stay valid.
    """
    each: dict[str, list[Spent]] = {name: [] for name in works}
    for run in range(runs + 1):
        for name, work in works.items():
            took = _once(work)
            if run:
                each[name].append(took)
    return {name: _median(some) for name, some in each.items()}


def _median(each: Sequence[Spent]) -> Spent:
    return Spent(statistics.median(s.wall for s in each), statistics.median(s.processor for s in each))


def _once(work: Callable[[], object]) -> Spent:
    began = now()
    work()
    return Spent(*(now() - began).tolist())


def now() -> NDArray[np.float64]:
    """Return an array of two times in milliseconds: the time on a monotonic clock, and the processor
    time used so far, including that of finished child processes."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = time.process_time() + children.ru_utime + children.ru_stime
    return np.array([time.perf_counter(), processor]) * 1000
