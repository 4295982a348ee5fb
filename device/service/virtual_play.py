"""Let a person play at the virtual table: show its cards, and move them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from device.virtual import guest, touch_moves
from device.virtual.company.actors import CompanyPlayers
from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import Sitting
from device.virtual.motions.board import squares_of
from device.virtual.tabletop import finger_drop
from device.virtual.tabletop.state import MAX_SHOWN_PILE_CARDS, Tabletop
from engine.game import Game
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from engine.shared.scene import LyingCard
from web.languages import translate as _
from web.services.refusal import RefusedError
from web.services.virtual_play import BoardOnTable, Move, VirtualCard, VirtualTableShown

REFUSALS: Final = (
    N_("It is not your turn."),
    N_("A card you draw goes into your hand."),
    N_("There is no such card."),
    N_("You have drawn a card already."),
    N_("There is no room for a card there."),
    N_("The cards of a crossword stay where they lie."),
    N_("You can't discard in this game."),
    N_("Tap the place where your first card goes."),
    N_("Tap the letter that goes, then the card that takes its place."),
    N_("You have drawn a card. That was your turn."),
    N_("You have discarded. Now draw a card, or take everything back."),
    N_("You have drawn a card. You can't undo that."),
)
"""The reasons for which `device.virtual.touch_moves` refuses a move, listed here for the language
catalogues."""


class VirtualTablePlay:
    """Let a person play at the virtual table in the place of one of its simulated `players`."""

    def __init__(self, players: CompanyPlayers) -> None:
        self._players = players

    def table(self) -> VirtualTableShown:
        """Return the cards on the virtual table, as the page shows them."""
        return replace(_shown(self._players.game, *self._players.table_state()), taken=self._players.joined)

    def sit(self, *, down: bool) -> None:
        """Give the seat to a person if `down` is true, or back to the simulated player."""
        self._players.join(down)

    def move(self, move: Move) -> VirtualTableShown:
        """Move a card, and return the table after the move. Raise RefusedError if the move is impossible."""
        game = self._players.game
        grid, beneath = game.layout == "grid", game.plays.discards == "beneath"
        drop = touch_moves.Drop(move.to, (move.x, move.y), move.beside, move.down)

        def act(sitting: Sitting) -> Sitting:
            return touch_moves.move_card(sitting, move.card, drop, grid=grid, beneath=beneath)

        try:
            self._players.touch(act)
        except touch_moves.CannotError as fault:
            raise RefusedError(_(str(fault))) from fault
        return self.table()


def _shown(game: Game, sitting: Sitting, busy: bool) -> VirtualTableShown:
    company, top = sitting.company, sitting.company.top
    may, piles = guest.may_move_cards(sitting) and not busy, game.plays.discards != "none"
    held, before = company.hands[touch_moves.PERSON_SEAT], sitting.before or company
    return VirtualTableShown(
        width=top.width,
        height=top.height,
        piece=top.piece,
        cards=(*(_piles(game, company, sitting.before, may) if piles else ()), *_words(game, sitting, may)),
        hand=tuple(VirtualCard(f"hand-{n}", card, 0.0, 0.0, mine=may) for n, card in enumerate(held)),
        stock=top.stock_at if piles else None,
        exposed=top.exposed_at if piles else None,
        may=may,
        seat=touch_moves.PERSON_SEAT,
        back=company.top.stock > 0,
        crossing=game.layout == "grid",
        squares=_squares(top),
        rows=() if game.layout == "grid" else _rows(top),
        discarded=company.discards != before.discards,
        drawn=touch_moves.has_drawn(company, before),
        exchanging=touch_moves.is_exchanging(company, before),
    )


def _rows(top: Tabletop) -> tuple[tuple[str, ...], ...]:
    """Return, for each word on the virtual table, the names of its cards as the page knows them."""
    names = {card: f"table-{n}" for n, card in enumerate(card for group in top.words for card in group)}
    return tuple(tuple(names[card] for card in row) for row in finger_drop.words_on_table(top))


def _squares(top: Tabletop) -> BoardOnTable | None:
    """Return the board on the table as the page draws it; None without a board."""
    if top.board is None:
        return None
    (x, y), cell = squares_of(top.board).at((-0.5, -0.5)), top.board.cell
    return BoardOnTable(x, y, cell, top.board.angle, top.board.board.rows)


def _words(game: Game, sitting: Sitting, may: bool) -> Iterator[VirtualCard]:
    """Yield the cards of the words, with `mine` for the cards that a person may move.

    In a crossword, a person may not move cards from before this turn (XW-8). In other games these cards may
    be exchanged.
    """
    company, before = sitting.company, sitting.before
    cards = [card for group in company.top.words for card in group]
    fresh = len(touch_moves.cards_laid_since(company, before)) if before is not None else 0
    old = len(cards) - fresh
    fixed = old if before is not None and game.layout == "grid" else 0
    return (
        _card_shown(f"table-{n}", card, may and n >= fixed, fresh=n >= old) for n, card in enumerate(cards)
    )


def _piles(game: Game, company: Company, before: Company | None, may: bool) -> Iterator[VirtualCard]:
    """Yield the back of the stock, and the last cards of the exposed pile, with `mine` for the cards that
    a person may move."""
    top, draws = company.top, may and before is not None and not touch_moves.has_drawn(company, before)
    if top.stock:
        yield VirtualCard("stock", "", *top.stock_at, mine=draws)
    count, own = len(top.exposed), None
    if before is not None:
        own = touch_moves.own_discard_index(company, before, beneath=game.plays.discards == "beneath")
    for n in range(max(0, count - MAX_SHOWN_PILE_CARDS), count):
        name = {count - 1: "exposed", count - 2: "under"}.get(n, f"pile-{n}")
        drawable = draws and n >= count - (1 if own is None else 2)
        yield _card_shown(name, top.exposed[n], may and (n == own or drawable), fresh=n == own)


def _card_shown(name: str, card: LyingCard, mine: bool, *, fresh: bool) -> VirtualCard:
    return VirtualCard(name, card.letter if card.face_up else "", card.x, card.y, card.angle, mine, fresh)
