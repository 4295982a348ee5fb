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
from device.records.troubles import Trouble
from device.running.bell_signals import bell_signal, calls_for_second_look
from device.running.camera_watchdog import NO_LIMITS, CameraWatchdog, WatchdogLimits
from device.running.inbox import CameraGone, Inbox, Message, PartFailed, Stop, TimePassed, TimerCalled
from device.running.loop_states import NEXT_STATE, LoopState, LoopTrigger
from device.running.view import BellRings, FrameReading, MotionState, TableView, kinds
from device.signals import Signal
from engine.events import AnyEvent, TimeUp, TurnFinished
from engine.i18n import Sentence, UserError
from engine.observation import Observation
from engine.shared.condition import Condition, OutOfFocus, TooBright, TooDark, forbids_rulings
from engine.table.commands import Command, EndTurn, ExplainPicture, GoOn, RecordEvent, Refocus, SetTimer
from engine.table.observing_referee import RefereeOutcome
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

__all__ = ["BellRings", "CameraInterface", "EventStore", "FrameReading", "Loop", "MotionState", "TableView"]

TICK_SECONDS: Final = 0.25
"""Seconds that the loop waits for a message before it checks the clock."""
MOVING_PICTURE_SECONDS: Final = 0.5
"""Seconds between pictures for the phones while something moves."""

REOPEN_SECONDS: Final = 6.0
"""Seconds after which a failed camera is reopened, and seconds between further attempts. A lens that somebody
covers for a moment is free again sooner."""
ADJUST_SECONDS: Final = 60.0
"""Minimum seconds between two adjustments of a camera with a bad picture. In poor light an adjustment does
not help, and it makes the brightness change for a second or two."""
LOOK_AGAIN_SECONDS: Final = 1.0
"""Seconds between readings of a table at rest whose cards make no sense to the referee, or whose picture
is bad."""
REPLY_SECONDS: Final = 20.0
"""Seconds for which the answer to a tap is shown, so that a person who looks up from the cards sees it."""
REACTION_SECONDS: Final = 0.8
"""Seconds after a ruling in which "the turn is over" does not end the next turn. Such a message was sent
before its sender knew the ruling, or a button was pressed twice. No turn is as short as this."""


class EventStore(Protocol):
    """Define a store of events, such as `device.records.resilient_journal.ResilientJournal`."""

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the troubles of the store. Without any, all events are safe on the disk."""

    def append(self, *events: AnyEvent) -> None:
        """Store `events`."""

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        """Try at `now`, on the loop's clock, to store the events that could not be stored. Return the
        remaining troubles."""


@dataclass(frozen=True, slots=True)
class CameraInterface:
    """The functions through which the loop uses the camera, and the camera's limits."""

    motion_state: Callable[[Image, float], MotionState]
    """A function that returns the motion on a frame, such as `still`. It takes the frame's picture,
    and the time in seconds at which the frame was taken."""
    read: Callable[[Image], FrameReading]
    """A function that reads a still frame. If the same frame is given again, the function reads the
    whole frame again."""
    clock: Callable[[], float]
    """A function that returns the time of the frames' clock, monotonic seconds."""
    limits: WatchdogLimits = NO_LIMITS
    """The limits beyond which the camera counts as faulty."""
    reopen: Callable[[], None] = lambda: None
    """A function that opens the camera again when it does not come back by itself."""
    adjust: Callable[[], None] = lambda: None
    """A function that makes the camera focus and measure the light again."""


ReportFault = Callable[[Exception], Sentence]


class Loop:
    """Run the table in one thread. `publish` gets every new view. `terms` returns the time limit of a
    game, and `timer` is the time left from before the program was started."""

    def __init__(
        self,
        referee: Referee,
        *,
        camera: CameraInterface,
        journal: EventStore,
        bell: Bell,
        publish: Callable[[TableView], None],
        terms: TermsOf = BOOKLET_TERMS,
        timer: Timer | None = None,
    ) -> None:
        self._camera, self._journal, self._bell, self._publish = camera, journal, bell, publish
        self._terms = terms
        self.view = TableView(referee, timer=timer)
        self._state: LoopState = "watching"
        self._watchdog, self._reopened = CameraWatchdog(camera.limits), float("-inf")
        self._adjusted = float("-inf")
        self._end_command: EndTurn | GoOn | None = None
        self._end_requested_at, self._ruled_at = float("-inf"), float("-inf")
        self._notes_fade_at = float("inf")

    def run(
        self, inbox: Inbox, beat: Callable[[], None] = lambda: None, report_fault: ReportFault | None = None
    ) -> None:
        """Handle messages until `Stop`. `beat` is called after each message, for a watchdog.

        `report_fault` gets a fault of the program, and returns a sentence for the phones. The table continues
        in the state before the message that led to the fault. Without `report_fault` a fault ends the loop.
        """
        self._show(self.view)
        while not isinstance(message := inbox.get(TICK_SECONDS), Stop):
            try:
                self.handle(message)
            except (UsageFault, OSError):
                raise  # the person who started the table can mend these
            except Exception as fault:
                if report_fault is None:
                    raise
                self._reply(report_fault(fault))
            self.do_housekeeping()
            beat()

    def do_housekeeping(self) -> None:
        """Try again to store events that could not be stored. Remove old answers to taps, and end the time
        within which a turn can be continued. Called after each message."""
        now = self._camera.clock()
        notes = self.view.notes if now < self._notes_fade_at else ()
        ended = still_retractable(self.view.ended, (), now)
        faded = (notes, ended) != (self.view.notes, self.view.ended)
        if self._journal.retry_writes(now) != self.view.troubles or faded:
            self._show(replace(self.view, notes=notes, ended=ended))

    def handle(self, message: Message) -> None:
        """Handle one message from the inbox, with everything that follows from it."""
        match message:
            case Frame():
                self._handle_frame(message)
            case TimePassed():
                self._tick(self._camera.clock())
            case CameraGone(why, stops_play):
                self._handle_camera_gone(why, stops_play=stops_play)
            case PartFailed(why):
                self._note(Sentence(why))
            case SetTimer():
                self._set_timer(message)
            case Refocus():
                self._adjust(self._camera.clock())
                self._reply(Sentence("The camera is focusing again."))
            case TimerCalled(call):
                self._show(replace(self.view, bell_rings=self._rings_with(call)))
                self._end_game_time(call)
            case Stop():
                pass
            case _:
                self._take_command(message)

    def _change_state(self, trigger: LoopTrigger) -> None:
        self._state = NEXT_STATE[self._state, trigger]

    def _tick(self, now: float) -> None:
        self._watchdog = self._watchdog.after_wait(now)
        if self._watchdog.faults:
            self._pause(now)
        else:
            self._let_time_pass(self._watchdog.at_rest_until(now))

    def _handle_camera_gone(self, why: Sentence | None, *, stops_play: bool) -> None:
        """Note that the camera has stopped, for the reason `why`. If `stops_play` is true, also pause play
        until the camera is back. Do not pause it at the end of a film, for which `why` is None."""
        self._note(why or Sentence("The camera gives no more pictures."))
        if why is not None and stops_play:
            self._watchdog = self._watchdog.after_loss(why)
            self._pause(self._camera.clock())
            self._show(replace(self.view, faults=self._watchdog.faults))  # the last reason is the one to tell

    def _handle_frame(self, frame: Frame) -> None:
        self._watchdog = self._watchdog.after_frame(frame)
        if self._watchdog.faults:
            self._pause(frame.at)
            return
        if self._state == "paused":
            self._change_state("camera is back")
            referee = self.view.referee.disturbed(frame.at)
            timer = resumed_when_seen(self.view.timer, self._camera.clock())
            self._show(replace(self.view, faults=(), notes=(), referee=referee, timer=timer))
        self._handle_motion_state(frame, self._camera.motion_state(frame.glimpse, frame.at))

    def _handle_motion_state(self, frame: Frame, motion: MotionState) -> None:
        """Handle one good frame, by the `motion` that it shows. A still frame is read. A frame at rest is
        also read if the table is due to be read again, or if a person waits for the end of the turn."""
        self._change_state("rests" if motion in ("waiting", "still") else "moves")
        if motion == "still" or self._needs_another_look(frame) or self._shows_requested_end(frame):
            self._read_and_rule(frame)
        elif motion == "waiting":
            self._let_time_pass(frame.at)
        else:
            self._handle_motion(frame)

    def _pause(self, now: float) -> None:
        """Pause rulings while the camera fails. Reopen the camera if the failure lasts longer than
        `REOPEN_SECONDS`."""
        if self._state != "paused":
            self._reopened = now
        self._change_state("camera fails")
        if now - self._reopened >= REOPEN_SECONDS:
            self._reopened = now
            self._watchdog = replace(self._watchdog, size=None)  # another size for good will do as well
            self._camera.reopen()
        if kinds(self.view.faults) != kinds(self._watchdog.faults):
            referee = self.view.referee.disturbed(now)
            timer = paused_unseen(self.view.timer, self._camera.clock())
            self._show(replace(self.view, faults=self._watchdog.faults, referee=referee, timer=timer))

    def _needs_another_look(self, frame: Frame) -> bool:
        """True if the table at rest is due to be read again, because the referee could not explain the
        last picture, or because the last picture was bad."""
        last = self.view.frame
        unsure = self._state == "resting" and self.view.referee.picture_in_doubt
        return (unsure or self._state == "blinded") and (
            last is None or frame.at - last.at >= LOOK_AGAIN_SECONDS
        )

    def _handle_motion(self, frame: Frame) -> None:
        """Handle a frame with motion. The phones get a picture now and then, and the referee waits."""
        self.view = replace(self.view, referee=self.view.referee.disturbed(frame.at))
        if self._is_picture_due(frame):
            self._show(replace(self.view, frame=frame, reading=None, picture=self.view.picture + 1))

    def _let_time_pass(self, now: float) -> None:
        """Let the waiting time of a play pass while the table is at rest. While a hand is over the table,
        nobody knows its cards, and no time passes."""
        if self._state == "resting":
            self._commit(self._with_second_look(lambda referee: referee.after_time(now)))

    def _is_picture_due(self, frame: Frame) -> bool:
        """Return True if it is time for a new picture on the phones."""
        return self.view.frame is None or frame.at - self.view.frame.at >= MOVING_PICTURE_SECONDS

    def _read_and_rule(self, frame: Frame) -> None:
        """Read a still picture, pass the observation to the referee, and carry out the referee's outcome."""
        reading = self._camera.read(frame.image)
        notes = self.view.notes if self._camera.limits.continuous else ()
        self.view = replace(
            self.view, frame=frame, reading=reading, picture=self.view.picture + 1, notes=notes
        )
        if _needs_adjustment(reading.conditions) and frame.at - self._adjusted >= ADJUST_SECONDS:
            self._adjust(frame.at)
        if forbids_rulings(reading.conditions):
            self._handle_bad_picture(frame)
            return
        self._change_state("read")
        referee = self.view.referee.after_camera_moved() if reading.camera_moved else self.view.referee
        outcome = referee.after_picture(reading.observation, frame.at)
        if calls_for_second_look(outcome.events):
            outcome = referee.after_picture(self._second_look(frame), frame.at)
        self._commit(outcome, always=True)
        if self._end_command is not None and self._shows_requested_end(frame):
            command, self._end_command = self._end_command, None
            self._apply_command(command)

    def _handle_bad_picture(self, frame: Frame) -> None:
        """Handle a bad picture: make no ruling, stop the waiting time of the play, and read the table
        again later."""
        self._change_state("read badly")
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
        """Carry out a tap that says that the turn is over. Wait for the next still picture, so that the
        tap applies to the cards as they lie now. If single photographs are taken, carry it out at once."""
        now = self._camera.clock()
        if now < self._ruled_at + REACTION_SECONDS:
            self._reply(Sentence("That turn has just ended."))
        elif self._state == "resting" and not self._camera.limits.continuous:
            self._apply_command(command)
        else:
            self._end_command, self._end_requested_at = command, now
            if self._state != "resting":
                self._reply(Sentence("Your turn ends as soon as I see the table lie still."))

    def _shows_requested_end(self, frame: Frame) -> bool:
        """Return True if `frame` shows the table at rest after somebody said that the turn is over."""
        requested = self._end_command is not None and self._end_requested_at <= frame.at
        return requested and self._state == "resting"

    def _apply_command(self, command: Command) -> None:
        try:
            outcome = self._with_second_look(
                lambda referee: referee.after_command(command, self._camera.clock())
            )
        except ValueError as fault:  # somebody asked for what cannot be; the table goes on
            self._reply(fault.sentence if isinstance(fault, UserError) else Sentence(str(fault)))
        else:
            if isinstance(command, ExplainPicture) and outcome.referee.memory.observation is None:
                self.view = replace(self.view, frame=None, reading=None)  # no phone shows it any more
            reply = reply_to(command, self.view.referee, outcome)
            first, now = len(self.view.referee.events), self._camera.clock()
            self._commit(outcome, always=True, ended=ended_by_another(command, first, outcome.events, now))
            if reply is not None:
                self._reply(reply)

    def _with_second_look(self, act: Callable[[Referee], RefereeOutcome[Referee]]) -> RefereeOutcome[Referee]:
        """Return the result of `act`, which rules on the newest reading. If a turn in the result is not
        legal, read the picture again, and return the result of `act` on the new reading."""
        referee, frame = self.view.referee, self.view.frame
        outcome = act(referee)
        if frame is None or not calls_for_second_look(outcome.events):
            return outcome
        seen = referee.after_picture(self._second_look(frame), frame.at)
        repeated = act(seen.referee)
        return RefereeOutcome(repeated.referee, (*seen.events, *repeated.events))

    def _adjust(self, now: float) -> None:
        """Make the camera focus and measure the light again. The pictures count as moving until focus and
        light have settled."""
        self._adjusted = now
        self._camera.adjust()

    def _second_look(self, frame: Frame) -> Observation:
        """Read the same picture again, without the results of the first reading."""
        reading = self._camera.read(frame.image)
        self.view = replace(self.view, reading=reading)
        return reading.observation

    def _set_timer(self, command: SetTimer) -> None:
        """Carry out a person's command on the timer."""
        try:
            timer = timer_after_action(self.view.timer, command.do, self._camera.clock(), command.seconds)
        except ValueError as fault:
            self._reply(fault.sentence if isinstance(fault, UserError) else Sentence(str(fault)))
        else:
            self._show(replace(self.view, timer=timer))

    def _end_game_time(self, call: Announcement) -> None:
        """Tell the referee that the time of the game is over (PTY-2, MW-4)."""
        timer, match = self.view.timer, self.view.referee.match
        if call != "time is up" or timer is None or match is None:
            return
        late = (
            timer.seconds_left(self._camera.clock()) <= 0.0
        )  # otherwise the turn of that call is already over
        if late and match.game.time_limit.seconds and timer.terms.each == match.game.time_limit.unit:
            self._take_command(RecordEvent(TimeUp()))

    def _rings_with(self, signal: Signal) -> BellRings:
        return BellRings(self.view.bell_rings.rings + 1, signal, self._camera.clock())

    def _note(self, note: Sentence) -> None:
        self._notes_fade_at = float("inf")
        self._show(replace(self.view, notes=(note,)))

    def _reply(self, note: Sentence) -> None:
        """Show the answer to a tap for `REPLY_SECONDS`."""
        self._note(note)
        self._notes_fade_at = self._camera.clock() + REPLY_SECONDS

    def _commit(
        self, outcome: RefereeOutcome[Referee], *, always: bool = False, ended: EndedTurn | None = None
    ) -> None:
        """Store the new events, then ring the bell, then show the view."""
        if outcome.events:
            self._journal.append(*outcome.events)
            self._end_command = None
            if any(isinstance(event, TurnFinished) for event in outcome.events):
                self._ruled_at = self._camera.clock()
        changed = outcome.events or outcome.referee.state is not self.view.referee.state
        view = replace(self.view, referee=outcome.referee, notes=() if outcome.events else self.view.notes)
        if outcome.events:
            now = self._camera.clock()
            view = self._follow_events(outcome, view)
            view = replace(view, ended=ended or still_retractable(view.ended, outcome.events, now))
        if changed or always:
            self._show(view)

    def _follow_events(self, outcome: RefereeOutcome[Referee], view: TableView) -> TableView:
        """Let the timer follow the new events, and ring the bell for them."""
        match = outcome.referee.match
        timer = timer_after_change(view.timer, self._terms, match, self._camera.clock())
        signal = bell_signal(outcome.events, self.view.referee.match, match, timed=timer is not None)
        if signal:
            self._bell.ring(signal)
            view = replace(view, bell_rings=self._rings_with(signal))
        return replace(view, timer=timer)

    def _show(self, view: TableView) -> None:
        self.view = replace(view, now=self._camera.clock(), troubles=self._journal.troubles)
        self._publish(self.view)


def _needs_adjustment(conditions: tuple[Condition, ...]) -> bool:
    """Return True if the picture is too dark, too bright or out of focus. A new adjustment of the camera
    may mend these faults."""
    return any(isinstance(condition.fact, TooDark | TooBright | OutOfFocus) for condition in conditions)
