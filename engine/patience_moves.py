"""Make moves of a patience when every card is known, for solvers, tests and the virtual table."""

from collections.abc import Iterable
from dataclasses import replace

from engine.cards import MASTER
from engine.game import Game
from engine.moves import ASIDE_SOURCE, TURNED_SOURCE, Close, RecycleStock, Shift, SingleMove, Spell, TurnUp
from engine.position import FACE_DOWN, Piles
from engine.rules.patience import FANNED_PILE_CARDS


def after_move(at: Piles, move: SingleMove, stock: str = "") -> tuple[Piles, str]:
    """Return the piles and the stock of a patience after `move`, legal or not. The cards of the stock are
    in the order in which they are turned up.

    Raise ValueError if a pile or the stock has too few cards for the move, or if no patience has such a
    move.
    """
    try:
        return _played(at, move, stock)
    except IndexError:
        raise ValueError(f"{move} cannot be made: its cards do not lie there") from None


def after_moves(at: Piles, moves: Iterable[SingleMove], stock: str = "") -> tuple[Piles, str]:
    """Return the piles and the stock of a patience after several moves."""
    for move in moves:
        at, stock = after_move(at, move, stock)
    return at, stock


def dealt_patience(game: Game, pack: str) -> tuple[Piles, str]:
    """Return the piles of a patience dealt from the shuffled cards `pack`, with every card known, and its
    stock in the order in which it is turned up. For Solitaire 2 `pack` has no Masters."""
    if game.layout == "piles":
        piles = [pack[i : i + FANNED_PILE_CARDS] for i in range(0, len(pack), FANNED_PILE_CARDS)]
        return Piles((*piles, *[""] * (game.deal.places - len(piles)))), ""
    sizes = range(1, game.deal.places + 1) if game.layout == "tableau" else [1] * game.deal.places
    dealt = []
    for size in sizes:
        dealt.append(pack[:size])
        pack = pack[size:]
    masters = game.pack.counts[MASTER] if game.deal.masters == "aside" else 0
    return Piles(tuple(dealt), "", len(pack), masters), pack


def as_camera_sees(game: Game, at: Piles) -> Piles:
    """Return a patience's piles as a camera sees them. In a tableau only the top card of each pile is
    visible."""
    if game.layout != "tableau":
        return at
    return replace(at, piles=tuple(FACE_DOWN * (len(pile) - 1) + pile[-1:] for pile in at.piles))


def _played(at: Piles, move: SingleMove, stock: str) -> tuple[Piles, str]:
    match move:
        case Spell(sources=sources):
            for source in sources:
                at = _lifted(at, source)
            return at, stock
        case Shift(card, source, target):
            return _laid(_lifted(at, source), target, card), stock
        case Close(_, target):
            return _laid(_lifted(at, TURNED_SOURCE), target, FACE_DOWN), stock
        case TurnUp(cards):
            if len(cards) > len(stock):
                raise IndexError
            up, below = stock[: len(cards)], stock[len(cards) :]
            return replace(at, turned=(at.turned or "") + up, stock=len(below)), below
        case RecycleStock():
            over = at.turned or ""
            return replace(at, turned="", stock=len(stock) + len(over)), over + stock
        case _:
            raise ValueError(f"{move} is no move of a patience")


def _lifted(at: Piles, source: int) -> Piles:
    """Return a patience's piles without the card at `source`: the top card of pile `source`, the top of the
    turned-up cards, or a Master beside the piles.

    Raise IndexError if the pile is empty.
    """
    if source == ASIDE_SOURCE:
        return replace(at, masters=at.masters - 1)
    if source == TURNED_SOURCE:
        return replace(at, turned=at.turned[:-1]) if at.turned else at
    if not at.piles[source]:
        raise IndexError
    return _with(at, source, at.piles[source][:-1])


def _laid(at: Piles, target: int, card: str) -> Piles:
    return _with(at, target, at.piles[target] + card)


def _with(at: Piles, index: int, pile: str) -> Piles:
    return replace(at, piles=(*at.piles[:index], pile, *at.piles[index + 1 :]))
