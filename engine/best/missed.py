"""What could have been played: after a hand, the best play of every turn whose hand is known by then.

While a hand is played nobody knows what the others hold, and nothing is told. Once the cards left are shown,
the hands are followed back from them turn by turn: what was laid was held, what was taken off the table or
the exposed pile was not. Before a card drawn blind a hand is known only if it was dealt in sight.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.best.search import Play, best_first, worth
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandCorrected,
    HandDealt,
    HandScored,
    MatchSetUp,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
    Undone,
)
from engine.game import Game
from engine.match import Match, applied, undone
from engine.moves import EMPTY, Discard, Move, parts, played, taken
from engine.notation import Hand, parse_move, parse_position
from engine.position import Grid, Piles, Position, Rows
from engine.words import WordList

_ROOM: Final = 8
"""Places around a crossword whose plays have no most of cards: tables are only so wide."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn in which there was something better: `event` is its number in the journal, `hand` what its
    player held, `best` the best play there was; a crossword's squares are counted in the grid of its
    result, which has room around for it."""

    event: int
    player: int
    hand: str
    best: Play


@dataclass(frozen=True, slots=True)
class _Turn:
    """A finished turn. `known` is the hand before it as it was known then; `drew` the pile drawn from."""

    event: int
    player: int
    before: Position
    move: Move
    stands: bool
    drew: str
    known: Hand


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand of play: its turns, what was left at its end (None while it goes on), and for each player the
    event before which nothing is known, since the hand was put right then."""

    game: Game
    turns: tuple[_Turn, ...] = ()
    left: tuple[str, ...] | None = None
    corrected: tuple[tuple[int, int], ...] = ()


def missed(words: WordList, events: Sequence[AnyEvent]) -> tuple[Missed, ...]:
    """What could have been played in the hand scored last, turn by turn; empty while one is being played.

    A play is better than what was done if it leaves fewer cards, or as many and fewer points; a discard, and
    a turn that was lost, leave the hand as it was.
    """
    hand = _last_hand(events)
    if hand is None or hand.left is None:
        return ()
    return tuple(
        better for turn, held in _followed_back(hand) if (better := _better(hand.game, words, turn, held))
    )


def _better(game: Game, words: WordList, turn: _Turn, held: str) -> Missed | None:
    best = next(best_first(game, words, _with_room(game, turn.before), held), None)
    if best is None or worth(game, best.move) <= (worth(game, turn.move) if turn.stands else (0, 0)):
        return None
    return Missed(turn.event, turn.player, held, best)


def _with_room(game: Game, position: Position) -> Position:
    """A crossword with empty places around it: the books keep it no wider than its cards, the table is."""
    if not isinstance(position, Grid):
        return position
    room = (game.later if position.rows else game.first)[1] or _ROOM
    width = len(position.rows[0]) if position.rows else 0
    beside, blank = EMPTY * room, EMPTY * (width + 2 * room)
    rows = (*(blank,) * room, *(beside + row + beside for row in position.rows), *(blank,) * room)
    return Grid(rows, position.exposed)


def _last_hand(events: Sequence[AnyEvent]) -> _Hand | None:
    """The hand of play that the events end in or after."""
    match: Match | None = None
    hand: _Hand | None = None
    gone = undone(events)
    for number, event in enumerate(events):
        if number in gone or isinstance(event, Undone):
            continue
        before, match = match, applied(match, number, event)
        hand = _with(hand, number, event, before, match)
    return hand


def _with(
    hand: _Hand | None, number: int, event: AnyEvent, before: Match | None, after: Match
) -> _Hand | None:
    match event:
        case MatchSetUp():
            return None
        case HandDealt():
            return None if isinstance(after.position, Piles) else _Hand(after.game)
    if hand is None or before is None:
        return hand
    match event:
        case TurnFinished():
            return replace(hand, turns=(*hand.turns, _turn(number, event, event.player, before)))
        case TurnCorrected() if hand.turns:
            return replace(hand, turns=(*hand.turns[:-1], _again(hand.turns[-1], event)))
        case TurnTakenBack():
            return replace(hand, turns=hand.turns[:-1])
        case ChallengeSettled(verdict="word bad" | "misspelt") if hand.turns:
            return replace(hand, turns=(*hand.turns[:-1], replace(hand.turns[-1], stands=False)))
        case HandCorrected(player=player):
            return replace(hand, corrected=(*hand.corrected, (player, number)))
        case HandScored(left=left):
            return replace(hand, left=left)
    return hand


def _turn(number: int, event: TurnFinished, player: int, match: Match) -> _Turn:
    before = parse_position(event.before)
    if match.game.layout == "grid" and isinstance(before, Rows):
        before = Grid((), before.exposed)  # the empty line stands for either
    known = match.table.hands[player].hand
    return _Turn(number, player, before, parse_move(event.move), event.stands, event.drew, known)


def _again(turn: _Turn, event: TurnCorrected) -> _Turn:
    return replace(turn, move=parse_move(event.move), stands=event.stands, drew=event.drew)


def _followed_back(hand: _Hand) -> Iterator[tuple[_Turn, str]]:
    """The turns whose hands are known, in the order they were played, each with the hand before it."""
    seats = range(len(hand.left or ()))
    found = (known for seat in seats for known in _of_player(hand, seat))
    yield from sorted(found, key=lambda known: known[0].event)


def _of_player(hand: _Hand, player: int) -> Iterator[tuple[_Turn, str]]:
    """The known turns of one player, the last first."""
    held: str | None = (hand.left or ())[player]
    later = None
    for turn in reversed([turn for turn in hand.turns if turn.player == player]):
        if _corrected_between(hand.corrected, player, turn.event, later):
            held = None
        held = None if held is None else _before(turn, held)
        if isinstance(turn.known, str):
            held = turn.known
        if held is not None:
            yield turn, held
        later = turn.event


def _corrected_between(
    corrected: Iterable[tuple[int, int]], player: int, start: int, end: int | None
) -> bool:
    return any(who == player and start < at and (end is None or at < end) for who, at in corrected)


def _before(turn: _Turn, after: str) -> str | None:
    """The hand before a turn that left `after`; None when it drew a card that nobody saw."""
    if not turn.stands:
        return after
    won = taken(turn.move)
    for part in parts(turn.move):
        if isinstance(part, Discard):
            if (part.took or turn.drew) != "exposed" or not turn.before.exposed:
                return None
            won += turn.before.exposed
    return _swapped(after, gone=won, back=played(turn.move))


def _swapped(cards: str, gone: str, back: str) -> str | None:
    """`cards` without `gone` and with `back`; None when `gone` is not among them: the books err somewhere."""
    if Counter(gone) - Counter(cards):
        return None
    return "".join(sorted((Counter(cards) - Counter(gone) + Counter(back)).elements()))
