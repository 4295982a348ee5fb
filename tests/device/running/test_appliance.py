"""A running table whose camera is stuck in its driver: people are heard, the page is served, and it ends."""

import dataclasses
import socket
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.app import Demo, demo
from device.hardware.camera import Frame
from device.running import appliance as running
from device.running.inbox import Stop
from device.running.timer import glance
from device.running.wishes import Said, Timed
from device.virtual.top.sketch import Sketch
from engine.events import HandDealt, MatchSetUp


class Stuck:
    """A camera whose driver never comes back, neither with a picture nor from being closed."""

    def __init__(self) -> None:
        self.unstuck = threading.Event()

    def frames(self) -> Iterator[Frame]:
        self.unstuck.wait()
        yield from ()

    def close(self) -> None:
        self.unstuck.wait()


def test_a_stuck_camera_stalls_neither_people_nor_the_page_nor_the_timer_nor_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "JOIN", 0.01)
    stuck, sketch, now = Stuck(), Sketch(), 100.0
    whole = demo(Demo(tmp_path / "data", port=0), read=sketch.read, render=sketch.render, clock=lambda: now)
    table = dataclasses.replace(whole, camera=stuck)
    ports: list[int] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(tmp_path / "notify"))
        supervisor.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "3")
        table.inbox.put(Said(MatchSetUp("lexicon", ("Anne", "Ben"))))
        table.inbox.put(Said(HandDealt()))
        table.inbox.put(Timed("start", 60.0))
        life = threading.Thread(target=table.run, args=(ports.append,), daemon=True)
        life.start()
        assert [supervisor.recv(99) for _ in range(5)] == [b"READY=1", *[b"WATCHDOG=1"] * 4]
        view = table.loop.view
        assert view.referee.match is not None
        assert view.referee.match.hand_number == 1
        now += 10.0
        left = glance(view.timer, now)
        assert left is not None
        assert left.left == 50.0
        with urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/", timeout=30) as page:
            assert page.status == 200
        table.inbox.put(Stop())
        life.join(30)
        assert not life.is_alive()
        stuck.unstuck.set()
