"""Every match a table has played: the journal parted into matches, each looked back on by itself."""

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
from web.past import Past, past


@dataclass(frozen=True, slots=True)
class Evening:
    """Match `number` of the table, from 1, which begins with event `first` of the journal; `began` in seconds
    since 1970, None when nobody knows."""

    number: int
    first: int
    past: Past
    began: float | None = None

    @property
    def over(self) -> bool:
        """Tell whether the match was played to its end."""
        return self.past.match.over


class Evenings:
    """The matches of one table. What is over for good is looked back on once."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, int], Past | None] = {}

    def of(self, events: Sequence[AnyEvent], times: Sequence[float] = ()) -> tuple[Evening, ...]:
        """Return every match that was set up, in order; a match that this version can't understand is left
        out.
        """
        found: list[Evening] = []
        told: dict[tuple[int, int], Past | None] = {}
        for number, which in enumerate(matches(events), 1):
            key = (which.start, which.stop)
            told[key] = self._told[key] if key in self._told else _past(alone(events, which))
            one = told[key]
            if one is not None:
                began = times[which.start] if which.start < len(times) else None
                found.append(Evening(number, which.start, one, began))
        self._told = told
        return tuple(found)


def matches(events: Sequence[AnyEvent]) -> Iterator[range]:
    """Yield the range of each match in the journal; a set-up that was undone begins none."""
    gone = undone(events)
    starts = [n for n, event in enumerate(events) if isinstance(event, MatchSetUp) and n not in gone]
    yield from starmap(range, pairwise((*starts, len(events))))


def alone(events: Sequence[AnyEvent], which: range) -> tuple[AnyEvent, ...]:
    """Return the events of one match as a journal of its own, in which they count from 0."""
    return tuple(_moved(events[number], which.start) for number in which)


def _past(events: Sequence[AnyEvent]) -> Past | None:
    try:
        return past(events)
    except ValueError:
        return None


def _moved(event: AnyEvent, by: int) -> AnyEvent:
    """The event with the numbers it speaks of `by` less; what it says of an earlier match says nothing."""
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
