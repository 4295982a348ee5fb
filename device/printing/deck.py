"""Make a deck of cards as a PDF with cutting marks. Pages of faces and of backs alternate, for printing on
both sides."""

from io import BytesIO
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from device.printing.back import draw_back
from device.printing.face import draw_face
from device.printing.paper import CardSize, Cell, Paper, SheetLayout, grid
from device.printing.pen import Colour, Pen
from engine.cards import Pack

_GREY: Final[Colour] = (0.45, 0.45, 0.45)
_MARK: Final = (1.2, 5.0)
"""The distances from the cards to the near and the far end of a cutting mark, mm. There the mark is clear of
the cards and of the paper's edge."""


def deck_pdf(pack: Pack, paper: Paper, card: CardSize, backs: bool = True, copies: int = 1) -> bytes:
    """Return a PDF with `copies` packs, one after another. The same arguments give the same bytes.

    With `backs` every page of faces is followed by a page with the backs of its cards.
    """
    buffer = BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle(f"Letter cards, {pack.name}")
    pen, layout, cards = Pen(canvas), grid(paper, card), pack.cards(copies)
    for letter in dict.fromkeys(cards):
        with pen.form(_name(letter)):
            draw_face(pen, letter, pack.figures[letter], card)
    with pen.form("back"):
        draw_back(pen, card)
    many = sheets(pack, paper, card, copies)
    for number in range(many):
        sheet = cards[number * layout.size : (number + 1) * layout.size]
        note = f"{pack.name}, {card.width:g} × {card.height:g} mm, sheet {number + 1} of {many}"
        _faces(pen, layout, sheet, note)
        if backs:
            _backs(pen, layout, len(sheet))
    canvas.save()
    return buffer.getvalue()


def sheets(pack: Pack, paper: Paper, card: CardSize, copies: int = 1) -> int:
    """Return the number of sheets of paper that `copies` packs take."""
    return -(-pack.size * copies // grid(paper, card).size)


def _name(letter: str) -> str:
    return f"face{ord(letter)}"


def _faces(pen: Pen, layout: SheetLayout, sheet: str, note: str) -> None:
    pen.page(layout.paper.width, layout.paper.height)
    _cutting_marks(pen, layout)
    _note(pen, layout, note)
    for n, letter in enumerate(sheet):
        _stamp(pen, layout, layout.cell(n), _name(letter))
    pen.end_page()


def _backs(pen: Pen, layout: SheetLayout, many: int) -> None:
    pen.page(layout.paper.width, layout.paper.height)
    for n in range(many):
        _stamp(pen, layout, layout.behind(n), "back")
    pen.end_page()


def _stamp(pen: Pen, layout: SheetLayout, cell: Cell, name: str) -> None:
    if layout.sideways:
        with pen.at(cell.x, cell.y + layout.height, turn=-90):
            pen.stamp(name)
    else:
        with pen.at(cell.x, cell.y):
            pen.stamp(name)


def _cutting_marks(pen: Pen, layout: SheetLayout) -> None:
    """Draw short lines in the margin of the sheet, at both ends of every cut."""
    near, far = _MARK
    right, foot = layout.paper.width - layout.left, layout.paper.height - layout.top
    for column in range(layout.columns + 1):
        x = layout.left + column * layout.width
        pen.line(x, layout.top - far, x, layout.top - near, _GREY, 0.1)
        pen.line(x, foot + near, x, foot + far, _GREY, 0.1)
    for row in range(layout.rows + 1):
        y = layout.top + row * layout.height
        pen.line(layout.left - far, y, layout.left - near, y, _GREY, 0.1)
        pen.line(right + near, y, right + far, y, _GREY, 0.1)


def _note(pen: Pen, layout: SheetLayout, note: str) -> None:
    """Write the sheet's title and the advice on printing at the foot of the sheet. Each text stands between
    two cutting marks."""
    y = layout.paper.height - layout.top + (_MARK[0] + _MARK[1]) / 2 + 0.7
    pen.text(layout.left + 1.5, y, note, 1.4, _GREY, "left")
    pen.text(layout.left + layout.width + 1.5, y, f"{layout.width:g} mm: print at 100 %", 1.4, _GREY, "left")
