"""The referee's knowledge besides the match: its memory of pictures, its word lists, and the ground of its
rulings.
"""

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
"""Word lists by name."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Hold what pictures have told: the uncertain cards of the settled position (`known`), the newest picture
    (`seen`), its `view`, whether the table may have been touched since it was last seen as settled, and the
    face-up `hands` to be counted.
    """

    known: RememberedReadings = RememberedReadings()  # noqa: RUF009 - a frozen value
    seen: Observation | None = None
    view: InView | None = None
    touched: bool = True
    hands: tuple[UnmovedHand, ...] = ()

    def explained(
        self, settled: Settled, seen: Observation, ground: ExplanationContext
    ) -> tuple[Sequence[Explanation], Observation]:
        """Return the explanations of the table's change, and the observation they rest on: `seen`, or `seen`
        as it reads if nobody touched the table, where only that makes sense.
        """
        found = explanations(settled, seen, ground)
        if self.touched or not found[0].changed:
            return found, seen
        steady = steadied(self.known, settled, seen, ground)
        return (found if steady == seen else explanations(settled, steady, ground)), steady


def written(match: Match, effects: Iterable[Effect], at: int, *, posed: bool = False) -> tuple[AnyEvent, ...]:
    """Return the events that the effects of a step write into the journal. The first has the number `at`."""
    events: tuple[AnyEvent, ...] = ()
    for effect in effects:
        if isinstance(effect, Finished):
            events += finished(match, effect.judged, at + len(events), posed=posed)
    return events


def left_by(effect: Effect) -> Settled | None:
    """Return the table as the reading of a finished turn left it."""
    return effect.judged.explanation.settled if isinstance(effect, Finished) else None


def places_left(effect: Effect) -> tuple[WordPlace | None, ...]:
    """Return the places of the words that a finished turn left."""
    return effect.judged.explanation.places if isinstance(effect, Finished) else ()


def ground_of(match: Match, words: WordList) -> ExplanationContext:
    """Return the facts of this match that explanations rely on."""
    return ExplanationContext(match.game, words, match.packs)


def rules_of(match: Match, words: WordList, patience: float) -> Rules:
    """Return the rules for a turn in the making. `patience` is in seconds."""
    return Rules(ground_of(match, words), match.hand.turns == 0, patience, match.hand.earlier)


def given_time(command: commands.Hold | commands.StillPlaying, at: float) -> Input:
    """Convert a command to wait, given at `at` seconds, into an input of the turn in the making."""
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
    """Explain the same picture against a proposal, to tell whether the next player is at work already. Take a
    proposal that may be whole; take any if the picture does not follow from the settled table, as `found`
    explains it.
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
