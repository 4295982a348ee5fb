"""Run the loop: one thread, one inbox, one match. Every request to the table goes into the inbox.

A frame counts only when the table is still and no hand is over it. Decisions are in the journal before the
bell rings and before any phone shows them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from device.errors import UsageFault
from device.hardware.bell import Bell
from device.hardware.camera import Frame, Image
from device.records.disk_faults import Trouble
from device.running.bell_signals import calls_for_second_look, rings_for
from device.running.camera_watchdog import UNWATCHED, CameraWatchdog, WatchdogLimits
from device.running.inbox import Broken, CameraGone, Inbox, Message, Stop, TimePassed, TimerCalled
from device.running.loop_states import NEXT, Attention, Cue
from device.running.view import BellRings, Sight, TableView, Verdict, kinds
from device.signals import Signal
from engine.events import AnyEvent, TimeUp, TurnFinished
from engine.i18n import Cannot, Sentence
from engine.observation import Observation
from engine.shared.condition import Condition, OutOfFocus, TooBright, TooDark, forbids_rulings
from engine.table.commands import Command, EndTurn, ExplainPicture, GoOn, RecordEvent, Refocus, SetTimer
from engine.table.observer import Outcome
from engine.table.referee import Referee
from engine.table.replies import reply_to
from engine.table.retraction import EndedTurn, ended_by_another, still_retractable
from engine.table.timer import (
    BOOKLET_TERMS,
    Announcement,
    TermsOf,
    Timer,
    paused_unseen,
    resumed_when_seen,
    timer_after_action,
    timer_after_change,
)

__all__ = ["BellRings", "EventStore", "Loop", "Senses", "Sight", "TableView", "Verdict"]

TICK_SECONDS: Final = 0.25
"""Seconds that the loop waits for a message before it checks the clock."""
MOVING_PICTURE_SECONDS: Final = 0.5
"""Seconds between pictures for the phones while something moves."""

REOPEN_SECONDS: Final = 6.0
"""Seconds for which a camera may come back by itself before it is reopened, and between further attempts.
A lens that somebody covers for a moment is free again sooner."""
ADJUST_SECONDS: Final = 60.0
"""Minimum seconds between two adjustments of a camera with a bad picture. In poor light an adjustment does
not help, and it makes the brightness change for a second or two."""
LOOK_AGAIN_SECONDS: Final = 1.0
"""Seconds between readings of a table at rest whose cards make no sense to the referee, or whose picture
is bad."""
REPLY_SECONDS: Final = 20.0
"""Seconds for which the answer to a tap is shown, so that a person who looks up from the cards sees it."""
REACTION_SECONDS: Final = 0.8
"""Seconds after a ruling within which "the turn is over" is taken for the turn that was ruled on: the
message was on its way, or a button was pressed twice. No player hears a ruling, plays and ends the turn in
less time."""


class EventStore(Protocol):
    """Define the store of events, such as `device.records.resilient_journal.ResilientJournal`."""

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the faults of the store. Without faults all events are safe."""

    def append(self, *events: AnyEvent) -> None:
        """Store `events`."""

    def tended(self, now: float) -> tuple[Trouble, ...]:
        """Try at `now`, on the loop's clock, to store the events that could not be stored. Return the
        remaining troubles."""


@dataclass(frozen=True, slots=True)
class Senses:
    """The functions with which the loop sees the table."""

    still: Callable[[Image, float], Verdict]
    """A function from a frame's picture and time to the kind of frame."""
    read: Callable[[Image], Sight]
    """A function that reads a still frame. If the same frame is given again, the function reads all of it
    anew."""
    clock: Callable[[], float]
    """A function that returns the time of the frames' clock, monotonic seconds."""
    limits: WatchdogLimits = UNWATCHED
    """The limits of the camera."""
    reopen: Callable[[], None] = lambda: None
    """A function that opens the camera again when it does not come back by itself."""
    adjust: Callable[[], None] = lambda: None
    """A function that makes the camera focus and measure the light again."""


Excuse = Callable[[Exception], Sentence]


class Loop:
    """Run the table in one thread. `publish` gets every new view. `terms` returns the time limit of a
    game, and `timer` is the time left from before the program was started."""

    def __init__(
        self,
        referee: Referee,
        *,
        senses: Senses,
        journal: EventStore,
        bell: Bell,
        publish: Callable[[TableView], None],
        terms: TermsOf = BOOKLET_TERMS,
        timer: Timer | None = None,
    ) -> None:
        self._senses, self._journal, self._bell, self._publish = senses, journal, bell, publish
        self._terms = terms
        self.view = TableView(referee, timer=timer)
        self._attention: Attention = "watching"
        self._watchdog, self._reopened = CameraWatchdog(senses.limits), float("-inf")
        self._adjusted = float("-inf")
        self._end_command: EndTurn | GoOn | None = None
        self._end_requested_at, self._ruled_at = float("-inf"), float("-inf")
        self._notes_fade_at = float("inf")

    def run(
        self, inbox: Inbox, beat: Callable[[], None] = lambda: None, excuse: Excuse | None = None
    ) -> None:
        """Handle messages until `Stop`. `beat` is called after each message, for a watchdog.

        `excuse` gets a fault of the program, and returns the sentence for the phones. The table continues in
        the state before that message. Without `excuse` a fault ends the loop.
        """
        self._show(self.view)
        while not isinstance(message := inbox.get(TICK_SECONDS), Stop):
            try:
                self.handle(message)
            except (UsageFault, OSError):
                raise  # the person who started the table can mend these
            except Exception as fault:
                if excuse is None:
                    raise
                self._reply(excuse(fault))
            self.tend()
            beat()

    def tend(self) -> None:
        """Try now and then to store events that could not be stored. Remove old answers to taps, and end
        the time within which a turn can be continued."""
        now = self._senses.clock()
        notes = self.view.notes if now < self._notes_fade_at else ()
        ended = still_retractable(self.view.ended, (), now)
        faded = (notes, ended) != (self.view.notes, self.view.ended)
        if self._journal.tended(now) != self.view.troubles or faded:
            self._show(replace(self.view, notes=notes, ended=ended))

    def handle(self, message: Message) -> None:
        """Handle one message completely."""
        match message:
            case Frame():
                self._frame(message)
            case TimePassed():
                self._tick(self._senses.clock())
            case CameraGone(why, missed):
                self._camera_gone(why, missed=missed)
            case Broken(why):
                self._note(Sentence(why))
            case SetTimer():
                self._timed(message)
            case Refocus():
                self._adjust(self._senses.clock())
                self._reply(Sentence("The camera is focusing again."))
            case TimerCalled(call):
                self._show(replace(self.view, bell_rings=self._rings_with(call)))
                self._time_called(call)
            case Stop():
                pass
            case _:
                self._take_command(message)

    def _handle_cue(self, cue: Cue) -> None:
        self._attention = NEXT[self._attention, cue]

    def _tick(self, now: float) -> None:
        self._watchdog = self._watchdog.waited(now)
        if self._watchdog.faults:
            self._pause(now)
        else:
            self._let_time_pass(self._watchdog.until(now))

    def _camera_gone(self, why: Sentence | None, *, missed: bool) -> None:
        """Handle a camera that has stopped. Play pauses, unless the source of pictures simply ended or
        only skipped a picture (`missed` is false)."""
        self._note(why or Sentence("The camera gives no more pictures."))
        if why is not None and missed:
            self._watchdog = self._watchdog.lost(why)
            self._pause(self._senses.clock())
            self._show(replace(self.view, faults=self._watchdog.faults))  # the last reason is the one to tell

    def _frame(self, frame: Frame) -> None:
        self._watchdog = self._watchdog.looked(frame)
        if self._watchdog.faults:
            self._pause(frame.at)
            return
        if self._attention == "paused":
            self._handle_cue("camera is back")
            referee = self.view.referee.disturbed(frame.at)
            timer = resumed_when_seen(self.view.timer, self._senses.clock())
            self._show(replace(self.view, faults=(), notes=(), referee=referee, timer=timer))
        self._judged(frame, self._senses.still(frame.glimpse, frame.at))

    def _judged(self, frame: Frame, verdict: Verdict) -> None:
        """Handle one good frame. Read it if it is still, or if another look is wanted."""
        self._handle_cue("rests" if verdict in ("waiting", "still") else "moves")
        if verdict == "still" or self._needs_another_look(frame) or self._shows_requested_end(frame):
            self._look(frame)
        elif verdict == "waiting":
            self._let_time_pass(frame.at)
        else:
            self._disturbed(frame)

    def _pause(self, now: float) -> None:
        """Pause rulings while the camera fails. Reopen the camera if that lasts."""
        if self._attention != "paused":
            self._reopened = now
        self._handle_cue("camera fails")
        if now - self._reopened >= REOPEN_SECONDS:
            self._reopened = now
            self._watchdog = replace(self._watchdog, size=None)  # another size for good will do as well
            self._senses.reopen()
        if kinds(self.view.faults) != kinds(self._watchdog.faults):
            referee = self.view.referee.disturbed(now)
            timer = paused_unseen(self.view.timer, self._senses.clock())
            self._show(replace(self.view, faults=self._watchdog.faults, referee=referee, timer=timer))

    def _needs_another_look(self, frame: Frame) -> bool:
        """Tell whether to read the table again: it is at rest, and the last picture made no sense or was
        bad."""
        last = self.view.frame
        unsure = self._attention == "settled" and self.view.referee.picture_unexplained
        return (unsure or self._attention == "blinded") and (
            last is None or frame.at - last.at >= LOOK_AGAIN_SECONDS
        )

    def _disturbed(self, frame: Frame) -> None:
        """Handle a frame with motion. The phones get a picture now and then, and the referee waits."""
        self.view = replace(self.view, referee=self.view.referee.disturbed(frame.at))
        if self._due(frame):
            self._show(replace(self.view, frame=frame, sight=None, picture=self.view.picture + 1))

    def _let_time_pass(self, now: float) -> None:
        """Let the waiting time of a play pass while the table is at rest. While a hand is over the table,
        nobody knows its cards, and no time passes."""
        if self._attention == "settled":
            self._settle(self._with_second_look(lambda referee: referee.after_time(now)))

    def _due(self, frame: Frame) -> bool:
        """Tell whether it is time for a new picture on the phones."""
        return self.view.frame is None or frame.at - self.view.frame.at >= MOVING_PICTURE_SECONDS

    def _look(self, frame: Frame) -> None:
        """Read a still picture and pass the observation to the referee."""
        sight = self._senses.read(frame.image)
        notes = self.view.notes if self._senses.limits.steady else ()
        self.view = replace(self.view, frame=frame, sight=sight, picture=self.view.picture + 1, notes=notes)
        if _misadjusted(sight.conditions) and frame.at - self._adjusted >= ADJUST_SECONDS:
            self._adjust(frame.at)
        if forbids_rulings(sight.conditions):
            self._wait(frame)
            return
        self._handle_cue("read")
        referee = self.view.referee.after_camera_moved() if sight.camera_moved else self.view.referee
        made = referee.after_picture(sight.observation, frame.at)
        if calls_for_second_look(made.events):
            made = referee.after_picture(self._second_look(frame), frame.at)
        self._settle(made, always=True)
        if self._end_command is not None and self._shows_requested_end(frame):
            command, self._end_command = self._end_command, None
            self._apply_command(command)

    def _wait(self, frame: Frame) -> None:
        """Handle a bad picture: make no ruling, stop the waiting time of the play, and read the table
        again later."""
        self._handle_cue("read badly")
        self._show(replace(self.view, referee=self.view.referee.disturbed(frame.at)))

    def _take_command(self, command: Command) -> None:
        match = self.view.referee.match
        ends = isinstance(command, EndTurn) or (
            isinstance(command, GoOn) and match is not None and match.turn is not None
        )
        if isinstance(command, EndTurn | GoOn) and ends:
            self._request_turn_end(command)
        else:
            self._apply_command(command)

    def _request_turn_end(self, command: EndTurn | GoOn) -> None:
        """Apply "the turn is over" to the present cards on the table, and not to an earlier picture. If a
        hand is over the table or a picture is being read, wait for the next still picture. At a table with
        single photographs apply it at once."""
        now = self._senses.clock()
        if now < self._ruled_at + REACTION_SECONDS:
            self._reply(Sentence("That turn has just ended."))
        elif self._attention == "settled" and not self._senses.limits.steady:
            self._apply_command(command)
        else:
            self._end_command, self._end_requested_at = command, now
            if self._attention != "settled":
                self._reply(Sentence("Your turn ends as soon as I see the table lie still."))

    def _shows_requested_end(self, frame: Frame) -> bool:
        """Tell whether `frame` shows the table at rest after somebody said that the turn is over."""
        requested = self._end_command is not None and self._end_requested_at <= frame.at
        return requested and self._attention == "settled"

    def _apply_command(self, command: Command) -> None:
        try:
            made = self._with_second_look(
                lambda referee: referee.after_command(command, self._senses.clock())
            )
        except ValueError as fault:  # somebody asked for what cannot be; the table goes on
            self._reply(fault.sentence if isinstance(fault, Cannot) else Sentence(str(fault)))
        else:
            if isinstance(command, ExplainPicture) and made.referee.memory.observation is None:
                self.view = replace(self.view, frame=None, sight=None)  # no phone shows it any more
            reply = reply_to(command, self.view.referee, made)
            first, now = len(self.view.referee.events), self._senses.clock()
            self._settle(made, always=True, ended=ended_by_another(command, first, made.events, now))
            if reply is not None:
                self._reply(reply)

    def _with_second_look(self, act: Callable[[Referee], Outcome[Referee]]) -> Outcome[Referee]:
        """Run `act`. If its result objects to a play or asks about one, read the picture again, and run
        `act` on the new reading."""
        referee, frame = self.view.referee, self.view.frame
        made = act(referee)
        if frame is None or not calls_for_second_look(made.events):
            return made
        seen = referee.after_picture(self._second_look(frame), frame.at)
        done = act(seen.referee)
        return Outcome(done.referee, (*seen.events, *done.events))

    def _adjust(self, now: float) -> None:
        """Make the camera focus and measure the light again. The pictures show motion until both have
        settled."""
        self._adjusted = now
        self._senses.adjust()

    def _second_look(self, frame: Frame) -> Observation:
        """Read the same picture again, without the results of the first reading."""
        sight = self._senses.read(frame.image)
        self.view = replace(self.view, sight=sight)
        return sight.observation

    def _timed(self, command: SetTimer) -> None:
        """Carry out a person's command on the timer."""
        try:
            timer = timer_after_action(self.view.timer, command.do, self._senses.clock(), command.seconds)
        except ValueError as fault:
            self._reply(fault.sentence if isinstance(fault, Cannot) else Sentence(str(fault)))
        else:
            self._show(replace(self.view, timer=timer))

    def _time_called(self, call: Announcement) -> None:
        """Tell the referee that the time of the game is over (PTY-2, MW-4)."""
        timer, match = self.view.timer, self.view.referee.match
        if call != "time is up" or timer is None or match is None:
            return
        late = timer.left(self._senses.clock()) <= 0.0  # otherwise the turn of that call is already over
        if late and match.game.time_limit.seconds and timer.terms.each == match.game.time_limit.span:
            self._take_command(RecordEvent(TimeUp()))

    def _rings_with(self, signal: Signal) -> BellRings:
        return BellRings(self.view.bell_rings.rings + 1, signal, self._senses.clock())

    def _note(self, told: Sentence) -> None:
        self._notes_fade_at = float("inf")
        self._show(replace(self.view, notes=(told,)))

    def _reply(self, told: Sentence) -> None:
        """Show the answer to a tap for `REPLY_SECONDS`."""
        self._note(told)
        self._notes_fade_at = self._senses.clock() + REPLY_SECONDS

    def _settle(
        self, made: Outcome[Referee], *, always: bool = False, ended: EndedTurn | None = None
    ) -> None:
        """Store the new events, then ring the bell, then show the view."""
        if made.events:
            self._journal.append(*made.events)
            self._end_command = None
            if any(isinstance(event, TurnFinished) for event in made.events):
                self._ruled_at = self._senses.clock()
        changed = made.events or made.referee.state is not self.view.referee.state
        view = replace(self.view, referee=made.referee, notes=() if made.events else self.view.notes)
        if made.events:
            now = self._senses.clock()
            view = self._announced(made, view)
            view = replace(view, ended=ended or still_retractable(view.ended, made.events, now))
        if changed or always:
            self._show(view)

    def _announced(self, made: Outcome[Referee], view: TableView) -> TableView:
        """Let the timer follow the new events, and ring the bell for them."""
        match = made.referee.match
        timer = timer_after_change(view.timer, self._terms, match, self._senses.clock())
        signal = rings_for(made.events, self.view.referee.match, match, timed=timer is not None)
        if signal:
            self._bell.ring(signal)
            view = replace(view, bell_rings=self._rings_with(signal))
        return replace(view, timer=timer)

    def _show(self, view: TableView) -> None:
        self.view = replace(view, now=self._senses.clock(), troubles=self._journal.troubles)
        self._publish(self.view)


def _misadjusted(conditions: tuple[Condition, ...]) -> bool:
    """Tell whether the picture looks as if the camera were adjusted to other light, or to another
    distance."""
    return any(isinstance(condition.fact, TooDark | TooBright | OutOfFocus) for condition in conditions)
