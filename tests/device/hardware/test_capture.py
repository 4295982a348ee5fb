"""Test USB cameras by the properties set on them, and a network camera by a real stream of JPEGs."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.errors import UsageFault
from device.hardware.camera import Image
from device.hardware.camera_choice import kind_of, open_camera
from device.hardware.capture import LIGHT_CHECK_PICTURES, SETTLING_PICTURES, OpenCvCamera


def unread(path: Path) -> Image:
    pytest.fail(f"{path} is no picture")


class Scripted:
    """A stand-in for OpenCV's capture. It gives `count` pictures, notes the properties set on it, and
    refuses those in `lacks`. Its exposures have OpenCV's unit: an automatic exposure is really 300, but is
    reported as `says`. The grey level of a picture is a third of its exposure."""

    def __init__(self, count: int, says: float = 300.0, lacks: tuple[int, ...] = ()) -> None:
        self.left, self.told, self.released = count, list[tuple[int, float]](), 0
        self.says, self.lacks = says, lacks
        self.has: dict[int, float] = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: says}

    def read(self) -> tuple[bool, cv2.typing.MatLike | None]:
        self.left -= 1
        automatic = self.has[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
        grey = (300.0 if automatic else self.has[cv2.CAP_PROP_EXPOSURE]) / 3
        return (True, np.full((48, 64, 3), min(255, grey), np.uint8)) if self.left >= 0 else (False, None)

    def get(self, propId: int) -> float:  # noqa: N803
        return self.has.get(propId, 0.0)

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        self.told.append((propId, value))
        if propId in self.lacks:
            return False
        self.has[propId] = value
        return True

    def release(self) -> None:
        self.released += 1

    @property
    def focus(self) -> list[float]:
        return self.of(cv2.CAP_PROP_AUTOFOCUS)

    def of(self, what: int) -> list[float]:
        return [value for name, value in self.told if name == what]


def test_the_size_is_asked_for_compressed() -> None:
    one = Scripted(1)
    OpenCvCamera(one, "camera 0", size=(1920, 1080))
    names = [what for what, _ in one.told]
    assert names.index(cv2.CAP_PROP_FOURCC) < names.index(cv2.CAP_PROP_FRAME_WIDTH)
    assert dict(one.told)[cv2.CAP_PROP_FRAME_HEIGHT] == 1080


def test_a_lens_looks_for_its_focus_and_is_then_held() -> None:
    one = Scripted(500)
    camera = OpenCvCamera(one, "camera 0", hold_settings=True)
    list(islice(camera.frames(), SETTLING_PICTURES - 1))
    assert one.focus == [1]
    list(islice(camera.frames(), 10))
    assert one.focus == [1, 0]
    camera.adjust()
    list(islice(camera.frames(), 2 * SETTLING_PICTURES))
    assert one.focus == [1, 0, 1, 0]


def test_the_light_is_measured_and_then_held() -> None:
    one = Scripted(500)
    camera = OpenCvCamera(one, "camera 0", hold_settings=True)
    list(islice(camera.frames(), SETTLING_PICTURES + 2 * LIGHT_CHECK_PICTURES))
    assert one.of(cv2.CAP_PROP_AUTO_EXPOSURE) == [3, 1]
    assert one.has[cv2.CAP_PROP_EXPOSURE] == 300
    assert one.of(cv2.CAP_PROP_AUTO_WB) == [1, 0]
    camera.adjust()
    list(islice(camera.frames(), SETTLING_PICTURES + 2 * LIGHT_CHECK_PICTURES))
    assert one.of(cv2.CAP_PROP_AUTO_EXPOSURE) == [3, 1, 3, 1]
    camera.close()
    assert one.of(cv2.CAP_PROP_AUTO_EXPOSURE)[-1] == 3  # for the next program


@pytest.mark.parametrize("says", [0.0, 40.0, 156.0, 500.0])
def test_a_camera_that_does_not_say_how_it_exposes_keeps_doing_so(says: float) -> None:
    one = Scripted(500, says)
    list(
        islice(
            OpenCvCamera(one, "camera 0", hold_settings=True).frames(),
            SETTLING_PICTURES + 2 * LIGHT_CHECK_PICTURES,
        )
    )
    assert one.of(cv2.CAP_PROP_AUTO_EXPOSURE) == [3, 1, 3]
    assert one.of(cv2.CAP_PROP_AUTO_WB) == [1, 0, 1]


def test_a_camera_whose_light_cannot_be_held_is_left_alone() -> None:
    one = Scripted(500, lacks=(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB))
    list(
        islice(
            OpenCvCamera(one, "camera 0", hold_settings=True).frames(),
            SETTLING_PICTURES + 2 * LIGHT_CHECK_PICTURES,
        )
    )
    assert one.of(cv2.CAP_PROP_EXPOSURE) == []


def test_a_camera_without_a_lens_to_turn_is_not_asked_to() -> None:
    one = Scripted(20)
    camera = OpenCvCamera(one, "camera 0")
    camera.adjust()
    assert len(list(camera.frames())) == 20
    assert one.focus == []


def test_one_that_is_unplugged_ends_and_one_that_never_gave_a_picture_says_so() -> None:
    assert len(list(OpenCvCamera(Scripted(3), "camera 0").frames())) == 3
    with pytest.raises(UsageFault, match="camera 0 opens, but gives no picture"):
        list(OpenCvCamera(Scripted(0), "camera 0").frames())


def test_closing_ends_the_pictures() -> None:
    one = Scripted(100)
    camera = OpenCvCamera(one, "camera 0")
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []
    assert one.released == 1


@pytest.mark.parametrize(
    ("source", "kind"), [("0", "usb"), ("/dev/video2", "usb"), ("pi", "pi"), ("rtsp://a/b", "stream")]
)
def test_sources_are_told_apart(source: str, kind: str) -> None:
    assert kind_of(source) == kind


class Stream(BaseHTTPRequestHandler):
    """A server of the stream that a phone's camera app sends: JPEG after JPEG."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        for grey in range(20, 240, 10):
            _, data = cv2.imencode(".jpg", np.full((120, 160, 3), grey, np.uint8))
            jpeg = data.tobytes()
            head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            self.wfile.write(head.encode() + jpeg + b"\r\n")

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/video.mjpeg"
    server.shutdown()
    server.server_close()


def test_a_camera_on_the_network_gives_its_pictures_until_it_ends(address: str) -> None:
    camera = open_camera(address, read=unread)
    frames = list(camera.frames())
    camera.close()
    assert [frame.image.shape for frame in frames[:1]] == [(120, 160, 3)]
    greys = [int(frame.image.mean()) for frame in frames]
    assert len(greys) >= 15
    assert greys == sorted(greys)
    assert [frame.at for frame in frames] == sorted(frame.at for frame in frames)


def test_an_address_where_nobody_answers_is_one_line() -> None:
    with pytest.raises(UsageFault, match=r"no camera answers at rtsp://127\.0\.0\.1:9/table"):
        open_camera("rtsp://127.0.0.1:9/table", read=unread)


WATCH = """
import json, resource, sys
from device.errors import UsageFault
from device.hardware.capture import open_stream, open_video

def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

rest, shapes = most(), set()
try:
    camera = (open_stream if "://" in sys.argv[1] else open_video)(sys.argv[1])
    for _, frame in zip(range(30), camera.frames()):
        shapes.add(frame.image.shape)
    said = str(sorted(shapes))
except UsageFault as fault:
    said = str(fault)
print(json.dumps([said, most() - rest]))
"""


def watched(source: str) -> tuple[str, int]:
    """Watch a source in a process of its own. Return its picture or fault as text, and the memory that
    watching took, in bytes."""
    done = subprocess.run([sys.executable, "-c", WATCH, source], capture_output=True, check=True)
    said, taken = json.loads(done.stdout)
    return said, taken


@cache
def small_and_large() -> tuple[bytes, bytes]:
    """Return a small picture and a picture of a hundred megapixels, as JPEGs."""
    small, large = (np.full((*shape, 3), 90, np.uint8) for shape in ((64, 64), (9000, 12000)))
    return cv2.imencode(".jpg", small)[1].tobytes(), cv2.imencode(".jpg", large)[1].tobytes()


class Growing(Stream):
    """A stream of twenty small pictures, then of pictures of a hundred megapixels."""

    first = 20

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        small, large = small_and_large()
        with suppress(OSError):
            for n in range(40):
                jpeg = small if n < self.first else large
                head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")


class Large(Growing):
    """A stand-in for a capture whose every picture has a hundred megapixels."""

    first = 0


@pytest.mark.parametrize(
    ("camera", "said"),
    [(Growing, "[(64, 64, 3)]"), (Large, "gives pictures of 108 megapixels. Set it to 16")],
)
def test_a_camera_on_the_network_takes_no_more_memory_than_its_share(camera: type[Stream], said: str) -> None:
    small_and_large()  # the first answer may not wait for it
    server = ThreadingHTTPServer(("127.0.0.1", 0), camera)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    told, taken = watched(f"http://127.0.0.1:{server.server_address[1]}/")
    server.shutdown()
    server.server_close()
    assert said in told
    assert taken < 200_000_000
