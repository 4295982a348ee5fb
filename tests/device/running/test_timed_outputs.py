"""Test that the bell, the display and the records follow the loop's clock, whatever the calendar or one
faulty part does."""

import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from device.running import timer_storage
from device.running.inbox import Inbox, Message, PartFailed, TimePassed, TimerCalled
from device.running.timed_outputs import SecondsDisplay, TimedOutputs
from device.signals import Signal
from engine.table.timer import BOOKLET_TERMS, Timer, timer_after_action


@dataclass
class Table:
    """A timer with its bell, display and records, and a clock that the test moves."""

    folder: Path
    timer: Timer | None = None
    now: float = 0.0
    rung: list[tuple[float, Signal]] = field(default_factory=list)
    shown: list[float | None] = field(default_factory=list)
    broken: bool = False

    def __post_init__(self) -> None:
        self.inbox = Inbox()
        self.timed_outputs = TimedOutputs(
            watch=lambda: self.timer,
            clock=lambda: self.now,
            bell=self,
            inbox=self.inbox,
            save=timer_storage.saver(self.folder, lambda: 1),
            parts=(
                SecondsDisplay("The display", self.show, lambda: self.timer),
                SecondsDisplay("The other one", self.shown.append, lambda: self.timer),
            ),
        )

    def ring(self, signal: Signal) -> None:
        self.rung.append((round(self.now), signal))

    def close(self) -> None:
        pass

    def show(self, left: float | None) -> None:
        if self.broken:
            raise OSError("wire off")

    def wait(self, seconds: float, step: float = 0.5) -> None:
        for _ in range(round(seconds / step)):
            self.now += step
            self.timed_outputs.update()

    def messages(self) -> list[Message]:
        got: list[Message] = []
        while not isinstance(message := self.inbox.get(0), TimePassed):
            got.append(message)
        return got


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_it_rings_and_tells_the_loop_what_it_rang_for(table: Table) -> None:
    table.timer = timer_after_action(None, "start", 0.0, 90.0)
    table.timed_outputs.update()
    table.wait(100)
    assert table.rung == [(30, "a minute left"), (80, "ten seconds left"), (90, "time is up")]
    assert table.messages() == [
        TimerCalled("a minute left"),
        TimerCalled("ten seconds left"),
        TimerCalled("time is up"),
    ]
    assert table.shown[-1] == 0.0


def test_a_stopped_timer_shows_nothing(table: Table) -> None:
    table.timer = timer_after_action(timer_after_action(None, "start", 0.0, 90.0), "stop", 1.0)
    table.wait(1)
    assert table.shown == [None, None]


def test_a_part_that_fails_is_told_of_once_and_the_rest_goes_on(table: Table) -> None:
    table.timer = timer_after_action(None, "start", 0.0, 90.0)
    table.wait(1)
    table.broken = True
    table.wait(5)
    assert table.messages() == [PartFailed("The display failed: wire off")]
    assert table.shown[-1] == 84.0


def test_the_calendar_jumping_by_years_changes_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.timer = timer_after_action(None, "start", 0.0, 420.0)
    table.wait(100)
    monkeypatch.setattr(time, "time", lambda: 1.8e9)
    monkeypatch.setattr(time, "time_ns", lambda: 10**18)
    table.wait(100)
    table.timed_outputs.keep()
    assert table.shown[-1] == 220.0
    kept = timer_storage.load(table.folder)
    assert kept is not None
    assert kept.seconds_left == 220.0


def test_what_is_left_survives_a_program_that_is_killed_at_any_moment(table: Table) -> None:
    table.timer = timer_after_action(None, "start", 0.0, 420.0)
    for tenth in range(1, 300):
        table.now = tenth / 10
        if tenth % 10 == 7:
            table.timed_outputs.keep()  # saved once a second, as the power may fail in between
        if tenth < 7:
            continue
        left = timer_storage.load(table.folder)
        assert left is not None
        back = timer_storage.timer_from(left, BOOKLET_TERMS, None, 1)
        assert back is not None
        assert not back.running
        assert abs(back.seconds_left(0.0) - table.timer.seconds_left(table.now)) <= 1.0


def test_a_timer_that_can_not_be_kept_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    table = Table(tmp_path / "file")
    table.timer = timer_after_action(None, "start", 0.0, 420.0)
    table.timed_outputs.keep()
    table.wait(1)
    assert table.shown[-1] == 419.0


def test_what_was_kept_and_can_not_be_understood_is_not_resumed(tmp_path: Path) -> None:
    (tmp_path / timer_storage.FILE).write_text("{")
    assert timer_storage.load(tmp_path) is None


def test_its_threads_end_and_the_last_moment_is_kept(table: Table) -> None:
    table.timer = timer_after_action(None, "start", 0.0, 420.0)
    table.now = 20.0
    table.timed_outputs.start()
    table.timed_outputs.close()
    left = timer_storage.load(table.folder)
    assert left is not None
    assert left.seconds_left == 400.0


def test_a_timer_that_an_earlier_version_kept_is_read(tmp_path: Path) -> None:
    (tmp_path / timer_storage.FILE).write_text(
        '{"match":1,"terms":{"seconds":60.0,"each":"turn","grace":5.0},"stage":[1,2],"left":42.5,'
        '"running":true,"seat":0,"own":[42.5,60.0],"graced":true,"off":true}'
    )
    left = timer_storage.load(tmp_path)
    assert left is not None
    back = timer_storage.timer_from(left, BOOKLET_TERMS, None, 1)
    assert back is not None
    assert (back.terms.each, back.terms.grace, back.stage) == ("turn", 5.0, (1, 2))
    assert (back.seconds_left(0.0), back.seat, back.seat_seconds) == (42.0, 0, (42.5, 60.0))
    assert (back.in_grace, back.stopped) == (True, True)
