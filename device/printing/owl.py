"""Draw the emblem of the Master, an owl on a book in a star, and the small star in a Master's corner."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from device.printing.pen import Colour, Pen

_NIGHT: Final[Colour] = (0.09, 0.13, 0.27)
_DUSK: Final[Colour] = (0.24, 0.31, 0.50)
_MOON: Final[Colour] = (0.97, 0.93, 0.82)
_AMBER: Final[Colour] = (0.93, 0.64, 0.15)
_RED: Final[Colour] = (0.78, 0.11, 0.13)

_RAYS: Final = 8

_BODY: Final = (
    "M -13 -19 C -10 -15 -6 -14.5 0 -14.5 C 6 -14.5 10 -15 13 -19 C 15.5 -11 15.6 -6 14.6 -1 "
    "C 16.4 8 12 18 0 20 C -12 18 -16.4 8 -14.6 -1 C -15.6 -6 -15.5 -11 -13 -19 Z"
)
_WING: Final = "M 11.6 -1 C 17.4 3 17.4 12 11 18.6 C 12.4 12 12.4 6 11.6 -1 Z"
_BELLY: Final = (
    "M 0 -1.5 C 7 -1.5 9.6 4 9 9.5 C 8.4 15 4.6 18.4 0 18.9 "
    "C -4.6 18.4 -8.4 15 -9 9.5 C -9.6 4 -7 -1.5 0 -1.5 Z"
)
_BEAK: Final = "M 0 -7.6 C 1.6 -7 2.2 -5.4 2 -4.2 L 0 -0.4 L -2 -4.2 C -2.2 -5.4 -1.6 -7 0 -7.6 Z"
_BOOK: Final = (
    "M 0 23.4 C -4 20.6 -11 20.4 -18 21.6 L -18 26.6 C -11 25.4 -4 25.6 0 28.4 "
    "C 4 25.6 11 25.4 18 26.6 L 18 21.6 C 11 20.4 4 20.6 0 23.4 Z"
)


def owl(pen: Pen) -> None:
    """Draw an owl about 36 mm wide and 48 mm tall, with its centre at the origin."""
    with pen.at(0, -3.5):
        pen.path(_BOOK, _MOON, _NIGHT, 0.5)
        pen.line(0, 23.4, 0, 28.4, _NIGHT, 0.4)
        pen.path(_BODY, _NIGHT)
        for side in (-1, 1):
            pen.path(_mirrored(_WING, side), _DUSK)
            _foot(pen, side)
        pen.path(_BELLY, _MOON)
        _feathers(pen)
        for side in (-1, 1):
            _eye(pen, side * 6.3)
        pen.path(_BEAK, _AMBER, _NIGHT, 0.3)


def emblem(pen: Pen) -> None:
    """Draw the Master's emblem, an owl in a star of eight rays, 44 mm across, with its centre at the origin.

    The letter network recognises a Master by the star. It would take an owl alone for a B, because of the
    round eyes.
    """
    _burst(pen, 20.0, 0.3, _AMBER, 180 / _RAYS)
    _burst(pen, 22.0, 0.58, _RED)
    pen.disc(0, 0, 10.6, _MOON, _AMBER, 0.5)
    with pen.at(0, -0.3, size=0.36):
        owl(pen)


def _burst(pen: Pen, radius: float, waist: float, colour: Colour, turn: float = 0.0) -> None:
    """Draw a star around the origin. Its tips are `radius` mm from the origin, the corners between them
    `waist` times as far."""
    radii = [radius * (waist if n % 2 else 1.0) for n in range(2 * _RAYS)]
    with pen.at(0, 0, turn=turn):
        _polygon(pen, radii, colour)


def _polygon(pen: Pen, radii: Sequence[float], colour: Colour) -> None:
    """Draw a polygon around the origin. Its corners lie at even angles, the first at the top, `radii` mm from
    the origin."""
    step = 2 * pi / len(radii)
    points = [f"{r * sin(n * step):.3f} {-r * cos(n * step):.3f}" for n, r in enumerate(radii)]
    pen.path(f"M {' L '.join(points)} Z", colour)


def star(pen: Pen, radius: float, colour: Colour) -> None:
    """Draw a star of eight rays around the origin. Long rays alternate with short ones."""
    _polygon(pen, [radius * (1.0, 0.26, 0.62, 0.26)[n % 4] for n in range(16)], colour)


def _mirrored(way: str, side: int) -> str:
    """Return the path `way`, mirrored left to right if `side` is -1."""
    words, first = [], True
    for word in way.split():
        if word in "MLCZ":
            words.append(word)
        else:
            words.append(str(side * float(word)) if first else word)
            first = not first
    return " ".join(words)


def _eye(pen: Pen, x: float) -> None:
    pen.disc(x, -8.4, 6.3, _MOON)
    pen.disc(x, -8.4, 4.1, _AMBER)
    pen.disc(x, -8.4, 2.5, _NIGHT)
    pen.disc(x + 0.9, -9.4, 0.8, _MOON)
    for n in range(24):  # the fine feathers around each eye
        turn = n * pi / 12
        pen.line(
            x + 4.7 * cos(turn),
            -8.4 + 4.7 * sin(turn),
            x + 5.8 * cos(turn),
            -8.4 + 5.8 * sin(turn),
            _DUSK,
            0.22,
        )


def _feathers(pen: Pen) -> None:
    """Draw rows of small arcs on the breast as feathers."""
    for row, many in enumerate((3, 4, 3, 2)):
        y = 4.2 + row * 3.7
        for n in range(many):
            x = (n - (many - 1) / 2) * 3.9
            pen.path(
                f"M {x - 1.5} {y} C {x - 1.4} {y + 2.6} {x + 1.4} {y + 2.6} {x + 1.5} {y}", None, _RED, 0.55
            )


def _foot(pen: Pen, side: int) -> None:
    for toe in (-1.5, 0, 1.5):
        x = side * 5 + toe
        pen.path(f"M {x - 0.8} 19 C {x - 0.9} 22.8 {x + 0.9} 22.8 {x + 0.8} 19 Z", _AMBER, _NIGHT, 0.25)
