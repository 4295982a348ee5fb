"""The table's timer as values: the time that is counted down, whose time it is, and the announcements.

A new turn, hand or match (whichever the time limit is for) gets a new timer. People can start, pause and
stop the timer, and add time. The game, not the timer, decides whether a late play counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.game import Game
from engine.i18n import UserError
from engine.match import Match
from engine.table.countdown import Countdown

TimedUnit = Literal["turn", "hand", "match", "player"]
"""What a time limit is for: each turn, each hand, the whole match, or each `player`: all turns of one
player in a hand together, as with a chess clock."""

Announcement = Literal["a minute left", "ten seconds left", "grace begins", "time is up"]
"""The announcement of the timer as its time runs out."""

TimerAction = Literal["start", "pause", "add a minute", "stop"]
"""An action of people on a timer."""

MINUTE_SECONDS: Final = 60.0
PARTY_HAND_SECONDS: Final = 420.0
"""The length, in seconds, of a timer that people start in a game without a time limit. It is the time of a
party's hand (PTY-2)."""

_THRESHOLDS: Final[tuple[tuple[float, Announcement], ...]] = (
    (0.0, "time is up"),
    (10.0, "ten seconds left"),
    (MINUTE_SECONDS, "a minute left"),
)


@dataclass(frozen=True, slots=True)
class Terms:
    """A time limit: its length, and the unit of play that it is for."""

    seconds: float
    """The time limit in seconds, for each unit of play."""
    each: TimedUnit
    """The unit of play that has the time limit, such as a turn or a hand."""
    grace: float = 0.0
    """The seconds that a player gets for each further turn after the player's own time is used up; 0 if
    there is no grace."""


TimedKey = tuple[int, ...]
"""A key that identifies the turn, hand or match for which the timer counts. A new key means a new
countdown."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A table's timer at one moment: the countdown, what it is for, and whether it is stopped or waits."""

    terms: Terms
    stage: TimedKey
    countdown: Countdown
    seat: int | None = None
    """The seat of the player whose clock runs; None if players have no clocks of their own."""
    seat_seconds: tuple[float, ...] = ()
    """The seconds left on each player's clock at the beginning of this turn, by seat."""
    in_grace: bool = False
    """True if the time of the player on turn is used up, so that the grace of this turn runs."""
    stopped: bool = False
    """True if people have stopped the timer for the present turn, hand or match."""
    waits: bool = False
    """True if the timer is paused because the table cannot see the play, and will run again when it can."""

    @property
    def running(self) -> bool:
        """True if the timer counts down now."""
        return self.countdown.running

    def at(self, now: float) -> "Timer":
        """Return the timer at `now`. If the player's own time was used up before, the result counts down the
        grace of the turn."""
        ends_at = self.countdown.ends_at
        if (
            self.terms.each != "player"
            or self.in_grace
            or ends_at is None
            or now < ends_at
            or not self.terms.grace
        ):
            return self
        return replace(self, countdown=Countdown(self.terms.grace, started_at=ends_at), in_grace=True)

    def seconds_left(self, now: float) -> float:
        """Return the seconds left at `now`. While the grace of a turn runs, these are the seconds left of
        the grace."""
        return self.at(now).countdown.seconds_left(now)


TermsOf = Callable[[Game], Terms | None]
"""A function that returns the time limit of a game; None if there is none."""


def agreed_terms(minutes: float | None = None, each: TimedUnit | None = None, grace: float = 0.0) -> TermsOf:
    """Return a function that returns the time limit of a game: `minutes` for each unit of play `each`. If an
    argument is None, the game's booklet gives it (PTY-2, MW-4).

    The function returns None if there is no limit, or 0 minutes.
    """

    def terms(game: Game) -> Terms | None:
        seconds = game.time_limit.seconds if minutes is None else minutes * MINUTE_SECONDS
        usual: TimedUnit = game.time_limit.unit if game.time_limit.seconds else "hand"
        return Terms(float(seconds), each or usual, grace) if seconds else None

    return terms


BOOKLET_TERMS: Final = agreed_terms()
"""The function that returns the time limit of a game by its booklet; None for a game without a limit."""


def timer_after_change(timer: Timer | None, terms: TermsOf, match: Match | None, now: float) -> Timer | None:
    """Return the timer after the match has changed. A new turn, hand or match (whichever the time limit is
    for) gets a new timer.

    Return None before the first deal and after the match. In a game without a time limit a timer that
    people started stays as it is.
    """
    if match is None or match.over or not match.hand.number:
        return None
    given = terms(match.game)
    if given is None:
        return timer
    stage = _timed_key(given, match)
    if timer is None or timer.stage != stage:
        return _new_timer(timer, given, match, stage, now)
    waits = match.turn is None and given.each != "match"
    return replace(timer, countdown=timer.countdown.paused(now)) if waits and timer.running else timer


def timer_after_action(
    timer: Timer | None, do: TimerAction, now: float, seconds: float | None = None
) -> Timer:
    """Return the timer after a person's action `do`. `seconds` is the length of a timer that is started anew;
    None means the usual length. Raise ValueError, with a message for people, if the action is impossible."""
    if timer is None or timer.stopped or (do == "start" and seconds is not None):
        return _started(timer, do, now, seconds)
    counting = replace(timer.at(now), waits=False)
    match do:
        case "start":
            return replace(counting, countdown=_restarted(counting, now))
        case "pause":
            return replace(counting, countdown=counting.countdown.paused(now))
        case "add a minute":
            return replace(counting, countdown=counting.countdown.lengthened(MINUTE_SECONDS, now))
        case "stop":
            return replace(counting, countdown=counting.countdown.paused(now), stopped=True)


def paused_unseen(timer: Timer | None, now: float) -> Timer | None:
    """Return the timer, paused because the camera cannot see the play. A timer that does not run stays
    unchanged."""
    if timer is None or not timer.running:
        return timer
    counting = timer.at(now)
    return replace(counting, countdown=counting.countdown.paused(now), waits=True)


def resumed_when_seen(timer: Timer | None, now: float) -> Timer | None:
    """Return the timer, running again because the camera can see the play again. A timer that people paused
    stays paused."""
    if timer is None or not timer.waits:
        return timer
    return replace(timer, countdown=timer.countdown.started(now), waits=False)


@dataclass(frozen=True, slots=True)
class TimerReading:
    """What the timer shows at one moment. Two such readings tell which announcement has become due."""

    stage: TimedKey
    in_grace: bool
    seconds_left: float


def timer_reading(timer: Timer | None, now: float) -> TimerReading | None:
    """Return what the timer shows at `now`; None if it shows no time."""
    if timer is None or timer.stopped:
        return None
    counting = timer.at(now)
    return TimerReading(timer.stage, counting.in_grace, counting.countdown.seconds_left(now))


def announcement_between(before: TimerReading | None, after: TimerReading | None) -> Announcement | None:
    """Return the most urgent announcement that became due between two readings of the timer; None if none
    did.

    No announcement is made twice for the same turn, hand or match, unless people add time or start the
    timer again.
    """
    if before is None or after is None or before.stage != after.stage:
        return None
    if after.in_grace and not before.in_grace and after.seconds_left > 0:
        return "grace begins"
    start = before.seconds_left if after.in_grace == before.in_grace else float("inf")
    return next((call for at, call in _THRESHOLDS if after.seconds_left <= at < start), None)


def _timed_key(terms: Terms, match: Match) -> TimedKey:
    match terms.each:
        case "match":
            return ()
        case "hand":
            return (match.hand.number,)
        case "turn" | "player":
            return (match.hand.number, match.hand.turns, -1 if match.turn is None else match.turn)


def _new_timer(before: Timer | None, terms: Terms, match: Match, stage: TimedKey, now: float) -> Timer:
    """Return the timer for a new turn, hand or match, with the whole time of the time limit.

    If each player has a clock, the timer has the time left on the clock of the player on turn. If no time
    is left there, it has the grace. A timer that is not for a whole match is paused while no player is on
    turn.
    """
    since = None if match.turn is None and terms.each != "match" else now
    if terms.each != "player":
        return Timer(terms, stage, Countdown(terms.seconds, since))
    seat_seconds = _seconds_by_seat(before, terms, match, now)
    if match.turn is None:
        return Timer(terms, stage, Countdown(0.0), None, seat_seconds)
    own_seconds = seat_seconds[match.turn]
    if own_seconds > 0 or not terms.grace:
        return Timer(terms, stage, Countdown(own_seconds, since), match.turn, seat_seconds)
    return Timer(terms, stage, Countdown(terms.grace, since), match.turn, seat_seconds, in_grace=True)


def _seconds_by_seat(before: Timer | None, terms: Terms, match: Match, now: float) -> tuple[float, ...]:
    """Return the seconds left on each player's clock, by seat, when a new turn begins, at `now`.

    The time that the last player used is subtracted. In a new hand every player has the whole time.
    """
    if before is None or not before.seat_seconds or before.stage[:1] != (match.hand.number,):
        return (terms.seconds,) * len(match.players)
    counting = before.at(now)
    left = 0.0 if counting.in_grace else counting.countdown.seconds_left(now)
    return tuple(left if seat == before.seat else seconds for seat, seconds in enumerate(before.seat_seconds))


def _started(timer: Timer | None, do: TimerAction, now: float, seconds: float | None) -> Timer:
    """Return a running timer for a person's action `do`, when no timer runs or the person gives a new length.
    It counts down `seconds`, or its usual time.

    Raise UserError if the action is not "start".
    """
    if do != "start":
        raise UserError("No timer is running.")
    if timer is None:
        length = seconds or PARTY_HAND_SECONDS
        return Timer(Terms(length, "match"), (), Countdown(length, now))
    if seconds is not None:
        return replace(timer, countdown=Countdown(seconds, now), in_grace=False, stopped=False)
    return replace(timer, countdown=_restarted_countdown(timer, now), stopped=False)


def _restarted(timer: Timer, now: float) -> Countdown:
    """Return a running countdown after a pause: it continues, or begins again if its time was over."""
    return _restarted_countdown(timer, now) if timer.countdown.expired(now) else timer.countdown.started(now)


def _restarted_countdown(timer: Timer, now: float) -> Countdown:
    """Return a countdown that runs from the whole time limit again. If each player has a clock, return the
    timer's countdown, running with the time left on it."""
    if timer.terms.each == "player":
        return timer.countdown.started(now)
    return Countdown(timer.terms.seconds, now)
