"""Test that cameras are told the frequency of the mains, at which lamps flicker."""

import struct
from pathlib import Path

import pytest

from device.hardware.flicker import set_mains_frequency
from device.hardware.picamera import PiCamera
from device.settings import Mains, parse
from tests.device.hardware.scripted_pi import ScriptedPi


@pytest.mark.parametrize(("mains", "microseconds"), [(50, 10_000), (60, 8_333)])
def test_the_pi_s_camera_exposes_for_whole_flickers(mains: Mains, microseconds: int) -> None:
    pi = ScriptedPi()
    next(PiCamera(size=(640, 360), mains=mains, open_device=lambda: pi).frames())
    assert (pi.set[0]["AeFlickerMode"], pi.set[0]["AeFlickerPeriod"]) == (1, microseconds)


def test_without_the_setting_nothing_is_told(tmp_path: Path) -> None:
    pi = ScriptedPi()
    next(PiCamera(size=(640, 360), open_device=lambda: pi).frames())
    assert not any(name.startswith("AeFlicker") for name in pi.set[0])
    assert not set_mains_frequency(tmp_path / "nobody asks for it", None)


def test_a_camera_of_an_older_system_without_that_control_plays_on() -> None:
    pi = ScriptedPi(lacks=("AeFlickerMode", "AeFlickerPeriod"))
    next(PiCamera(size=(640, 360), mains=50, open_device=lambda: pi).frames())
    assert pi.set[0]["AeEnable"]
    assert "AeFlickerPeriod" not in pi.set[0]


@pytest.mark.parametrize(("mains", "value"), [(50, 1), (60, 2)])
def test_a_usb_camera_is_told_by_linux_s_own_control(tmp_path: Path, mains: Mains, value: int) -> None:
    """The frequency of the mains (50 or 60 Hz) is set by a system call, so that lamps do not flicker in
    pictures. Its numbers are those of linux/videodev2.h and linux/v4l2-controls.h."""
    asked: list[tuple[int, tuple[int, int]]] = []
    (node := tmp_path / "video0").touch()
    assert set_mains_frequency(
        node, mains, lambda _, what, told: asked.append((what, struct.unpack("Ii", told)))
    )
    control = (0x00980000 | 0x900) + 24
    request = (1 | 2) << 30 | struct.calcsize("Ii") << 16 | ord("V") << 8 | 28
    assert asked == [(request, (control, value))]


def test_a_usb_camera_without_that_control_is_left_alone(tmp_path: Path) -> None:
    (node := tmp_path / "video0").touch()
    assert not set_mains_frequency(node, 50)  # a file is no camera: Linux refuses
    assert not set_mains_frequency(tmp_path / "gone", 50)


def test_the_setting_is_50_or_60() -> None:
    assert parse("[camera]\nmains = 60\n", "table.toml").camera.mains == 60
    with pytest.raises(Exception, match=r"camera\.mains: 55, but it must be one of 50, 60"):
        parse("[camera]\nmains = 55\n", "table.toml")
