"""A journal and what it comes to, kept so that more of it costs what its own hand of play costs.

    journal = folded_journal(events)
    journal = journal.plus(event)     # equals folded_journal((*events, event)); only what changes is folded

What the fold came to is kept at every deal. An event that changes what others did is folded from the last
deal before those.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Generic, TypeVar

from engine.events import AnyEvent, HandDealt, MatchSetUp, TurnAmended, TurnFinished, TurnTakenBack
from engine.i18n import Cannot
from engine.match.folding import BEGINNING, CountedEvent, FoldPoint, stepped, steps
from engine.match.state import Match
from engine.match.timeline import counted, first_changed

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Folded(Generic[V]):
    """Hold the `value` that the events of a journal add up to at one `moment`. `kept` are the values at the
    beginning and after each deal of the match, in order.
    """

    moment: FoldPoint
    value: V
    kept: tuple["Folded[V]", ...] = ()


def beginning(value: V) -> Folded[V]:
    """Return the `value` that no event has changed yet."""
    return Folded(BEGINNING, value, (Folded(BEGINNING, value),))


def folded(known: Folded[V], events: Sequence[AnyEvent], after: Callable[[V, CountedEvent], V]) -> Folded[V]:
    """Return the value of `events`, the first of which are `known` already. `after` gives the value after one
    more step. Raise ValueError for an impossible event.
    """
    start, kept = _standing(known, events)
    found, shifted = counted(events, start.moment.folded, shifted=start.moment.shifted)
    match, value = start.moment.match, start.value
    for step in stepped(found, events, start.moment):
        match, value = step.after, after(value, step)
        if isinstance(step.event, MatchSetUp):
            kept = kept[:1]
        if isinstance(step.event, HandDealt):
            kept.append(Folded(FoldPoint(step.entry.number + 1, len(events), match), value))
    return Folded(FoldPoint(len(events), len(events), match, shifted), value, tuple(kept))


def _standing(known: Folded[V], events: Sequence[AnyEvent]) -> tuple[Folded[V], list[Folded[V]]]:
    """Return the newest result that later events have left as it was, and the results kept until then."""
    if known.moment.known > len(events):
        return known.kept[0], [known.kept[0]]
    first = first_changed(events, known.moment.known)
    kept = [one for one in known.kept if one.moment.folded <= first]
    return (known if first == known.moment.known else kept[-1]), kept


@dataclass(frozen=True, slots=True)
class CountedTurn:
    """A turn of the match as it counts now: the `number` of its event, and the number of the event that
    amended it, if any.
    """

    number: int
    turn: TurnFinished
    amended: TurnAmended | None = None


Hands = tuple[tuple[CountedTurn, ...], ...]
"""The turns of each hand of play, in order, after an empty entry for the time before the first deal."""


def _played(hands: Hands, step: CountedEvent) -> Hands:
    match step.event:
        case MatchSetUp():
            return ((),)
        case HandDealt():
            return (*hands, ())
        case TurnFinished():
            turn = CountedTurn(step.entry.number, step.event, step.entry.amended)
            return (*hands[:-1], (*hands[-1], turn))
        case TurnTakenBack():
            return (*hands[:-1], hands[-1][:-1])
        case _:
            return hands


NOTHING: Final = beginning(Hands())


@dataclass(frozen=True, slots=True)
class FoldedJournal:
    """Hold the whole journal `events`, oldest first, and the state of its last match."""

    events: tuple[AnyEvent, ...] = ()
    folded: Folded[Hands] = NOTHING

    @property
    def match(self) -> Match | None:
        """Return the match after all events; None before one is set up."""
        return self.folded.moment.match

    @property
    def playing(self) -> Match:
        """Return the match. Cannot, for people to read, before one is set up."""
        if self.match is None:
            raise Cannot("No match has begun.")
        return self.match

    @property
    def hand(self) -> tuple[CountedTurn, ...]:
        """Return the turns since the last deal, in order."""
        return self.folded.value[-1] if self.folded.value else ()

    @property
    def turns(self) -> tuple[CountedTurn, ...]:
        """Return every turn of the match, in order."""
        return tuple(chain.from_iterable(self.folded.value))

    def turn(self, number: int | None) -> CountedTurn | None:
        """Return the turn of the match that finished as event `number`; None if there is none."""
        return next((turn for turn in self.turns if turn.number == number), None)

    def plus(self, *new: AnyEvent) -> "FoldedJournal":
        """Return the folded journal after more events. ValueError at an event that cannot be."""
        events = (*self.events, *new)
        return FoldedJournal(events, folded(self.folded, events, _played))

    def until(self, number: int) -> Match | None:
        """Return the match in which event `number` was written down."""
        known = (one.moment for one in reversed(self.folded.kept))
        start = next(one for one in known if max(one.folded, one.known) <= number)
        match = start.match
        for step in steps(self.events[:number], start):
            match = step.after
        return match


def folded_journal(events: Iterable[AnyEvent]) -> FoldedJournal:
    """Return the folded journal of all `events`. ValueError at an event that cannot be."""
    return FoldedJournal().plus(*events)


def turns(events: Sequence[AnyEvent]) -> tuple[CountedTurn, ...]:
    """Return every turn of the match at the end of `events`, in order."""
    return folded_journal(events).turns
