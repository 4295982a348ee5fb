"""Shared parts of a party's papers: four cards on a sheet with their cuts, and lines of text that fit."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from device.printing.face import INK
from device.printing.paper import CardSize, Paper, SheetLayout, grid
from device.printing.pen import Colour, Pen, Typeface, lacking, width_of
from engine.i18n import Translate

CARD: Final = CardSize(95, 130)
"""A card of a party, mm: four of them fill a sheet of A4 or Letter."""
GREY: Final[Colour] = (0.42, 0.44, 0.50)
RULE: Final[Colour] = (0.55, 0.58, 0.66)
_CUT: Final[Colour] = (0.62, 0.62, 0.62)
_SMALLEST: Final = 0.6
"""Share of its size to which a name shrinks before it is cut off."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """Hold the text on all papers: the party's `name`, its `hands`, whether the lowest total wins (PTY-5),
    and the language.
    """

    name: str
    hands: int
    low_wins: bool
    tr: Translate


def titled(occasion: Occasion, what: str) -> str:
    """Return the title of a document: the party and the kind of its pages."""
    return f"{occasion.name}: {occasion.tr(what)}"


def unprintable(names: Iterable[str]) -> dict[str, str]:
    """Return the names that the typeface can't print, each with the characters that it lacks."""
    found = {name: lacking(name, "names") for name in names}
    return {name: missing for name, missing in found.items() if missing}


@contextmanager
def document(title: str) -> Iterator[tuple[Pen, BytesIO]]:
    """Yield a PDF to draw in. The buffer holds all of it when the context ends. The same drawing gives the
    same bytes.
    """
    buffer = BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    yield Pen(canvas), buffer
    canvas.save()


def cards_pdf(
    title: str, paper: Paper, cards: Iterable[Callable[[Pen], None]], *, fold: bool = False
) -> bytes:
    """Return a PDF of cards, four a sheet, each drawn from its top left corner, with marks where to cut, and
    where to `fold` across the middle."""
    way, drawn = grid(paper, CARD), list(cards)
    with document(title) as (pen, buffer):
        for first in range(0, len(drawn), way.size):
            pen.page(paper.width, paper.height)
            _marks(pen, way, fold=fold)
            for n, draw in enumerate(drawn[first : first + way.size]):
                cell = way.cell(n)
                with pen.at(cell.x, cell.y):
                    draw(pen)
            pen.end_page()
    return buffer.getvalue()


def _marks(pen: Pen, way: SheetLayout, *, fold: bool) -> None:
    """Fine lines where the cards part, from edge to edge; dots in the margin where they fold."""
    wide, tall = way.columns * way.width, way.rows * way.height
    for column in range(way.columns + 1):
        x = way.left + column * way.width
        for y, to in ((way.top - 5, way.top - 1.5), (way.top + tall + 1.5, way.top + tall + 5)):
            pen.line(x, y, x, to, _CUT, 0.15)
    for row in range(way.rows + 1):
        y = way.top + row * way.height
        for x, to in ((way.left - 5, way.left - 1.5), (way.left + wide + 1.5, way.left + wide + 5)):
            pen.line(x, y, to, y, _CUT, 0.15)
    if fold:
        for row in range(way.rows):
            y = way.top + (row + 0.5) * way.height
            for x in (way.left - 2.5, way.left + wide + 2.5):
                pen.disc(x, y, 0.5, _CUT)


def fitted(text: str, cap: float, width: float, typeface: Typeface = "names") -> tuple[str, float]:
    """Return a text and the height of its capitals with which it is no wider than `width` mm: smaller first,
    and then with its end left out."""
    size = max(cap * min(1.0, width / (width_of(text, cap, typeface) or 1)), cap * _SMALLEST)
    kept = text
    while kept and width_of(kept if kept == text else f"{kept}…", size, typeface) > width + 1e-6:
        kept = kept[:-1].rstrip()
    return (text if kept == text else f"{kept}…"), size


def paragraph(
    pen: Pen, x: float, y: float, width: float, text: str, cap: float, colour: Colour = INK
) -> float:
    """Set a text in lines of at most `width` mm, the first on the baseline `y`. Return the baseline after
    the last."""
    for line in lines(text, cap, width):
        pen.text(x, y, line, cap, colour, "left", "captions")
        y += cap * 2.0
    return y


def lines(text: str, cap: float, width: float) -> list[str]:
    """Return a text broken into lines of at most `width` mm."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and width_of(longer, cap, "captions") > width:
            found.append(word)
        else:
            found[-1] = longer
    return found


def spaced(pen: Pen, x: float, y: float, text: str, cap: float, colour: Colour, track: float) -> None:
    """Set a title on the baseline `y` with `track` mm between its letters, its middle at `x`."""
    wide = sum(width_of(one, cap, "names") + track for one in text) - track
    at = x - wide / 2
    for one in text:
        pen.text(at, y, one, cap, colour, "left", "names")
        at += width_of(one, cap, "names") + track
