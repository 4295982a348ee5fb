"""A running table whose camera is stuck in its driver: people are heard, the page is served, and it ends."""

import dataclasses
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from device import app, factories
from device.app import Demo, demo
from device.hardware import reconnecting, replay_camera
from device.hardware.camera import Frame
from device.running import appliance as running
from device.running.inbox import Stop, pump
from device.settings import CameraSettings, GameSettings, Mains, Settings, TableSettings, WebSettings
from device.virtual.tabletop.sketch_camera import Sketch
from engine.events import HandDealt, MatchSetUp
from engine.table.commands import Said, Timed
from engine.table.timer import glance


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
        assert view.referee.match.hand.number == 1
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


class Late:
    """Pictures of nothing in particular, until it is closed."""

    def __init__(self) -> None:
        self._closed, self._noise = threading.Event(), np.random.default_rng(1)

    def frames(self) -> Iterator[Frame]:
        while not self._closed.wait(0.02):
            yield Frame(self._noise.integers(60, 200, (90, 160, 3), dtype=np.uint8), time.monotonic())

    def close(self) -> None:
        self._closed.set()


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Cameras hang in being opened until this is set, and the table has no patience with them."""
    answers = threading.Event()

    def opened(source: str, *, read: object, size: tuple[int, int], mains: Mains | None) -> Late:
        assert answers.wait(30)
        return Late()

    monkeypatch.setattr(reconnecting, "open_camera", opened)
    monkeypatch.setattr(factories, "steadfast", partial(reconnecting.steadfast, answers=0.01))
    yield answers
    answers.set()


def test_a_camera_that_hangs_at_the_start_is_told_on_the_page_and_taken_up_when_it_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: threading.Event
) -> None:
    settings = Settings(
        game=GameSettings(players=("Ann", "Ben")),
        table=TableSettings(pins="none", data=str(tmp_path / "data")),
        camera=CameraSettings("0"),
        web=WebSettings("127.0.0.1", 0),
    )
    table, ports = app.play(settings), list[int]()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(tmp_path / "notify"))
        supervisor.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "3")
        life = threading.Thread(target=table.run, args=(ports.append,), daemon=True)
        life.start()
        assert [supervisor.recv(99) for _ in range(2)] == [b"READY=1", b"WATCHDOG=1"]
        with urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/", timeout=30) as page:
            assert "the camera does not answer yet" in page.read().decode()
        answers.set()
        while table.loop.view.faults:
            assert supervisor.recv(99) == b"WATCHDOG=1"
        table.inbox.put(Stop())
        life.join(30)
        assert not life.is_alive()


def test_a_half_written_picture_in_the_folder_is_told_and_no_fault_of_the_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_camera, "AGAIN", 0.01)
    folder = tmp_path / "pictures"
    folder.mkdir()
    whole = bytes(cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8))[1])
    (folder / "a.jpg").write_bytes(whole[: len(whole) // 2])
    table = app.play(
        Settings(
            game=GameSettings(players=("Ann", "Ben")),
            table=TableSettings(pins="none", data=str(tmp_path / "data")),
            camera=CameraSettings(str(folder)),
            web=WebSettings("127.0.0.1", 0),
        )
    )
    with closing(table.opened):
        pumping = threading.Thread(target=pump, args=(table.camera, table.inbox), daemon=True)
        pumping.start()
        told = table.inbox.get(30)
        table.loop.handle(told)
        assert [str(note) for note in table.loop.view.notes] == [
            "The picture a.jpg is cut short or damaged. The table tries it again."
        ]
        assert table.loop.view.faults == ()
        (folder / "a.jpg").write_bytes(whole)
        assert isinstance(table.inbox.get(30), Frame)
        table.camera.close()
        pumping.join(30)
        table.server.start()
        table.server.close()
