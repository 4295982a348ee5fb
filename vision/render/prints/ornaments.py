"""Draw frames and patterns on the face of a card, round its letter. All look the same after half a turn."""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.render.brushes import (
    CardBox,
    Colour,
    Image,
    Points,
    clouds,
    disc,
    mix,
    polygon,
    polyline,
    ring,
    rounded,
    tint,
    xy,
)
from vision.render.prints.deck import PrintedDeck


def draw_ornament(image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw the deck's frame or pattern onto `image`, in place. One deck always has the same ornament."""
    draw = _PAINTERS.get(deck.ornament)
    if draw is not None:
        draw(image, deck, ppm, np.random.default_rng(deck.pattern))


def _twice(image: Image, points: Points, colour: Colour) -> None:
    polygon(image, points, colour)
    polygon(image, xy([image.shape[1], image.shape[0]]) - points, colour)


def _shade(deck: PrintedDeck, rng: np.random.Generator) -> Colour:
    return mix(deck.paper.colour, deck.accent, float(rng.uniform(0.15, 0.75)))


def _frame(deck: PrintedDeck, gap: float) -> Points:
    """Return the outline of a frame, mm, at the distance `gap` mm from the card's edge."""
    return rounded(deck.width - 2 * gap, deck.height - 2 * gap, max(0.0, deck.radius - gap * 0.6)) + xy(gap)


def _line(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    colour = deck.red if rng.random() < 0.4 else _shade(deck, rng)
    frame = _frame(deck, rng.uniform(0.035, 0.06) * deck.width)
    polyline(image, frame * ppm, colour, rng.uniform(0.3, 0.9) * ppm, closed=True)


def _double(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    gap = rng.uniform(0.03, 0.045) * deck.width
    for frame, width in ((gap, rng.uniform(0.4, 1.2)), (gap + 1.3, 0.3)):
        polyline(image, _frame(deck, frame) * ppm, deck.ink, width * ppm, closed=True)


def _triangles(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    """Draw a ragged mosaic of pale right-angled triangles along the card's edges."""
    cell = deck.width / rng.integers(5, 9)
    for row in range(int(deck.height / cell / 2) + 1):
        for column in range(int(deck.width / cell) + 1):
            depth = min(row, column, int(deck.width / cell) - column)
            if rng.random() < (0.8, 0.3, 0.0)[min(depth, 2)]:
                x, y = column * cell, row * cell
                _triangle(image, deck, ppm, rng, CardBox(x, y, x + cell, y + cell))


def _triangle(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator, cell: CardBox) -> None:
    square = cell.corners
    corners = np.roll(square, int(rng.integers(4)), axis=0)[:3] if rng.random() < 0.75 else square
    _twice(image, corners * ppm, mix(deck.paper.colour, deck.accent, float(rng.uniform(0.1, 0.45))))


def _wedges(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    """Draw coloured triangles in the corners of the card."""
    colour = _shade(deck, rng)
    corner = xy([[0, 0], [1, 0], [0, 1]]) * xy(rng.uniform(0.2, 0.45) * deck.width)
    _twice(image, corner * ppm, colour)
    if rng.random() < 0.6:
        _twice(image, (xy([deck.width, 0]) + corner * xy([-1, 1])) * ppm, colour)


def _bars(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    """Draw coloured bands along the two short edges, or along the two long ones."""
    depth, colour = rng.uniform(0.05, 0.16) * deck.width, _shade(deck, rng)
    across = rng.random() < 0.6
    size = (deck.width, depth) if across else (depth, deck.height)
    _twice(image, rounded(*size, 0) * ppm, colour)


def _circle(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    """Draw a disc or a ring behind the big letter."""
    centre = (deck.width / 2 * ppm, deck.height / 2 * ppm)
    radius = rng.uniform(0.36, 0.46) * deck.width * ppm
    if rng.random() < 0.5:
        disc(image, centre, radius, mix(deck.paper.colour, deck.accent, float(rng.uniform(0.1, 0.35))))
    else:
        polyline(image, ring(centre, radius), _shade(deck, rng), rng.uniform(0.4, 1.6) * ppm, closed=True)


def _dots(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    step, colour = rng.uniform(3, 7), mix(deck.paper.colour, deck.accent, float(rng.uniform(0.1, 0.3)))
    for x in np.arange(step / 2, deck.width, step):
        for y in np.arange(step / 2, deck.height / 2, step):
            _twice(image, ring((float(x) * ppm, float(y) * ppm), step * 0.22 * ppm, 10), colour)


def _band(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    """Draw a broad coloured border. The inner part keeps the colour of the paper."""
    image[:] = np.round(_shade(deck, rng)).astype(np.uint8)
    gap = rng.uniform(0.045, 0.075) * deck.width
    inner = rounded(deck.width - 2 * gap, deck.height - 2 * gap, deck.radius * 0.6) + xy(gap)
    polygon(image, inner * ppm, deck.paper.colour)


def _tinted(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:  # noqa: ARG001
    """Draw a cloudy wash of the accent colour."""
    field = clouds(rng, image.shape[0], image.shape[1], 3, 2)
    field = np.abs(field + field[::-1, ::-1]) / 2
    image[:] = tint(image, field, float(rng.uniform(0.15, 0.5)), deck.accent)


def _foliage(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    """Draw curls in the corners."""
    colour = _shade(deck, rng)
    turn = np.linspace(0, 3.4 * np.pi, 40)
    for corner in (0, 1):
        radius = np.linspace(0.02, 0.2, 40) * deck.width
        x = radius * np.cos(turn) + 0.16 * deck.width
        y = radius * np.sin(turn) + 0.16 * deck.width
        curl = np.stack([deck.width - x if corner else x, y], 1).astype(np.float32) * ppm
        polyline(image, curl, colour, 0.6 * ppm)
        polyline(image, xy([image.shape[1], image.shape[0]]) - curl, colour, 0.6 * ppm)


_PAINTERS: Final[dict[str, Callable[[Image, PrintedDeck, float, np.random.Generator], None]]] = {
    "line": _line,
    "double": _double,
    "triangles": _triangles,
    "wedges": _wedges,
    "bars": _bars,
    "circle": _circle,
    "dots": _dots,
    "band": _band,
    "tinted": _tinted,
    "foliage": _foliage,
}
