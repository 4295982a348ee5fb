"""Test every call of the Pi's camera on the real picamera2, with stand-ins only for the modules below it.

These tests run where picamera2 is installed. They compare the scripted camera of the other tests with it.
"""

import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

import pytest

from device.errors import UsageFault
from device.hardware import picamera
from device.hardware.picamera import PiCamera
from tests.device.hardware import pretended_libcamera as pretended
from tests.device.hardware.scripted_pi import ScriptedMoment, ScriptedPending, ScriptedPi

pytestmark = [
    pytest.mark.skipif(find_spec("picamera2") is None, reason="picamera2 is not installed"),
    # picamera2's own: Thread.setDaemon, and NumPy's way to say "no copy" before 2.0.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
SIZE = (640, 360)


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> Iterator[pretended.Manager]:
    made = pretended.Manager()
    for name in [name for name in sys.modules if name.split(".")[0] == "picamera2"]:
        monkeypatch.delitem(sys.modules, name)
    for name, module in pretended.modules(made).items():
        monkeypatch.setitem(sys.modules, name, module)
    allocator = import_module("picamera2.allocators.dmaallocator")
    monkeypatch.setattr(allocator, "DmaHeap", pretended.Memory)
    monkeypatch.setattr(allocator, "fcntl", pretended.NoSync)
    yield made
    for name in [name for name in sys.modules if name.split(".")[0] == "picamera2"]:
        del sys.modules[name]


def pictures(camera: PiCamera, count: int) -> None:
    for _ in islice(camera.frames(), count):
        pass


def test_a_moment_comes_in_two_sizes(manager: pretended.Manager) -> None:
    camera = PiCamera(size=SIZE)
    frame = next(camera.frames())
    camera.close()
    assert frame.image.shape == (360, 640, 3)
    assert (frame.image == (10, 120, 240)).all()
    assert frame.small is not None
    assert frame.small.shape == (180, 320)
    assert (frame.small == 77).all()


def test_it_settles_is_locked_and_measured_anew(manager: pretended.Manager) -> None:
    camera, sensor = PiCamera(size=SIZE), manager.cameras[0]
    pictures(camera, 60)
    assert camera.locked
    camera.adjust()
    pictures(camera, 60)
    assert camera.locked
    camera.close()
    said = [value for name, value in sensor.obeyed if name == "AeEnable"]
    assert said == [True, False, True, False]
    assert [value for name, value in sensor.obeyed if name == "AfTrigger"] == [0, 0]
    # Given back by picamera2 as "automatic", then held, for exposure and gain each.
    assert [value for name, value in sensor.obeyed if name == "ExposureTimeMode"] == [0, 1, 0, 1]
    assert ("ExposureTime", 20_000) in sensor.obeyed
    assert ("ColourGains", (1.5, 1.8)) in sensor.obeyed
    assert ("FrameDurationLimits", (66_666, 66_666)) in sensor.obeyed


def test_it_can_be_opened_again(manager: pretended.Manager) -> None:
    for _ in range(2):
        camera = PiCamera(size=SIZE)
        pictures(camera, 3)
        camera.close()
        camera.close()
        assert not manager.cameras[0].taken


def test_a_cable_that_comes_out_leaves_a_camera_that_can_be_closed(
    manager: pretended.Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picamera, "PICTURE_TIMEOUT_SECONDS", 0.05)
    camera = PiCamera(size=SIZE)
    pictures(camera, 3)
    manager.cameras[0].asleep = True
    with pytest.raises(UsageFault, match="cable"):
        pictures(camera, 20)
    camera.close()
    assert not manager.cameras[0].taken


def test_it_is_told_the_mains(manager: pretended.Manager) -> None:
    camera = PiCamera(size=SIZE, mains=50)
    pictures(camera, 20)
    camera.close()
    obeyed = dict(manager.cameras[0].obeyed)
    assert (obeyed["AeFlickerMode"], obeyed["AeFlickerPeriod"]) == (1, 10_000)


def test_one_that_is_not_there_is_one_line(manager: pretended.Manager) -> None:
    manager.cameras.clear()
    with pytest.raises(UsageFault, match="the Pi finds no camera"):
        PiCamera(size=SIZE)


def test_a_size_it_cannot_have_is_one_line_and_lets_it_go(
    manager: pretended.Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pretended.Sensor, "configure", lambda *_: -22)
    with pytest.raises(UsageFault, match="Configuration failed"):
        PiCamera(size=SIZE)
    assert not manager.cameras[0].taken


def _parameters(function: Any) -> list[tuple[str, Any, bool]]:
    found = inspect.signature(function).parameters.values()
    return [(one.name, one.kind, one.default is one.empty) for one in found]


@pytest.mark.parametrize(
    "name",
    [name for name, value in vars(ScriptedPi).items() if inspect.isfunction(value) and name[0] != "_"],
)
def test_the_scripted_camera_takes_what_the_real_one_takes(name: str, manager: pretended.Manager) -> None:
    real = import_module("picamera2").Picamera2
    assert _parameters(getattr(ScriptedPi, name)) == _parameters(getattr(real, name))


def test_so_do_its_moments(manager: pretended.Manager) -> None:
    real, job = import_module("picamera2.request").CompletedRequest, import_module("picamera2.job").Job
    for name in ("make_array", "get_metadata", "release"):
        assert _parameters(getattr(ScriptedMoment, name)) == _parameters(getattr(real, name))
    assert _parameters(ScriptedPending.get_result) == _parameters(job.get_result)
