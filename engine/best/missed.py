"""A review of a hand: the worth of every turn, and the best play that was possible instead.

While a hand is played, nobody knows the other hands, and nothing is shown. `engine.best.hindsight` finds out
which hands are known afterwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.best.board import pays
from engine.best.hindsight import Past, PastHand, followed_back, past_hands
from engine.best.play_search import PlaySearch
from engine.best.search import Play, best_first, hand_gain
from engine.events import AnyEvent
from engine.game import Game
from engine.moves import EMPTY, Move, Place
from engine.notation import format_move
from engine.position import Grid, Position
from engine.rules.lying import made
from engine.rules.squares import colours_of
from engine.words import WordList

_PLACES_AROUND: Final = 8
"""The places around a crossword without a limit on the cards of a play: tables are only so wide."""
_NO_HANDS: Final[Mapping[int, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn in which a better play was possible.

    `event` is its number in the journal, `hand` the player's cards, `best` the best play. The squares of a
    crossword are counted in the grid of its result, which has room around it.
    """

    event: int
    player: int
    hand: str
    best: Play


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a play: the play in notation, the words it leaves, and its cards and points.

    The cards and points are those that the hand got rid of, or on a board the points scored.
    """

    move: str
    words: tuple[str, ...]
    cards: int
    points: int


NO_GAIN: Final = Worth("", (), 0, 0)
"""The worth of a turn that was lost."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Hold a reviewed turn for display.

    `event` is its number in the journal. `hand` is the player's hand, empty if unknown. `played` is the play,
    and `stood` tells whether it counted. `missed` is the best play instead: None if none was better, or the
    hand is unknown.
    """

    event: int
    player: int
    hand: str
    played: Worth
    stood: bool
    missed: Worth | None


def missed(words: WordList, events: Sequence[AnyEvent]) -> tuple[Missed, ...]:
    """Return the better plays that were possible in the last hand, turn by turn; none while it is being
    played.

    A play is better than the one played if it leaves fewer cards, or as many and fewer points; on a board, if
    it scores more. A discard and a lost turn leave the hand as it was.
    """
    hands = past_hands(events)
    if not hands or hands[-1].left is None:
        return ()
    game = hands[-1].game
    found = (
        (turn, held, _better(game, words, turn, held)) for turn, held in followed_back(hands[-1]) if held
    )
    return tuple(Missed(turn.event, turn.player, held, best) for turn, held, best in found if best)


def reviewed(
    words: WordList,
    events: Sequence[AnyEvent],
    *,
    every: bool = False,
    known_hands: Mapping[int, str] = _NO_HANDS,
) -> tuple[tuple[Reviewed, ...], ...]:
    """Return the finished hands of the match, turn by turn: the plays, and the best plays that were
    missed.

    Return only the last hand, and none while a hand is played; with `every`, return all hands that have been
    scored. `known_hands` adds hands that the journal does not know, by the number of the turn in it. The
    review of a turn takes some hundredths of a second when its hand is known.
    """
    hands = past_hands(events)
    over = [hand for hand in (hands if every else hands[-1:]) if hand.left is not None]
    return tuple(tuple(_reviewed(hand, words, known_hands)) for hand in over)


def got_away(game: Game, turns: Iterable[Reviewed], most: int) -> tuple[Reviewed, ...]:
    """Return at most `most` turns in which a better play was possible, the greatest loss first.

    The loss is counted in cards that the hand could have got rid of, then in points; on a board in points
    alone. A play that a player overlooked turn after turn counts once.
    """
    better = [turn for turn in turns if turn.missed is not None and turn.missed.words]
    ranked = sorted(better, key=lambda turn: _lost(game, turn), reverse=True)
    once = {(turn.player, turn.missed and turn.missed.words): turn for turn in reversed(ranked)}
    return tuple(turn for turn in ranked if turn in once.values())[:most]


def _lost(game: Game, turn: Reviewed) -> tuple[int, int]:
    """Return the cards and points by which the best play was better."""
    best, done = turn.missed or NO_GAIN, turn.played if turn.stood else NO_GAIN
    cards = 0 if game.board_scoring is not None else best.cards - done.cards
    return cards, best.points - done.points


def _reviewed(hand: PastHand, words: WordList, known: Mapping[int, str]) -> list[Reviewed]:
    turns = []
    for turn, followed in followed_back(hand):
        held = known.get(turn.event, followed)
        best = _better(hand.game, words, turn, held) if held else None
        played = _told(hand.game, turn, turn.move, turn.after)
        missed = _told(hand.game, turn, best.move, best.result) if best else None
        turns.append(Reviewed(turn.event, turn.player, held or "", played, turn.stands, missed))
    return turns


def _told(game: Game, turn: Past, move: Move, after: Position) -> Worth:
    cards, points = hand_gain(game, move)
    if game.board_scoring is not None:
        points = _paid(game, turn, move)
    return Worth(format_move(move), tuple(made(turn.before, after)), cards, points)


def _better(game: Game, words: WordList, turn: Past, held: str) -> Play | None:
    """Return the best inoffensive play of the hand, if it was better than the play made."""
    at = _with_room(game, turn.before)
    found = best_first(PlaySearch(game, words, held, turn.player), at)
    best = next((play for play in found if not _offends(words, turn.before, play.result)), None)
    if best is None:
        return None
    done = _gain(game, turn, turn.move) if turn.stands else (0, 0)
    return best if _gain(game, turn, best.move) > done else None


def _offends(words: WordList, before: Position, after: Position) -> bool:
    return any(words.offends(word.upper()) for word in made(before, after))


def _gain(game: Game, turn: Past, move: Move) -> tuple[int, int]:
    return (_paid(game, turn, move), 0) if game.board_scoring is not None else hand_gain(game, move)


def _paid(game: Game, turn: Past, move: Move) -> int:
    """Return the score of a play on a board for its player (KW-5)."""
    if not isinstance(move, Place) or not isinstance(turn.before, Grid):
        return 0
    return pays(game, turn.before, move, colours_of(game, turn.player))


def _with_room(game: Game, position: Position) -> Position:
    """Return a crossword with empty places around it; a board keeps its size.

    The records keep a crossword no wider than its cards, but the table is wider.
    """
    if not isinstance(position, Grid) or game.board is not None:
        return position
    room = (game.plays.later if position.rows else game.plays.first)[1] or _PLACES_AROUND
    width = len(position.rows[0]) if position.rows else 0
    beside, blank = EMPTY * room, EMPTY * (width + 2 * room)
    rows = (*(blank,) * room, *(beside + row + beside for row in position.rows), *(blank,) * room)
    return Grid(rows, position.exposed)
