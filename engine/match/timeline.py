"""The journal as it counts: without events that were undone or wound back, and with amended turns in their
corrected form.

An amendment does not rewrite later events of the journal. `engine.match.rebase` fits each later turn to
the corrected table. So the journal keeps both versions, and the match follows from the whole journal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.events import (
    AnyEvent,
    HandDealt,
    MatchSetUp,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    Undone,
    WoundBack,
)


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """An event as it counts after all corrections. An undone event has no entry; an amended turn has its
    corrected form."""

    number: int
    """The number of the event in the journal."""
    event: AnyEvent
    amended: TurnAmended | None = None
    """The event that amended the turn of this entry; None if the entry is not an amended turn."""
    shifted: bool = False
    """True if the table was really another one than this event assumes, because an earlier turn of the
    same hand was later amended, undone or wound back."""


def undone(events: Sequence[AnyEvent], start: int = 0) -> frozenset[int]:
    """Return the numbers of the events that later events undid or wound back. An `Undone` that was itself
    undone has no effect.

    The result is complete only for events from number `start` on.
    """
    undone_numbers: set[int] = set()
    for number in range(len(events) - 1, start - 1, -1):
        event = events[number]
        if number in undone_numbers:
            continue
        if isinstance(event, Undone) and event.event < number:
            undone_numbers.add(event.event)
        elif isinstance(event, WoundBack):
            undone_numbers.update(range(event.event + 1, number))
    return frozenset(undone_numbers)


def entries(events: Sequence[AnyEvent]) -> tuple[TimelineEntry, ...]:
    """Return the events of a journal's last match that count after all corrections, in order."""
    return counted_entries(events)[0]


def counted_entries(
    events: Sequence[AnyEvent], start: int = 0, *, shifted: bool = False
) -> tuple[tuple[TimelineEntry, ...], bool]:
    """Return the events of the last match that count, from number `start` on, and a bool. The bool is True if
    the table is a corrected one at the end: an earlier turn of the last hand was amended, undone or wound
    back.

    `shifted` is this bool for the time just before event `start`.
    """
    undone_numbers = undone(events, start)
    first = _set_up_number(events, undone_numbers, start)
    amended = _amendments(events, undone_numbers, first)
    counted: list[TimelineEntry] = []
    for number in range(first, len(events)):
        event = events[number]
        if isinstance(event, HandDealt | MatchSetUp) and number not in undone_numbers:
            shifted = False
        if isinstance(event, Undone | WoundBack | TurnAmended):
            continue
        if number in undone_numbers or _superseded(events, amended, number):
            shifted = shifted or isinstance(event, TurnFinished)
            continue
        by = amended.get(number)
        counted.append(TimelineEntry(number, _as_amended(event, by), by, shifted))
        shifted = shifted or by is not None
    return tuple(counted), shifted


def first_changed(events: Sequence[AnyEvent], old_count: int) -> int:
    """Return the number of the earliest event that a new event changes by an undo, a winding back, an
    amendment or a correction. Return `old_count` if none is changed. The events from number `old_count` on
    are new.

    A new event may undo an earlier undo. The events that this earlier undo had removed are changed, too.
    """
    first, due, looked_at = old_count, [range(old_count, len(events))], set[int]()
    while due:
        for number in due.pop():
            if number in looked_at:
                continue
            looked_at.add(number)
            changes = _changes(events, number)
            first = min(first, changes.start) if changes else first
            due.append(changes)  # an undone event may itself have undone others
    return first


def _changes(events: Sequence[AnyEvent], number: int) -> range:
    """Return the numbers of the earlier events that event `number` undoes, corrects or amends."""
    match events[number]:
        case Undone(event=other) | TurnAmended(event=other) if 0 <= other < number:
            return range(other, other + 1)
        case WoundBack(event=other):
            return range(max(other + 1, 0), number)
        case TurnCorrected():
            other = next(_turns_before(events, number), number)
            return range(other, other + 1)
        case _:
            return range(0)


def _set_up_number(events: Sequence[AnyEvent], undone_numbers: frozenset[int], start: int) -> int:
    """Return the number of the event that set up the last match; `start` if no event from there on did."""
    set_up = (n for n in range(len(events) - 1, start - 1, -1) if isinstance(events[n], MatchSetUp))
    return next((n for n in set_up if n not in undone_numbers), start)


def _amendments(
    events: Sequence[AnyEvent], undone_numbers: frozenset[int], first: int
) -> dict[int, TurnAmended]:
    """Return the amendment that counts for each amended turn: the last one. A key is the number of the event
    with which the turn finished.

    Raise ValueError if an amendment names an event that is not a finished turn.
    """
    amendments = dict[int, TurnAmended]()
    for number in range(first, len(events)):
        event = events[number]
        if isinstance(event, TurnAmended) and number not in undone_numbers:
            if not (event.event < number and isinstance(events[event.event], TurnFinished)):
                raise ValueError(f"event {number}: event {event.event} is no turn that could be amended")
            was = amendments.get(event.event)
            keeps_hand = was is not None and event.held is None
            amendments[event.event] = (
                replace(event, held=was.held) if was is not None and keeps_hand else event
            )
    return amendments


def _superseded(events: Sequence[AnyEvent], amended: dict[int, TurnAmended], number: int) -> bool:
    """Return True if event `number` is a correction of a turn that was later amended, so that it no longer
    counts."""
    if not isinstance(events[number], TurnCorrected):
        return False
    return next(_turns_before(events, number), None) in amended


def _turns_before(events: Sequence[AnyEvent], number: int) -> Iterator[int]:
    return (n for n in range(number - 1, -1, -1) if isinstance(events[n], TurnFinished))


def _as_amended(event: AnyEvent, by: TurnAmended | None) -> AnyEvent:
    if by is None or not isinstance(event, TurnFinished):
        return event
    # A misread turn does not tell which cards its player held.
    keeps = by.held is None and event.ruling != "unclear"
    return TurnFinished(
        event.player,
        by.before,
        by.after,
        by.move,
        by.ruling,
        by.stands,
        by.breaches,
        by.drew,
        event.held if keeps else by.held,
    )
