"""The time of a piece of work: on the wall, and of processors.

On a busy machine only the processors' time is worth comparing; on an idle one the wall's is what a person
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
    """The milliseconds on the `wall`, and of the `processor`: all threads and the programs called."""

    wall: float
    processor: float

    def over(self, other: "Spent") -> dict[str, float]:
        """Return the ratios of these times to those of `other`."""
        return {
            "wall": round(self.wall / other.wall, 2),
            "processor": round(self.processor / other.processor, 2),
        }

    def rounded(self) -> dict[str, float]:
        """Return both times, to a hundredth of a millisecond."""
        return {"wall": round(self.wall, 2), "processor": round(self.processor, 2)}


def spent(work: Callable[[], object], runs: int = 1) -> Spent:
    """Return medians over `runs` runs after one that does not count."""
    work()
    return _median([_once(work) for _ in range(runs)])


def interleaved(works: Mapping[str, Callable[[], object]], runs: int = 1) -> dict[str, Spent]:
    """Return the medians of several works, one of each after the other in every run.

    A machine that grows busier slows all of them down alike, and their ratios hold.
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
    """Return (2,) the milliseconds on the wall's clock, and of the processor so far, finished children
    included."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = time.process_time() + children.ru_utime + children.ru_stime
    return np.array([time.perf_counter(), processor]) * 1000
