"""Test the countdown, which reads no clock but takes every moment as an argument."""

from hypothesis import given
from hypothesis import strategies as st

from engine.table.countdown import Countdown


def test_it_runs_down_only_while_it_runs() -> None:
    fresh = Countdown(60)
    assert fresh.seconds_left(1000) == 60
    running = fresh.started(10)
    assert running.seconds_left(25) == 45
    paused = running.paused(30)
    assert paused.seconds_left(500) == 40
    assert paused.started(500).seconds_left(510) == 30


def test_starting_twice_is_starting_once() -> None:
    assert Countdown(60).started(10).started(20).seconds_left(30) == 40


def test_it_is_over_at_its_end_and_not_before() -> None:
    running = Countdown(60).started(0)
    assert not running.expired(59.9)
    assert running.expired(60)
    assert running.seconds_left(1e6) == 0


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 50)), max_size=20))
def test_what_is_left_never_grows(steps: list[tuple[bool, float]]) -> None:
    countdown, now = Countdown(100), 0.0
    left = countdown.seconds_left(now)
    for start, passed in steps:
        countdown = countdown.started(now) if start else countdown.paused(now)
        now += passed
        assert 0 <= countdown.seconds_left(now) <= left + 1e-9
        left = countdown.seconds_left(now)
