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
from device.running.bell_signals import objects, rings_for
from device.running.camera_watchdog import UNWATCHED, CameraWatchdog, WatchdogLimits
from device.running.inbox import Broken, CameraGone, Inbox, Message, Stop, TimePassed, TimerCalled
from device.running.loop_states import NEXT, Attention, Cue
from device.running.view import Rung, Sight, TableView, Verdict, kinds
from device.signals import Signal
from engine.events import AnyEvent, TimeUp, TurnFinished
from engine.i18n import Cannot, Sentence
from engine.observation import Observation
from engine.shared.condition import Condition, OutOfFocus, TooBright, TooDark, halting
from engine.table.commands import Command, EndTurn, ExplainPicture, GoOn, RecordEvent, Refocus, SetTimer
from engine.table.observer import Made
from engine.table.referee import Referee
from engine.table.replies import replied
from engine.table.retraction import EndedTurn, ended, still
from engine.table.timer import BY_THE_BOOK, Call, TermsOf, Timer, followed, handled, held, released

__all__ = ["Keeper", "Loop", "Rung", "Senses", "Sight", "TableView", "Verdict"]

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


class Keeper(Protocol):
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
        journal: Keeper,
        bell: Bell,
        publish: Callable[[TableView], None],
        terms: TermsOf = BY_THE_BOOK,
        timer: Timer | None = None,
    ) -> None:
        self._senses, self._journal, self._bell, self._publish = senses, journal, bell, publish
        self._terms = terms
        self.view = TableView(referee, timer=timer)
        self._attention: Attention = "watching"
        self._vigil, self._reopened = CameraWatchdog(senses.limits), float("-inf")
        self._adjusted = float("-inf")
        self._over: EndTurn | GoOn | None = None
        self._said, self._ruled, self._fades = float("-inf"), float("-inf"), float("inf")

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
        notes = self.view.notes if now < self._fades else ()
        ended = still(self.view.ended, (), now)
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
                self._gone(why, missed=missed)
            case Broken(why):
                self._note(Sentence(why))
            case SetTimer():
                self._timed(message)
            case Refocus():
                self._adjust(self._senses.clock())
                self._reply(Sentence("The camera is focusing again."))
            case TimerCalled(call):
                self._show(replace(self.view, rung=self._rung(call)))
                self._ended(call)
            case Stop():
                pass
            case _:
                self._wish(message)

    def _comes(self, cue: Cue) -> None:
        self._attention = NEXT[self._attention, cue]

    def _tick(self, now: float) -> None:
        self._vigil = self._vigil.waited(now)
        if self._vigil.faults:
            self._pause(now)
        else:
            self._pass(self._vigil.until(now))

    def _gone(self, why: Sentence | None, *, missed: bool) -> None:
        """Handle a camera that has stopped. Play pauses, unless the source of pictures simply ended or
        only skipped a picture (`missed` is false)."""
        self._note(why or Sentence("The camera gives no more pictures."))
        if why is not None and missed:
            self._vigil = self._vigil.lost(why)
            self._pause(self._senses.clock())
            self._show(replace(self.view, faults=self._vigil.faults))  # show the last reason

    def _frame(self, frame: Frame) -> None:
        self._vigil = self._vigil.looked(frame)
        if self._vigil.faults:
            self._pause(frame.at)
            return
        if self._attention == "paused":
            self._comes("camera is back")
            referee = self.view.referee.disturbed(frame.at)
            timer = released(self.view.timer, self._senses.clock())
            self._show(replace(self.view, faults=(), notes=(), referee=referee, timer=timer))
        self._judged(frame, self._senses.still(frame.glimpse, frame.at))

    def _judged(self, frame: Frame, verdict: Verdict) -> None:
        """Handle one good frame. Read it if it is still, or if another look is wanted."""
        self._comes("rests" if verdict in ("waiting", "still") else "moves")
        if verdict == "still" or self._again_wanted(frame) or self._over_meant(frame):
            self._look(frame)
        elif verdict == "waiting":
            self._pass(frame.at)
        else:
            self._disturbed(frame)

    def _pause(self, now: float) -> None:
        """Pause rulings while the camera fails. Reopen the camera if that lasts."""
        if self._attention != "paused":
            self._reopened = now
        self._comes("camera fails")
        if now - self._reopened >= REOPEN_SECONDS:
            self._reopened = now
            self._vigil = replace(self._vigil, size=None)  # a camera that now has another size is accepted
            self._senses.reopen()
        if kinds(self.view.faults) != kinds(self._vigil.faults):
            referee = self.view.referee.disturbed(now)
            timer = held(self.view.timer, self._senses.clock())
            self._show(replace(self.view, faults=self._vigil.faults, referee=referee, timer=timer))

    def _again_wanted(self, frame: Frame) -> bool:
        """Tell whether to read the table again: it is at rest, and the last picture made no sense or was
        bad."""
        last = self.view.frame
        unsure = self._attention == "settled" and self.view.referee.unsure
        return (unsure or self._attention == "blinded") and (
            last is None or frame.at - last.at >= LOOK_AGAIN_SECONDS
        )

    def _disturbed(self, frame: Frame) -> None:
        """Handle a frame with motion. The phones get a picture now and then, and the referee waits."""
        self.view = replace(self.view, referee=self.view.referee.disturbed(frame.at))
        if self._due(frame):
            self._show(replace(self.view, frame=frame, sight=None, picture=self.view.picture + 1))

    def _pass(self, now: float) -> None:
        """Let the waiting time of a play pass while the table is at rest. While a hand is over the table,
        nobody knows its cards, and no time passes."""
        if self._attention == "settled":
            self._settle(self._sworn(lambda referee: referee.passed(now)))

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
        if halting(sight.conditions):
            self._wait(frame)
            return
        self._comes("read")
        referee = self.view.referee.anew() if sight.anew else self.view.referee
        made = referee.seen(sight.observation, frame.at)
        if objects(made.events):
            made = referee.seen(self._second_look(frame), frame.at)
        self._settle(made, always=True)
        if self._over is not None and self._over_meant(frame):
            over, self._over = self._over, None
            self._hear(over)

    def _wait(self, frame: Frame) -> None:
        """Handle a bad picture: make no ruling, stop the waiting time of the play, and read the table
        again later."""
        self._comes("read badly")
        self._show(replace(self.view, referee=self.view.referee.disturbed(frame.at)))

    def _wish(self, command: Command) -> None:
        match = self.view.referee.match
        ends = isinstance(command, EndTurn) or (
            isinstance(command, GoOn) and match is not None and match.turn is not None
        )
        if isinstance(command, EndTurn | GoOn) and ends:
            self._say_over(command)
        else:
            self._hear(command)

    def _say_over(self, command: EndTurn | GoOn) -> None:
        """Apply "the turn is over" to the present cards on the table, and not to an earlier picture. If a
        hand is over the table or a picture is being read, wait for the next still picture. At a table with
        single photographs apply it at once."""
        now = self._senses.clock()
        if now < self._ruled + REACTION_SECONDS:
            self._reply(Sentence("That turn has just ended."))
        elif self._attention == "settled" and not self._senses.limits.steady:
            self._hear(command)
        else:
            self._over, self._said = command, now
            if self._attention != "settled":
                self._reply(Sentence("Your turn ends as soon as I see the table lie still."))

    def _over_meant(self, frame: Frame) -> bool:
        """Tell whether `frame` shows the table at rest after somebody said that the turn is over."""
        return self._over is not None and self._attention == "settled" and self._said <= frame.at

    def _hear(self, command: Command) -> None:
        try:
            made = self._sworn(lambda referee: referee.heard(command, self._senses.clock()))
        except ValueError as fault:  # an impossible request; the table continues
            self._reply(fault.sentence if isinstance(fault, Cannot) else Sentence(str(fault)))
        else:
            if isinstance(command, ExplainPicture) and made.referee.recall.seen is None:
                self.view = replace(self.view, frame=None, sight=None)  # no phone shows it any more
            reply = replied(command, self.view.referee, made)
            first, now = len(self.view.referee.events), self._senses.clock()
            self._settle(made, always=True, ended=ended(command, first, made.events, now))
            if reply is not None:
                self._reply(reply)

    def _sworn(self, act: Callable[[Referee], Made[Referee]]) -> Made[Referee]:
        """Run `act`. If its result objects to a play or asks about one, read the picture again, and run
        `act` on the new reading."""
        referee, frame = self.view.referee, self.view.frame
        made = act(referee)
        if frame is None or not objects(made.events):
            return made
        seen = referee.seen(self._second_look(frame), frame.at)
        done = act(seen.referee)
        return Made(done.referee, (*seen.events, *done.events))

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
            timer = handled(self.view.timer, command.do, self._senses.clock(), command.seconds)
        except ValueError as fault:
            self._reply(fault.sentence if isinstance(fault, Cannot) else Sentence(str(fault)))
        else:
            self._show(replace(self.view, timer=timer))

    def _ended(self, call: Call) -> None:
        """Tell the referee that the time of the game is over (PTY-2, MW-4)."""
        timer, match = self.view.timer, self.view.referee.match
        if call != "time is up" or timer is None or match is None:
            return
        late = timer.left(self._senses.clock()) <= 0.0  # otherwise the turn of that call is already over
        if late and match.game.time_limit.seconds and timer.terms.each == match.game.time_limit.span:
            self._wish(RecordEvent(TimeUp()))

    def _rung(self, signal: Signal) -> Rung:
        return Rung(self.view.rung.rings + 1, signal, self._senses.clock())

    def _note(self, told: Sentence) -> None:
        self._fades = float("inf")
        self._show(replace(self.view, notes=(told,)))

    def _reply(self, told: Sentence) -> None:
        """Show the answer to a tap for `REPLY_SECONDS`."""
        self._note(told)
        self._fades = self._senses.clock() + REPLY_SECONDS

    def _settle(self, made: Made[Referee], *, always: bool = False, ended: EndedTurn | None = None) -> None:
        """Store the new events, then ring the bell, then show the view."""
        if made.events:
            self._journal.append(*made.events)
            self._over = None
            if any(isinstance(event, TurnFinished) for event in made.events):
                self._ruled = self._senses.clock()
        changed = made.events or made.referee.state is not self.view.referee.state
        view = replace(self.view, referee=made.referee, notes=() if made.events else self.view.notes)
        if made.events:
            now = self._senses.clock()
            view = replace(self._told(made, view), ended=ended or still(view.ended, made.events, now))
        if changed or always:
            self._show(view)

    def _told(self, made: Made[Referee], view: TableView) -> TableView:
        """Let the timer follow the new events, and ring the bell for them."""
        match = made.referee.match
        timer = followed(view.timer, self._terms, match, self._senses.clock())
        signal = rings_for(made.events, self.view.referee.match, match, timed=timer is not None)
        if signal:
            self._bell.ring(signal)
            view = replace(view, rung=self._rung(signal))
        return replace(view, timer=timer)

    def _show(self, view: TableView) -> None:
        self.view = replace(view, now=self._senses.clock(), troubles=self._journal.troubles)
        self._publish(self.view)


def _misadjusted(conditions: tuple[Condition, ...]) -> bool:
    """Tell whether the picture looks as if the camera were adjusted to other light, or to another
    distance."""
    return any(isinstance(condition.fact, TooDark | TooBright | OutOfFocus) for condition in conditions)
