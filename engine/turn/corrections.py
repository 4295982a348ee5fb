"""Correct earlier cards, turns and scores by people's reports or later pictures, as events.

Every correction is checked here. An impossible correction raises a ValueError with a message for people. The
bell never rings for a correction.
"""

from collections.abc import Sequence

from engine.events import (
    AnyEvent,
    Cause,
    HandScored,
    MatchSetUp,
    PositionCorrected,
    QuestionAnswered,
    TurnAmended,
    TurnFinished,
    Undone,
    WoundBack,
)
from engine.i18n import UserError
from engine.match import CountedTurn, FoldedJournal, Match, entries, undone
from engine.notation import NotationError, format_position, parse_position
from engine.position import Position
from engine.turn.card_tracking import Spot, spot_before, with_letter
from engine.turn.counting import counted_cards_left, score_if_counted, uncounted_seats
from engine.turn.outcome import turn_amendment
from engine.words import WordList


def checked_event(event: AnyEvent, events: Sequence[AnyEvent]) -> AnyEvent:
    """Return `event`, a report or correction by a person, if the match allows it. Otherwise raise UserError
    with a message for people: the event undoes something that is not in the match, undoes a whole match, goes
    back to a moment that is not in the match, or leaves a player without a name."""
    if isinstance(event, Undone):
        if not 0 <= event.event < len(events) or event.event in undone(events):
            raise UserError("There is nothing to undo there.")
        if isinstance(events[event.event], MatchSetUp):
            raise UserError("You can't undo a whole match. Set up another.")
    if isinstance(event, WoundBack):
        return wound_back(events, event.event)
    if isinstance(event, MatchSetUp) and any(not name.strip() for name in event.players):
        raise UserError("Every player needs a name.")
    return event


def wound_back(events: Sequence[AnyEvent], number: int) -> WoundBack:
    """Return the event that undoes everything after event `number` of this match. Raise UserError, with a
    message for people, if the match has no such event or if nothing has happened since that event."""
    numbers = {entry.number for entry in entries(events)}
    if number not in numbers:
        raise UserError("You can't go back to that turn. It isn't in this match.")
    if number == max(numbers):
        raise UserError("Nothing has happened since.")
    return WoundBack(number)


def turn_correction(journal: FoldedJournal, words: WordList, number: int, after: str) -> TurnAmended:
    """Return the event that corrects turn number `number` of this match. `after` is the position to which the
    turn really led, in notation."""
    turn = journal.turn(number)
    if turn is None:
        raise UserError("There is no such turn in this match.")
    try:
        return turn_amendment(journal.required_match, words, turn, after)
    except NotationError as fault:
        raise UserError("The table can't have looked like that: {fault}", fault=str(fault)) from None


def card_letter_events(
    journal: FoldedJournal, words: WordList, spot: Spot, letter: str, cause: Cause
) -> tuple[AnyEvent, ...]:
    """Return the events that follow from a report that the card at `spot` is the letter `letter` (`?` for a
    Master). They amend the turn that laid the card, and answer the open questions about this turn. A question
    about a Master stays open for its player (`engine.turn.master_answers`). If no turn laid the card, the
    events correct the position."""
    match = journal.required_match
    turn_with_spot = _turn_that_laid(
        match.position, [turn for turn in journal.hand_turns if turn.turn.stands], spot
    )
    if turn_with_spot is None:
        return (PositionCorrected(format_position(with_letter(match.position, spot, letter))),)
    turn, at = turn_with_spot
    after = format_position(with_letter(parse_position(turn.turn.after), at, letter))
    event = turn_amendment(match, words, turn, after, cause)
    if cause == "seen":
        event = _with_standing(event, turn.turn)
    open_ones = (
        one for one in match.questions if one.question.turn == turn.number and one.question.about != "Master"
    )
    return (*(QuestionAnswered(after, one.event) for one in open_ones), event)


def hand_scored_now(match: Match) -> tuple[AnyEvent, ...]:
    """Return the event that scores the finished hand, even while a turn is in question. Raise UserError while
    a player's cards are not counted yet. On a board the number of letters left is enough (KW-7)."""
    if match.game.board_scoring is not None:
        return (HandScored(tuple("?" * hand.count for hand in match.table.hands)),)
    missing = uncounted_seats(match)
    if missing:
        names = tuple(match.players[seat] for seat in missing)
        raise UserError(
            "The cards of {names} aren't counted yet. Lay them face up in front of you.", names=names
        )
    return score_if_counted(match) or (HandScored(counted_cards_left(match)),)


def _with_standing(event: TurnAmended, turn: TurnFinished) -> TurnAmended:
    """Return the correction `event` with the field `stands` copied from `turn`, the turn that it corrects. A
    turn that nobody challenged in time stands for good (PTY-7), even if one of its cards was misread."""
    return TurnAmended(
        event.event,
        event.before,
        event.after,
        event.move,
        event.ruling,
        turn.stands,
        event.breaches,
        turn.drew,
        event.cause,
    )


def _turn_that_laid(
    position: Position, played: Sequence[CountedTurn], spot: Spot
) -> tuple[CountedTurn, Spot] | None:
    """Return the turn that laid the card at `spot` of `position`, and the card's place after that turn."""
    later: Position = position
    for turn in reversed(played):
        before, after = parse_position(turn.turn.before), parse_position(turn.turn.after)
        at = spot_before(after, later, spot)
        if at is None:
            return None
        was = spot_before(before, after, at)
        if was is None:
            return turn, at
        later, spot = before, was
    return None
