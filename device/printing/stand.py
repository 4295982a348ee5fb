"""Draw ways to hold the camera over the table, to scale and with measures.

The drawings show the table from one of its short sides, so that its depth runs from left to right.
Coordinates are cm: x from the table's back edge, y upwards from the table top.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal
from xml.sax.saxutils import escape

from device.lenses import Lens

Kind = Literal["arm", "shelf", "tripod", "ceiling"]

TABLE_HEIGHT_CM: Final = 74.0
"""The height of the table top above the floor in the drawings, cm."""
ROOM_HEIGHT_CM: Final = 250.0
"""The height of the room in the drawings, cm."""
TABLE_TOP_CM: Final = 4.0
"""The thickness of the table top in the drawings, cm."""

_SCALE: Final = 2.4
"""The number of pixels for a centimetre."""
_LEFT: Final = 58.0
"""The width of the drawing to the left of the table, cm. There is room for a wall, a tripod's pole and a
measure."""
_RIGHT: Final = 46.0
_BELOW: Final = 38.0
_FONT: Final = "font-family='DejaVu Sans,Verdana,sans-serif'"
_INK: Final = "#222"
_WOOD: Final = "#b08d57"
_METAL: Final = "#4d5a63"
_VIEW: Final = "#0b57d0"
_LAMP: Final = "#b06000"

Drawn = Iterator[str]


@dataclass(frozen=True, slots=True)
class CameraStand:
    """The measures of a stand, in cm: the camera is `camera_height` over the table, which is `wide` by
    `deep`."""

    camera_height: float
    wide: float
    deep: float

    @property
    def middle(self) -> float:
        """The distance from the table's back edge to the camera, cm."""
        return self.deep / 2


@dataclass(frozen=True, slots=True)
class StandDrawing:
    """A drawing of a stand. Its methods return SVG for lengths in cm.

    The drawing reaches `top` cm above the table, which is `deep` cm deep.
    """

    top: float
    deep: float

    @property
    def width(self) -> float:
        """The width of the drawing, pixels."""
        return (_LEFT + self.deep + _RIGHT) * _SCALE

    @property
    def height(self) -> float:
        """The height of the drawing, pixels."""
        return (self.top + _BELOW) * _SCALE

    def at(self, x: float, y: float) -> str:
        """Return the point (`x`, `y`), cm, in pixels as SVG writes it."""
        return f"{(x + _LEFT) * _SCALE:.1f} {(self.top - y) * _SCALE:.1f}"

    def line(self, *places: tuple[float, float], ink: str = _METAL, width: float = 4, dash: str = "") -> str:
        """Return a line through the points `places`. `width` is in pixels."""
        path = "L".join(self.at(x, y) for x, y in places)
        dashes = f" stroke-dasharray='{dash}'" if dash else ""
        return (
            f"<path d='M{path}' fill='none' stroke='{ink}' stroke-width='{width:g}' stroke-linejoin='round' "
            f"stroke-linecap='round'{dashes}/>"
        )

    def box(self, x: float, y: float, wide: float, tall: float, ink: str) -> str:
        """Return a filled box with its top left corner at (`x`, `y`), `wide` by `tall` cm."""
        left, top = self.at(x, y).split(" ")
        size = f"width='{wide * _SCALE:.1f}' height='{tall * _SCALE:.1f}'"
        return f"<rect x='{left}' y='{top}' {size} rx='2' fill='{ink}'/>"

    def text(self, x: float, y: float, text: str, *, anchor: str = "middle", ink: str = _INK) -> str:
        """Return a line of text at (`x`, `y`). A white border around its letters covers the lines behind
        them."""
        left, top = self.at(x, y).split(" ")
        return (
            f"<text x='{left}' y='{top}' text-anchor='{anchor}' fill='{ink}' stroke='#fff' stroke-width='4' "
            f"paint-order='stroke'>{escape(text)}</text>"
        )

    def measure(self, one: tuple[float, float], two: tuple[float, float], text: str) -> Drawn:
        """Yield a dimension line from the point `one` to the point `two`, and its label `text`."""
        yield self.line(one, two, ink=_INK, width=1.2)
        upright = one[0] == two[0]
        for x, y in (one, two):
            across = ((x - 1.5, y), (x + 1.5, y)) if upright else ((x, y - 1.5), (x, y + 1.5))
            yield self.line(*across, ink=_INK, width=1.2)
        x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        yield self.text(x + 2.5, y - 1, text, anchor="start") if upright else self.text(x, y - 6.5, text)


def stand_svg(kind: Kind, lens: Lens, table: tuple[float, float]) -> str:
    """Return the drawing of one kind of stand as an SVG document.

    The camera is as high as `lens` needs to see the whole `table`. `table` is the two sides of the table, cm.
    """
    height = float(round(lens.height_for((table[0] * 10, table[1] * 10)) / 10))
    stand = CameraStand(height, max(table), min(table))
    sheet = StandDrawing(
        ROOM_HEIGHT_CM - TABLE_HEIGHT_CM + 10 if kind == "ceiling" else height + 24, stand.deep
    )
    drawn = (_view, _STANDS[kind], _camera, _lamp)
    inside = [one for part in drawn for one in part(sheet, stand)]
    width, height = round(sheet.width), round(sheet.height)
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' {_FONT} font-size='13'>",
            f"<rect width='{width}' height='{height}' rx='8' fill='#fff'/>",
            *inside,
            "</svg>\n",
        ]
    )


def _view(sheet: StandDrawing, stand: CameraStand) -> Drawn:
    """Draw the table with cards on it, the camera's field of view, and the measures of both."""
    apex, deep = (stand.middle, stand.camera_height), stand.deep
    cone = " ".join(sheet.at(*place).replace(" ", ",") for place in (apex, (0, 0), (deep, 0)))
    yield f"<polygon points='{cone}' fill='#e8f0fe'/>"
    yield sheet.line((0, 0), apex, (deep, 0), ink=_VIEW, width=1.2, dash="5 4")
    yield sheet.box(-4, 0, deep + 8, TABLE_TOP_CM, _WOOD)
    for x in (0.0, deep - 4):
        yield sheet.box(x, -TABLE_TOP_CM, 4, 16, _WOOD)
    for x in (deep * 0.3, deep * 0.3 + 9.6, deep * 0.3 + 19.2):
        yield sheet.box(x, 0.9, 8.9, 0.9, _INK)
    yield from sheet.measure(
        (stand.middle, 1.5), (stand.middle, stand.camera_height - 2), f"{stand.camera_height:.0f} cm"
    )
    yield from sheet.measure((0, -26), (deep, -26), f"depth {deep:.0f} cm")
    yield sheet.text(stand.middle, -13, f"{stand.wide:.0f} × {deep:.0f} cm")


def _camera(sheet: StandDrawing, stand: CameraStand) -> Drawn:
    yield sheet.box(stand.middle - 4, stand.camera_height + 4, 8, 4, _INK)
    yield sheet.box(stand.middle - 1.5, stand.camera_height, 3, 2, _INK)


def _lamp(sheet: StandDrawing, stand: CameraStand) -> Drawn:
    """Draw a lamp beside the table, where the cards do not reflect it into the camera."""
    x, y = stand.deep + 24, stand.camera_height * 0.62
    yield sheet.line((x - 5, y - 6), (x, y), (x + 5, y + 2), ink=_LAMP, width=5)
    yield sheet.line((x - 7, y - 7), (stand.deep * 0.75, 3), ink=_LAMP, width=1.2, dash="2 5")
    yield sheet.text(x, y + 13, "lamp,", ink=_LAMP)
    yield sheet.text(x, y + 7, "at the side", ink=_LAMP)


def _reach(sheet: StandDrawing, stand: CameraStand, begin: float, text: str) -> Drawn:
    """Yield a dimension line with the label `text`. It runs above the stand, from its holder at x =
    `begin` to the camera."""
    y = stand.camera_height + 19
    yield from sheet.measure((begin, y), (stand.middle, y), text)


def _arm(sheet: StandDrawing, stand: CameraStand) -> Drawn:
    base = -5.0
    elbow = (-18.0, stand.camera_height * 0.62)
    yield sheet.line(
        (base, -TABLE_TOP_CM - 6), (base - 3, -TABLE_TOP_CM - 6), (base - 3, 3), (base + 6, 3), width=5
    )
    yield sheet.line((base - 2, 3), elbow, (stand.middle, stand.camera_height + 6), width=6)
    yield sheet.line((stand.middle, stand.camera_height + 6), (stand.middle, stand.camera_height + 2))
    yield sheet.text(-24, stand.camera_height * 0.62 + 1, "lamp arm", anchor="end")
    yield sheet.text(-13, -TABLE_TOP_CM - 9, "clamp", anchor="end")
    yield from _reach(sheet, stand, base, f"{stand.middle - base:.0f} cm")


def _shelf(sheet: StandDrawing, stand: CameraStand) -> Drawn:
    wall = -8.0
    y = stand.camera_height + 6
    yield sheet.box(wall - 4, sheet.top, 4, sheet.top + _BELOW, "#d7d2c6")
    yield sheet.box(wall, y + 3, stand.middle - wall + 8, 3, _WOOD)
    yield sheet.line((wall, y - 22), (wall + 20, y), width=4)
    yield sheet.text(wall + 7, y - 24, "bracket", anchor="start")
    yield sheet.text(wall - 7, stand.camera_height * 0.4, "wall", anchor="end")
    yield from _reach(sheet, stand, wall, f"{stand.middle - wall:.0f} cm")


def _tripod(sheet: StandDrawing, stand: CameraStand) -> Drawn:
    pole = -22.0
    y = stand.camera_height + 6
    yield sheet.line((pole, -_BELOW + 6), (pole, y + 4), width=6)
    for foot in (-14.0, 14.0):
        yield sheet.line((pole, -10), (pole + foot, -_BELOW + 3), width=5)
    yield sheet.line((pole - 14, y), (stand.middle, y), (stand.middle, stand.camera_height + 2), width=5)
    yield sheet.box(pole - 18, y - 4, 8, 9, _METAL)
    yield sheet.text(pole - 14, y - 22, "weight")
    yield sheet.text(pole - 5, stand.camera_height * 0.45, "tripod", anchor="end")
    yield from _reach(sheet, stand, pole, f"{stand.middle - pole:.0f} cm")


def _ceiling(sheet: StandDrawing, stand: CameraStand) -> Drawn:
    ceiling = ROOM_HEIGHT_CM - TABLE_HEIGHT_CM
    yield sheet.box(-_LEFT, sheet.top, _LEFT + stand.deep + _RIGHT, 10, "#d7d2c6")
    yield sheet.line((stand.middle, ceiling), (stand.middle, stand.camera_height + 2), width=5)
    yield sheet.line((stand.middle - 5, ceiling), (stand.middle + 5, ceiling), width=7)
    yield sheet.text(stand.middle - 4, (ceiling + stand.camera_height) / 2, "tube", anchor="end")
    yield from sheet.measure(
        (stand.middle + 6, stand.camera_height + 4),
        (stand.middle + 6, ceiling),
        f"{ceiling - stand.camera_height - 4:.0f} cm",
    )
    yield from sheet.measure((-34, 0), (-34, ceiling), f"{ceiling:.0f} cm")


_STANDS: Final[Mapping[Kind, Callable[[StandDrawing, CameraStand], Drawn]]] = MappingProxyType(
    {"arm": _arm, "shelf": _shelf, "tripod": _tripod, "ceiling": _ceiling}
)
KINDS: Final = tuple(_STANDS)
"""The kinds of stands, in the order of the guide to building (docs/build.md)."""
