"""Estimate how long Raspberry Pis take to read a table.

The estimate needs two things: the multiply-adds of the networks, counted on another machine, and published
speeds of the boards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from device.commands._doctor.speed import CountedTable, Work, load_work

COUNTING_MACHINE_MIPS: Final = 3600.0
"""The 7-Zip rating of one core of the computer on which `work.json` was made, MIPS (`7zr b -mmt1`, 26.02,
rating by usage).

On that computer the time of everything besides the networks was measured. For a Raspberry Pi it is
scaled by the ratings of both cores.
"""


@dataclass(frozen=True, slots=True)
class BoardSpeed:
    """How fast a Raspberry Pi runs networks, at best and at worst, and how fast one of its cores is.

    The best speed is that of ncnn's benchmark of ResNet-50 in eight bits (4.1 thousand million
    multiply-adds) on four cores. The worst is half the speed of ncnn's benchmark of MobileNet (0.57),
    because ONNX Runtime may be slower than ncnn.
    """

    name: str
    """The name of the Raspberry Pi, with the speed of its clock."""
    best: float
    """The greatest speed with which the board may run a network: 1e9 multiply-adds a second."""
    worst: float
    """The least speed with which the board may run a network: 1e9 multiply-adds a second."""
    mips: float
    """The 7-Zip rating of one core of the board, MIPS."""


# ncnn, benchmark/README.md: Pi 4 at 1.8 GHz 196.7 and 34.4 ms, Zero 2 W 497.6 and 91.0 ms. sbc-bench, 7-Zip
# single-threaded: Pi 5 2967, Pi 4 1750, 3B+ 1050, Zero 2 W 1007 at 1.2 GHz.
PI_4: Final = BoardSpeed("Pi 4 (1.8 GHz)", 4.1e3 / 196.7, 0.57e3 / 34.4 / 2, 1750)
ZERO_2_W: Final = BoardSpeed("Zero 2 W (1 GHz)", 4.1e3 / 497.6, 0.57e3 / 91.0 / 2, 1007 / 1.2)
BOARDS: Final = (
    # "Between two and three times" a Pi 4, says Raspberry Pi; nobody's figures for eight bits were found.
    BoardSpeed("Pi 5 (2.4 GHz)", 3 * PI_4.best, 2 * PI_4.worst, 2967),
    PI_4,
    # The Zero's core, a Cortex-A53, at 1.4 GHz instead of 1.0.
    BoardSpeed("Pi 3B+ (1.4 GHz)", 1.4 * ZERO_2_W.best, 1.4 * ZERO_2_W.worst, 1050),
    ZERO_2_W,
)


def seconds(board: BoardSpeed, table: CountedTable) -> tuple[float, float]:
    """Return the seconds that a Raspberry Pi takes to read a table: at the best speed, and at the worst."""
    adds, other_code_seconds = (
        sum(table.multiply_adds.values()) / 1e9,
        table.other_code_seconds * COUNTING_MACHINE_MIPS / board.mips,
    )
    return adds / board.best + other_code_seconds, adds / board.worst + other_code_seconds


def estimates(work: Work | None = None) -> Iterator[str]:
    """Yield the lines of a Markdown table: the seconds that each Raspberry Pi takes to read a table."""
    work = work or load_work()
    looks = tuple(work.tables["crowded"])
    yield "| board | `look` | " + " | ".join(f"{name} table" for name in work.tables) + " |"
    yield "|---|---|" + "---|" * len(work.tables)
    for board in BOARDS:
        for look in looks:
            both = (seconds(board, by[look]) for by in work.tables.values())
            cells = " | ".join(f"{best:.1f} to {worst:.1f} s" for best, worst in both)
            yield f"| {board.name} | {look} | {cells} |"


def counts(work: Work | None = None) -> Iterator[str]:
    """Yield the lines of a Markdown table: for each table of cards, the multiply-adds of the networks in
    reading it, and the time of everything else."""
    work = work or load_work()
    yield "| table | `look` | multiply-adds of the networks | Python and OpenCV, on the counting machine |"
    yield "|---|---|---|---|"
    for name, by in work.tables.items():
        for look, table in by.items():
            adds = sum(table.multiply_adds.values()) / 1e9
            milliseconds = table.other_code_seconds * 1000
            yield f"| {name} | {look} | {adds:.1f} thousand million | {milliseconds:.0f} ms |"
