"""Make the sheet for a table without working phones: forms for all data that a phone would ask for."""

from typing import Final

from device.party.paper.sheet import GREY, LINE_COLOUR, Occasion, document, fitted, paragraph, titled
from device.printing.face import INK, RED
from device.printing.paper import Paper
from device.printing.pen import Pen
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from engine.party import SEATS_PER_TABLE

HANDS_PER_SHEET: Final = 10
"""Number of hands on one of the sheets for a table without phones."""
MIN_CALLS_PER_SHEET: Final = 5
"""Minimum number of calls to the steward that fit on a sheet for a table without phones."""
_MARGIN_MM: Final = 12.0
_HAND_COLUMN_MM: Final = 11.0
_ROW_HEIGHTS_MM: Final = (9.5, 15.0)
"""The minimum and the maximum height of a hand's row on the sheet, mm."""
_CALL_ROW_MM: Final = 8.0
_CALLS_GAP_MM: Final = 8.5
_CALLS_HEAD_MM: Final = 9.0
_SEAT_COLUMNS: Final = ((N_("Name"), 0.48), (N_("Score"), 0.26), (N_("Initials"), 0.26))
_CALL_COLUMNS: Final = (
    (N_("Hand"), 11.0),
    (N_("Who calls"), 38.0),
    (N_("Against"), 38.0),
    (N_("Word"), 45.0),
)


def fallback_pdf(occasion: Occasion, paper: Paper, tables: int) -> bytes:
    """Return a PDF with a sheet for each table. If the hands do not fit on one sheet, a table has further
    sheets. A sheet has room for names, for scores and initials by hand and seat, and for calls to the
    steward."""
    with document(titled(occasion, N_("A table without phones"))) as (pen, buffer):
        for table in range(tables):
            for first in range(0, max(occasion.hands, 1), HANDS_PER_SHEET):
                pen.page(paper.width, paper.height)
                _sheet(pen, occasion, paper, table, first)
                pen.end_page()
    return buffer.getvalue()


def _sheet(pen: Pen, occasion: Occasion, paper: Paper, table: int, first: int) -> None:
    tr, right = occasion.tr, paper.width - _MARGIN_MM
    head = tr("Table {table}").format(table=table + 1)
    pen.text(_MARGIN_MM, 20, head, 6.2, INK, "left", "names")
    label, cap = fitted(occasion.name, 3.0, paper.width / 2 - _MARGIN_MM)
    pen.text(right, 20, label, cap, GREY, "right", "names")
    pen.line(_MARGIN_MM, 24, right, 24, INK, 0.7)
    pen.line(_MARGIN_MM, 25.2, right, 25.2, INK, 0.2)
    y = 31.5
    for number, text in enumerate(_steps(occasion), 1):
        pen.text(_MARGIN_MM + 2.6, y, str(number), 2.3, RED, "middle", "names")
        y = paragraph(pen, _MARGIN_MM + 7, y, right - _MARGIN_MM - 7, text, 2.2) + 0.6
    y = _hands(pen, occasion, paper, y + 0.5, first)
    _calls(pen, occasion, paper, y + _CALLS_GAP_MM)


def _steps(occasion: Occasion) -> tuple[str, ...]:
    tr = occasion.tr
    return (
        tr("Play on. Listen for the bell of the room, or of the next table."),
        tr("After each hand write down who sits where, and what each player's cards count.")
        if occasion.low_wins
        else tr("After each hand write down who sits where, and the points that each player made."),
        tr("The neighbour on the left checks each score and initials it. Players who tie cut."),
        tr("Call the steward by hand about a word, and write the call down below."),
        tr("Give this sheet to the steward, who enters the scores. The winner moves up as always.")
        if occasion.low_wins
        else tr("Give this sheet to the steward, who enters the scores. The two highest move up as always."),
    )


def _hands(pen: Pen, occasion: Occasion, paper: Paper, top: float, first: int) -> float:
    """Draw the rows for the hands, from `top` down. `first` is the number of the first hand. Return the y
    of the lower end."""
    tr, right = occasion.tr, paper.width - _MARGIN_MM
    rows = min(HANDS_PER_SHEET, max(occasion.hands - first, 1))
    wide = (right - _MARGIN_MM - _HAND_COLUMN_MM) / SEATS_PER_TABLE
    room = (
        paper.height
        - _MARGIN_MM
        - top
        - 12
        - _CALLS_GAP_MM
        - _CALLS_HEAD_MM
        - MIN_CALLS_PER_SHEET * _CALL_ROW_MM
    )
    step = max(_ROW_HEIGHTS_MM[0], min(_ROW_HEIGHTS_MM[1], room / rows))
    foot = top + 12 + rows * step
    pen.text(_MARGIN_MM + _HAND_COLUMN_MM / 2, top + 10, tr("Hand"), 1.9, INK, "middle", "names")
    for seat in range(SEATS_PER_TABLE):
        left = _MARGIN_MM + _HAND_COLUMN_MM + seat * wide
        pen.text(
            left + wide / 2, top + 4.6, tr("Seat {seat}").format(seat=seat + 1), 2.3, INK, "middle", "names"
        )
        at = left
        for caption, share in _SEAT_COLUMNS:
            label, cap = fitted(tr(caption), 1.7, wide * share - 1)
            pen.text(at + wide * share / 2, top + 10, label, cap, GREY, "middle", "captions")
            at += wide * share
            if at < left + wide - 0.1:
                pen.line(at, top + 6.5, at, foot, LINE_COLOUR, 0.15)
        pen.line(left, top, left, foot, INK, 0.35)
    for y, thick in ((top, 0.5), (top + 12, 0.3)):
        pen.line(_MARGIN_MM, y, right, y, INK, thick)
    pen.line(_MARGIN_MM + _HAND_COLUMN_MM, top + 6.5, right, top + 6.5, LINE_COLOUR, 0.15)
    for row in range(rows):
        y = top + 12 + (row + 1) * step
        pen.text(
            _MARGIN_MM + _HAND_COLUMN_MM / 2,
            y - step / 2 + 1,
            str(first + row + 1),
            2.4,
            INK,
            "middle",
            "names",
        )
        pen.line(
            _MARGIN_MM, y, right, y, LINE_COLOUR if row + 1 < rows else INK, 0.15 if row + 1 < rows else 0.5
        )
    for x in (_MARGIN_MM, right):
        pen.line(x, top, x, foot, INK, 0.5)
    return foot


def _calls(pen: Pen, occasion: Occasion, paper: Paper, top: float) -> None:
    """Draw the rows for calls to the steward: the doubted word, its player, the challenger, and the
    steward's ruling (PTY-6)."""
    tr, right, step = occasion.tr, paper.width - _MARGIN_MM, _CALL_ROW_MM
    pen.text(_MARGIN_MM, top, tr("Calls for the steward"), 2.6, INK, "left", "names")
    calls = int((paper.height - _MARGIN_MM - top - _CALLS_HEAD_MM) // step)
    top += _CALLS_HEAD_MM - 6
    last = (N_("Steward's ruling"), right - _MARGIN_MM - sum(width for _, width in _CALL_COLUMNS))
    x, foot = _MARGIN_MM, top + 6 + calls * step
    for caption, width in (*_CALL_COLUMNS, last):
        label, cap = fitted(tr(caption), 1.8, width - 2)
        pen.text(x + width / 2, top + 4.2, label, cap, GREY, "middle", "captions")
        if x > _MARGIN_MM:
            pen.line(x, top, x, foot, LINE_COLOUR, 0.15)
        x += width
    pen.line(_MARGIN_MM, top, right, top, INK, 0.5)
    for row in range(calls + 1):
        y = top + 6 + row * step
        pen.line(
            _MARGIN_MM, y, right, y, INK if row in (0, calls) else LINE_COLOUR, 0.5 if row == calls else 0.15
        )
    for x in (_MARGIN_MM, right):
        pen.line(x, top, x, foot, INK, 0.5)
