"""The referee's knowledge besides the match: its memory of pictures, its word lists, and the facts that
its rulings rely on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.events import AnyEvent
from engine.explain import Explanation, ExplanationContext, Settled, WordPlace, explanations
from engine.match import Match
from engine.observation import Observation
from engine.table import commands
from engine.turn.counting import UnmovedHand
from engine.turn.misreads import RememberedReadings, steadied
from engine.turn.outcome import finished
from engine.turn.picture_check import InView
from engine.turn.proposal import Effect, Finished, GoesOn, Hold, Input, LetGo, Rules, State, unfollowed
from engine.words import WordList

Library = Callable[[str], WordList]
"""Function from the name of a word list to the list."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The referee's memory of pictures."""

    known: RememberedReadings = RememberedReadings()  # noqa: RUF009 - a frozen value
    """The readings of the uncertain cards of the settled position."""
    seen: Observation | None = None
    """The newest picture, as observed."""
    view: InView | None = None
    """The interpretation of the newest picture, for the players' phones."""
    touched: bool = True
    """Whether somebody may have touched the table since a picture last showed the settled cards."""
    hands: tuple[UnmovedHand, ...] = ()
    """The face-up hands that are to be counted."""

    def explained(
        self, settled: Settled, seen: Observation, ground: ExplanationContext
    ) -> tuple[Sequence[Explanation], Observation]:
        """Return the explanations of `seen` as a change of `settled`, and the observation that they
        explain. If the table is untouched but seems changed, that observation is `seen` with the doubtful
        cards read as they were settled."""
        found = explanations(settled, seen, ground)
        if self.touched or not found[0].changed:
            return found, seen
        steady = steadied(self.known, settled, seen, ground)
        return (found if steady == seen else explanations(settled, steady, ground)), steady


def written(match: Match, effects: Iterable[Effect], at: int, *, posed: bool = False) -> tuple[AnyEvent, ...]:
    """Return the events that the effects of a step write into the journal. The first event gets the number
    `at`."""
    events: tuple[AnyEvent, ...] = ()
    for effect in effects:
        if isinstance(effect, Finished):
            events += finished(match, effect.judged, at + len(events), posed=posed)
    return events


def left_by(effect: Effect) -> Settled | None:
    """Return the table after the turn that the effect finished, as the camera read it; None if the effect
    finished no turn."""
    return effect.judged.explanation.settled if isinstance(effect, Finished) else None


def places_left(effect: Effect) -> tuple[WordPlace | None, ...]:
    """Return the places of the words after a finished turn; none if the effect finished no turn."""
    return effect.judged.explanation.places if isinstance(effect, Finished) else ()


def ground_of(match: Match, words: WordList) -> ExplanationContext:
    """Return the facts of this match that explanations rely on."""
    return ExplanationContext(match.game, words, match.packs)


def rules_of(match: Match, words: WordList, patience: float) -> Rules:
    """Return the rules for a turn in progress. `patience` is in seconds."""
    return Rules(ground_of(match, words), match.hand.turns == 0, patience, match.hand.earlier)


def given_time(command: commands.Hold | commands.StillPlaying, at: float) -> Input:
    """Convert a command to wait, given at `at` seconds, into an input of the turn in progress."""
    match command:
        case commands.Hold(on=True):
            return Hold(at)
        case commands.Hold():
            return LetGo(at)
        case commands.StillPlaying():
            return GoesOn(at)


def again(
    state: State, found: Sequence[Explanation], seen: Observation, ground: ExplanationContext
) -> Sequence[Explanation]:
    """Return the explanations of the picture as a change of the proposal, to tell whether the next player
    is already at work.

    Return none unless the proposal may be a whole turn. If the picture cannot follow from the settled table,
    as `found` explains it, explain it against any proposal.
    """
    proposal = state.proposal
    if proposal is None:
        return ()
    if (
        not proposal.may_be_whole(ground.game.challenges.mode)
        and unfollowed(state, found, (), ground) is None
    ):
        return ()
    return explanations(proposal.judged.explanation.settled, seen, ground)
