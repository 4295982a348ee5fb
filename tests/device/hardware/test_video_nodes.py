"""Test the search for cameras in a machine's /dev and /proc: a camera is found again under another number,
and the program that holds it is named."""

import os
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import pytest

from device.errors import UsageFault
from device.hardware import capture, picamera
from device.hardware.camera import Camera
from device.hardware.camera_choice import CameraFinder, RememberedLink, is_live, kind_of
from device.hardware.capture import OpenCvCamera
from device.hardware.picamera import PiCamera
from device.hardware.video_nodes import InUseFault, Nodes, node_path, unopened_fault
from device.records.camera_identity import FILE, remember_link, remembered_link

LOGI: Final = "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_1A2B-video-index0"
OTHER: Final = "/dev/v4l/by-id/usb-Old_Webcam-video-index0"


class Machine:
    """A stand-in for a machine with cameras: a folder with its /dev and /proc."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.nodes = Nodes(root)
        for folder in ("dev/v4l/by-id", "proc"):
            (root / folder).mkdir(parents=True)

    def plug(self, number: int, link: str | None = None) -> None:
        """Plug in a camera as `/dev/video{number}`. `link` is the name that udev gives it, which stays the
        same under another number."""
        (self.root / f"dev/video{number}").touch()
        if link is not None:
            self._at(link).symlink_to(f"../../video{number}")

    def unplug(self, number: int) -> None:
        (self.root / f"dev/video{number}").unlink()
        for link in (self.root / "dev/v4l/by-id").iterdir():
            if not link.exists():
                link.unlink()

    def runs(self, process: int, name: str, *held: str) -> None:
        """Start a program that holds the files `held` open."""
        (self.root / f"proc/{process}/fd").mkdir(parents=True)
        (self.root / f"proc/{process}/comm").write_text(name + "\n")
        for handle, path in enumerate(held):
            (self.root / f"proc/{process}/fd/{handle}").symlink_to(self._at(path))

    def _at(self, path: str) -> Path:
        return self.root / path.removeprefix("/")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "machine")


class Silent:
    """A capture that gives no picture."""

    def read(self) -> tuple[bool, None]:
        return False, None

    def get(self, propId: int) -> float:  # noqa: N803 - OpenCV's name
        return 0.0

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        return False

    def release(self) -> None:
        """Release nothing."""


class Opened:
    """The function that opens a plugged-in camera by its name. It notes the name of each video node that it
    opens."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.nodes = machine, list[str]()

    def __call__(self, name: str) -> Camera:
        path = node_path(name)
        node = None if path is None else self.machine.nodes.device_file(path)
        if node is None:
            raise UsageFault(f"there is no camera {name}")
        self.nodes.append(node.name)
        return OpenCvCamera(Silent(), name)


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("0", "/dev/video0"),
        ("007", "/dev/video7"),
        ("/dev/video2", "/dev/video2"),
        (LOGI, LOGI),
        (
            "/dev/v4l/by-path/platform-usb-0:1.2-video-index0",
            "/dev/v4l/by-path/platform-usb-0:1.2-video-index0",
        ),
    ],
)
def test_numbers_and_paths_name_usb_cameras_be_they_there_or_not(source: str, path: str) -> None:
    assert node_path(source) == path
    assert kind_of(source) == "usb"
    assert is_live(source)


@pytest.mark.parametrize(
    "source", ["pi", "-1", "²", "/dev/video", "/dev/videox", "video0", "/dev/sda", "", "a/b"]
)
def test_nothing_else_does(source: str) -> None:
    assert node_path(source) is None


@pytest.mark.parametrize("source", ["0", "/dev/video0", LOGI])
def test_a_camera_that_is_plugged_in_again_is_found_under_its_new_number(
    machine: Machine, source: str
) -> None:
    machine.plug(0, LOGI)
    machine.plug(2, OTHER)
    opened = Opened(machine)
    sought = CameraFinder(source, opened, nodes=machine.nodes)
    sought()
    machine.unplug(0)
    with pytest.raises(UsageFault):
        sought()
    machine.plug(5, LOGI)
    sought()
    assert opened.nodes == ["video0", "video5"]


def test_another_camera_that_takes_over_the_number_is_not_taken_for_it(machine: Machine) -> None:
    machine.plug(0, LOGI)
    opened = Opened(machine)
    sought = CameraFinder("0", opened, nodes=machine.nodes)
    sought()
    machine.unplug(0)
    machine.plug(1, LOGI)
    machine.plug(0, OTHER)
    sought()
    assert opened.nodes == ["video0", "video1"]


def test_a_new_camera_in_the_place_of_one_that_is_gone_is_taken_up(machine: Machine) -> None:
    machine.plug(0, LOGI)
    opened = Opened(machine)
    learnt: list[str] = []
    sought = CameraFinder("0", opened, RememberedLink(remember=learnt.append), nodes=machine.nodes)
    sought()
    machine.unplug(0)
    machine.plug(0, OTHER)
    sought()
    assert learnt == [LOGI, OTHER]


def test_a_camera_without_a_name_of_its_own_is_known_by_its_number(machine: Machine) -> None:
    machine.plug(0)
    opened = Opened(machine)
    learnt: list[str] = []
    sought = CameraFinder("0", opened, RememberedLink(remember=learnt.append), nodes=machine.nodes)
    sought()
    sought()
    assert opened.nodes == ["video0", "video0"]
    assert learnt == []


def test_the_camera_is_found_when_the_table_starts_again(machine: Machine, tmp_path: Path) -> None:
    machine.plug(0, LOGI)
    opened = Opened(machine)
    data = tmp_path / "data"

    def started() -> CameraFinder:
        known = remembered_link(data, "0")
        return CameraFinder(
            "0", opened, RememberedLink(known, partial(remember_link, data, "0")), nodes=machine.nodes
        )

    started()()
    machine.unplug(0)
    machine.plug(3, LOGI)
    started()()
    assert opened.nodes == ["video0", "video3"]
    assert remembered_link(data, "1") is None
    (data / FILE).write_bytes(b"\x00")
    assert remembered_link(data, "0") is None


def test_a_table_whose_disk_takes_nothing_has_its_camera_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    remember_link(tmp_path / "data", "0", LOGI)
    assert (tmp_path / "data").read_text() == "a file"


def test_whoever_holds_a_camera_is_named(machine: Machine) -> None:
    machine.plug(0, LOGI)
    machine.plug(2, OTHER)
    machine.runs(10, "bash", "/dev/null")
    machine.runs(20, "cheese", "/dev/null", "/dev/video2")
    machine.runs(30, "motion", "/dev/video0")
    assert machine.nodes.holder(LOGI) == "motion"
    assert machine.nodes.holder("/dev/video2") == "cheese"
    assert machine.nodes.holder("/dev/video7") is None


def test_the_table_itself_is_not_the_other_program(machine: Machine) -> None:
    machine.plug(0)
    machine.runs(os.getpid(), "lexicon-table", "/dev/video0")
    assert machine.nodes.holder("/dev/video0") is None


def test_programs_that_end_or_may_not_be_looked_into_are_passed_over(machine: Machine) -> None:
    machine.plug(0)
    (machine.root / "proc/5").mkdir()
    (machine.root / "proc/6/fd").mkdir(parents=True)
    (machine.root / "proc/6/fd/0").touch()
    machine.runs(7, "", "/dev/video0")
    assert machine.nodes.holder("/dev/video0") == "process 7"


def test_why_a_camera_does_not_open_is_told_without_advice_about_cables(machine: Machine) -> None:
    assert str(unopened_fault("0", "/dev/video0", machine.nodes)) == "there is no camera 0"
    machine.plug(0)
    said = str(unopened_fault("0", "/dev/video0", machine.nodes))
    assert said == "camera 0 does not open. Another program may be using it, or it is not a camera"
    machine.runs(30, "motion", "/dev/video0")
    fault = unopened_fault("0", "/dev/video0", machine.nodes)
    assert isinstance(fault, InUseFault)
    assert str(fault) == "motion is using the camera. Close that program"


def test_one_that_opens_and_gives_no_picture_because_another_program_has_it_says_so() -> None:
    camera = OpenCvCamera(Silent(), "camera 0", holder=lambda: "motion")
    with pytest.raises(InUseFault, match="motion is using the camera"):
        list(camera.frames())


def test_a_node_that_is_no_camera_is_one_line(machine: Machine) -> None:
    """OpenCV itself tries to open the node and fails. People read one line, and OpenCV prints no message of
    its own."""
    machine.plug(0)
    with pytest.raises(UsageFault, match="camera 0 does not open"):
        capture.open_usb("0", "/dev/video0", (640, 480), nodes=machine.nodes)
    assert cv2.utils.logging.getLogLevel() == cv2.utils.logging.LOG_LEVEL_SILENT


def pi(machine: Machine, fault: Exception) -> str:
    """Return the text of the fault that the table reports when picamera2 raises `fault`."""

    def opened() -> picamera.Pi:
        raise fault

    with pytest.raises(UsageFault) as told:
        PiCamera(size=(640, 480), open_device=opened, nodes=machine.nodes)
    return str(told.value)


BUSY: Final = [
    IndexError("list index out of range"),
    RuntimeError("Failed to acquire camera: Device or resource busy"),
    RuntimeError("camera.acquire() returned unexpected code: -16"),
    RuntimeError("Camera __init__ sequence did not complete."),
    OSError(16, "Device or resource busy"),
]


@pytest.mark.parametrize("fault", BUSY, ids=str)
def test_the_pis_camera_that_another_program_has_is_told_with_that_program(
    machine: Machine, fault: Exception
) -> None:
    for name in ("media0", "v4l-subdev0", "video0", "video10"):
        (machine.root / "dev" / name).touch()
    machine.runs(20, "player", "/dev/video10")
    machine.runs(30, "wireplumber", "/dev/v4l-subdev0", "/dev/media0")
    machine.runs(40, "rpicam-vid", "/dev/v4l-subdev0", "/dev/video0")
    assert pi(machine, fault) == "rpicam-vid is using the camera. Close that program"


@pytest.mark.parametrize("fault", BUSY[1:], ids=str)
def test_a_program_that_cannot_be_seen_has_it_all_the_same(machine: Machine, fault: Exception) -> None:
    assert pi(machine, fault) == "another program is using the camera. Close that program"


@pytest.mark.parametrize(
    "fault",
    [
        BUSY[0],
        RuntimeError("Camera(s) not found (Do not forget to disable legacy camera with raspi-config)."),
    ],
    ids=str,
)
def test_only_where_there_is_none_the_cable_is_spoken_of(machine: Machine, fault: Exception) -> None:
    machine.plug(0, LOGI)
    machine.runs(20, "cheese", "/dev/video0")
    assert pi(machine, fault) == "the Pi finds no camera. Switch the Pi off and check the camera's cable"


def test_another_fault_is_told_as_it_is(machine: Machine) -> None:
    machine.runs(40, "rpicam-vid", "/dev/v4l-subdev0")
    said = pi(machine, RuntimeError("Unable to queue buffer"))
    assert said == "the Pi's camera does not start: Unable to queue buffer"
