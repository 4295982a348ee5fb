"""Test a phone that lends its camera and falls asleep, loses its Wi-Fi or is switched off. The table sees
it again within two seconds of its return."""

import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import pytest

from device.errors import UsageFault
from device.hardware import capture
from device.hardware.camera import Frame, Image
from device.hardware.capture import CONNECT_TIMEOUT_SECONDS, READ_TIMEOUT_MILLISECONDS, open_stream
from device.hardware.reconnecting import (
    NETWORK_RETRY_SECONDS,
    CameraReports,
    ReconnectingCamera,
    reconnecting_camera,
)
from device.settings import CameraSettings
from engine.i18n import Sentence

Ends = Literal["stalls", "closes"]


def unread(path: Path) -> Image:
    pytest.fail(f"{path} is no picture")


SHOWN = 12
"""The number of pictures that the phone serves before it leaves. Buffers may swallow the last of them."""


class Phone:
    """A camera at one address of this machine that comes and goes. `stay` serves pictures of one grey
    level, then ends."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self._port}/video"
        self._server: ThreadingHTTPServer | None = None
        self._left = threading.Event()

    def stay(self, grey: int, ends: Ends) -> None:
        self.go()
        left = self._left = threading.Event()
        jpeg = cv2.imencode(".jpg", np.full((96, 128, 3), grey, np.uint8))[1].tobytes()

        class Stream(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
                self.end_headers()
                head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                for _ in range(SHOWN):
                    self.wfile.write(head.encode() + jpeg + b"\r\n")
                if ends == "stalls":
                    left.wait()

            def log_message(self, *_: Any) -> None:
                """Log nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), Stream)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def go(self) -> None:
        """Close the server, so that every connection is refused."""
        self._left.set()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


@pytest.fixture
def phone() -> Iterator[Phone]:
    phone = Phone()
    yield phone
    phone.go()


class Watching:
    """A table's camera that watches a phone's pictures. When the phone is out of reach, each pause before
    the next attempt calls the next function of `told`, such as one that brings the phone back."""

    def __init__(self, phone: Phone, told: list[Callable[[], None]]) -> None:
        self._told = told
        self.pauses: list[float] = []
        self.lost: list[str] = []
        self.eye = ReconnectingCamera(
            lambda: open_stream(phone.address),
            report_loss=self._losing,
            pauses=NETWORK_RETRY_SECONDS,
            pause=self._pause,
        )

    def greys(self) -> list[int]:
        """Return the grey levels that were seen, without repetitions in a row."""
        seen: list[int] = []
        for frame in self.eye.frames():
            grey = round(float(np.mean(frame.image)))
            if seen[-1:] != [grey]:
                seen.append(grey)
        return seen

    def _losing(self, why: Sentence) -> None:
        self.lost.append(str(why))

    def _pause(self, seconds: float) -> bool:
        self.pauses.append(seconds)
        if not self._told:
            return True
        self._told.pop(0)()
        return False


def test_it_is_seen_again_after_sleep_lost_wi_fi_and_being_switched_off(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capture, "READ_TIMEOUT_MILLISECONDS", 300)
    phone.stay(60, "stalls")
    watching = Watching(
        phone,
        [
            phone.go,
            lambda: None,
            lambda: phone.stay(120, "closes"),
            lambda: phone.stay(180, "stalls"),
            phone.go,
        ],
    )
    assert watching.greys() == [60, 120, 180]
    assert set(watching.pauses) == {0.5}
    assert [why.startswith("no camera answers") for why in watching.lost] == [
        False, True, True, False, False, True,
    ]  # fmt: skip


def test_a_table_that_starts_while_it_sleeps_waits_for_it(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut a Pi starts sooner than the phone that lends its camera. The table waits, and shows
    the phone's pictures as soon as they come."""
    lost: list[Sentence] = []
    settings = CameraSettings(phone.address, 640, 480)
    eye = reconnecting_camera(settings, CameraReports(lost.append, lost.append), read=unread)

    def pause(_: float) -> bool:
        phone.stay(60, "stalls")
        return False

    monkeypatch.setattr(eye, "_pause", pause)
    frame = next(iter(eye.frames()))
    eye.close()
    assert round(float(np.mean(frame.image))) == 60
    assert [str(why).split(" at ")[0] for why in lost] == ["no camera answers"]


def test_however_long_it_was_away_it_is_asked_again_within_two_seconds() -> None:
    """A phone that lends its camera comes back, at worst just after the table began an attempt to reach it.
    This attempt must time out, and a pause must pass. Both together take less than two seconds."""
    assert CONNECT_TIMEOUT_SECONDS + max(NETWORK_RETRY_SECONDS) < 2
    assert READ_TIMEOUT_MILLISECONDS / 1000 < 2  # and its going silent is noticed as soon

    def nobody() -> "Silent":
        raise UsageFault("no camera answers")

    pauses: list[float] = []

    def pause(seconds: float) -> bool:
        pauses.append(seconds)
        return len(pauses) == 1000

    assert (
        list(
            ReconnectingCamera(
                nobody, report_loss=lambda _: None, pauses=NETWORK_RETRY_SECONDS, pause=pause
            ).frames()
        )
        == []
    )
    assert max(pauses) == max(NETWORK_RETRY_SECONDS)


class Silent:
    """A camera that gives no picture."""

    def frames(self) -> Iterator[Frame]:
        yield from ()

    def close(self) -> None:
        """Close nothing."""


def test_a_network_that_swallows_everything_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    def swallowed(_: tuple[str, int], seconds: float) -> socket.socket:
        waited.append(seconds)
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", swallowed)
    monkeypatch.setattr(cv2, "VideoCapture", lambda: None)  # which nobody may ask to open
    for address in ("http://192.0.2.1:8080/video", "rtsp://me:secret@192.0.2.1/live"):
        with pytest.raises(UsageFault, match=r"no camera answers at (http|rtsp)://192\.0\.2\.1"):
            open_stream(address)
    assert waited == [CONNECT_TIMEOUT_SECONDS, CONNECT_TIMEOUT_SECONDS]
