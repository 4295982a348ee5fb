"""Divide a table's journal into its matches, and compute the history of each match from its own events."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, starmap

from engine.events import (
    AnyEvent,
    MatchSetUp,
    QuestionAnswered,
    QuestionAsked,
    TurnAmended,
    Undone,
    WoundBack,
)
from engine.match import undone
from web.match_history import FoldedMatch, folded_match


@dataclass(frozen=True, slots=True)
class PastMatch:
    """One match of the table, with its history. It may be the present match."""

    number: int
    """The number of the match, from 1."""
    first: int
    """The number of the match's first event in the journal."""
    history: FoldedMatch
    began: float | None = None
    """The time at which the match began, seconds since 1970; None if unknown."""

    @property
    def finished(self) -> bool:
        """True if the match was played to its end."""
        return self.history.match.over


@dataclass(frozen=True, slots=True)
class _FoldedSoFar:
    """The history of a match up to some event, kept so that a later call computes only the events after
    it."""

    events: int = 0
    """The number of the match's events that the history contains."""
    history: FoldedMatch | None = None
    """The history of the match; None if this version can't understand it."""


class PastMatches:
    """Keep the folded matches of one table, so that a later call folds only the new events."""

    def __init__(self) -> None:
        self._known: dict[int, _FoldedSoFar] = {}

    def of(self, events: Sequence[AnyEvent], times: Sequence[float] = ()) -> tuple[PastMatch, ...]:
        """Return every match that was set up, in order. Leave out matches that this version can't
        understand."""
        matches: list[PastMatch] = []
        known_now: dict[int, _FoldedSoFar] = {}
        for number, which in enumerate(match_ranges(events), 1):
            known_now[which.start] = _folded_on(events, which, self._known.get(which.start, _FoldedSoFar()))
            history = known_now[which.start].history
            if history is not None:
                began = times[which.start] if which.start < len(times) else None
                matches.append(PastMatch(number, which.start, history, began))
        self._known = known_now
        return tuple(matches)


def match_ranges(events: Sequence[AnyEvent]) -> Iterator[range]:
    """Yield the range of each match's events in the journal. A set-up that was undone begins no match."""
    undone_numbers = undone(events)
    starts = [
        n for n, event in enumerate(events) if isinstance(event, MatchSetUp) and n not in undone_numbers
    ]
    yield from starmap(range, pairwise((*starts, len(events))))


def events_of_match(events: Sequence[AnyEvent], which: range) -> tuple[AnyEvent, ...]:
    """Return the events of one match, which are the range `which` of the journal. References to events are
    renumbered as if the journal began with this match."""
    return tuple(_renumbered(events[number], which.start) for number in which)


def _folded_on(events: Sequence[AnyEvent], which: range, known: _FoldedSoFar) -> _FoldedSoFar:
    if known.events == len(which):
        return known
    try:
        return _FoldedSoFar(len(which), folded_match(events_of_match(events, which), known=known.history))
    except ValueError:
        return _FoldedSoFar(len(which))


def _renumbered(event: AnyEvent, by: int) -> AnyEvent:
    """Return the event with every number of an event in it reduced by `by`, so that numbers count from the
    start of the match. Return an event without effect for the correction of an earlier match."""
    match event:
        case Undone(event=number) | WoundBack(event=number):
            return replace(event, event=number - by) if number >= by else Undone(-1)
        case TurnAmended(event=number):
            return replace(event, event=number - by) if number >= by else Undone(-1)
        case QuestionAnswered(question=int(number)):
            return replace(event, question=number - by)
        case QuestionAsked(turn=int(number)):
            return replace(event, turn=number - by)
        case _:
            return event
