"""Play whole hands and matches of simulated players, card by card, without a table, a camera or a referee.

The laboratory measures with them how long games take and how much skill is worth. `engine.best` finds only
legal plays, so no play needs a ruling.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.game import Game
from engine.moves import EMPTY, Discard, Pass, played, taken
from engine.position import Grid, Position, Rows, with_exposed
from engine.rules.board_scoring import colours_of, play_points
from engine.rules.position_words import new_words
from engine.rules.scoring import after_hand, credited, hand_points
from engine.shared.players.chance import Chance, in_random_order
from engine.shared.players.choosing import Strength, choose
from engine.shared.players.intent import Intent
from engine.shared.players.thinking import Mind
from engine.words import WordList

STALLED_ROUNDS: Final = 20
"""The number of rounds without a card laid after which a hand of simulated players is stopped.

The players then only draw and discard the same few cards, because the cards that they need lie in
words on the table. The rules of the games do not cover this case.
"""
MAX_MATCH_HANDS: Final = 200
"""The greatest number of hands in a match of simulated players. The match is then stopped, because it may
never end."""
TABLE_SIDE: Final = 17
"""The number of places along each side of the table for a crossword of simulated players: as many cards
as two people can reach across."""


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """The result of a hand of play among simulated players."""

    turns: int
    """The number of all turns of the hand."""
    plays: int
    """The number of turns that laid cards."""
    left: tuple[str, ...]
    """For each seat, the cards left in the hand."""
    points: tuple[int, ...]
    """For each seat, the points by which the hand changed its total."""
    out: int | None
    """The seat whose player played all cards; None if the hand was stopped before."""
    longest: tuple[int, ...] = ()
    """The number of letters of the longest word of each turn that laid cards, in order."""


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """The result of a match among simulated players: its hands, the totals and the winners."""

    hands: tuple[HandPlayed, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won the match; empty if it was stopped without a winner."""


@dataclass(frozen=True, slots=True)
class _HandInPlay:
    """The state of a hand of play among simulated players: table, stock, hands, and counts of turns."""

    game: Game
    words: WordList
    players: tuple[Strength, ...]
    position: Position
    hands: tuple[str, ...]
    stock: str
    """The stock, the next card last."""
    pile: str
    """The exposed pile, the exposed card last."""
    paid: tuple[int, ...]
    """The points that each seat has scored on a board."""
    idle: int = 0
    """The number of turns since a player last laid cards."""
    longest: tuple[int, ...] = ()
    """The number of letters of the longest word of each turn that laid cards."""


def play_match(
    game: Game, words: WordList, players: Sequence[Strength], rng: Chance, dealer: int = 0
) -> MatchPlayed:
    """Play a match of simulated players, seated clockwise, until it is won. Return its result."""
    totals, hands = (0,) * len(players), list[HandPlayed]()
    while len(hands) < MAX_MATCH_HANDS:
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
    """Play one hand of simulated players, and return its result. The player on the dealer's left begins
    (ALL-4).

    `still_in` tells which seats are dealt cards (LEX-E).
    """
    game = game.seated(len(players))
    dealt_in = tuple(still_in or (True,) * len(players))
    table, turn = _dealt_table(game, words, tuple(players), dealt_in, rng), _following(dealt_in, dealer)
    most_idle = sum(dealt_in) * (1 if game.plays.discards == "none" else STALLED_ROUNDS)
    turns = 0
    while table.idle < most_idle:
        table, turns = _after_turn(table, turn, rng), turns + 1
        if not table.hands[turn]:
            return _hand_result(table, turns, turn)
        turn = _following(dealt_in, turn)
    return _hand_result(table, turns, None)


def _following(dealt_in: Sequence[bool], seat: int) -> int:
    count = len(dealt_in)
    return next(at for step in range(1, count + 1) if dealt_in[at := (seat + step) % count])


def _dealt_table(
    game: Game, words: WordList, players: tuple[Strength, ...], dealt_in: tuple[bool, ...], rng: Chance
) -> _HandInPlay:
    cards = "".join(in_random_order(list(game.pack.cards(game.deal.packs(len(players)))), rng))
    hands = []
    for is_dealt_in in dealt_in:
        number = game.deal.cards if is_dealt_in else 0
        hands.append("".join(sorted(cards[len(cards) - number :])))
        cards = cards[: len(cards) - number]
    turned_up = cards[-1:] if game.plays.discards != "none" else ""
    stock = cards[:-1] if turned_up else cards
    at = with_exposed(_empty(game), turned_up or None)
    return _HandInPlay(game, words, players, at, tuple(hands), stock, turned_up, (0,) * len(players))


def _empty(game: Game) -> Position:
    if game.layout == "rows":
        return Rows()
    side = game.board.size if game.board else TABLE_SIDE
    return Grid((EMPTY * side,) * side)


def _after_turn(table: _HandInPlay, seat: int, rng: Chance) -> _HandInPlay:
    """Return the hand in play after the simulated player at `seat` has taken one turn."""
    table = table if table.stock else _with_stock_renewed(table, rng)
    mind = Mind(table.game, table.words, table.position, table.hands[seat], seat)
    intent = choose(mind, rng, strength=table.players[seat])
    if isinstance(intent.move, Pass):
        return replace(table, idle=table.idle + 1)
    if isinstance(intent.move, Discard):
        return _after_discard(table, seat, intent.move)
    return _after_play(table, seat, intent)


def _after_play(table: _HandInPlay, seat: int, intent: Intent) -> _HandInPlay:
    game, before, after = table.game, table.position, intent.result
    paid = table.paid
    if game.board_scoring and isinstance(before, Grid) and isinstance(after, Grid):
        pays = play_points(game, before, after, colours_of(game, seat)).points
        paid = credited(game, paid, seat, pays)
    hand = _hand_after(table.hands[seat], played(intent.move), taken(intent.move))
    longest = max(map(len, new_words(before, after)), default=0)
    done = replace(table, position=after, paid=paid, idle=0, longest=(*table.longest, longest))
    return _with_rack_filled(_holding(done, seat, hand), seat)


def _with_rack_filled(table: _HandInPlay, seat: int) -> _HandInPlay:
    """Return the hand in play with the rack at `seat` filled up from the stock, in a game without discards
    (KW)."""
    if table.game.plays.discards != "none":
        return table
    number = min(table.game.deal.cards - len(table.hands[seat]), len(table.stock))
    rest = len(table.stock) - number
    hand = _hand_after(table.hands[seat], "", table.stock[rest:])
    return _holding(replace(table, stock=table.stock[:rest]), seat, hand)


def _after_discard(table: _HandInPlay, seat: int, move: Discard) -> _HandInPlay:
    """Return the hand in play after the player at `seat` discarded a card and drew one (LEX-B, LG-2). If the
    stock is empty, the card comes from the exposed pile."""
    beneath = table.game.plays.discards == "beneath"
    if move.drawn_from == "exposed" or not table.stock:
        drew, stock, pile = table.pile[-1:], table.stock, table.pile[:-1]
    else:
        drew, stock, pile = table.stock[-1], table.stock[:-1], table.pile
    under = beneath and pile and move.drawn_from != "exposed"
    pile = pile[:-1] + move.card + pile[-1] if under else pile + move.card
    hand = _hand_after(table.hands[seat], move.card, drew)
    idle = table.idle + 1
    done = replace(table, stock=stock, pile=pile, idle=idle, position=with_exposed(table.position, pile[-1]))
    return _holding(done, seat, hand)


def _with_stock_renewed(table: _HandInPlay, rng: Chance) -> _HandInPlay:
    """Return the hand in play with its exposed pile shuffled into a new stock, and the top card of this stock
    exposed (ALL-8)."""
    if table.game.plays.discards == "none" or len(table.pile) < 2:
        return table
    cards = "".join(in_random_order(list(table.pile), rng))
    at = with_exposed(table.position, cards[-1])
    return replace(table, stock=cards[:-1], pile=cards[-1], position=at)


def _hand_after(hand: str, played_cards: str, drawn_cards: str) -> str:
    return "".join(sorted((Counter(hand) - Counter(played_cards) + Counter(drawn_cards)).elements()))


def _holding(table: _HandInPlay, seat: int, hand: str) -> _HandInPlay:
    return replace(table, hands=(*table.hands[:seat], hand, *table.hands[seat + 1 :]))


def _hand_result(table: _HandInPlay, turns: int, out: int | None) -> HandPlayed:
    points = hand_points(table.game, table.hands)
    changed = tuple(p + paid for p, paid in zip(points, table.paid, strict=True))
    return HandPlayed(turns, len(table.longest), table.hands, changed, out, table.longest)


def _highest(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with the highest total. They win at Keyword, a game of one hand (KW-7)."""
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
