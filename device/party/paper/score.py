"""Make score cards in the style of the historical printed cards. A player carries the card from table to
table."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from device.party.paper.sheet import (
    CARD_SIZE,
    GREY,
    LINE_COLOUR,
    Occasion,
    cards_pdf,
    fitted,
    lines,
    spaced,
    titled,
    unprintable_names,
)
from device.printing.face import INK, RED
from device.printing.owl import star
from device.printing.paper import Paper
from device.printing.pen import Pen
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

HANDS_PER_CARD: Final = 10
"""Number of hands on one card. In a longer party each player has further cards."""
_INSET_MM: Final = 5.0
_COLUMNS: Final = (
    (N_("Hand"), 12.0),
    (N_("Table"), 13.0),
    (N_("Score"), 17.0),
    (N_("Initials"), 17.0),
    (N_("Total"), 17.0),
)
_TOP_MM: Final = 39.0
"""Distance of the ruled part from the top edge of a score card, mm."""
_HEAD_MM: Final = 5.5
_FOOT_MM: Final = 19.0
"""Free space in mm on a score card under the ruled part."""


@dataclass(frozen=True, slots=True)
class PrintedScoreCard:
    """The player and the first table that a printed score card names."""

    name: str = ""
    """The player's name; empty for a line to write on."""
    table: int | None = None
    """The table at which the player begins, from 0."""


def score_cards_pdf(occasion: Occasion, paper: Paper, cards: Iterable[PrintedScoreCard]) -> bytes:
    """Return a PDF of score cards, four on a sheet (PTY-3). If the font can't print a name, the card has a
    line to write on."""
    parts = range(0, max(occasion.hands, 1), HANDS_PER_CARD)
    drawn = [partial(_card, occasion=occasion, of=one, first=first) for one in cards for first in parts]
    return cards_pdf(titled(occasion, N_("Score cards")), paper, drawn)


def _card(pen: Pen, occasion: Occasion, of: PrintedScoreCard, first: int) -> None:
    _frame(pen)
    _title(pen, occasion)
    _name_line(pen, occasion, of)
    rows = min(HANDS_PER_CARD, occasion.hands - first)
    more = occasion.hands > first + rows
    _table_of_hands(pen, occasion, of, first, rows, last=N_("Carried on") if more else N_("Total"))
    rule = N_("The lowest total wins.") if occasion.low_wins else N_("The highest total wins.")
    check = N_("Your neighbour on the left checks each score and initials it.")
    y = CARD_SIZE.height - _INSET_MM - 7.6
    for text in (occasion.tr(check), occasion.tr(rule)):
        for line in lines(text, 1.75, CARD_SIZE.width - 2 * _INSET_MM - 6):
            pen.text(CARD_SIZE.width / 2, y, line, 1.75, GREY, "middle", "captions")
            y += 3.4


def _frame(pen: Pen) -> None:
    """Draw the frame of a score card: a broad and a fine line with cut corners, as on historical printed
    cards."""
    for inset, thick, cut in ((_INSET_MM, 0.7, 4.0), (_INSET_MM + 1.3, 0.2, 3.6)):
        right, foot = CARD_SIZE.width - inset, CARD_SIZE.height - inset
        pen.path(
            f"M {inset + cut} {inset} L {right - cut} {inset} L {right} {inset + cut} L {right} {foot - cut} "
            f"L {right - cut} {foot} L {inset + cut} {foot} L {inset} {foot - cut} L {inset} {inset + cut} Z",
            None, INK, thick,
        )  # fmt: skip


def _title(pen: Pen, occasion: Occasion) -> None:
    middle = CARD_SIZE.width / 2
    spaced(pen, middle, 16.5, occasion.tr("Score card").upper(), 4.3, INK, 0.9)
    for side in (-1, 1):
        pen.line(middle + side * 4, 20.0, middle + side * 27, 20.0, RED, 0.3)
    with pen.at(middle, 20.0):
        star(pen, 1.7, RED)
    label, cap = fitted(occasion.name, 2.4, CARD_SIZE.width - 2 * _INSET_MM - 10)
    pen.text(middle, 25.2, label, cap, GREY, "middle", "names")


def _name_line(pen: Pen, occasion: Occasion, of: PrintedScoreCard) -> None:
    left, right, y = _INSET_MM + 5, CARD_SIZE.width - _INSET_MM - 5, 34.0
    caption = occasion.tr("Name")
    pen.text(left, y, caption, 1.9, GREY, "left", "captions")
    begin = left + 13
    if of.name and not unprintable_names([of.name]):
        label, cap = fitted(of.name, 3.6, right - begin)
        pen.text(begin, y, label, cap, INK, "left", "names")
    _dotted(pen, begin, right, y + 1.4)


def _dotted(pen: Pen, left: float, right: float, y: float) -> None:
    x = left
    while x <= right:
        pen.disc(x, y, 0.16, GREY)
        x += 1.1


def _table_of_hands(
    pen: Pen, occasion: Occasion, of: PrintedScoreCard, first: int, rows: int, last: str
) -> None:
    left = (CARD_SIZE.width - sum(width for _, width in _COLUMNS)) / 2
    right = CARD_SIZE.width - left
    step = min(10.0, (CARD_SIZE.height - _FOOT_MM - _TOP_MM - _HEAD_MM) / (rows + 2))
    foot = _TOP_MM + _HEAD_MM + rows * step
    x = left
    for caption, width in _COLUMNS:
        label, cap = fitted(occasion.tr(caption), 1.9, width - 1.5)
        pen.text(x + width / 2, _TOP_MM + 3.7, label, cap, INK, "middle", "names")
        x += width
    pen.line(left, _TOP_MM, right, _TOP_MM, INK, 0.5)
    pen.line(left, _TOP_MM + _HEAD_MM, right, _TOP_MM + _HEAD_MM, INK, 0.3)
    for row in range(rows):
        y = _TOP_MM + _HEAD_MM + (row + 1) * step
        pen.text(
            left + _COLUMNS[0][1] / 2, y - step / 2 + 0.9, str(first + row + 1), 2.2, INK, "middle", "names"
        )
        pen.line(left, y, right, y, LINE_COLOUR if row + 1 < rows else INK, 0.15 if row + 1 < rows else 0.3)
    if of.table is not None and first == 0:
        table = left + _COLUMNS[0][1] + _COLUMNS[1][1] / 2
        pen.text(table, _TOP_MM + _HEAD_MM + step / 2 + 0.9, str(of.table + 1), 2.2, RED, "middle", "names")
    captions = (N_("Fines"), last) if occasion.low_wins else (last,)  # Keyword has no fines
    _sums(pen, occasion, _Rows(left, right, foot, step), captions)
    x = left
    for _, width in _COLUMNS[:-1]:
        x += width
        pen.line(x, _TOP_MM, x, foot, LINE_COLOUR, 0.15)
    for x in (left, right):
        pen.line(x, _TOP_MM, x, foot + len(captions) * step, INK, 0.5)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The position of the rows under the hands on a score card, in mm: the fines and the total."""

    left: float
    """The left end of the rows, mm from the card's left edge."""
    right: float
    """The right end of the rows, mm from the card's left edge."""
    top: float
    """The upper edge of the first of the rows, mm from the card's upper edge."""
    step: float
    """The height of a row in mm."""


def _sums(pen: Pen, occasion: Occasion, rows: _Rows, captions: tuple[str, ...]) -> None:
    """Draw the last rows of a score card, under the rows of the hands, with these captions: the steward's
    fines, if the game has any, and the total."""
    left, right, foot, step = rows.left, rows.right, rows.top, rows.step
    split = right - _COLUMNS[-1][1]
    for row, caption in enumerate(captions, 1):
        y = foot + row * step
        label, cap = fitted(occasion.tr(caption), 2.1, split - left - 4)
        pen.text(split - 2, y - step / 2 + 0.9, label, cap, INK, "right", "names")
        pen.line(left, y, right, y, INK, 0.5 if row == len(captions) else 0.15)
    pen.line(split, foot, split, foot + len(captions) * step, LINE_COLOUR, 0.15)
