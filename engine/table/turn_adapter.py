"""Connect the referee with the turn in progress. Commands and pictures become the turn's inputs, and the
turn's outputs become events of the journal."""

from collections.abc import Iterable, Sequence

from engine.events import AnyEvent
from engine.explain import Explanation, ExplanationContext, SettledPosition, WordPlace, explanations
from engine.match import Match
from engine.observation import Observation
from engine.table import commands
from engine.turn.outcome import turn_events
from engine.turn.proposal import picture_mismatch
from engine.turn.turn_state import (
    FinishedTurn,
    HoldCountdown,
    PlayContinues,
    ResumeCountdown,
    TurnInput,
    TurnOutput,
    TurnState,
)


def input_of(command: commands.Hold | commands.StillPlaying, at: float) -> TurnInput:
    """Return what the command `command`, given at `at` seconds, tells the turn in progress: its countdown is
    held or runs again, or its player has not finished."""
    match command:
        case commands.Hold(on=True):
            return HoldCountdown(at)
        case commands.Hold():
            return ResumeCountdown(at)
        case commands.StillPlaying():
            return PlayContinues(at)


def explained_from_proposal(
    state: TurnState, found: Sequence[Explanation], seen: Observation, context: ExplanationContext
) -> Sequence[Explanation]:
    """Return the explanations of a picture as a change of the proposal: they tell whether the next player is
    already at work.

    Return none if they are not needed. They are needed if the proposal may be a whole turn, or if no play
    from the settled position explains the picture. `found` are the explanations of the picture as a change
    of the settled position.
    """
    proposal = state.proposal
    if proposal is None:
        return ()
    if (
        not proposal.may_be_whole(context.game.challenges.mode)
        and picture_mismatch(state, found, (), context) is None
    ):
        return ()
    return explanations(proposal.play.explanation.settled, seen, context)


def journal_events(
    match: Match, outputs: Iterable[TurnOutput], first_number: int, *, by_photograph: bool = False
) -> tuple[AnyEvent, ...]:
    """Return the journal's events for what a step of the turn in progress put out. The first of them will
    have number `first_number` in the journal."""
    events: tuple[AnyEvent, ...] = ()
    for output in outputs:
        if isinstance(output, FinishedTurn):
            events += turn_events(match, output.play, first_number + len(events), by_photograph=by_photograph)
    return events


def settled_after(output: TurnOutput) -> SettledPosition | None:
    """Return the settled position after the turn that `output` finished; None if `output` finished no turn.

    The settled position includes the places of its words in the picture.
    """
    return output.play.explanation.settled if isinstance(output, FinishedTurn) else None


def places_after(output: TurnOutput) -> tuple[WordPlace | None, ...]:
    """Return the places of the words in the picture after the turn that `output` finished; none if `output`
    finished no turn."""
    return output.play.explanation.places if isinstance(output, FinishedTurn) else ()
