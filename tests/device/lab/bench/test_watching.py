"""Test the bench that measures how much of a processor core watching a table takes, for large frames and
for frames that the camera has reduced."""

from device.lab.bench import watching
from vision.motion_detection import Stillness, track_motion


def test_both_kinds_of_picture_are_measured() -> None:
    found = watching.watching_shares(1)
    assert set(found) == {"large", "shrunk_by_the_camera"}
    assert all(one["of_a_core"] > 0 and one["frame_ms"]["processor"] > 0 for one in found.values())


def test_a_hand_comes_between_what_lay_there_and_what_lies_there_then() -> None:
    shots = watching._shots(("CAT", "BIRD"), (320, 180))
    assert len(shots) == 5
    state, at, said = Stillness(), 0.0, []
    for shot in shots:
        for _ in range(12):
            at += 1 / watching.FRAMES_PER_SECOND
            state, motion = track_motion(state, shot, at)
            said.append(motion)
    still = [n // 12 for n, motion in enumerate(said) if motion == "still"]
    assert still == [0, 2, 4]
    assert {n // 12 for n, motion in enumerate(said) if motion == "hand"} == {1, 3}
