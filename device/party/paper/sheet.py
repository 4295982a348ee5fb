"""Common parts of a party's papers: four cards on a sheet with cutting marks, and lines of text that fit."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from device.printing.face import INK
from device.printing.paper import CardSize, Paper, SheetLayout, grid
from device.printing.pen import Colour, Pen, Typeface, missing_characters, width_of
from engine.i18n import Translate

CARD_SIZE: Final = CardSize(95, 130)
"""The size of a card of a party, mm. Four cards fill a sheet of A4 or Letter."""
GREY: Final[Colour] = (0.42, 0.44, 0.50)
LINE_COLOUR: Final[Colour] = (0.55, 0.58, 0.66)
_CUT_COLOUR: Final[Colour] = (0.62, 0.62, 0.62)
_MIN_SHRINK_SHARE: Final = 0.6
"""Minimum factor by which a text is shrunk to fit, as a share of its size. A text that is too long at this
size is cut off."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The facts that all papers of a party show or need: the party's name, its hands and the language."""

    name: str
    """The party's name."""
    hands: int
    """The number of hands of play in the party."""
    low_wins: bool
    """True if the lowest total wins (PTY-5)."""
    tr: Translate
    """The function that translates a text into the papers' language."""


def titled(occasion: Occasion, what: str) -> str:
    """Return the title of a document: the party's name and `what`, the kind of the pages."""
    return f"{occasion.name}: {occasion.tr(what)}"


def unprintable_names(names: Iterable[str]) -> dict[str, str]:
    """Return the names that the font can't print, each with the missing characters."""
    characters = {name: missing_characters(name, "names") for name in names}
    return {name: missing for name, missing in characters.items() if missing}


@contextmanager
def document(title: str) -> Iterator[tuple[Pen, BytesIO]]:
    """Yield a pen that draws a PDF, and a buffer. When the context ends, the buffer holds the whole PDF. The
    same drawing always gives the same bytes."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    yield Pen(canvas), buffer
    canvas.save()


def cards_pdf(
    title: str, paper: Paper, cards: Iterable[Callable[[Pen], None]], *, fold: bool = False
) -> bytes:
    """Return a PDF of cards, four on a sheet, with cutting marks. Each card is drawn from its top left
    corner. With `fold` the cards have a folding mark across the middle."""
    layout, drawn = grid(paper, CARD_SIZE), list(cards)
    with document(title) as (pen, buffer):
        for first in range(0, len(drawn), layout.size):
            pen.page(paper.width, paper.height)
            _marks(pen, layout, fold=fold)
            for n, draw in enumerate(drawn[first : first + layout.size]):
                cell = layout.cell(n)
                with pen.at(cell.x, cell.y):
                    draw(pen)
            pen.end_page()
    return buffer.getvalue()


def _marks(pen: Pen, layout: SheetLayout, *, fold: bool) -> None:
    """Draw cutting marks in the margin, in line with the edges of the cards. With `fold` also draw dots
    in line with the folds."""
    wide, tall = layout.columns * layout.width, layout.rows * layout.height
    for column in range(layout.columns + 1):
        x = layout.left + column * layout.width
        for y, to in ((layout.top - 5, layout.top - 1.5), (layout.top + tall + 1.5, layout.top + tall + 5)):
            pen.line(x, y, x, to, _CUT_COLOUR, 0.15)
    for row in range(layout.rows + 1):
        y = layout.top + row * layout.height
        for x, to in (
            (layout.left - 5, layout.left - 1.5),
            (layout.left + wide + 1.5, layout.left + wide + 5),
        ):
            pen.line(x, y, to, y, _CUT_COLOUR, 0.15)
    if fold:
        for row in range(layout.rows):
            y = layout.top + (row + 0.5) * layout.height
            for x in (layout.left - 2.5, layout.left + wide + 2.5):
                pen.disc(x, y, 0.5, _CUT_COLOUR)


def fitted(text: str, cap: float, width: float, typeface: Typeface = "names") -> tuple[str, float]:
    """Return a text that is at most `width` mm wide, and the height of its capitals in mm. A long `text`
    is first shrunk, then cut off."""
    size = max(cap * min(1.0, width / (width_of(text, cap, typeface) or 1)), cap * _MIN_SHRINK_SHARE)
    shortened = text
    while (
        shortened
        and width_of(shortened if shortened == text else f"{shortened}…", size, typeface) > width + 1e-6
    ):
        shortened = shortened[:-1].rstrip()
    return (text if shortened == text else f"{shortened}…"), size


def paragraph(
    pen: Pen, x: float, y: float, width: float, text: str, cap: float, colour: Colour = INK
) -> float:
    """Draw `text` in lines of at most `width` mm, with the first on the baseline `y`. Return the baseline
    after the last line."""
    for line in lines(text, cap, width):
        pen.text(x, y, line, cap, colour, "left", "captions")
        y += cap * 2.0
    return y


def lines(text: str, cap: float, width: float) -> list[str]:
    """Return a text broken into lines of at most `width` mm."""
    text_lines = [""]
    for word in text.split():
        longer = f"{text_lines[-1]} {word}".strip()
        if text_lines[-1] and width_of(longer, cap, "captions") > width:
            text_lines.append(word)
        else:
            text_lines[-1] = longer
    return text_lines


def spaced(pen: Pen, x: float, y: float, text: str, cap: float, colour: Colour, track: float) -> None:
    """Draw the title `text` on the baseline `y`, centred at `x`, with `track` mm between its letters."""
    wide = sum(width_of(one, cap, "names") + track for one in text) - track
    at = x - wide / 2
    for character in text:
        pen.text(at, y, character, cap, colour, "left", "names")
        at += width_of(character, cap, "names") + track
