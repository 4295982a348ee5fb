"""Draw the curve of totals over the hands as SVG on the server. A browser shows it without a script or a
download, on a small phone or a television, in light or dark colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from web.snapshot import Player

WIDTH: Final = 320
HEIGHT: Final = 132
"""Height of the chart of totals in the units of its drawing. On a phone a unit is a pixel."""
LEFT, RIGHT, TOP, BOTTOM = 30, 78, 8, 10
"""Margins of the drawing. The figures are on the left, the names on the right."""
MIN_NAME_DISTANCE: Final = 13
"""Minimum vertical distance between two players' names beside the curves, in the units of the drawing."""
MAX_GRID_LINES: Final = 4
"""Maximum number of horizontal grid lines of the chart of totals."""
MAX_CURVE_POINTS: Final = 48
"""Maximum number of points of a curve. With more points, neighbouring points would be less than five pixels
apart."""
MAX_NAME_LETTERS: Final = 9
"""Maximum number of letters of a player's name beside a curve. A longer name is cut."""


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """The curve of one player's totals, ready to draw."""

    seat: int
    name: str
    totals: tuple[int, ...]
    """The player's totals at the points of the curve."""
    points: str
    """The points of the curve in the form of an SVG polyline."""
    end: tuple[float, float]
    """The last point of the curve (x, y), in the units of the drawing."""
    label_y: float
    """The vertical place of the player's name, in the units of the drawing."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of totals: a curve for each player, and grid lines."""

    curves: tuple[DrawnCurve, ...]
    """The curves, by seat."""
    grid_lines: tuple[tuple[float, int], ...]
    """The horizontal grid lines: for each, its vertical place in the units of the drawing, and the total that
    it marks."""


def chart(players: Sequence[Player], curve: Sequence[Sequence[int]]) -> Chart:
    """Return the chart of all players' totals, with a curve for each player and horizontal grid lines.
    `curve[n][seat]` is the total after n hands. `curve` has two entries or more."""
    curve = _thinned(curve)
    low, high = min(0, *map(min, curve)), max(1, *map(max, curve))
    step = _grid_step(high - low)
    marks = range(-(-low // step) * step, high + 1, step)
    seats = list(zip(*curve, strict=True))
    heights = [[_height(total, low, high) for total in totals] for totals in seats]
    labels = _spread_apart([line[-1] for line in heights])
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


def _thinned(curve: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """Return at most `MAX_CURVE_POINTS` evenly spaced points of the curve, with the first and the last."""
    last = len(curve) - 1
    return (
        curve
        if last < MAX_CURVE_POINTS
        else [curve[n * last // (MAX_CURVE_POINTS - 1)] for n in range(MAX_CURVE_POINTS)]
    )


def _height(total: int, low: int, high: int) -> float:
    return TOP + (high - total) * (HEIGHT - TOP - BOTTOM) / (high - low)


def _grid_step(span: int) -> int:
    """Return the smallest round step with which `span` needs at most `MAX_GRID_LINES` grid lines."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if span <= step * MAX_GRID_LINES:
                return step
        size *= 10


def _spread_apart(heights: Sequence[float]) -> list[float]:
    """Return the vertical places of the players' names. A name stands at the end of its curve, but names
    that would overlap are moved apart."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    lowest = HEIGHT - BOTTOM / 2 - MIN_NAME_DISTANCE * (len(order) - 1)
    placed, at = [0.0] * len(heights), float("-inf")
    for place, seat in enumerate(order):
        at = max(at + MIN_NAME_DISTANCE, min(heights[seat], lowest + MIN_NAME_DISTANCE * place))
        placed[seat] = round(at, 1)
    return placed
