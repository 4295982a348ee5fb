"""Collect the past turns of a match: its hands of play, turn by turn, with all corrections."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.cards import MASTER
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    HandScored,
    MatchSetUp,
    PositionCorrected,
    ScoreCorrected,
    ScoreInitialled,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
)
from engine.match import CountedEvent, Folded, Match, beginning, folded
from engine.moves import faces
from engine.notation import NotationError, parse_position
from engine.position import Position, Rows
from engine.rules.position_words import words_of
from web import turn_views
from web.snapshot import Ruled

Curve = tuple[tuple[int, ...], ...]
"""The points of the curve of totals: the totals by seat at the start and after each hand."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """The result of a challenge: the player who challenged, and whether that player was right."""

    challenger: int
    """The seat of the player who challenged."""
    upheld: bool
    """True if the challenger was right: the challenged play was bad."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that has ended, with its ruling and its result."""

    number: int
    """The number of the turn's event in the journal."""
    hand: int
    """The number of the turn's hand, from 1."""
    place: int
    """The number of the turn in its hand, from 1."""
    player: int
    """The seat of the turn's player."""
    ruled: Ruled
    """The ruling on the turn, as phones show it."""
    position: Position
    """The position on the table after the turn."""
    stands: bool
    """True if the turn counts; False if it was ruled illegal."""
    totals: tuple[int, ...]
    """The totals by seat after the turn."""
    played: TurnFinished
    """The turn's event in the journal. Later corrections of the turn are applied to it."""
    challenges: tuple[Ruled, ...] = ()
    """The rulings on the challenges of the turn."""
    settled: int | None = None
    """The number of the event that settled the turn's last challenge; None without a challenge."""
    words: tuple[str, ...] = ()
    """The words that the turn made. A Master is in lower case, or `?` while nobody has named its letter."""
    dispute: Dispute | None = None
    """The result of the turn's last challenge; None without a challenge."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of play with its turns. It may still be going on."""

    number: int
    """The number of the hand, from 1."""
    totals: tuple[int, ...]
    """The totals by seat after the last event of the hand so far."""
    turns: tuple[PlayedTurn, ...] = ()
    left: tuple[str, ...] | None = None
    """The cards left in each player's hand when the hand of play ended; None until they are counted."""
    scored: int | None = None
    """The number of the event that scored the hand; None until the hand is scored."""


@dataclass(frozen=True, slots=True)
class FoldedMatch:
    """A match after its last event, with the hands and turns that led to it."""

    match: Match
    hands: tuple[PlayedHand, ...]
    folded: Folded[tuple[PlayedHand, ...]]
    """The intermediate results of the fold, so that a later call folds only new events."""

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """Every turn of the match, the first one first."""
        return tuple(turn for hand in self.hands for turn in hand.turns)


def no_meanings(_word: str) -> tuple[str, ...]:
    """Return no meanings, because the table has no dictionary."""
    return ()


NO_HANDS: Final[Folded[tuple[PlayedHand, ...]]] = beginning(())


def folded_match(
    events: Sequence[AnyEvent],
    meanings: Callable[[str], tuple[str, ...]] = no_meanings,
    known: FoldedMatch | None = None,
) -> FoldedMatch | None:
    """Return the match after `events`, with its hands and turns; None before a match is set up. `known` is
    the result of an earlier call. Its events are folded again only if a later event changes them."""
    now = folded(
        known.folded if known is not None else NO_HANDS,
        events,
        lambda hands, step: _hands_after(hands, step, meanings),
    )
    match = now.point.match
    return None if match is None else FoldedMatch(match, now.value, now)


def _hands_after(
    hands: tuple[PlayedHand, ...], step: CountedEvent, meanings: Callable[[str], tuple[str, ...]]
) -> tuple[PlayedHand, ...]:
    """Return the hands of play after the event `step`. A deal begins a new hand. In a patience a second deal
    event of the same hand brings the cards, and begins no new one."""
    match = step.after
    if isinstance(step.event, MatchSetUp):
        return ()
    if isinstance(step.event, HandDealt):
        begun = PlayedHand(match.hand.number, match.scores.totals)
        again = bool(hands) and hands[-1].number == begun.number
        return (*(hands[:-1] if again else hands), begun)
    return (*hands[:-1], _hand_after(hands[-1], step, meanings)) if hands else hands


def curve(points: Curve, step: CountedEvent) -> Curve:
    """Return the curve of totals after the event `step`. `points` is the curve before it. A curve has the
    totals by seat at the start and after each hand, or after each turn if the game consists of one hand."""
    now, one_hand = step.after.scores.totals, step.after.game.ends == "one hand"
    match step.event:
        case MatchSetUp():
            return ()
        case HandDealt() if not points:
            return (now,)
        case HandScored():
            return (*points, now)
        case TurnFinished() if one_hand:
            return (*points, now)
        case TurnTakenBack() if one_hand and len(points) > 1:
            return points[:-1]
        case ScoreInitialled() | ScoreCorrected() | ChallengeSettled() | TurnCorrected() if len(points) > 1:
            return (*points[:-1], _corrected_totals(points[-1], step))
        case _:
            return points


def _corrected_totals(last: tuple[int, ...], step: CountedEvent) -> tuple[int, ...]:
    """Return what the last point `last` of the curve of totals becomes after a correction. Between hands, and
    in a game of one hand, it becomes the corrected totals. During a hand it stays, since the end of the hand
    adds the next point."""
    between = step.after.turn is None or step.after.game.ends == "one hand"
    return step.after.scores.totals if between else last


def _hand_after(
    hand: PlayedHand, step: CountedEvent, meanings: Callable[[str], tuple[str, ...]]
) -> PlayedHand:
    match step.event:
        case TurnFinished():
            return replace(
                hand,
                turns=(*hand.turns, _played_turn(hand, step, step.event)),
                totals=step.after.scores.totals,
            )
        case TurnCorrected() if hand.turns:
            return replace(hand, turns=(*hand.turns[:-1], _corrected_turn(hand.turns[-1], step, step.event)))
        case TurnTakenBack():
            return replace(hand, turns=hand.turns[:-1], totals=step.after.scores.totals)
        case ChallengeSettled() if hand.turns:
            return _with_challenge(hand, step, step.event, meanings)
        case HandScored(left=left):
            return replace(hand, left=left, scored=step.entry.number, totals=step.after.scores.totals)
        case PositionCorrected():
            named = tuple(_with_named_masters(turn, step.after.position) for turn in hand.turns)
            return replace(hand, turns=named, totals=step.after.scores.totals)
        case _:
            return replace(hand, totals=step.after.scores.totals)


def _with_named_masters(turn: PlayedTurn, position: Position) -> PlayedTurn:
    """Return the turn with letters in place of its unnamed Masters, where the words of `position` show these
    letters."""
    if not any(MASTER in word for word in turn.words):
        return turn
    names = {faces(word): word for word in words_of(position)}
    return replace(turn, words=tuple(names.get(w, w) if MASTER in w else w for w in turn.words))


def _played_turn(hand: PlayedHand, step: CountedEvent, event: TurnFinished) -> PlayedTurn:
    cause = turn_views.correction_cause(step)
    ruling = turn_views.turn_ruling(step.after, event, event.player)
    number = step.entry.number
    ruled = replace(ruling, event=number, amended=cause)
    place = len(hand.turns) + 1
    position = _position(event.after)
    return PlayedTurn(
        number,
        hand.number,
        place,
        event.player,
        ruled,
        position,
        event.stands,
        step.after.scores.totals,
        event,
        words=_words(step.after, event.move),
    )


def _words(match: Match, move: str) -> tuple[str, ...]:
    """Return the words that the turn with the play `move` made. `match` is the match after the turn. A Master
    is in lower case."""
    return turn_views.last_words_made(match, move)


def _corrected_turn(turn: PlayedTurn, step: CountedEvent, event: TurnCorrected) -> PlayedTurn:
    ruling = replace(
        turn_views.turn_ruling(step.after, event, turn.player), event=turn.number, amended="said"
    )
    position = _position(event.after)
    words = _words(step.after, event.move)
    return replace(
        turn,
        ruled=ruling,
        position=position,
        stands=event.stands,
        totals=step.after.scores.totals,
        words=words,
    )


def _with_challenge(
    hand: PlayedHand, step: CountedEvent, event: ChallengeSettled, meanings: Callable[[str], tuple[str, ...]]
) -> PlayedHand:
    turn = hand.turns[-1]
    ruling = turn_views.challenge_ruling(step.after, event, turn.player)
    settled = replace(
        turn,
        challenges=(*turn.challenges, turn_views.with_meanings(ruling, meanings)),
        settled=step.entry.number,
        dispute=Dispute(event.challenger, event.verdict != "word good"),
        stands=turn.stands and event.verdict == "word good",
        totals=step.after.scores.totals,
    )
    return replace(hand, turns=(*hand.turns[:-1], settled), totals=step.after.scores.totals)


def _position(text: str) -> Position:
    """Return the position that the notation `text` describes. Return an empty table if this version can't
    read it."""
    try:
        return parse_position(text)
    except NotationError:
        return Rows()
