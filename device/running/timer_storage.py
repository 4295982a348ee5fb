"""Save the remaining time of the timer while it runs. After a restart the timer has this time left, and is
paused.

The time has a small file of its own and is not in the journal, because passing time is no event of the match,
and a row for each second would fill the journal.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from device.errors import UsageFault
from device.records.value_files import keep, read_value
from engine.events import AnyEvent, MatchSetUp
from engine.match import Match
from engine.table.countdown import Countdown
from engine.table.referee import Referee
from engine.table.timer import Terms, TermsOf, TimedKey, Timer, timer_after_change

FILE: Final = "time-left.json"

MEAN_UNSAVED_SECONDS: Final = 0.5
"""Mean number of seconds that a running timer has lost since its last save. The timer is saved once a
second. Subtracting the mean halves the possible error."""


_STORED_NAMES: Final = {"seconds_left": "left", "seat_seconds": "own", "in_grace": "graced", "stopped": "off"}
"""The keys in the file for those fields of `TimeLeft` that have other names there."""


class TimeLeft(msgspec.Struct, frozen=True, rename=_STORED_NAMES):
    """A timer as it is stored on the disk, so that it outlasts a restart of the program."""

    match: int
    """The number of the timer's match at this table, from 1."""
    terms: Terms
    stage: TimedKey
    seconds_left: float
    """The seconds that were left when the timer was stored."""
    running: bool = False
    """True if the timer was running when it was stored."""
    seat: int | None = None
    """The seat of the player whose time runs; None for a timer of the whole table."""
    seat_seconds: tuple[float, ...] = ()
    """The seconds left of each player's own time at the beginning of the turn, by seat."""
    in_grace: bool = False
    """True if the extra time of a turn was running, because the player's own time is spent."""
    stopped: bool = False
    """True if people have stopped the timer for the rest of the turn, hand or match that it times."""


def match_number(events: Sequence[AnyEvent]) -> int:
    """Return the number of the match that the last event belongs to, from 1; 0 before the first."""
    return sum(isinstance(event, MatchSetUp) for event in events)


def time_left_of(timer: Timer, match: int, now: float) -> TimeLeft:
    """Return the timer's state at `now` in the form to store."""
    counting = timer.at(now)
    return TimeLeft(
        match,
        timer.terms,
        timer.stage,
        round(counting.countdown.seconds_left(now), 2),
        timer.running,
        timer.seat,
        timer.seat_seconds,
        counting.in_grace,
        timer.stopped,
    )


def load_timer(folder: Path, referee: Referee, terms: TermsOf) -> Timer | None:
    """Return the timer of `referee`'s match at the start of the program: the timer stored in `folder`,
    or a new one if none was stored for this match. It is paused."""
    return timer_from(load(folder), terms, referee.match, match_number(referee.events))


def timer_from(stored: TimeLeft | None, terms: TermsOf, match: Match | None, number: int) -> Timer | None:
    """Return the timer that was stored as `stored`, paused. If no timer of match `number` was stored, or
    the match's timer settings changed, return a new paused timer. Return None if the match has no
    timer."""
    given = None if match is None else terms(match.game)
    if stored is None or stored.match != number or (given is not None and stored.terms != given):
        fresh = timer_after_change(None, terms, match, 0.0)
        return None if fresh is None else replace(fresh, countdown=fresh.countdown.paused(0.0))
    seconds = stored.seconds_left
    if stored.running:  # a moment stays of a timer that had not run out, so that its end is still announced
        seconds = max(min(seconds, 0.1), seconds - MEAN_UNSAVED_SECONDS)
    return Timer(
        stored.terms,
        stored.stage,
        Countdown(seconds),
        stored.seat,
        stored.seat_seconds,
        in_grace=stored.in_grace,
        stopped=stored.stopped,
    )


def load(folder: Path) -> TimeLeft | None:
    """Return the timer stored in `folder`. Return None if it does not exist or is damaged, because the
    table must start without it."""
    try:
        return read_value(folder / FILE, TimeLeft)
    except UsageFault:
        return None


def saver(folder: Path, match: Callable[[], int]) -> Callable[[Timer | None, float], None]:
    """Return a function that stores the time left in `folder` whenever it has changed. `match` returns the
    match's number.

    The function ignores a disk error, because the journal reports it.
    """
    last: list[TimeLeft | None] = [load(folder)]

    def save(timer: Timer | None, now: float) -> None:
        if timer is None:
            return
        left = time_left_of(timer, match(), now)
        if left == last[0]:
            return
        try:
            keep(folder / FILE, left)
        except UsageFault:
            return
        last[0] = left

    return save
