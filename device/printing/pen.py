"""Draw on the pages of a PDF. Lengths are mm, with x to the right and y downwards."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from math import hypot
from pathlib import Path
from typing import Final, Literal

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

Colour = tuple[float, float, float]
"""A colour: red, green, blue, each from 0 to 1."""

CAP_HEIGHT_EMS: Final = 0.676
"""The height of a typeface's capital letters, as a multiple of the font size (em)."""

_BOW: Final = 0.448
"""The distance from a rounded corner to the control points of its curve, as a share of the rounding.

At a right angle this value comes nearest to a quarter of a circle.
"""

Typeface = Literal["letters", "names", "captions"]
"""The name of a typeface. `letters` is the typeface of the cards, and has only ASCII.

`names` and `captions` have the letters of many languages. `captions` is lighter than `names`. The font
files are in this folder.
"""


@cache
def _file(typeface: Typeface) -> TTFont:
    font = TTFont(typeface, Path(__file__).with_name(f"{typeface}.ttf"))
    pdfmetrics.registerFont(font)
    return font


def width_of(text: str, cap: float, typeface: Typeface = "letters") -> float:
    """Return the width of `text`, mm, when its capitals are `cap` mm tall."""
    return float(_file(typeface).stringWidth(text, cap / CAP_HEIGHT_EMS))


def missing_characters(text: str, typeface: Typeface) -> str:
    """Return the characters of `text` that the typeface lacks, each once."""
    known = _file(typeface).face.charToGlyph
    return "".join(dict.fromkeys(one for one in text if ord(one) not in known))


class Pen:
    """The pen with which all drawings of a PDF are made. Lengths are mm from the page's top left corner."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def page(self, width: float, height: float) -> None:
        """Begin a page of `width` by `height` mm."""
        self._canvas.setPageSize((width * mm, height * mm))
        self._canvas.transform(mm, 0, 0, -mm, 0, height * mm)

    def end_page(self) -> None:
        """Finish the page that `page` began."""
        self._canvas.showPage()

    @contextmanager
    def form(self, name: str) -> Iterator[None]:
        """Record what is drawn in the context under `name`, without putting it on a page. `stamp` then puts
        it on pages, and the PDF stores it once."""
        self._canvas.beginForm(name, *(-3000, -3000, 3000, 3000))
        yield
        self._canvas.endForm()

    def stamp(self, name: str) -> None:
        """Draw, at the origin, the drawing that was recorded under `name`."""
        self._canvas.doForm(name)

    @contextmanager
    def at(self, x: float, y: float, turn: float = 0.0, size: float = 1.0) -> Iterator[None]:
        """Within the context draw with the origin at (`x`, `y`), turned clockwise by `turn` degrees and
        enlarged `size` times."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(turn)
        self._canvas.scale(size, size)
        yield
        self._canvas.restoreState()

    @contextmanager
    def within(
        self, x: float, y: float, width: float, height: float, round_by: float = 0.0
    ) -> Iterator[None]:
        """Within the context draw only inside a rectangle. Its corners are rounded by `round_by` mm."""
        self._canvas.saveState()
        edge = self._canvas.beginPath()
        edge.roundRect(x, y, width, height, round_by)
        self._canvas.clipPath(edge, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def text(
        self,
        x: float,
        y: float,
        text: str,
        cap: float,
        colour: Colour,
        align: Literal["left", "middle", "right"] = "middle",
        typeface: Typeface = "letters",
    ) -> None:
        """Write `text` with its baseline at `y` and capitals `cap` mm tall. `align` says which part of the
        text is at `x`."""
        x -= {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * width_of(text, cap, typeface)
        canvas = self._canvas
        canvas.saveState()
        canvas.transform(1, 0, 0, -1, x, y)  # letters would hang upside down on a page whose y runs downwards
        canvas.setFont(typeface, cap / CAP_HEIGHT_EMS)
        canvas.setFillColorRGB(*colour)
        canvas.drawString(0, 0, text)
        canvas.restoreState()

    def oblong(
        self, x: float, y: float, width: float, height: float, fill: Colour, round_by: float = 0.0
    ) -> None:
        """Draw a filled rectangle with its top left corner at (`x`, `y`). Its corners are rounded by
        `round_by` mm."""
        self._canvas.setFillColorRGB(*fill)
        self._canvas.roundRect(x, y, width, height, round_by, stroke=0, fill=1)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: Colour, thick: float) -> None:
        """Draw a straight line from (`x`, `y`) to (`to_x`, `to_y`), `thick` mm thick."""
        self._stroke(colour, thick)
        self._canvas.line(x, y, to_x, to_y)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = None,
        edge: Colour | None = None,
        thick: float = 0.2,
    ) -> None:
        """Draw a circle around (`x`, `y`), filled with `fill` and outlined with `edge`. None means no filling
        or no outline."""
        self._prepare(fill, edge, thick)
        self._canvas.circle(x, y, radius, stroke=edge is not None, fill=fill is not None)

    def path(
        self, svg_path: str, fill: Colour | None = None, edge: Colour | None = None, thick: float = 0.2
    ) -> None:
        """Draw a path written as in SVG, filled with `fill` and outlined with `edge`. None means no filling
        or no outline.

        The path has the absolute steps `M x y`, `L x y`, `C x y x y x y` and `Z`, separated by blanks.
        """
        self._prepare(fill, edge, thick)
        drawn = self._canvas.beginPath()
        steps = {"M": drawn.moveTo, "L": drawn.lineTo, "C": drawn.curveTo, "Z": drawn.close}
        for step, numbers in _steps(svg_path):
            steps[step](*numbers)
        self._canvas.drawPath(drawn, stroke=edge is not None, fill=fill is not None)

    def _prepare(self, fill: Colour | None, edge: Colour | None, thick: float) -> None:
        if fill is not None:
            self._canvas.setFillColorRGB(*fill)
        if edge is not None:
            self._stroke(edge, thick)

    def _stroke(self, colour: Colour, thick: float) -> None:
        self._canvas.setStrokeColorRGB(*colour)
        self._canvas.setLineWidth(thick)
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)


def rounded_path(angles: Sequence[tuple[float, float, float]]) -> str:
    """Return a closed path with rounded corners, as `Pen.path` takes it.

    Each of `angles` is a corner: its x, its y, and the distance before and after it, mm, over which the path
    is rounded.
    """
    parts: list[str] = []
    for n, (x, y, bow) in enumerate(angles):
        enter = _towards(x, y, angles[n - 1], bow)
        leave = _towards(x, y, angles[(n + 1) % len(angles)], bow)
        bend = [at + _BOW * (end - at) for end, at in zip((*enter, *leave), (x, y, x, y), strict=True)]
        curve = " ".join(f"{number:.4f}" for number in (*bend, *leave))
        parts.append(f"{'L' if parts else 'M'} {enter[0]:.4f} {enter[1]:.4f} C {curve}")
    return " ".join([*parts, "Z"])


def _towards(x: float, y: float, angle: tuple[float, float, float], far: float) -> tuple[float, float]:
    """Return the point that lies `far` mm from (`x`, `y`) on the way to the corner `angle`."""
    share = far / hypot(angle[0] - x, angle[1] - y)
    return x + share * (angle[0] - x), y + share * (angle[1] - y)


def _steps(svg_path: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    step, numbers = "", list[float]()
    for word in svg_path.split():
        if word in "MLCZ":
            if step:
                yield step, tuple(numbers)
            step, numbers = word, []
        else:
            numbers.append(float(word))
    yield step, tuple(numbers)
