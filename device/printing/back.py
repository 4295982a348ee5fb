"""Draw the back of a card. The back looks the same after half a turn, so that it does not show which way up a
card is."""

from math import hypot
from typing import Final

from device.printing.face import scale_of
from device.printing.owl import star
from device.printing.paper import CardSize
from device.printing.pen import Colour, Pen, rounded_path

_FIELD: Final[Colour] = (0.11, 0.20, 0.42)
_LINE: Final[Colour] = (0.55, 0.65, 0.86)
_PALE: Final[Colour] = (0.97, 0.93, 0.82)

_BORDER: Final = 4.0
"""The width of the white border around the pattern, mm. With this border a back that is printed a millimetre
off still looks right."""

_RIM: Final = 1.3
"""The distance from the edge of the pattern to the pale line inside it, mm."""

_ROSE: Final = 14.5
"""The radius of the rosette in the middle of the back, mm."""

_LOZENGE: Final = (7.0, 9.0)
"""The width and the height of a mesh of the lattice, mm. 7 by 9 such meshes fill the pattern of a card 57 by
89 mm."""


def draw_back(pen: Pen, card: CardSize) -> None:
    """Draw the back of a card of the size `card`, with its top left corner at the origin."""
    scale = scale_of(card)
    width, height = card.width / scale, card.height / scale
    with pen.at(0, 0, size=scale):
        pen.oblong(_BORDER, _BORDER, width - 2 * _BORDER, height - 2 * _BORDER, _FIELD, 2.5)
        inset = _BORDER + _RIM
        inner = (width - 2 * inset, height - 2 * inset)
        with pen.within(inset, inset, *inner, 1.6), pen.at(width / 2, height / 2):
            _lattice(pen, *inner)
        with pen.at(width / 2, height / 2):
            _rose(pen)
        _rim(pen, width, height)


def _lattice(pen: Pen, width: float, height: float) -> None:
    """Draw a lattice `width` by `height` mm around the origin: crossing lines, with a dot in each mesh
    outside the rosette."""
    across, down = _LOZENGE
    columns, rows = int(width / across / 2) + 2, int(height / down / 2) + 2
    reach = max(columns, rows) * 2
    for n in range(-reach, reach + 1):
        x, long = n * across, reach * 2
        for lean in (-1, 1):
            pen.line(
                x - lean * long * across / 2, -long * down / 2, x + lean * long * across / 2, long * down / 2,
                _LINE, 0.22,
            )  # fmt: skip
    for column in range(-2 * columns, 2 * columns + 1):
        for row in range(-2 * rows, 2 * rows + 1):
            x, y = column * across / 2, row * down / 2
            if (
                (column + row) % 2
                and hypot(x, y) > _ROSE + 1
                and abs(x) < width / 2 - 1
                and abs(y) < height / 2 - 1
            ):
                pen.disc(x, y, 0.75, _PALE)


def _rose(pen: Pen) -> None:
    """Draw the rosette around the origin."""
    pen.disc(0, 0, _ROSE, _FIELD, _PALE, 0.6)
    pen.disc(0, 0, _ROSE - 1.3, None, _LINE, 0.25)
    for turn in (22.5, 67.5):
        with pen.at(0, 0, turn=turn):
            star(pen, 10.5, _LINE)
    star(pen, 12.2, _PALE)
    pen.disc(0, 0, 1.5, _FIELD)


def _rim(pen: Pen, width: float, height: float) -> None:
    """Draw the pale line along the edge of the pattern. The card is `width` by `height` mm."""
    inset = _BORDER + _RIM
    angles = [
        (inset, inset),
        (width - inset, inset),
        (width - inset, height - inset),
        (inset, height - inset),
    ]
    pen.path(rounded_path([(x, y, 1.6) for x, y in angles]), None, _PALE, 0.4)
