"""Measure how fast this machine reads, separately for networks and other code, and estimate the time for a
table.

`work.json` says how much work it is to read three tables: the multiply-adds of each network, and the
time that all other code took on one machine, the counting machine (`python -m deploy.lab.work` writes
it). This module times every network by itself, and the other code with one small picture.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from device.commands._doctor.finding import Finding
from device.commands._doctor.software import SAMPLE, sample_scene

WORK: Final = Path(__file__).with_name("work.json")
TABLES: Final = {
    "simple": "a simple table (8 cards side by side)",
    "ordinary": "an ordinary one (30 cards)",
    "crowded": "a crowded one (43 cards, fanned or overlapping)",
}
RUNS: Final = 3
"""Number of times that each piece of work is timed. The fastest run counts, because other work of
the machine only makes a run slower."""
MAX_WAIT_SECONDS: Final = 6.0
"""Maximum number of seconds for reading a crowded table. A faster setting of `[camera] look` is
advised if reading takes longer, because people then think that the program hangs."""
WALL: Final = 0
PROCESSOR: Final = 1
"""The index, in the result of `timing.now`, of the time that the processor has worked. `WALL` is
the index of the time on the clock."""

Seconds = Annotated[float, msgspec.Meta(ge=0)]


class NetworkInput(msgspec.Struct, frozen=True):
    """An array of pictures on which one network is timed, and the work that the network has with it."""

    shape: tuple[int, int, int, int]
    """The shape of the array of pictures."""
    multiply_adds: int
    """The number of multiply-adds that the network does for the whole array of pictures."""


class CountedTable(msgspec.Struct, frozen=True):
    """How much work it is to read one table: the multiply-adds of the networks, and the time of the
    other code."""

    multiply_adds: Mapping[str, int]
    """The number of multiply-adds that each network needs for the table, by the name of the network."""
    other_code_seconds: Seconds = msgspec.field(name="besides")
    """The seconds that all code except the networks took for this table on the counting machine."""


class Work(msgspec.Struct, frozen=True):
    """How much work it is to read some tables, as counted on one machine and stored in `work.json`.
    From it and a machine's speed the time for reading is estimated."""

    machine: str
    """The name of the counting machine: the one on which the time of the code outside the networks was
    measured."""
    other_code_seconds: Seconds = msgspec.field(name="besides")
    """The seconds that all code except the networks took for a small picture on the counting machine."""
    network_inputs: Mapping[str, NetworkInput] = msgspec.field(name="shown")
    """The input on which each network is timed, by the name of the network."""
    tables: Mapping[str, Mapping[str, CountedTable]]
    """The work of reading each counted table, by the name of the table and the value of `[camera]
    look`."""


class Speed(msgspec.Struct, frozen=True):
    """The speed of a machine: of each network, and of all other code."""

    by_network: Mapping[str, float]
    """The multiply-adds a second that the machine does in each network, by the name of the network."""
    other_code_seconds: Seconds
    """The seconds that all code except the networks takes for a small picture on the measured machine."""


def load_work() -> Work:
    """Return the amounts of work for reading a table that were counted once and stored in `work.json`."""
    return msgspec.json.decode(WORK.read_bytes(), type=Work)


def measure_speed(work: Work, clock: int = WALL) -> Speed:
    """Return how fast this machine reads: the multiply-adds a second of each network, and the seconds
    that all other code takes for a small picture. `clock` is the index of a clock in `timing.now`."""
    from vision.network import run_at_once

    def speed_of(name: str, timed: NetworkInput) -> float:
        pictures = np.zeros(timed.shape, np.uint8)
        return timed.multiply_adds / fastest(lambda: run_at_once(name, pictures), clock)

    by_network = {name: speed_of(name, timed) for name, timed in work.network_inputs.items()}
    return Speed(by_network, time_other_code(small_picture(), clock))


def small_picture() -> NDArray[np.uint8]:
    """Return a rendered picture of three cards. The code outside the networks is timed on it."""
    from vision.render.table import virtual_table

    return virtual_table()(sample_scene(SAMPLE), 0)


def time_other_code(picture: NDArray[np.uint8], clock: int, look: int = 640) -> float:
    """Return the seconds that reading `picture` takes without the networks."""
    from device.commands._doctor.stages import NETWORKS, REST, time_once
    from vision.reader import Reader

    reader = Reader.load(look_pixels=look)
    reader.read(picture, "cards")
    each = [time_once(lambda: reader.read(picture, "cards"), NETWORKS)[REST] for _ in range(RUNS)]
    return min(float(one[clock]) for one in each) / 1000


def fastest(work: Callable[[], Any], clock: int) -> float:
    """Return the seconds of the fastest run of `work`, after a warm-up run."""
    from device.commands._doctor.timing import now

    work()
    took = []
    for _ in range(RUNS):
        began = now()[clock]
        work()
        took.append(float(now()[clock] - began))
    return min(took) / 1000


def expected_seconds(table: CountedTable, work: Work, speed: Speed) -> float:
    """Return the estimated seconds in which a machine of the measured `speed` reads a photograph of
    `table`."""
    networks = sum(count / speed.by_network[name] for name, count in table.multiply_adds.items())
    return networks + table.other_code_seconds * speed.other_code_seconds / work.other_code_seconds


def findings(work: Work, speed: Speed) -> Iterator[Finding]:
    """Yield what was found about a machine of this speed: the seconds for each table, and the value of
    `[camera] look` that suits the machine."""
    rates = ", ".join(f"{name} {rate / 1e9:.1f}" for name, rate in speed.by_network.items())
    yield Finding("networks", "ok", f"{rates} thousand million multiply-adds a second")
    ratio = speed.other_code_seconds / work.other_code_seconds
    yield Finding(
        "Python", "ok", f"takes {ratio:.1f} times as long as on the machine of docs/speed.md ({work.machine})"
    )
    looks = sorted((int(look) for look in work.tables["crowded"]), reverse=True)
    waits = {
        look: {name: expected_seconds(by[str(look)], work, speed) for name, by in work.tables.items()}
        for look in looks
    }
    for look, wait in waits.items():
        tables = ", ".join(f"{seconds:.1f} s for {TABLES[name]}" for name, seconds in wait.items())
        yield Finding(f"look = {look}", "ok", tables)
    best = next((look for look in looks if waits[look]["crowded"] <= MAX_WAIT_SECONDS), looks[-1])
    if best == looks[0]:
        yield Finding("advice", "ok", f"Leave [camera] look at {best}.")
    else:
        yield Finding("advice", "ok", f"Set [camera] look = {best} (docs/settings.md says what that costs).")


def as_json(work: Work, speed: Speed) -> str:
    """Return the machine's measured speed, and the estimated seconds for each table, as one line of
    JSON."""
    tables = {
        name: {look: round(expected_seconds(table, work, speed), 2) for look, table in by.items()}
        for name, by in work.tables.items()
    }
    rates = {name: round(rate / 1e9, 2) for name, rate in speed.by_network.items()}
    ratio = round(speed.other_code_seconds / work.other_code_seconds, 2)
    return json.dumps({"gigamultiply_adds": rates, "python": ratio, "seconds": tables})
