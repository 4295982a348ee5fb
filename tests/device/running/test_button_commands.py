"""Test that the effect of a button depends on the press and on whether the timer runs."""

import pytest

from device.hardware.buttons import Press
from device.running.button_commands import command_of_press, listener
from device.running.inbox import Inbox, TimePassed
from engine.table.commands import ChallengeTurn, GoOn, SetTimer
from engine.table.timer import Timer, timer_after_action

RUNNING = timer_after_action(None, "start", 0.0)
PAUSED = timer_after_action(RUNNING, "pause", 1.0)
STOPPED = timer_after_action(RUNNING, "stop", 1.0)


@pytest.mark.parametrize(
    ("name", "press", "timer", "command"),
    [
        ("confirm", "short", None, GoOn()),
        ("confirm", "long", None, None),
        ("challenge[2]", "short", None, ChallengeTurn(2)),
        ("challenge[2]", "very long", None, None),
        ("pause", "short", None, SetTimer("start")),
        ("pause", "short", RUNNING, SetTimer("pause")),
        ("pause", "short", PAUSED, SetTimer("start")),
        ("pause", "short", STOPPED, SetTimer("start")),
        ("pause", "long", RUNNING, SetTimer("add a minute")),
        ("pause", "very long", RUNNING, SetTimer("stop")),
    ],
)
def test_a_press_means_one_thing(name: str, press: Press, timer: Timer | None, command: object) -> None:
    assert command_of_press(name, press, timer) == command


def test_no_press_is_lost_when_the_inbox_is_full() -> None:
    inbox = Inbox(room=1)
    inbox.put(ChallengeTurn(0))
    pressed = listener(inbox, lambda: RUNNING)
    pressed("pause", "short")
    pressed("confirm", "long")
    assert [inbox.get(0) for _ in range(3)] == [ChallengeTurn(0), SetTimer("pause"), TimePassed()]
