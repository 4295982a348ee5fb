"""Test a failing camera: the table notices within two seconds, reports the fault, rules on nothing, and
continues by itself."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from device.hardware.camera import Frame, Image
from device.records.troubles import Trouble
from device.running.camera_watchdog import LIVE_LIMITS, CameraWatchdog, WatchdogLimits
from device.running.inbox import CameraGone, TimePassed
from device.running.loop import TICK_SECONDS, CameraInterface, Loop
from device.running.loop_states import NEXT_STATE
from device.running.view import FrameReading, MotionState, TableView, kinds
from device.signals import Signal
from engine.events import AnyEvent, HandDealt, MatchSetUp, TurnFinished
from engine.i18n import Sentence
from engine.observation import Observation, Point, Quad, Reading, Sighting
from engine.shared.condition import Condition, Fact, Glare, Moved, OutOfFocus, TooBright, TooDark, describe
from engine.table.commands import EndTurn, RecordEvent, Refocus, SetTimer
from engine.table.referee import Referee
from engine.words import WordList

RATE = 0.1
"""Seconds between the scripted camera's frames."""
SIZE = (96, 160)


def table(text: str) -> Observation:
    def card(letter: str, x: float) -> Sighting:
        def corner(dx: float, dy: float) -> Point:
            return (x + dx, 200 + dy)

        corners: Quad = (corner(-28, -44), corner(28, -44), corner(28, 44), corner(-28, 44))
        return Sighting(corners, "up", (Reading(letter, 0, 0.99),))

    return Observation(1100, 620, tuple(card(c, 200 + 58 * i) for i, c in enumerate(text)))


@dataclass
class Table:
    """A loop over a scripted camera, on the test's clock."""

    lies: str = ""
    wrong: tuple[Condition, ...] = ()
    motion: MotionState = "waiting"
    now: float = 0.0
    shown: list[TableView] = field(default_factory=list)
    kept: list[AnyEvent] = field(default_factory=list)
    reads: int = 0
    reopened: list[float] = field(default_factory=list)
    troubles: tuple[Trouble, ...] = ()
    adjusted: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._noise = np.random.default_rng(1)
        self.loop = Loop(
            Referee(WordList.of(["CAT"])),
            camera=CameraInterface(
                lambda *_: self.motion,
                self._read,
                lambda: self.now,
                LIVE_LIMITS,
                lambda: self.reopened.append(self.now),
                lambda: self.adjusted.append(self.now),
            ),
            journal=self,
            bell=self,
            publish=self.shown.append,
        )
        self.loop.handle(RecordEvent(MatchSetUp("lexicon", ("Ann", "Ben"))))
        self.loop.handle(RecordEvent(HandDealt()))

    def _read(self, image: Image) -> FrameReading:
        self.reads += 1
        return FrameReading(table(self.lies), (), self.wrong)

    def append(self, *events: AnyEvent) -> None:
        self.kept += events

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        return ()

    def ring(self, signal: Signal) -> None:
        raise AssertionError("nothing is ruled illegal here")

    def close(self) -> None:
        pass

    def picture(self) -> Image:
        # Neither black nor twice the same. Random bytes are much faster than numbers of a range.
        noise = np.frombuffer(self._noise.bytes(3 * SIZE[0] * SIZE[1]), np.uint8)
        return noise.reshape(*SIZE, 3) // 2 + 64

    def frames(self, seconds: float, image: Image | None = None) -> "Table":
        for _ in range(round(seconds / RATE)):
            self.now += RATE
            self.loop.handle(Frame(self.picture() if image is None else image, self.now))
        return self

    def still(self, lies: str) -> "Table":
        """Let the table come to rest once and be read."""
        self.lies, self.motion = lies, "still"
        self.frames(RATE)
        self.motion = "waiting"
        return self

    def silence(self, seconds: float) -> "Table":
        for _ in range(round(seconds / TICK_SECONDS)):
            self.now += TICK_SECONDS
            self.loop.handle(TimePassed())
        return self

    @property
    def faults(self) -> set[str]:
        return kinds(self.loop.view.faults)

    @property
    def turns(self) -> list[str]:
        return [event.move for event in self.kept if isinstance(event, TurnFinished)]


STUCK = np.full((*SIZE, 3), 120, np.uint8)
FAULTS = {
    "frozen": lambda on: on.frames(2.0, STUCK),
    "black": lambda on: on.frames(2.0, np.random.default_rng(2).integers(0, 9, (*SIZE, 3), dtype=np.uint8)),
    "wrong size": lambda on: on.frames(2.0, on.picture()[::2, ::2]),
    "no pictures": lambda on: on.silence(2.0),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_it_is_noticed_within_two_seconds_and_play_pauses_until_it_is_over(fault: str) -> None:
    on = Table().frames(1.0).still("CAT")
    FAULTS[fault](on)
    assert fault in on.faults
    assert fault in kinds(on.shown[-1].conditions)
    reads = on.reads
    on.loop.handle(EndTurn())
    on.silence(30.0)
    assert on.turns == []
    assert on.reads == reads
    on.frames(2.0)
    assert on.faults == set()
    assert on.turns == ["+CAT"]


def test_patience_does_not_count_while_the_camera_fails() -> None:
    on = Table().still("CAT").frames(2.0).frames(10.0, STUCK)
    assert on.turns == []
    on.frames(3.5)
    assert on.turns == []
    on.frames(1.5)
    assert on.turns == ["+CAT"]


def test_what_was_done_meanwhile_is_seen_when_it_is_back() -> None:
    on = Table().still("").silence(5.0)
    on.lies = "CAT"
    on.frames(6.0)
    assert on.turns == ["+CAT"]


def test_a_camera_that_was_unplugged_says_why() -> None:
    on = Table().frames(1.0)
    on.loop.handle(CameraGone(Sentence("camera 0: no such camera")))
    assert on.faults == {"no pictures"}
    assert tuple(map(str, on.loop.view.notes)) == ("camera 0: no such camera",)
    on.frames(RATE)
    assert not on.faults
    assert not on.loop.view.notes


def test_a_picture_that_cannot_be_read_is_told_and_pauses_nothing() -> None:
    on = Table().still("CAT")
    on.loop.handle(CameraGone(Sentence("The picture b.jpg is cut short or damaged."), stops_play=False))
    assert on.faults == set()
    assert tuple(map(str, on.loop.view.notes)) == ("The picture b.jpg is cut short or damaged.",)
    on.frames(6.0)
    assert on.turns == ["+CAT"]


def test_of_two_reasons_the_last_is_told() -> None:
    on = Table().frames(1.0)
    for why in ("it does not answer yet", "pull its plug"):
        on.loop.handle(CameraGone(Sentence(why)))
    (fault,) = on.shown[-1].faults
    assert describe(fault) == "The camera gives no pictures: pull its plug."


def test_a_camera_that_hangs_before_its_first_picture_is_noticed_as_soon() -> None:
    on = Table().silence(2.0)
    assert on.faults == {"no pictures"}
    on.frames(1.0)
    assert on.faults == set()


def test_one_that_does_not_come_back_is_opened_anew_now_and_then() -> None:
    on = Table().frames(1.0).silence(20.0)
    assert 2 <= len(on.reopened) <= 3
    on.frames(10.0)
    assert len(on.reopened) <= 3


def test_a_size_that_is_another_for_good_is_lived_with() -> None:
    on = Table().frames(1.0)
    small = [on.picture()[::2, ::2] for _ in range(200)]
    for image in small:
        on.frames(RATE, image)
    assert on.faults == set()


@pytest.mark.parametrize("fact", [Moved(None, None), Glare(None, 0.9)])
def test_a_picture_that_shows_badly_is_told_and_not_ruled_on(fact: Moved | Glare) -> None:
    on = Table()
    on.wrong = (Condition(fact, "serious"),)
    on.still("CAT").frames(20.0)
    assert kinds(on.shown[-1].conditions) == {Condition(fact).kind}
    assert on.turns == []
    on.wrong = ()
    on.frames(8.0)
    assert on.turns == ["+CAT"]


def test_a_fault_is_shown_once_and_not_with_every_frame() -> None:
    on = Table().frames(1.0).frames(2.0, STUCK)
    before = len(on.shown)
    on.frames(5.0, STUCK)
    assert len(on.shown) == before


def test_a_still_table_under_a_live_camera_is_no_frozen_picture() -> None:
    on = Table().still("CAT").frames(30.0)
    assert on.faults == set()


def test_what_may_repeat_itself_is_held_to_nothing() -> None:
    watchdog = CameraWatchdog(WatchdogLimits())
    for at in range(60):
        watchdog = watchdog.after_frame(Frame(np.zeros((8, 8, 3), np.uint8), float(at))).after_wait(at + 0.9)
    assert watchdog.faults == ()


def test_every_state_leads_somewhere_and_is_reached() -> None:
    states = {state for state, _ in NEXT_STATE}
    assert states == set(NEXT_STATE.values())
    for state in states:
        assert (state, "camera fails") in NEXT_STATE
        assert {end for (start, _), end in NEXT_STATE.items() if start == state} - {state}


def test_the_timer_waits_with_the_play_and_goes_on_with_it() -> None:
    on = Table().frames(1.0).still("CAT")
    on.loop.handle(SetTimer("start", 420.0))
    on.silence(30.0)
    assert on.loop.view.timer is not None
    left = on.loop.view.timer.seconds_left(on.now)
    assert 418 <= left <= 420  # it ran until the fault was noticed
    on.frames(2.0)
    on.silence(0.25)
    assert on.loop.view.timer.seconds_left(on.now) < left
    assert on.loop.view.timer.running


def test_the_camera_is_adjusted_when_somebody_asks() -> None:
    on = Table().frames(1.0)
    on.loop.handle(Refocus())
    on.loop.handle(Refocus())
    assert on.adjusted == [on.now, on.now]


@pytest.mark.parametrize("fact", [TooDark(40), TooBright(0.9), OutOfFocus(3.0, 0.03)])
def test_and_now_and_then_while_it_sees_badly(fact: Fact) -> None:
    on = Table()
    on.wrong = (Condition(fact, "serious"),)
    on.still("CAT").frames(50.0)
    assert len(on.adjusted) == 1
    on.frames(20.0)
    assert len(on.adjusted) == 2
    on.wrong = ()
    on.frames(120.0)
    assert len(on.adjusted) == 2


def test_but_not_for_what_adjusting_cannot_mend() -> None:
    on = Table()
    on.wrong = (Condition(Moved(None, None), "serious"), Condition(Glare(0, 0.3)))
    on.still("CAT").frames(20.0)
    assert on.adjusted == []
