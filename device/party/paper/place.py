"""Make place cards, one for each seat of each table, and cards for the stewards. A phone takes the seat
by the code on the card. The cards are folded to stand."""

from collections.abc import Callable
from functools import partial
from typing import Final

from device.party.paper.codes import draw_code
from device.party.paper.sheet import (
    CARD_SIZE,
    GREY,
    LINE_COLOUR,
    Occasion,
    cards_pdf,
    fitted,
    paragraph,
    titled,
)
from device.printing.face import INK, RED
from device.printing.owl import star
from device.printing.paper import Paper
from device.printing.pen import Pen, rounded_path
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from engine.party import SEATS_PER_TABLE

Code = Callable[[int, int], str]
"""A function that returns the web address in the QR code of a place card. Its arguments are the table and the
seat, both from 0."""
_HALF_MM: Final = CARD_SIZE.height / 2
_INSET_MM: Final = 4.5
_CODE_MM: Final = 44.0
"""Side of a code in millimetres. A phone reads a code of this size from an arm's length."""


def place_cards_pdf(occasion: Occasion, paper: Paper, tables: int, code: Code) -> bytes:
    """Return a PDF of place cards, one sheet for each table."""
    cards = (
        partial(_place_card, occasion=occasion, table=table, seat=seat, code=code(table, seat))
        for table in range(tables)
        for seat in range(SEATS_PER_TABLE)
    )
    return cards_pdf(titled(occasion, N_("Place cards")), paper, cards, fold=True)


def steward_cards_pdf(
    occasion: Occasion, paper: Paper, stewards: list[range], code: Callable[[int], str]
) -> bytes:
    """Return a PDF with a card for each steward. `stewards[n]` has the numbers of the tables of steward n,
    and `code` returns the text of this steward's QR code. All numbers begin at 0."""
    cards = (
        partial(_steward_card, occasion=occasion, steward=n, tables=tables, code=code(n))
        for n, tables in enumerate(stewards)
    )
    return cards_pdf(titled(occasion, N_("Stewards")), paper, cards, fold=True)


def _place_card(pen: Pen, occasion: Occasion, table: int, seat: int, code: str) -> None:
    """Draw a place card. The half towards the room is drawn upside down, so that it is upright on the
    folded card."""
    tr = occasion.tr
    with pen.at(CARD_SIZE.width, _HALF_MM, turn=180):
        _frame(pen)
        _headline(pen, tr("Table"), str(table + 1), 17.0)
        _seats(pen, CARD_SIZE.width - 21, 19.5, seat)
        _foot(pen, occasion.name)
    with pen.at(0, _HALF_MM):
        _frame(pen)
        _beside_code(
            pen, code,
            tr("Table {table}, seat {seat}").format(table=table + 1, seat=seat + 1),
            tr("Point your phone's camera at the code. Your phone then speaks for this seat."),
            tr("A player who moves to another table leaves this card here."),
        )  # fmt: skip


def _steward_card(pen: Pen, occasion: Occasion, steward: int, tables: range, code: str) -> None:
    tr = occasion.tr
    text = tr("Table {table}") if len(tables) == 1 else tr("Tables {first} to {last}")
    span = text.format(table=tables.start + 1, first=tables.start + 1, last=tables.stop)
    with pen.at(CARD_SIZE.width, _HALF_MM, turn=180):
        _frame(pen)
        _headline(pen, tr("Steward"), str(steward + 1), 15.0)
        pen.text(CARD_SIZE.width / 2, 51.5, span, 3.0, GREY, "middle", "captions")
        _foot(pen, occasion.name)
    with pen.at(0, _HALF_MM):
        _frame(pen)
        _beside_code(
            pen, code,
            tr("Steward {number}").format(number=steward + 1),
            tr("Point your phone's camera at the code. Calls from your tables then come to your phone."),
            tr("Keep this card: a person who has it can rule."),
        )  # fmt: skip


def _beside_code(pen: Pen, code: str, head: str, text: str, note: str) -> None:
    draw_code(pen, _INSET_MM + 2.5, (_HALF_MM - _CODE_MM) / 2, _CODE_MM, code)
    left = _INSET_MM + _CODE_MM + 3.5
    width = CARD_SIZE.width - left - _INSET_MM - 3
    label, cap = fitted(head, 3.6, width)
    pen.text(left, 18.0, label, cap, INK, "left", "names")
    y = paragraph(pen, left, 25.5, width, text, 2.05)
    paragraph(pen, left, y + 2.2, width, note, 2.05, GREY)


def _headline(pen: Pen, noun: str, number: str, cap: float) -> None:
    pen.text(CARD_SIZE.width / 2, 17.5, noun, 4.2, INK, "middle", "names")
    label, size = fitted(number, cap, CARD_SIZE.width / 2, "names")
    pen.text(CARD_SIZE.width / 2, 23.5 + cap, label, size, RED, "middle", "names")


def _seats(pen: Pen, x: float, y: float, mine: int) -> None:
    """Draw the table from above, with the seat `mine` filled. The seats follow clockwise, with the first
    at the bottom."""
    with pen.at(x, y):
        pen.path(
            rounded_path([(a * 4, b * 4, 1.2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]),
            None,
            LINE_COLOUR,
            0.35,
        )
        for seat, (across, down) in enumerate(((0, 1), (-1, 0), (0, -1), (1, 0))):
            pen.disc(
                across * 6.6,
                down * 6.6,
                1.7,
                RED if seat == mine else None,
                LINE_COLOUR if seat != mine else RED,
                0.35,
            )


def _foot(pen: Pen, name: str) -> None:
    label, cap = fitted(name, 2.5, CARD_SIZE.width - 30)
    pen.text(CARD_SIZE.width / 2, _HALF_MM - 8.2, label, cap, GREY, "middle", "captions")


def _frame(pen: Pen) -> None:
    """Draw the frame of one half of a folded place card: a double line with a star in each corner."""
    for inset, thick in ((_INSET_MM, 0.45), (_INSET_MM + 1.1, 0.15)):
        right, foot = CARD_SIZE.width - inset, _HALF_MM - inset
        pen.path(
            rounded_path([(inset, inset, 2.5), (right, inset, 2.5), (right, foot, 2.5), (inset, foot, 2.5)]),
            None, LINE_COLOUR, thick,
        )  # fmt: skip
    for x in (_INSET_MM + 4, CARD_SIZE.width - _INSET_MM - 4):
        for y in (_INSET_MM + 4, _HALF_MM - _INSET_MM - 4):
            with pen.at(x, y):
                star(pen, 1.2, LINE_COLOUR)
