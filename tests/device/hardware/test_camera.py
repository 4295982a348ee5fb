"""Test cameras that replay a folder of pictures or a video, and the sentence for a camera that is missing."""

from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import UsageFault
from device.eyes import photograph
from device.hardware.camera_choice import open_camera
from device.hardware.replay_camera import MAX_TRIES, FolderCamera

opened = partial(open_camera, read=photograph)


def write(path: Path, grey: int) -> None:
    assert cv2.imwrite(str(path), np.full((48, 64, 3), grey, np.uint8))


def test_a_folder_gives_its_pictures_by_name_on_its_own_clock(tmp_path: Path) -> None:
    for name, grey in (("b.png", 200), ("a.png", 100), ("c.jpg", 50)):
        write(tmp_path / name, grey)
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(opened(str(tmp_path)).frames())
    assert [int(f.image.mean()) for f in frames] == [100, 200, 50]
    assert [f.at for f in frames] == [0.0, 6.0, 12.0]


def test_a_closed_folder_stops(tmp_path: Path) -> None:
    write(tmp_path / "a.png", 1)
    write(tmp_path / "b.png", 2)
    camera = FolderCamera(tmp_path, photograph)
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
    camera = opened(str(path))
    greys = [int(f.image.mean()) for f in camera.frames()]
    camera.close()
    assert greys == pytest.approx([10, 120, 240], abs=3)


@pytest.mark.parametrize("source", ["no/such/place", "97"])
def test_a_missing_camera_is_one_line(source: str) -> None:
    with pytest.raises(UsageFault) as fault:
        opened(source)
    assert source in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_missing_pi_camera_says_what_to_install() -> None:
    with pytest.raises(UsageFault, match=r"picamera2|does not start"):
        opened("pi")


def test_broken_pictures_and_empty_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="no pictures"):
        opened(str(tmp_path))
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8 and then nothing")
    with pytest.raises(UsageFault, match=r"broken\.jpg"):
        list(opened(str(tmp_path)).frames())
    (tmp_path / "broken.jpg").unlink()
    (tmp_path / "story.txt").write_text("")
    with pytest.raises(UsageFault, match=r"story\.txt"):
        opened(str(tmp_path / "story.txt"))


def half_written(path: Path) -> bytes:
    """Write the first half of a JPEG to `path`, and return all of it."""
    noise = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)
    whole = bytes(cv2.imencode(".jpg", noise)[1])
    path.write_bytes(whole[: len(whole) // 2])
    return whole


def test_a_half_written_picture_is_tried_again_until_it_is_whole(tmp_path: Path) -> None:
    write(tmp_path / "a.png", 100)
    whole = half_written(tmp_path / "b.jpg")
    camera = FolderCamera(tmp_path, photograph)
    frames = camera.frames()
    assert next(frames).at == 0.0
    for _ in range(2 * MAX_TRIES):  # the last one is tried without end
        with pytest.raises(UsageFault, match=r"b\.jpg is cut short or damaged"):
            next(frames)
        frames = camera.frames()
    (tmp_path / "b.jpg").write_bytes(whole)
    assert [(frame.at, frame.image.shape) for frame in frames] == [(6.0, (120, 160, 3))]


def test_a_damaged_picture_gives_way_to_the_next_at_its_time(tmp_path: Path) -> None:
    half_written(tmp_path / "a.jpg")
    write(tmp_path / "b.png", 100)
    camera = FolderCamera(tmp_path, photograph)
    for _ in range(MAX_TRIES):
        with pytest.raises(UsageFault, match=r"a\.jpg"):
            next(camera.frames())
    assert [frame.at for frame in camera.frames()] == [6.0]
