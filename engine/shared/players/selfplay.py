"""Whole hands and matches of simulated players, card by card, without a table, a camera or a referee.

They measure how long games take and what skill is worth. Plays are legal because `engine.best` finds only
legal ones, so nothing is ruled on.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.game import Game
from engine.moves import EMPTY, Discard, Pass, played, taken
from engine.position import Grid, Position, Rows, exposing
from engine.rules.lying import made
from engine.rules.scoring import after_hand, credited, hand_points
from engine.rules.squares import colours_of, play_pays
from engine.shared.players.chance import Chance, drawn
from engine.shared.players.choosing import Strength, choose
from engine.shared.players.intent import Intent
from engine.shared.players.thinking import Mind
from engine.words import WordList

STALLED: Final = 20
"""The rounds without a card laid after which a hand is broken off: the cards that would fit lie on the
table, and the players draw and discard the same few. No booklet covers the case."""
MOST_HANDS: Final = 200
"""The hands after which a match is broken off, for the same reason."""
SIDE: Final = 17
"""The places each way of a crossword's table: as many cards as two people can reach across."""


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A hand as it was played.

    It counts the turns and the plays that laid cards. `left` are the cards left in each hand, and `points`
    the change of each seat's total. `out` is the player who went out first, None when nobody could or the
    hand was broken off. `longest` has, for each play, the letters of the longest word it made.
    """

    turns: int
    plays: int
    left: tuple[str, ...]
    points: tuple[int, ...]
    out: int | None
    longest: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """A match as it was played: its hands, the totals, and the winners; nobody when it was broken off."""

    hands: tuple[HandPlayed, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _HandInPlay:
    """The whole state of a hand.

    `stock` has the next card last, `pile` the exposed card last. `paid` are a board's points so far, `idle`
    the turns since somebody laid cards, `longest` the letters of the longest word of each turn that laid
    cards.
    """

    game: Game
    words: WordList
    players: tuple[Strength, ...]
    position: Position
    hands: tuple[str, ...]
    stock: str
    pile: str
    paid: tuple[int, ...]
    idle: int = 0
    longest: tuple[int, ...] = ()


def play_match(
    game: Game, words: WordList, players: Sequence[Strength], rng: Chance, dealer: int = 0
) -> MatchPlayed:
    """Play a match of `players`, seated clockwise, until somebody has won it."""
    totals, hands = (0,) * len(players), list[HandPlayed]()
    while len(hands) < MOST_HANDS:
        still_in = [game.ends != "last one in" or not game.goal.reached(total) for total in totals]
        hand = play_hand(game, words, players, rng, dealer, still_in)
        hands.append(hand)
        standing = after_hand(game, totals, hand.left)
        totals = tuple(t + p for t, p in zip(totals, hand.points, strict=True))
        winners = _highest(totals) if game.board_scoring else standing.winners
        if winners:
            return MatchPlayed(tuple(hands), totals, winners)
        dealer = _following(still_in, dealer)
    return MatchPlayed(tuple(hands), totals, ())


def play_hand(
    game: Game,
    words: WordList,
    players: Sequence[Strength],
    rng: Chance,
    dealer: int = 0,
    still_in: Sequence[bool] | None = None,
) -> HandPlayed:
    """Play one hand; the player left of the dealer begins (ALL-4).

    `still_in` tells who is dealt cards (LEX-E).
    """
    game = game.seated(len(players))
    dealt_in = tuple(still_in or (True,) * len(players))
    table, turn = _dealt(game, words, tuple(players), dealt_in, rng), _following(dealt_in, dealer)
    patience = sum(dealt_in) * (1 if game.plays.discards == "none" else STALLED)
    turns = 0
    while table.idle < patience:
        table, turns = _turned(table, turn, rng), turns + 1
        if not table.hands[turn]:
            return _ended(table, turns, turn)
        turn = _following(dealt_in, turn)
    return _ended(table, turns, None)


def _following(dealt_in: Sequence[bool], seat: int) -> int:
    count = len(dealt_in)
    return next(at for step in range(1, count + 1) if dealt_in[at := (seat + step) % count])


def _dealt(
    game: Game, words: WordList, players: tuple[Strength, ...], dealt_in: tuple[bool, ...], rng: Chance
) -> _HandInPlay:
    cards = "".join(drawn(list(game.pack.cards(game.deal.packs(len(players)))), rng))
    hands = []
    for one in dealt_in:
        number = game.deal.cards if one else 0
        hands.append("".join(sorted(cards[len(cards) - number :])))
        cards = cards[: len(cards) - number]
    turned_up = cards[-1:] if game.plays.discards != "none" else ""
    stock = cards[:-1] if turned_up else cards
    at = exposing(_empty(game), turned_up or None)
    return _HandInPlay(game, words, players, at, tuple(hands), stock, turned_up, (0,) * len(players))


def _empty(game: Game) -> Position:
    if game.layout == "rows":
        return Rows()
    side = game.board.size if game.board else SIDE
    return Grid((EMPTY * side,) * side)


def _turned(table: _HandInPlay, seat: int, rng: Chance) -> _HandInPlay:
    """Return the table after one turn."""
    table = table if table.stock else _shuffled(table, rng)
    mind = Mind(table.game, table.words, table.position, table.hands[seat], seat)
    intent = choose(mind, rng, strength=table.players[seat])
    if isinstance(intent.move, Pass):
        return replace(table, idle=table.idle + 1)
    if isinstance(intent.move, Discard):
        return _thrown(table, seat, intent.move)
    return _laid(table, seat, intent)


def _laid(table: _HandInPlay, seat: int, intent: Intent) -> _HandInPlay:
    game, before, after = table.game, table.position, intent.result
    paid = table.paid
    if game.board_scoring and isinstance(before, Grid) and isinstance(after, Grid):
        pays = play_pays(game, before, after, colours_of(game, seat)).points
        paid = credited(game, paid, seat, pays)
    hand = _exchanged(table.hands[seat], played(intent.move), taken(intent.move))
    longest = max(map(len, made(before, after)), default=0)
    done = replace(table, position=after, paid=paid, idle=0, longest=(*table.longest, longest))
    return _refilled(_holding(done, seat, hand), seat)


def _refilled(table: _HandInPlay, seat: int) -> _HandInPlay:
    """Return the table with the rack filled up again, in a game without discards (KW)."""
    if table.game.plays.discards != "none":
        return table
    number = min(table.game.deal.cards - len(table.hands[seat]), len(table.stock))
    rest = len(table.stock) - number
    hand = _exchanged(table.hands[seat], "", table.stock[rest:])
    return _holding(replace(table, stock=table.stock[:rest]), seat, hand)


def _thrown(table: _HandInPlay, seat: int, move: Discard) -> _HandInPlay:
    """Return the table after a discard and a draw (LEX-B, LG-2); none is drawn when no card is left
    anywhere."""
    beneath = table.game.plays.discards == "beneath"
    if move.took == "exposed" or not table.stock:
        drew, stock, pile = table.pile[-1:], table.stock, table.pile[:-1]
    else:
        drew, stock, pile = table.stock[-1], table.stock[:-1], table.pile
    under = beneath and pile and move.took != "exposed"
    pile = pile[:-1] + move.card + pile[-1] if under else pile + move.card
    hand = _exchanged(table.hands[seat], move.card, drew)
    idle = table.idle + 1
    done = replace(table, stock=stock, pile=pile, idle=idle, position=exposing(table.position, pile[-1]))
    return _holding(done, seat, hand)


def _shuffled(table: _HandInPlay, rng: Chance) -> _HandInPlay:
    """Turn the exposed pile into the stock, its top card turned up (ALL-8)."""
    if table.game.plays.discards == "none" or len(table.pile) < 2:
        return table
    cards = "".join(drawn(list(table.pile), rng))
    at = exposing(table.position, cards[-1])
    return replace(table, stock=cards[:-1], pile=cards[-1], position=at)


def _exchanged(hand: str, gone: str, come: str) -> str:
    return "".join(sorted((Counter(hand) - Counter(gone) + Counter(come)).elements()))


def _holding(table: _HandInPlay, seat: int, hand: str) -> _HandInPlay:
    return replace(table, hands=(*table.hands[:seat], hand, *table.hands[seat + 1 :]))


def _ended(table: _HandInPlay, turns: int, out: int | None) -> HandPlayed:
    points = hand_points(table.game, table.hands)
    changed = tuple(p + paid for p, paid in zip(points, table.paid, strict=True))
    return HandPlayed(turns, len(table.longest), table.hands, changed, out, table.longest)


def _highest(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the winners of a game of one hand (KW-7)."""
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
