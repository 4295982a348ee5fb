"""Test a running table whose camera driver is stuck: it hears people, serves the page, and ends."""

import dataclasses
import json
import socket
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from device import app
from device.demo import Demo, demo
from device.errors import UsageFault
from device.hardware import reconnecting, replay_camera
from device.hardware.camera import Frame
from device.running import appliance as running
from device.running.inbox import Stop, pump
from device.settings import CameraSettings, GameSettings, Mains, Settings, TableSettings, WebSettings
from device.virtual.tabletop.sketch_camera import Sketch
from engine.events import HandDealt, MatchSetUp
from engine.shared.condition import describe
from engine.table.commands import RecordEvent, SetTimer
from engine.table.timer import timer_reading


class Stuck:
    """A camera whose driver never returns, neither from a read nor from closing."""

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
    monkeypatch.setattr(running, "JOIN_TIMEOUT_SECONDS", 0.01)
    stuck, sketch, now = Stuck(), Sketch(), 100.0
    whole = demo(Demo(tmp_path / "data", port=0), read=sketch.read, render=sketch.render, clock=lambda: now)
    table = dataclasses.replace(whole, camera=stuck)
    ports: list[int] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(tmp_path / "notify"))
        supervisor.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "3")
        table.inbox.put(RecordEvent(MatchSetUp("lexicon", ("Anne", "Ben"))))
        table.inbox.put(RecordEvent(HandDealt()))
        table.inbox.put(SetTimer("start", 60.0))
        life = threading.Thread(target=table.run, args=(ports.append,), daemon=True)
        life.start()
        assert [supervisor.recv(99) for _ in range(5)] == [b"READY=1", *[b"WATCHDOG=1"] * 4]
        view = table.loop.view
        assert view.referee.match is not None
        assert view.referee.match.hand.number == 1
        now += 10.0
        left = timer_reading(view.timer, now)
        assert left is not None
        assert left.seconds_left == 50.0
        with urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/", timeout=30) as page:
            assert page.status == 200
        table.inbox.put(Stop())
        life.join(30)
        assert not life.is_alive()
        stuck.unstuck.set()


class Late:
    """A camera that gives pictures of noise until it is closed."""

    def __init__(self) -> None:
        self._closed, self._noise = threading.Event(), np.random.default_rng(1)

    def frames(self) -> Iterator[Frame]:
        while not self._closed.wait(0.02):
            yield Frame(self._noise.integers(60, 200, (90, 160, 3), dtype=np.uint8), time.monotonic())

    def close(self) -> None:
        self._closed.set()


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Return an event. Until it is set, opening a camera hangs; the table soon abandons each attempt."""
    answers = threading.Event()

    def opened(source: str, *, read: object, size: tuple[int, int], mains: Mains | None) -> Late:
        assert answers.wait(30)
        return Late()

    monkeypatch.setattr(reconnecting, "open_camera", opened)
    monkeypatch.setattr(reconnecting, "OPEN_TIMEOUT_SECONDS", 0.01)
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


class Cameras:
    """A stand-in for a machine's cameras: opening the Pi's camera fails until the fault is repaired."""

    def __init__(self, fault: Exception) -> None:
        self.fault: Exception | None = fault

    def __call__(self, source: str, *, read: object, size: tuple[int, int], mains: Mains | None) -> Late:
        if self.fault is not None:
            raise self.fault
        return Late()


def _notices(port: int) -> dict[str, str]:
    """Return the page's notices about the view and the hardware, by kind."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/state", timeout=30) as page:
        return {one["kind"]: one["text"] for one in json.load(page)["notices"]}


NO_LIBRARY = UsageFault("the Pi's camera needs picamera2: apt install python3-picamera2")


@pytest.mark.parametrize("fault", [NO_LIBRARY, RuntimeError("the driver is of another kernel")])
def test_a_service_without_camera_and_pins_says_so_and_takes_the_camera_up_when_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    cameras = Cameras(fault)
    monkeypatch.setattr(reconnecting, "open_camera", cameras)
    monkeypatch.setattr(reconnecting, "RETRY_SECONDS", (0.01,))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    settings = Settings(
        game=GameSettings(players=("Ann", "Ben")),
        table=TableSettings(pins="gpio", data=str(tmp_path / "data")),
        web=WebSettings("127.0.0.1", 0),
    )
    with pytest.raises(type(fault), match=str(fault)):
        app.play(settings)
    logged, ports = list[str](), list[int]()
    table = app.play(settings, start_anyway=True, log=lambda told: logged.append(str(told)))
    life = threading.Thread(target=table.run, args=(ports.append,), daemon=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(tmp_path / "notify"))
        supervisor.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "3")
        life.start()
        assert supervisor.recv(99) == b"READY=1"
        while "no pictures" not in (notices := _notices(ports[0])):
            assert supervisor.recv(99) == b"WATCHDOG=1"
        assert notices["no pictures"] == f"The camera gives no pictures: {fault}."
        assert notices["no pins"].startswith(
            "The table plays without its bell, display, lamp and buttons: lgpio is missing; "
        )
        cameras.fault = None
        while table.loop.view.faults:
            assert supervisor.recv(99) == b"WATCHDOG=1"
        table.inbox.put(Stop())
        life.join(30)
        assert not life.is_alive()
    assert logged == [notices["no pins"], notices["no pictures"]]


def test_a_service_whose_pictures_are_missing_says_so(tmp_path: Path) -> None:
    settings = Settings(
        game=GameSettings(players=("Ann", "Ben")),
        table=TableSettings(pins="none", data=str(tmp_path / "data")),
        camera=CameraSettings(str(tmp_path / "none")),
        web=WebSettings("127.0.0.1", 0),
    )
    with pytest.raises(UsageFault, match="no such camera, folder or video"):
        app.play(settings)
    logged = list[str]()
    table = app.play(settings, start_anyway=True, log=lambda told: logged.append(str(told)))
    with closing(table.resources):
        pump(table.camera, table.inbox)
        table.loop.handle(table.inbox.get(30))
        told = describe(table.loop.view.faults[0])
        assert told.startswith("The camera gives no pictures: none: no such camera, folder or video")
        assert logged == [told]
        table.server.start()
        table.server.close()


def test_a_half_written_picture_in_the_folder_is_told_and_no_fault_of_the_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_camera, "RETRY_SECONDS", 0.01)
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
    with closing(table.resources):
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
