"""Test the Raspberry Pi's camera. Each picture comes in two sizes. The camera locks exposure and focus when
they have settled, and measures both again on request."""

import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from device.errors import UsageFault
from device.hardware.convergence import MAX_LOCK_PICTURES, Convergence, locking_controls
from device.hardware.picamera import PiCamera, motion_size
from tests.device.hardware.scripted_pi import ScriptedPi


def over(pi: ScriptedPi, size: tuple[int, int] = (640, 360)) -> PiCamera:
    return PiCamera(size=size, clock=lambda: 5.0, open_device=lambda: pi)


def pictures(camera: PiCamera, count: int) -> None:
    for _ in islice(camera.frames(), count):
        pass


def test_a_moment_comes_in_two_sizes() -> None:
    pi = ScriptedPi()
    frame = next(over(pi, (2304, 1296)).frames())
    assert frame.image.shape == (1296, 2304, 3)
    assert frame.image[0, 0].tolist() == [10, 120, 240]
    assert frame.small is not None
    assert frame.small.shape == (180, 320)
    assert (frame.small == 77).all()  # neither colour planes nor padding
    assert frame.glimpse is frame.small
    assert frame.at == 5.0


def test_both_streams_are_asked_for_at_fifteen_pictures_a_second() -> None:
    pi = ScriptedPi()
    over(pi, (2304, 1296))
    assert pi.configuration == {
        "main": {"size": (2304, 1296), "format": "RGB888"},
        "lores": {"size": (320, 180), "format": "YUV420"},
        "raw": None,
        "buffer_count": 4,
        "controls": {"FrameDurationLimits": (66_666, 66_666)},
        "sensor": {"output_size": (2304, 1296)},
    }


WAYS: dict[str, dict[tuple[int, int], bool]] = {
    "imx219": {(640, 480): False, (1640, 1232): True, (1920, 1080): False, (3280, 2464): True},
    "imx477": {(1332, 990): False, (2028, 1080): False, (2028, 1520): True, (4056, 3040): True},
    "imx708": {(1536, 864): False, (2304, 1296): True, (4608, 2592): True},
    "ov5647": {(640, 480): False, (1296, 972): True, (1920, 1080): False, (2592, 1944): True},
}
"""The sizes of the pictures of each sensor, pixels, for Camera Modules 2, HQ, 3 and 1. True for a size that
shows the whole field of view."""


def nearest(ways: Iterable[tuple[int, int]], asked: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the sensor's pictures that picamera2 0.3.38 chooses for the size asked for, by
    libcamera's own score."""

    def off(wanted: float, there: float) -> float:
        return (there - wanted) / 4 if there > wanted else (wanted - there) * 2

    def score(way: tuple[int, int]) -> float:
        shape = off(asked[0] / asked[1], way[0] / way[1])
        return off(asked[0], way[0]) + off(asked[1], way[1]) + 1500 * shape

    return min(ways, key=score)


@pytest.mark.parametrize("size", [(2304, 1296), (1920, 1080), (1640, 922), (1280, 720), (4056, 2282)])
@pytest.mark.parametrize("sensor", WAYS)
def test_all_that_a_camera_module_sees_is_shown_whatever_the_size(sensor: str, size: tuple[int, int]) -> None:
    ways = WAYS[sensor]
    pi = ScriptedPi(sensor_resolution=max(ways))
    over(pi, size)
    asked = pi.configuration["sensor"]["output_size"]
    assert ways[nearest(ways, asked)], f"{nearest(ways, asked)} of {max(ways)}"


def test_left_to_itself_a_camera_module_2_would_show_its_middle() -> None:
    assert nearest(WAYS["imx219"], (2304, 1296)) == (1920, 1080)


@pytest.mark.parametrize("size", [(2304, 1296), (4056, 3040), (640, 480), (321, 241)])
def test_the_small_picture_has_the_shape_of_the_large_one(size: tuple[int, int]) -> None:
    width, height = motion_size(size)
    assert width <= 320
    assert width % 2 == height % 2 == 0
    assert width / height == pytest.approx(size[0] / size[1], rel=0.02)


def test_focus_and_light_are_left_alone_until_they_have_settled_and_then_locked() -> None:
    pi = ScriptedPi(settles=30)
    camera = over(pi)
    pictures(camera, 30)
    assert not camera.locked
    assert pi.set == [
        {
            "AeEnable": True,
            "ExposureTime": 0,
            "AnalogueGain": 0.0,
            "AwbEnable": True,
            "AfMode": 1,
            "AfTrigger": 0,
        }
    ]
    pictures(camera, 20)
    assert camera.locked
    assert pi.set[1:] == [
        {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": 20_000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.8),
        }
    ]
    pictures(camera, 200)
    assert len(pi.set) == 2


def test_both_are_done_again_on_request() -> None:
    pi = ScriptedPi()
    camera = over(pi)
    pictures(camera, 60)
    camera.adjust()
    assert not camera.locked
    pictures(camera, 60)
    assert camera.locked
    assert [control["AeEnable"] for control in pi.set] == [True, False, True, False]


def test_a_camera_without_a_lens_to_turn_is_not_asked_to_focus() -> None:
    pi = ScriptedPi(lens=False)
    camera = over(pi)
    pictures(camera, 60)
    assert camera.locked
    assert all("AfMode" not in control and "AfTrigger" not in control for control in pi.set)


def test_light_that_never_settles_is_taken_as_it_is() -> None:
    pi = ScriptedPi(settles=10_000)
    camera = over(pi)
    pictures(camera, MAX_LOCK_PICTURES)
    assert camera.locked
    assert not pi.set[-1]["AeEnable"]


def test_what_was_focused_before_does_not_count() -> None:
    convergence = Convergence(focused=False)
    for _ in range(5):
        convergence = convergence.after({"AfState": 2, "ExposureTime": 1000})
    assert not convergence.focused


def test_only_what_the_camera_offers_is_locked() -> None:
    said = {"ExposureTime": 1000, "ColourGains": (1.0, 1.0)}
    assert locking_controls(said, {"ExposureTime": None, "AeEnable": None}) == {
        "ExposureTime": 1000,
        "AeEnable": False,
    }


def test_every_moment_is_given_back() -> None:
    pi = ScriptedPi()
    pictures(over(pi), 20)
    assert pi.held == 0


def test_a_cable_that_comes_out_is_told_and_the_camera_can_still_be_closed() -> None:
    pi = ScriptedPi()
    camera = over(pi)
    pictures(camera, 3)
    pi.fails = TimeoutError()
    with pytest.raises(UsageFault, match="cable"):
        next(camera.frames())
    camera.close()
    camera.close()
    assert pi.ends == ["flush", "stop", "close"]
    assert list(camera.frames()) == []


def test_a_camera_that_stops_says_why() -> None:
    camera = over(ScriptedPi(fails=RuntimeError("out of buffers")))
    with pytest.raises(UsageFault, match="the Pi's camera stopped: out of buffers"):
        next(camera.frames())


def test_one_that_cannot_give_such_pictures_is_let_go_again() -> None:
    pi = ScriptedPi(refuses=RuntimeError("Invalid camera configuration"))
    with pytest.raises(UsageFault, match="does not start: Invalid"):
        over(pi)
    assert pi.ends == ["close"]


def test_none_there_is_one_line() -> None:
    def opened() -> ScriptedPi:
        raise RuntimeError("No camera number 0 found")

    with pytest.raises(UsageFault, match="check the camera's cable"):
        PiCamera(size=(640, 480), open_device=opened)


def test_its_pictures_can_be_looked_at_where_they_lie() -> None:
    frame = next(over(ScriptedPi()).frames())
    assert frame.image.dtype == np.uint8
    assert frame.image.flags.c_contiguous


@pytest.mark.parametrize(
    ("module", "told"),
    [
        (None, "the Pi's camera needs picamera2: apt install python3-picamera2"),
        (
            "raise ValueError('numpy.dtype size changed')",
            "picamera2 can't be loaded: numpy.dtype size changed",
        ),
    ],
)
def test_a_library_that_is_missing_or_does_not_load_is_one_line(
    module: str | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if module is None:
        monkeypatch.setitem(sys.modules, "picamera2", None)
    else:
        monkeypatch.delitem(sys.modules, "picamera2", raising=False)
        (tmp_path / "picamera2.py").write_text(module)
        monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageFault) as caught:
        PiCamera(size=(640, 360))
    assert str(caught.value) == told
