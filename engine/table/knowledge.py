"""The referee's knowledge besides the match: its memory of pictures, its word lists, and the facts that
its rulings rely on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.events import AnyEvent
from engine.explain import Explanation, ExplanationContext, SettledPosition, WordPlace, explanations
from engine.match import Match
from engine.observation import Observation
from engine.table import commands
from engine.turn.counting import UnmovedHand
from engine.turn.misreads import RememberedReadings, steady_readings
from engine.turn.outcome import turn_events
from engine.turn.picture_check import PictureView
from engine.turn.proposal import unfollowed_reason
from engine.turn.turn_state import (
    FinishedTurn,
    HoldCountdown,
    PlayContinues,
    ResumeCountdown,
    TurnContext,
    TurnInput,
    TurnOutput,
    TurnState,
)
from engine.words import WordList

Library = Callable[[str], WordList]
"""Function from the name of a word list to the list."""


@dataclass(frozen=True, slots=True)
class PictureMemory:
    """The referee's memory of pictures."""

    readings: RememberedReadings = RememberedReadings()  # noqa: RUF009 - a frozen value
    """The readings of the uncertain cards of the settled position."""
    observation: Observation | None = None
    """The newest picture, as observed."""
    view: PictureView | None = None
    """The content of the newest picture, compared with the settled position, for the players' phones."""
    touched: bool = True
    """True if somebody may have touched the table since a picture last showed the settled cards."""
    hands: tuple[UnmovedHand, ...] = ()
    """The face-up hands that are to be counted."""

    def explained(
        self, settled: SettledPosition, observation: Observation, context: ExplanationContext
    ) -> tuple[Sequence[Explanation], Observation]:
        """Return the explanations of the table's change, and the observation that they explain. The
        observation is usually `observation` itself. If something seems to have changed although nobody has
        touched the table, every card gets its settled letter where this letter is still possible
        (`steady_readings`)."""
        candidates = explanations(settled, observation, context)
        if self.touched or not candidates[0].changed:
            return candidates, observation
        steady = steady_readings(self.readings, settled, observation, context)
        return (candidates if steady == observation else explanations(settled, steady, context)), steady


def journal_events(
    match: Match, outputs: Iterable[TurnOutput], at: int, *, posed: bool = False
) -> tuple[AnyEvent, ...]:
    """Return the events that the outputs of a step write into the journal. The first event gets the number
    `at`."""
    events: tuple[AnyEvent, ...] = ()
    for output in outputs:
        if isinstance(output, FinishedTurn):
            events += turn_events(match, output.play, at + len(events), posed=posed)
    return events


def settled_after(output: TurnOutput) -> SettledPosition | None:
    """Return the settled position after the turn that `output` finished, with the places of its words as the
    camera read them. Return None if `output` finished no turn."""
    return output.play.explanation.settled if isinstance(output, FinishedTurn) else None


def places_after(output: TurnOutput) -> tuple[WordPlace | None, ...]:
    """Return the places of the words after the turn that `output` finished. Return none if `output` finished
    no turn."""
    return output.play.explanation.places if isinstance(output, FinishedTurn) else ()


def explanation_context_of(match: Match, words: WordList) -> ExplanationContext:
    """Return the facts of this match that explanations rely on."""
    return ExplanationContext(match.game, words, match.packs)


def turn_context_of(match: Match, words: WordList, still_seconds: float) -> TurnContext:
    """Return the facts that the steps of a turn in progress need. `still_seconds` is the time for which a
    play must lie unchanged to become a turn."""
    return TurnContext(
        explanation_context_of(match, words), match.hand.turns == 0, still_seconds, match.hand.earlier
    )


def input_of(command: commands.Hold | commands.StillPlaying, at: float) -> TurnInput:
    """Convert the command to hold the countdown or to keep the turn open, given at `at` seconds, into an
    input of the turn in progress."""
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
    """Return the explanations of the picture as a change of the proposal, if they are needed; otherwise none.
    They tell whether the next player is already at work.

    They are needed in two cases: the proposal may be a whole turn, or the picture cannot follow from the
    settled position. `found` are the explanations of the picture as a change of the settled position.
    """
    proposal = state.proposal
    if proposal is None:
        return ()
    if (
        not proposal.may_be_whole(context.game.challenges.mode)
        and unfollowed_reason(state, found, (), context) is None
    ):
        return ()
    return explanations(proposal.play.explanation.settled, seen, context)
