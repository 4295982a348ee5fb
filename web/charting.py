"""The curve of totals over the hands, drawn by the server: it shows without a script, on the smallest phone
and on the television, by day and by night, and nothing has to be loaded for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from web.snapshot import Player

WIDTH: Final = 320
HEIGHT: Final = 132
"""The drawing's own units: a phone's pixels."""
LEFT, RIGHT, TOP, BOTTOM = 30, 78, 8, 10
"""Margins with room for the figures on the left and the names on the right."""
MIN_NAME_DISTANCE: Final = 13
"""Least distance between two names, so that they can be read."""
MAX_GRID_LINES: Final = 4
"""Lines across at most."""
MAX_CURVE_POINTS: Final = 48
"""Most points of a curve: more would be less than five pixels apart."""
MAX_NAME_LETTERS: Final = 9
"""Letters of a name that there is room for."""


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """Draw one player's curve: its totals, its `points` in SVG's form, its end, and the place of the name."""

    seat: int
    name: str
    totals: tuple[int, ...]
    points: str
    end: tuple[float, float]
    label: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves, and lines across: pairs of height and figure."""

    lines: tuple[DrawnCurve, ...]
    across: tuple[tuple[float, int], ...]


def chart(players: Sequence[Player], curve: Sequence[Sequence[int]]) -> Chart:
    """Draw the curve of every player's totals; `curve[n][seat]` after n hands, at least two of them."""
    curve = _spaced(curve)
    low, high = min(0, *map(min, curve)), max(1, *map(max, curve))
    step = _step(high - low)
    marks = range(-(-low // step) * step, high + 1, step)
    seats = list(zip(*curve, strict=True))
    heights = [[_height(total, low, high) for total in totals] for totals in seats]
    labels = _spread([line[-1] for line in heights])
    x = [LEFT + n * (WIDTH - LEFT - RIGHT) / (len(curve) - 1) for n in range(len(curve))]
    return Chart(
        tuple(
            DrawnCurve(
                seat,
                player.name
                if len(player.name) <= MAX_NAME_LETTERS
                else player.name[: MAX_NAME_LETTERS - 1] + "…",
                seats[seat],
                " ".join(f"{across:.1f},{height:.1f}" for across, height in zip(x, line, strict=True)),
                (x[-1], round(line[-1], 1)),
                labels[seat],
            )
            for seat, (player, line) in enumerate(zip(players, heights, strict=False))
        ),
        tuple((round(_height(mark, low, high), 1), mark) for mark in marks),
    )


def _spaced(curve: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """Return as many of its points as there is room for, from the first to the last."""
    last = len(curve) - 1
    return (
        curve
        if last < MAX_CURVE_POINTS
        else [curve[n * last // (MAX_CURVE_POINTS - 1)] for n in range(MAX_CURVE_POINTS)]
    )


def _height(total: int, low: int, high: int) -> float:
    return TOP + (high - total) * (HEIGHT - TOP - BOTTOM) / (high - low)


def _step(span: int) -> int:
    """Return the least round number of which at most `MAX_GRID_LINES` fit into `span`."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if span <= step * MAX_GRID_LINES:
                return step
        size *= 10


def _spread(heights: Sequence[float]) -> list[float]:
    """Return the places of the names: at their curves' ends, moved apart where those come together."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    lowest = HEIGHT - BOTTOM / 2 - MIN_NAME_DISTANCE * (len(order) - 1)
    placed, at = [0.0] * len(heights), float("-inf")
    for place, seat in enumerate(order):
        at = max(at + MIN_NAME_DISTANCE, min(heights[seat], lowest + MIN_NAME_DISTANCE * place))
        placed[seat] = round(at, 1)
    return placed
