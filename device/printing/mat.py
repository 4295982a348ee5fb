"""Make the table mat as a PDF: in one piece for a print shop, or as several sheets to be joined."""

from dataclasses import dataclass
from io import BytesIO
from itertools import product
from typing import Final

import cv2
from reportlab.pdfgen.canvas import Canvas

from device.printing.paper import Paper
from device.printing.pen import Colour, Pen
from engine.shared.mat import MARK_MODULES, Mat, MatMark

_GROUND: Final[Colour] = (0.60, 0.71, 0.64)
"""The colour of the mat, a quiet green. Its brightness is medium, so that white and dark cards both stand
out."""

_RULE: Final[Colour] = (0.33, 0.47, 0.40)
_WHITE: Final[Colour] = (1.0, 1.0, 1.0)
_BLACK: Final[Colour] = (0.0, 0.0, 0.0)
_GREY: Final[Colour] = (0.45, 0.45, 0.45)

_BLANK: Final = 5.0
"""The margin that printers leave blank along a sheet's edge, mm. The part of the mat on a sheet ends before
this margin."""

_UNDER: Final = 3.0
"""The width of the strip that is printed twice at a joint, mm. It lies under the next sheet, so that no white
shows if that sheet is joined askew."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """The division of a mat into sheets of equal size.

    `columns` and `rows` count the sheets. `width` and `height` are the sides of a sheet of paper as it lies,
    mm.
    """

    columns: int
    rows: int
    width: float
    height: float


def mat_pdf(mat: Mat, paper: Paper | None) -> bytes:
    """Return a PDF of the mat, with a page for each sheet of `paper`, row by row.

    If `paper` is None, the PDF has one page with the size of the mat.
    """
    buffer = BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle(f"Table mat, {mat.name}, {mat.width:g} × {mat.height:g} mm")
    pen = Pen(canvas)
    with pen.form("mat"):
        _draw(pen, mat)
    if paper is None:
        pen.page(mat.width, mat.height)
        pen.stamp("mat")
        pen.end_page()
    else:
        way = tiling(mat, paper)
        for row, column in product(range(way.rows), range(way.columns)):
            _tile(pen, mat, way, row, column)
    canvas.save()
    return buffer.getvalue()


def tiling(mat: Mat, paper: Paper) -> Tiling:
    """Return the division of the mat into the fewest sheets of `paper` at which no joint runs through a
    mark."""
    ways = [
        Tiling(columns, rows, width, height)
        for width, height in ((paper.width, paper.height), (paper.height, paper.width))
        for columns, rows in product(range(1, 7), repeat=2)
        if mat.width / columns <= width - 2 * _BLANK
        and mat.height / rows <= height - 2 * _BLANK
        and _whole(mat, columns, rows)
    ]
    return min(ways, key=lambda way: way.columns * way.rows)


def _whole(mat: Mat, columns: int, rows: int) -> bool:
    """Return True if no joint between `columns` by `rows` sheets runs through a mark or the white square
    around it."""
    reach = mat.mark_side / 2 + mat.module
    across = [mat.width * n / columns for n in range(1, columns)]
    down = [mat.height * n / rows for n in range(1, rows)]
    return all(
        all(abs(mark.x - x) >= reach for x in across) and all(abs(mark.y - y) >= reach for y in down)
        for mark in mat.marks
    )


def _tile(pen: Pen, mat: Mat, way: Tiling, row: int, column: int) -> None:
    """Draw the sheet in row `row` and column `column`: its part of the mat, cutting marks, and advice for
    joining it."""
    wide, tall = mat.width / way.columns, mat.height / way.rows
    left, top = (way.width - wide) / 2, (way.height - tall) / 2
    right, foot = left + wide, top + tall
    pen.page(way.width, way.height)
    on_right = _UNDER if column + 1 < way.columns else 0.0
    below = _UNDER if row + 1 < way.rows else 0.0
    with (
        pen.within(left, top, wide + min(on_right, left), tall + min(below, top)),
        pen.at(left - column * wide, top - row * tall),
    ):
        pen.stamp("mat")
    for x, y in product((left, right), (top, foot)):
        pen.line(x, 0 if y == top else way.height, x, top - 1 if y == top else foot + 1, _GREY, 0.1)
        pen.line(0 if x == left else way.width, y, left - 1 if x == left else right + 1, y, _GREY, 0.1)
    pen.text(left + 3, top - 1.6, _note(mat, way, row, column), 1.5, _GREY, "left")
    pen.end_page()


def _note(mat: Mat, way: Tiling, row: int, column: int) -> str:
    place = (
        f"Mat {mat.name}, row {row + 1} of {way.rows}, sheet {column + 1} of {way.columns}. Print at 100 %."
    )
    edges = [name for name, inner in (("left", column > 0), ("top", row > 0)) if inner]
    if not edges:
        return place
    return f"{place} Cut off the {' and '.join(edges)} margin and lay this sheet over its neighbour's."


def _draw(pen: Pen, mat: Mat) -> None:
    pen.oblong(0, 0, mat.width, mat.height, _GROUND)
    _border(pen, mat)
    for mark in mat.marks:
        _mark(pen, mat, mark)
    _rulers(pen, mat)


def _border(pen: Pen, mat: Mat) -> None:
    """Draw two fine lines along the mat's edge. The outer one runs through the middles of the marks, which
    are drawn over it."""
    inset = mat.marks[0].x
    for gap, thick in ((0.0, 0.7), (2.2, 0.25)):
        left, top = inset + gap, inset + gap
        right, foot = mat.width - left, mat.height - top
        pen.path(f"M {left} {top} L {right} {top} L {right} {foot} L {left} {foot} Z", None, _RULE, thick)


def _mark(pen: Pen, mat: Mat, mark: MatMark) -> None:
    """Draw one of the table mat's square marks (ArUco) on white. Each cell of the mark is drawn as a
    square, so that the mark is sharp at any size."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    squares = cv2.aruco.generateImageMarker(book, mark.number, MARK_MODULES)
    unit = mat.module
    left, top = mark.x - mat.mark_side / 2, mark.y - mat.mark_side / 2
    pen.oblong(left - unit, top - unit, mat.mark_side + 2 * unit, mat.mark_side + 2 * unit, _WHITE)
    pen.oblong(left, top, mat.mark_side, mat.mark_side, _BLACK)
    white = [(int(row), int(column)) for row, column in zip(*(squares > 0).nonzero(), strict=True)]
    for row, column in white:
        # Neighbours overlap by half a square, so that no hairline shows between them on the screen.
        wide = unit * (1.5 if (row, column + 1) in white else 1.0)
        tall = unit * (1.5 if (row + 1, column) in white else 1.0)
        pen.oblong(left + column * unit, top + row * unit, wide, unit, _WHITE)
        pen.oblong(left + column * unit, top + row * unit, unit, tall, _WHITE)


def _rulers(pen: Pen, mat: Mat) -> None:
    """Draw a scale of 100 mm at the foot of the mat. By it people check that the mat was printed in its true
    size."""
    x, y = mat.width / 2 - 50, mat.height - mat.marks[0].x / 2
    pen.line(x, y, x + 100, y, _RULE, 0.3)
    for n in range(11):
        pen.line(x + 10 * n, y, x + 10 * n, y - (3.0 if n % 5 == 0 else 1.8), _RULE, 0.3)
    pen.text(x + 104, y, "100 mm", 3.0, _RULE, "left")
    pen.text(x - 4, y, f"{mat.width:g} × {mat.height:g} mm", 3.0, _RULE, "right")
