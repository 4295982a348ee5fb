"""Review a hand of play: the worth of every turn, and the best play that was possible instead.

While a hand is being played, the players' cards are unknown, and no review is shown. `engine.best.hindsight`
works out the hands that are known afterwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.best.board import letters_score
from engine.best.hindsight import PastHand, PastTurn, past_hands, turns_with_hands
from engine.best.play_search import PlaySearch
from engine.best.search import Play, best_first, hand_reduction
from engine.events import AnyEvent
from engine.game import Game
from engine.moves import EMPTY, Move, Place
from engine.notation import format_move
from engine.position import Grid, Position
from engine.rules.board_scoring import colours_of
from engine.rules.position_words import new_words
from engine.words import WordList

_PLACES_AROUND: Final = 8
"""The number of empty cells that are added on each side of a crossword, so that a better play may extend
it, if the game does not limit the cards of a play. A real table has no more room."""
_NO_HANDS: Final[Mapping[int, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class MissedPlay:
    """A turn in which a better play was possible."""

    event: int
    """The index of the turn's event in the journal."""
    player: int
    hand: str
    """The player's cards before the turn."""
    best: Play
    """The best play that was possible. In a crossword its squares are numbered in the grid after the
    play, which has empty cells around the words."""


@dataclass(frozen=True, slots=True)
class PlayValue:
    """A play with its worth: the number of cards and the points that left the hand."""

    move: str
    """The play in notation."""
    words: tuple[str, ...]
    """The words that the play makes."""
    cards: int
    """The number of cards that left the hand."""
    points: int
    """The points that left the hand; on a board the points scored."""


NO_GAIN: Final = PlayValue("", (), 0, 0)
"""The worth of a turn that does not count, or of a missing better play: no card and no point left the
hand."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A reviewed turn: the play, and the best play that was possible."""

    event: int
    """The index of the turn's event in the journal."""
    player: int
    hand: str
    """The player's hand before the turn; "" if unknown."""
    played: PlayValue
    stood: bool
    """True if the play counted."""
    missed: PlayValue | None
    """The best play instead; None if no play was better, or if the hand is unknown."""


def missed_plays(words: WordList, events: Sequence[AnyEvent]) -> tuple[MissedPlay, ...]:
    """Return the better plays that were possible in the last hand, turn by turn. Return () while the hand is
    being played.

    A play is better than the play made if it leaves fewer cards, or as many cards and fewer points. On a
    board it is better if it scores more. A discard and a lost turn leave the hand as it was.
    """
    hands = past_hands(events)
    if not hands or hands[-1].cards_left is None:
        return ()
    game = hands[-1].game
    best_by_turn = (
        (turn, held, _better_play(game, words, turn, held))
        for turn, held in turns_with_hands(hands[-1])
        if held
    )
    return tuple(MissedPlay(turn.event, turn.player, held, best) for turn, held, best in best_by_turn if best)


def reviewed_hands(
    words: WordList,
    events: Sequence[AnyEvent],
    *,
    every: bool = False,
    known_hands: Mapping[int, str] = _NO_HANDS,
) -> tuple[tuple[ReviewedTurn, ...], ...]:
    """Return the last finished hand of the match, turn by turn: the plays, and the best plays that were
    missed. Return () while that hand is being played.

    If `every`, return all hands that have been scored. `known_hands` adds players' cards that the journal
    does not know, by the index of the turn's event. The review of a turn with known cards takes some
    hundredths of a second.
    """
    hands = past_hands(events)
    over = [hand for hand in (hands if every else hands[-1:]) if hand.cards_left is not None]
    return tuple(tuple(_reviewed(hand, words, known_hands)) for hand in over)


def best_missed(game: Game, turns: Iterable[ReviewedTurn], limit: int) -> tuple[ReviewedTurn, ...]:
    """Return at most `limit` turns in which a better play was possible, the greatest loss first.

    The loss is counted first in cards that could have left the hand, then in points. On a board it is counted
    only in points. A play that one player missed in several turns counts once.
    """
    better = [turn for turn in turns if turn.missed is not None and turn.missed.words]
    ranked = sorted(better, key=lambda turn: _loss(game, turn), reverse=True)
    once = {(turn.player, turn.missed and turn.missed.words): turn for turn in reversed(ranked)}
    return tuple(turn for turn in ranked if turn in once.values())[:limit]


def _loss(game: Game, turn: ReviewedTurn) -> tuple[int, int]:
    """Return the number of cards and of points by which the best play was better."""
    best, done = turn.missed or NO_GAIN, turn.played if turn.stood else NO_GAIN
    cards = 0 if game.board_scoring is not None else best.cards - done.cards
    return cards, best.points - done.points


def _reviewed(hand: PastHand, words: WordList, known: Mapping[int, str]) -> list[ReviewedTurn]:
    turns = []
    for turn, followed in turns_with_hands(hand):
        held = known.get(turn.event, followed)
        best = _better_play(hand.game, words, turn, held) if held else None
        played = _play_value(hand.game, turn, turn.move, turn.after)
        missed = _play_value(hand.game, turn, best.move, best.result) if best else None
        turns.append(ReviewedTurn(turn.event, turn.player, held or "", played, turn.stands, missed))
    return turns


def _play_value(game: Game, turn: PastTurn, move: Move, after: Position) -> PlayValue:
    cards, points = hand_reduction(game, move)
    if game.board_scoring is not None:
        points = _board_score(game, turn, move)
    return PlayValue(format_move(move), tuple(new_words(turn.before, after)), cards, points)


def _better_play(game: Game, words: WordList, turn: PastTurn, held: str) -> Play | None:
    """Return the best play of the hand `held` if it was better than the play made; otherwise None. Plays
    with an offensive word are left out."""
    at = _with_room(game, turn.before)
    plays = best_first(PlaySearch(game, words, held, turn.player), at)
    best = next((play for play in plays if not _offends(words, turn.before, play.result)), None)
    if best is None:
        return None
    done = _gain(game, turn, turn.move) if turn.stands else (0, 0)
    return best if _gain(game, turn, best.move) > done else None


def _offends(words: WordList, before: Position, after: Position) -> bool:
    return any(words.is_offensive(word.upper()) for word in new_words(before, after))


def _gain(game: Game, turn: PastTurn, move: Move) -> tuple[int, int]:
    return (
        (_board_score(game, turn, move), 0) if game.board_scoring is not None else hand_reduction(game, move)
    )


def _board_score(game: Game, turn: PastTurn, move: Move) -> int:
    """Return the score of a play on a board for the player of the turn (KW-5)."""
    if not isinstance(move, Place) or not isinstance(turn.before, Grid):
        return 0
    return letters_score(game, turn.before, move, colours_of(game, turn.player))


def _with_room(game: Game, position: Position) -> Position:
    """Return the crossword with empty cells around its cards, since the journal stores only the cells up to
    the outermost cards. A board keeps its size."""
    if not isinstance(position, Grid) or game.board is not None:
        return position
    room = (game.plays.later if position.rows else game.plays.first)[1] or _PLACES_AROUND
    width = len(position.rows[0]) if position.rows else 0
    beside, blank = EMPTY * room, EMPTY * (width + 2 * room)
    rows = (*(blank,) * room, *(beside + row + beside for row in position.rows), *(blank,) * room)
    return Grid(rows, position.exposed)
