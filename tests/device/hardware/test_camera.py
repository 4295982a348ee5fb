"""Cameras that are files, and cameras that are not there."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import UsageFault
from device.hardware.opening import open_camera
from device.hardware.replayed import FolderCamera


def write(path: Path, grey: int) -> None:
    assert cv2.imwrite(str(path), np.full((48, 64, 3), grey, np.uint8))


def test_a_folder_gives_its_pictures_by_name_on_its_own_clock(tmp_path: Path) -> None:
    for name, grey in (("b.png", 200), ("a.png", 100), ("c.jpg", 50)):
        write(tmp_path / name, grey)
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(open_camera(str(tmp_path)).frames())
    assert [int(f.image.mean()) for f in frames] == [100, 200, 50]
    assert [f.at for f in frames] == [0.0, 6.0, 12.0]


def test_a_closed_folder_stops(tmp_path: Path) -> None:
    write(tmp_path / "a.png", 1)
    write(tmp_path / "b.png", 2)
    camera = FolderCamera(tmp_path)
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []


def test_a_video_gives_its_pictures(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 8, (64, 48))
    for grey in (10, 120, 240):
        writer.write(np.full((48, 64, 3), grey, np.uint8))
    writer.release()
    camera = open_camera(str(path))
    greys = [int(f.image.mean()) for f in camera.frames()]
    camera.close()
    assert greys == pytest.approx([10, 120, 240], abs=3)


@pytest.mark.parametrize("source", ["no/such/place", "97"])
def test_a_missing_camera_is_one_line(source: str) -> None:
    with pytest.raises(UsageFault) as fault:
        open_camera(source)
    assert source in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_missing_pi_camera_says_what_to_install() -> None:
    with pytest.raises(UsageFault, match=r"picamera2|does not start"):
        open_camera("pi")


def test_broken_pictures_and_empty_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="no pictures"):
        open_camera(str(tmp_path))
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8 and then nothing")
    with pytest.raises(UsageFault, match=r"broken\.jpg"):
        list(open_camera(str(tmp_path)).frames())
    (tmp_path / "broken.jpg").unlink()
    (tmp_path / "story.txt").write_text("")
    with pytest.raises(UsageFault, match=r"story\.txt"):
        open_camera(str(tmp_path / "story.txt"))
