"""What a referee goes by besides the books: what it remembers of pictures, its word lists, and the ground it
rules on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.events import AnyEvent
from engine.explain import Explanation, Ground, Place, Settled, explanations
from engine.match import Match
from engine.observation import Observation
from engine.table import commands
from engine.turn.counting import Lying
from engine.turn.misreads import Memory, steadied
from engine.turn.outcome import finished
from engine.turn.picture_check import InView
from engine.turn.proposal import Effect, Finished, GoesOn, Hold, Input, LetGo, Rules, State, unfollowed
from engine.words import WordList

Library = Callable[[str], WordList]
"""Word lists by name."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is remembered of pictures: of the settled cards what is not certain (`known`), the newest one
    (`seen`), what it shows (`view`) and whether the table may have been touched since it was seen to lie as
    settled; and the `hands` that lie face up to be counted."""

    known: Memory = Memory()  # noqa: RUF009 - a frozen value
    seen: Observation | None = None
    view: InView | None = None
    touched: bool = True
    hands: tuple[Lying, ...] = ()

    def explained(
        self, settled: Settled, seen: Observation, ground: Ground
    ) -> tuple[Sequence[Explanation], Observation]:
        """What has happened since, and the picture it was read from: `seen`, or as it looks to who knows that
        nobody has touched the table, where only that makes sense of it."""
        found = explanations(settled, seen, ground)
        if self.touched or not found[0].changed:
            return found, seen
        steady = steadied(self.known, settled, seen, ground)
        return (found if steady == seen else explanations(settled, steady, ground)), steady


def written(match: Match, effects: Iterable[Effect], at: int, *, posed: bool = False) -> tuple[AnyEvent, ...]:
    """What the effects of a step write into the journal, the first event as its `at`-th."""
    events: tuple[AnyEvent, ...] = ()
    for effect in effects:
        if isinstance(effect, Finished):
            events += finished(match, effect.judged, at + len(events), posed=posed)
    return events


def left_by(effect: Effect) -> Settled | None:
    """The table as a finished turn was read."""
    return effect.judged.explanation.settled if isinstance(effect, Finished) else None


def places_left(effect: Effect) -> tuple[Place | None, ...]:
    """Where the words lie that a finished turn left."""
    return effect.judged.explanation.places if isinstance(effect, Finished) else ()


def ground_of(match: Match, words: WordList) -> Ground:
    """What explanations of this match stand on."""
    return Ground(match.game, words, match.packs)


def rules_of(match: Match, words: WordList, patience: float) -> Rules:
    """What a turn in the making is ruled by; `patience` in seconds."""
    return Rules(ground_of(match, words), match.turns == 0, patience, match.earlier)


def given_time(command: commands.Hold | commands.GoesOn, at: float) -> Input:
    """What a command to wait, heard `at` seconds, is to the turn in the making."""
    match command:
        case commands.Hold(on=True):
            return Hold(at)
        case commands.Hold():
            return LetGo(at)
        case commands.GoesOn():
            return GoesOn(at)


def again(
    state: State, found: Sequence[Explanation], seen: Observation, ground: Ground
) -> Sequence[Explanation]:
    """The same picture explained against a proposal that may be whole: is the next player at work already?
    Against any other where the picture does not follow from what is settled, as `found` explains it: it may
    follow from that."""
    proposal = state.proposal
    if proposal is None:
        return ()
    if not proposal.may_be_whole(ground.game.mode) and unfollowed(state, found, (), ground) is None:
        return ()
    return explanations(proposal.judged.explanation.settled, seen, ground)
