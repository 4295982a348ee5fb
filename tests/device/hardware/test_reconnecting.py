"""Test that a camera that fails is opened again, after longer and longer pauses, until the table is
closed."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import cv2
import numpy as np
import pytest

from device.errors import UsageFault
from device.eyes import photograph
from device.hardware import reconnecting
from device.hardware.camera import Camera, Frame
from device.hardware.reconnecting import (
    NETWORK_RETRY_SECONDS,
    RETRY_SECONDS,
    CameraReports,
    ReconnectingCamera,
    reconnecting_camera,
)
from device.hardware.replay_camera import PacedCamera
from device.settings import CameraSettings, Mains
from engine.i18n import Sentence

PICTURE = np.zeros((2, 2, 3), np.uint8)


def unwanted(what: object) -> NoReturn:
    pytest.fail(str(what))


def opened_now(source: str, lost: Callable[[Sentence], None]) -> Camera:
    return reconnecting_camera(
        CameraSettings(source, 640, 480), CameraReports(lost, unwanted), read=photograph
    )


class Scripted:
    """A camera that gives `frames` pictures, then raises `end`. Without `end` its stream just ends."""

    def __init__(self, frames: int, end: Exception | None = None) -> None:
        self._frames, self._end = frames, end
        self.closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        for at in range(self._frames):
            yield Frame(PICTURE, float(at))
        if self._end is not None:
            raise self._end

    def close(self) -> None:
        self.closed.set()


class Bench:
    """Cameras that are opened one after another. None stands for a camera that can't be opened."""

    def __init__(self, *cameras: Scripted | None, attempts: int = 99) -> None:
        self.first, self._others = cameras[0], list(cameras)
        self.pauses: list[float] = []
        self.lost: list[str] = []
        self._attempts = attempts
        self.logged: list[str] = []
        self.eye = ReconnectingCamera(
            self._opened,
            report_loss=lambda why: self.lost.append(str(why)),
            log=lambda why: self.logged.append(str(why)),
            pause=self._pause,
        )

    def _opened(self) -> Scripted:
        camera = self._others.pop(0) if self._others else None
        if camera is None:
            raise UsageFault("camera 0: no such camera")
        return camera

    def _pause(self, seconds: float) -> bool:
        self.pauses.append(seconds)
        return len(self.pauses) >= self._attempts


def test_a_cable_pulled_and_put_back() -> None:
    bench = Bench(Scripted(2, UsageFault("cable pulled")), None, Scripted(3), attempts=3)
    assert len(list(bench.eye.frames())) == 5
    assert bench.lost == ["cable pulled", "camera 0: no such camera", "the camera stopped"]
    assert bench.pauses == [0.5, 1.0, 0.5]
    assert bench.first is not None
    assert bench.first.closed.wait(5)


def test_the_log_gets_a_reason_once_until_there_are_pictures_again() -> None:
    bench = Bench(None, None, Scripted(1, UsageFault("cable pulled")), None, None, Scripted(2), attempts=7)
    assert len(list(bench.eye.frames())) == 3
    gone, pulled, stopped = "camera 0: no such camera", "cable pulled", "the camera stopped"
    assert bench.lost == [gone, gone, pulled, gone, gone, stopped, gone]
    assert bench.logged == [gone, pulled, gone, stopped, gone]


def test_patience_grows_and_has_an_end() -> None:
    bench = Bench(Scripted(0), attempts=8)
    assert list(bench.eye.frames()) == []
    assert bench.pauses == [*RETRY_SECONDS, RETRY_SECONDS[-1], RETRY_SECONDS[-1], RETRY_SECONDS[-1]]


@pytest.mark.parametrize(
    ("source", "pauses"), [("0", RETRY_SECONDS), ("http://phone/video", NETWORK_RETRY_SECONDS)]
)
def test_an_address_is_asked_again_and_again_without_growing_patience(
    source: str, pauses: tuple[float, ...], monkeypatch: pytest.MonkeyPatch, hangs: threading.Event
) -> None:
    hangs.set()
    told: list[tuple[float, ...]] = []

    class Recorded(ReconnectingCamera):
        def __init__(self, *given: Any, pauses: tuple[float, ...], **named: Any) -> None:
            super().__init__(*given, pauses=pauses, **named)
            told.append(pauses)

    monkeypatch.setattr(reconnecting, "ReconnectingCamera", Recorded)
    opened_now(source, lambda _: None).close()
    assert told == [pauses]


def test_whatever_a_driver_raises_is_one_line() -> None:
    bench = Bench(Scripted(1, RuntimeError("V4L2: select() timeout")), attempts=1)
    list(bench.eye.frames())
    assert bench.lost == ["V4L2: select() timeout"]


def test_it_ends_when_it_is_closed() -> None:
    bench = Bench(Scripted(5), Scripted(5))
    frames = bench.eye.frames()
    next(frames)
    bench.eye.close()
    assert bench.first is not None
    assert bench.first.closed.is_set()
    assert list(frames) == []
    assert bench.lost == []
    bench.eye.close()


def test_only_what_is_live_is_opened_again(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), PICTURE)
    folder = opened_now(str(tmp_path), unwanted)
    assert isinstance(folder, PacedCamera)
    folder.close()
    assert len(list(folder.frames())) == 0
    with pytest.raises(UsageFault, match="camera 97"):
        opened_now("97", unwanted)


@pytest.fixture
def hangs(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Return an event. Until it is set, opening a camera hangs; afterwards each camera gives three
    pictures."""
    answers = threading.Event()

    def opened(source: str, *, read: object, size: tuple[int, int], mains: Mains | None) -> Scripted:
        assert answers.wait(30)
        return Scripted(3)

    monkeypatch.setattr(reconnecting, "open_camera", opened)
    yield answers
    answers.set()


def test_one_that_hangs_when_the_table_starts_is_told_and_taken_up_when_it_answers(
    hangs: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnecting, "OPEN_TIMEOUT_SECONDS", 0.01)
    lost: list[str] = []
    eye = opened_now("0", lambda why: lost.append(str(why)))
    assert lost == ["the camera does not answer yet"]
    hangs.set()
    frames = eye.frames()
    assert [next(frames).at for _ in range(3)] == [0.0, 1.0, 2.0]
    eye.close()


def test_one_that_answers_in_time_is_not_told_of(hangs: threading.Event) -> None:
    hangs.set()
    eye = opened_now("0", unwanted)
    assert next(eye.frames()).at == 0.0
    eye.close()


def test_a_table_that_cannot_start_does_not_wait_for_a_camera_that_hangs(
    hangs: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnecting, "CLOSE_TIMEOUT_SECONDS", 0.01)
    monkeypatch.setattr(reconnecting, "OPEN_TIMEOUT_SECONDS", 0.01)
    opened_now("0", list[Sentence]().append).close()
    assert not hangs.is_set()


def test_the_camera_that_is_open_is_asked_to_focus() -> None:
    class Turned(Scripted):
        turns = 0

        def adjust(self) -> None:
            self.turns += 1

    bench = Bench(turned := Turned(2))
    bench.eye.adjust()  # one that is not at work yet adjusts itself
    next(bench.eye.frames())
    bench.eye.adjust()
    assert turned.turns == 1
    bench.eye.close()
    other = Bench(Scripted(2))
    next(other.eye.frames())
    other.eye.adjust()  # one that can't is left alone
    other.eye.close()


def test_one_that_is_closed_before_it_began_lets_go() -> None:
    bench = Bench(Scripted(5))
    assert bench.eye.wait_open(5)
    bench.eye.close()
    assert bench.first is not None
    assert bench.first.closed.is_set()
    assert list(bench.eye.frames()) == []
