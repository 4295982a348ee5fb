"""Decide when time alone turns a play into a turn, and when the player is asked whether the play is
finished."""

from typing import Final

from engine.grid_frames import same_cards
from engine.position import RacePosition
from engine.rules.patience import is_undealt
from engine.turn.turn_state import Proposal, TurnContext, TurnState

ASK_FACTOR: Final = 3.0
"""Multiple of `TurnContext.still_seconds` after which the table asks the player of an unfinished or doubtful
play whether the play is finished."""


def ends_at(state: TurnState, turn_context: TurnContext) -> float | None:
    """Return the moment, in seconds, at which the proposal becomes a turn if nothing changes. Return None if
    time alone does not end the turn: the play is incomplete or not allowed, the newest pictures cannot follow
    from the settled position, or somebody holds the countdown."""
    proposal = state.proposal
    if (
        proposal is None
        or state.unmatched is not None
        or state.countdown_held
        or not _ends_by_time(proposal, turn_context)
    ):
        return None
    return _still_since(state, proposal) + turn_context.still_seconds


def asks_at(state: TurnState, turn_context: TurnContext) -> float | None:
    """Return the moment, in seconds, at which the player is asked whether the play is finished.

    Return None when nobody is asked: time ends the play, the player has already been asked, somebody holds
    the countdown, the newest pictures cannot follow from the settled position, the bell ends the turn
    (MW-4), or a patience is being laid out.
    """
    proposal = state.proposal
    if (
        proposal is None
        or proposal.end_question != "unasked"
        or ends_at(state, turn_context) is not None
        or state.countdown_held
    ):
        return None
    if state.unmatched is not None:
        return None
    if isinstance(proposal.after, RacePosition) or is_undealt(state.settled.position):
        return None
    return _still_since(state, proposal) + ASK_FACTOR * turn_context.still_seconds


def _still_since(state: TurnState, proposal: Proposal) -> float:
    return max(proposal.since, state.hand_seen_at, state.countdown_resumed_at)


def _ends_by_time(proposal: Proposal, turn_context: TurnContext) -> bool:
    """Return True if time may end the play: the play is complete and allowed, and none of the following
    holds.

    Time does not end a play that restores an earlier position: people have put cards back, or the picture is
    an old one. If players may bluff or the bell ends the hand (PTY-2), time does not end a play that lays or
    changes a word, because that would tell good words from bad. The player then says that the play is
    finished.
    """
    game = turn_context.explanation_context.game
    by_challenge = game.challenges.mode == "challenge" or (
        game.time_limit.unit == "hand" and game.time_limit.seconds > 0
    )
    before = any(same_cards(proposal.after, earlier) for earlier in turn_context.earlier_positions)
    return proposal.is_lawful and not before and not (by_challenge and _changes_words(proposal))


def _changes_words(proposal: Proposal) -> bool:
    """Return True if a word was laid or changed, so that the dictionary may refuse it."""
    best = proposal.play.explanation
    return best.before.lines != best.after.lines
