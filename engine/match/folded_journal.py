"""A journal with its match, and with results kept at every deal, so that a new event costs little.

    journal = folded_journal(events)
    journal = journal.plus(event)     # equals folded_journal((*events, event)); only what changes is folded

An event that changes earlier events is folded from the last deal before them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Generic, TypeVar

from engine.events import AnyEvent, HandDealt, MatchSetUp, TurnAmended, TurnFinished, TurnTakenBack
from engine.i18n import UserError
from engine.match.event_fold import BEGINNING, CountedEvent, FoldPoint, stepped, steps
from engine.match.state import Match
from engine.match.timeline import counted_entries, first_changed

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Folded(Generic[V]):
    """The result of folding a journal: a value that is computed event by event, with the points from which
    the computation can continue."""

    point: FoldPoint
    """The point of the journal up to which the value is computed."""
    value: V
    """The value computed from the events so far."""
    checkpoints: tuple["Folded[V]", ...] = ()
    """Earlier results of the fold: at the beginning of the match and after each of its deals, in order.

    If a new event changes an earlier one, the journal is folded again from the last checkpoint before
    the earlier event.
    """


def beginning(value: V) -> Folded[V]:
    """Return the result of folding an empty journal: `value`, from which the computation begins."""
    return Folded(BEGINNING, value, (Folded(BEGINNING, value),))


def folded(
    earlier: Folded[V], events: Sequence[AnyEvent], after: Callable[[V, CountedEvent], V]
) -> Folded[V]:
    """Return the result of folding the journal `events`: a value that is computed event by event.

    `earlier` is an earlier result for the first of these events, from which the computation continues if
    possible. `after` returns the value after one more event. Raise ValueError for an impossible event.
    """
    start, checkpoints = _unchanged_results(earlier, events)
    entries, shifted = counted_entries(events, start.point.next_event, shifted=start.point.shifted)
    match, value = start.point.match, start.value
    for step in stepped(entries, events, start.point):
        match, value = step.after, after(value, step)
        if isinstance(step.event, MatchSetUp):
            checkpoints = checkpoints[:1]
        if isinstance(step.event, HandDealt):
            checkpoints.append(Folded(FoldPoint(step.entry.number + 1, len(events), match), value))
    return Folded(FoldPoint(len(events), len(events), match, shifted), value, tuple(checkpoints))


def _unchanged_results(earlier: Folded[V], events: Sequence[AnyEvent]) -> tuple[Folded[V], list[Folded[V]]]:
    """Return the result from which a fold of `events` can continue, and the checkpoints of `earlier` that
    still hold.

    `earlier` is the result of an earlier fold. A new event, such as a correction, may change events that
    were folded then. The fold then continues from the last checkpoint before them, and otherwise from
    `earlier`.
    """
    if earlier.point.journal_length > len(events):
        return earlier.checkpoints[0], [earlier.checkpoints[0]]
    first = first_changed(events, earlier.point.journal_length)
    checkpoints = [one for one in earlier.checkpoints if one.point.next_event <= first]
    return (earlier if first == earlier.point.journal_length else checkpoints[-1]), checkpoints


@dataclass(frozen=True, slots=True)
class CountedTurn:
    """A turn of the match as it counts after all corrections."""

    number: int
    """The number, in the journal, of the event with which the turn finished."""
    turn: TurnFinished
    amended: TurnAmended | None = None
    """The event that amended the turn; None if no event did."""


Hands = tuple[tuple[CountedTurn, ...], ...]
"""The turns of each hand of play, in order. The first entry is empty: it is for the time before the first
deal."""


def _hands_after(hands: Hands, step: CountedEvent) -> Hands:
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


EMPTY_FOLD: Final = beginning(Hands())


@dataclass(frozen=True, slots=True)
class FoldedJournal:
    """A whole journal, oldest event first, with the match that follows from it."""

    events: tuple[AnyEvent, ...] = ()
    folded: Folded[Hands] = EMPTY_FOLD

    @property
    def match(self) -> Match | None:
        """The match after all events; None before one is set up."""
        return self.folded.point.match

    @property
    def required_match(self) -> Match:
        """The match. Raises UserError, with a sentence for people, before a match is set up."""
        if self.match is None:
            raise UserError("No match has begun.")
        return self.match

    @property
    def hand_turns(self) -> tuple[CountedTurn, ...]:
        """The turns since the last deal, in their order."""
        return self.folded.value[-1] if self.folded.value else ()

    @property
    def turns(self) -> tuple[CountedTurn, ...]:
        """Every turn of the match, in order, as it counts after all corrections."""
        return tuple(chain.from_iterable(self.folded.value))

    def turn(self, number: int | None) -> CountedTurn | None:
        """Return the turn of the match that finished as event `number`; None if there is none."""
        return next((turn for turn in self.turns if turn.number == number), None)

    def plus(self, *new: AnyEvent) -> "FoldedJournal":
        """Return the journal with more events at its end, and the match after them. Raise ValueError for an
        impossible event."""
        events = (*self.events, *new)
        return FoldedJournal(events, folded(self.folded, events, _hands_after))

    def match_before(self, number: int) -> Match | None:
        """Return the match as it was just before event `number` was written; None if there was none then."""
        points = (one.point for one in reversed(self.folded.checkpoints))
        start = next(one for one in points if max(one.next_event, one.journal_length) <= number)
        match = start.match
        for step in steps(self.events[:number], start):
            match = step.after
        return match


def folded_journal(events: Iterable[AnyEvent]) -> FoldedJournal:
    """Return the journal `events` with the match that follows from it. Raise ValueError for an impossible
    event."""
    return FoldedJournal().plus(*events)


def turns(events: Sequence[AnyEvent]) -> tuple[CountedTurn, ...]:
    """Return every turn of the last match in the journal `events`, in order."""
    return folded_journal(events).turns
