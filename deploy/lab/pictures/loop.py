"""Draw two state diagrams: how a running table reads its pictures, and the life of a match.

The states and arrows come from the program's own transitions.

`PYTHONPATH=. .venv/bin/python deploy/lab/pictures/loop.py` writes docs/pictures/loop.svg. A test fails when
this picture is out of date.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import hypot
from pathlib import Path

from device.running.loop_states import NEXT_STATE
from engine.match.stages import TRANSITIONS

PICTURE = Path(__file__).parents[3] / "docs" / "pictures" / "loop.svg"
WIDTH, HEIGHT = 1180, 850
STATE_SIZE = (150.0, 46.0)
"""The width and the height of the box that stands for one state in the diagram of the loop, pixels."""
USUAL_BEND = 22.0
"""The distance, pixels, by which the middle of an arrow lies to the left of the straight line between its
ends, if another arrow leads back. Because of it, the two do not overlap."""

Point = tuple[float, float]
Arrow = tuple[str, str, str]
"""An arrow: the names of the states at its start and its end, and its label."""

READING_STATES: Mapping[str, Point] = {
    "watching": (150, 170),
    "resting": (590, 170),
    "blinded": (1030, 170),
    "paused": (590, 330),
}
MATCH_STATES: Mapping[str, Point] = {
    "no match": (110, 570),
    "before the deal": (390, 570),
    "play": (730, 570),
    "counting": (1070, 570),
    "over": (730, 450),
    "cutting": (390, 800),
    "initials": (730, 800),
}
BENDS: Mapping[tuple[str, str], float] = {
    ("watching", "blinded"): 120.0,
    ("blinded", "watching"): -62.0,
    ("counting", "before the deal"): 110.0,
    ("initials", "over"): -125.0,
    ("counting", "initials"): 55.0,
    ("over", "cutting"): 24.0,
}
"""The distances, pixels, that replace USUAL_BEND for arrows that would cross another arrow."""


def draw() -> str:
    """Return a picture as SVG with two diagrams: the states of the table's reading, and the states of a
    match."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
        'orient="auto"><path d="M0 0 10 5 0 10z" fill="#555"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _title("What the table's eye is at", 40),
        *_graph(READING_STATES, _reading_arrows(), "#dceefb"),
        _title("The life of a match", 420),
        *_graph(MATCH_STATES, [(step.start, step.end, step.label) for step in TRANSITIONS], "#e6f4d9"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _reading_arrows() -> list[Arrow]:
    """Return the arrows of the diagram of reading: one for each trigger that leads from a state to another
    state."""
    return [(start, end, trigger) for (start, trigger), end in NEXT_STATE.items() if start != end]


def _title(text: str, y: float) -> str:
    return f'<text x="30" y="{y}" font-size="20" font-weight="bold" fill="#222">{escape(text)}</text>'


def _graph(places: Mapping[str, Point], arrows: Sequence[Arrow], colour: str) -> Iterator[str]:
    unknown = {name for start, end, _ in arrows for name in (start, end)} ^ set(places)
    if unknown:
        raise ValueError(f"no place, or no step, for: {', '.join(sorted(unknown))}")
    labels: dict[tuple[str, str], list[str]] = {}
    for start, end, label in arrows:
        labels.setdefault((start, end), []).extend(label.split(", "))
    for (start, end), lines in labels.items():
        bend = BENDS.get((start, end), USUAL_BEND if (end, start) in labels else 0.0)
        yield from _arrow(places[start], places[end], lines, bend)
    for name, at in places.items():
        yield from _box(name, at, colour)


def _box(name: str, at: Point, colour: str) -> Iterator[str]:
    x, y = at[0] - STATE_SIZE[0] / 2, at[1] - STATE_SIZE[1] / 2
    yield (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{STATE_SIZE[0]:.0f}" height="{STATE_SIZE[1]:.0f}" rx="12" '
        f'fill="{colour}" stroke="#555"/>'
    )
    yield (
        f'<text x="{at[0]:.0f}" y="{at[1] + 6:.0f}" font-size="17" text-anchor="middle" fill="#222">'
        f"{escape(name)}</text>"
    )


def _arrow(start: Point, end: Point, lines: Sequence[str], bend: float) -> Iterator[str]:
    """Yield the SVG of an arrow from `start` to `end`, and of the lines of its label.

    The arrow is a curve through a point `bend` pixels to the left of the straight line's middle. The label is
    at that point.
    """
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    aside = ((y1 - y0) / length, -(x1 - x0) / length)
    middle = ((x0 + x1) / 2 + bend * aside[0], (y0 + y1) / 2 + bend * aside[1])
    control = (2 * middle[0] - (x0 + x1) / 2, 2 * middle[1] - (y0 + y1) / 2)
    (a, b), (c, d) = _edge(start, control), _edge(end, control)
    path = f"M{a:.0f} {b:.0f}Q{control[0]:.0f} {control[1]:.0f} {c:.0f} {d:.0f}"
    yield f'<path d="{path}" fill="none" stroke="#555" stroke-width="1.5" marker-end="url(#tip)"/>'
    for n, line in enumerate(lines):
        y = middle[1] + 4 + 15 * (n - (len(lines) - 1) / 2)
        yield (
            f'<text x="{middle[0]:.0f}" y="{y:.0f}" font-size="13" text-anchor="middle" fill="#333" '
            f'stroke="#fff" stroke-width="5" paint-order="stroke">{escape(line)}</text>'
        )


def _edge(box: Point, towards: Point) -> Point:
    """Return the point at which the line from `box`, the middle of a state's box, to `towards` crosses the
    box's edge."""
    dx, dy = towards[0] - box[0], towards[1] - box[1]
    across = STATE_SIZE[0] / 2 / abs(dx) if dx else float("inf")
    down = STATE_SIZE[1] / 2 / abs(dy) if dy else float("inf")
    part = min(across, down, 1.0)
    return (box[0] + dx * part, box[1] + dy * part)


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
