"""Test a camera driver that hangs in a call. Phones show the fault within two seconds. The table abandons
the driver, and uses it again when it answers."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from device.hardware.camera import Frame
from device.hardware.reconnecting import MAX_HUNG_DRIVERS, NO_ANSWER, ReconnectingCamera
from device.records.troubles import Trouble
from device.running.camera_watchdog import LIVE_LIMITS
from device.running.inbox import Inbox, Message, TimePassed, pump
from device.running.loop import TICK_SECONDS, CameraInterface, Loop
from device.running.view import FrameReading, TableView, kinds
from device.signals import Signal
from engine.events import AnyEvent
from engine.i18n import Sentence
from engine.observation import Observation
from engine.table.referee import Referee
from engine.words import WordList

PATIENCE = 30.0
"""The longest real time, seconds, that a test waits for another thread."""


class Hanging:
    """A camera that hangs until `answers` is set, either while it is opened (`opening`) or while a picture
    is read. Afterwards it gives a picture each time the test releases `due`."""

    def __init__(self, *, opening: bool = False) -> None:
        self.due, self.over = threading.Semaphore(0), False
        self.answers, self.hangs, self.closed = threading.Event(), threading.Event(), threading.Event()
        self._opening = opening

    def opened(self) -> "Hanging":
        if self._opening:
            self._hang()
        return self

    def frames(self) -> Iterator[Frame]:
        self._hang()
        for grey in range(60, 200):
            assert self.due.acquire(timeout=PATIENCE)
            if self.over:
                return
            yield Frame(np.full((8, 8, 3), grey, np.uint8), 0.0)

    def close(self) -> None:
        self.closed.set()

    def _hang(self) -> None:
        self.hangs.set()
        assert self.answers.wait(PATIENCE)


@dataclass
class Table:
    """A loop on the test's clock. It hears of a camera through the camera's own thread and the inbox. When
    it abandons a camera, the next of `cameras` is opened."""

    cameras: list[Hanging]
    now: float = 0.0
    shown: list[TableView] = field(default_factory=list)
    looked: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    troubles: tuple[Trouble, ...] = ()

    def __post_init__(self) -> None:
        self.lost: list[Sentence] = []
        self._others, self._ended = iter(self.cameras), threading.Event()
        self.eye = ReconnectingCamera(
            lambda: next(self._others).opened(),
            report_loss=lambda why: self.lost.append(why),
            pause=self._pause,
        )
        self.inbox = Inbox()
        read = lambda _: FrameReading(Observation(1100, 620, ()), (), ())  # noqa: E731
        camera = CameraInterface(lambda *_: "waiting", read, lambda: self.now, LIVE_LIMITS, self.eye.refresh)
        self.loop = Loop(
            Referee(WordList.of(["CAT"])), camera=camera, journal=self, bell=self, publish=self.shown.append
        )
        self.pumping = threading.Thread(target=pump, args=(self.eye, self.inbox), daemon=True)
        self.pumping.start()

    def _pause(self, seconds: float) -> bool:
        """Pause for two thousandths of a second in place of `seconds`. Return True if the table has ended."""
        self.looked.release()
        return self._ended.wait(0.002)

    def append(self, *events: AnyEvent) -> None:
        raise AssertionError("nothing happens here")

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        return ()

    def ring(self, signal: Signal) -> None:
        raise AssertionError("nothing happens here")

    def silence(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_SECONDS)):
            self.now += TICK_SECONDS
            self.loop.handle(TimePassed())

    def pictures(self, camera: Hanging) -> None:
        """Let `camera` give two pictures, and hand them to the loop as if they were taken now."""
        for _ in range(2):
            camera.due.release()
            message: Message = self.inbox.get(PATIENCE)
            assert isinstance(message, Frame)
            self.now += 0.1
            self.loop.handle(Frame(message.image, self.now))

    @property
    def faults(self) -> set[str]:
        return kinds(self.shown[-1].conditions)

    def close(self) -> None:
        self._ended.set()
        for camera in self.cameras:
            camera.over = True
            camera.answers.set()
            camera.due.release()
        self.eye.close()
        self.pumping.join(PATIENCE)
        assert not self.pumping.is_alive()


def drivers() -> set[threading.Thread]:
    """Return the threads of camera drivers that are alive or hung. A thread of another test may be among
    them, and may end at any moment."""
    return {thread for thread in threading.enumerate() if thread.name == "camera's driver"}


@pytest.fixture
def sat() -> Iterator[Callable[[list[Hanging]], Table]]:
    tables: list[Table] = []

    def sit(cameras: list[Hanging]) -> Table:
        tables.append(Table(cameras))
        return tables[-1]

    yield sit
    for table in tables:
        table.close()


def test_people_are_told_within_two_seconds_and_the_same_camera_is_taken_up_when_it_answers(
    sat: Callable[[list[Hanging]], Table],
) -> None:
    table = sat([hung := Hanging()])
    assert hung.hangs.wait(PATIENCE)
    table.silence(2.0)
    assert table.faults == {"no pictures"}
    hung.answers.set()
    table.pictures(hung)
    assert table.faults == set()
    assert table.lost == []


def test_one_that_hangs_for_good_is_left_for_the_camera_that_is_plugged_in_anew(
    sat: Callable[[list[Hanging]], Table],
) -> None:
    hung, new = Hanging(), Hanging()
    table = sat([hung, new])
    assert hung.hangs.wait(PATIENCE)
    new.answers.set()
    table.silence(9.0)
    table.pictures(new)
    assert table.faults == set()
    assert new.hangs.is_set()
    hung.due.release()
    hung.answers.set()
    assert hung.closed.wait(PATIENCE)  # the driver releases its camera, however late
    assert not new.closed.is_set()


@pytest.mark.parametrize("opening", [False, True])
def test_no_threads_pile_up_however_long_all_hang_and_the_first_to_answer_frees_the_table(
    sat: Callable[[list[Hanging]], Table], opening: bool
) -> None:
    before = drivers()
    first, second, third = Hanging(), Hanging(opening=opening), Hanging()
    table = sat([first, second, third])
    for camera in (first, second):
        assert camera.hangs.wait(PATIENCE)
        table.silence(16.0)
    for _ in range(20):  # each of these pauses would have been an attempt
        assert table.looked.acquire(timeout=PATIENCE)
        table.silence(6.0)
    assert len(drivers() - before) == MAX_HUNG_DRIVERS
    assert table.lost == [NO_ANSWER]
    third.answers.set()
    first.due.release()
    first.answers.set()
    table.pictures(third)
    assert table.faults == set()
    assert first.closed.is_set()
    assert len(drivers() - before) == MAX_HUNG_DRIVERS  # the driver that still hangs, and the one at work
