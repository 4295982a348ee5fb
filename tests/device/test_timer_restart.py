"""Test a whole table, without its network, that is killed and started again. Its timer is then paused, with
the time that was left."""

from pathlib import Path

from device.demo import Demo, demo
from device.running.appliance import Appliance
from device.running.inbox import TimePassed
from device.virtual.tabletop.sketch_camera import Sketch
from engine.table.commands import SetTimer


def started(data: Path, now: list[float]) -> Appliance:
    sketch = Sketch(3)
    asked = Demo(data, seed=3, port=0, fps=1e6, minutes=7)
    return demo(asked, read=sketch.read, render=sketch.render, clock=lambda: now[0])


def killed(appliance: Appliance) -> None:
    """Free the table's port and its lock, as a kill does. Save nothing."""
    appliance.server.start()
    appliance.server.close()
    appliance.resources.close()


def play_until_dealt(appliance: Appliance, now: list[float]) -> None:
    frames = appliance.camera.frames()
    while appliance.loop.view.timer is None:
        now[0] += 0.25
        appliance.inbox.put(next(frames))
        while not isinstance(message := appliance.inbox.get(0), TimePassed):
            appliance.loop.handle(message)


def test_its_timer_waits_paused_with_what_it_had(tmp_path: Path) -> None:
    now = [0.0]
    first = started(tmp_path, now)
    play_until_dealt(first, now)
    for _ in range(30):
        now[0] += 1.0
        first.timed_outputs.update()
        first.timed_outputs.keep()
    now[0] += 0.7  # the plug is pulled between two seconds
    killed(first)
    now[0] = 5.0  # the clock of another boot
    second = started(tmp_path, now)
    try:
        timer = second.loop.view.timer
        assert timer is not None
        assert not timer.running
        assert abs(timer.seconds_left(now[0]) - (420 - 30.7)) <= 1
        second.loop.handle(SetTimer("start"))
        now[0] += 100
        again = second.loop.view.timer
        assert again is not None
        assert abs(again.seconds_left(now[0]) - (420 - 130.7)) <= 1
    finally:
        killed(second)
