"""A frame counts when the table lies still and no arm is over it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.still import Stillness, Verdict, step

Frame = NDArray[np.uint8]


def _table(seed: int = 0) -> Frame:
    noise = np.random.default_rng(seed).normal(0, 3, (360, 640, 3))
    return np.clip(90 + noise, 0, 255).astype(np.uint8)


def _with_card(frame: Frame, x: int = 300) -> Frame:
    out = frame.copy()
    cv2.rectangle(out, (x, 150), (x + 40, 212), (230, 240, 240), -1)
    return out


def _with_arm(frame: Frame) -> Frame:
    out = frame.copy()
    cv2.rectangle(out, (250, 200), (340, 360), (150, 170, 210), -1)
    return out


def _run(frames: list[Frame], gap: float = 0.25) -> list[Verdict]:
    state, said = Stillness(patience=0.6), []
    for n, frame in enumerate(frames):
        state, verdict = step(state, frame, n * gap)
        said.append(verdict)
    return said


def test_a_still_table_is_said_once() -> None:
    said = _run([_table(n) for n in range(10)])
    assert said.count("still") == 1
    assert said[0] == "moving"


def test_a_new_card_is_reported_after_the_patience() -> None:
    said = _run([_table(n) for n in range(6)] + [_with_card(_table(n)) for n in range(6)])
    assert said.count("still") == 2
    assert said[6] == "moving"
    assert said[9] == "still"


def test_a_resting_arm_is_no_still_table() -> None:
    said = _run([_table(n) for n in range(6)] + [_with_arm(_table(n)) for n in range(12)])
    assert said.count("still") == 1
    assert "hand" in said[6:]


def test_the_table_is_read_when_the_arm_has_gone() -> None:
    frames = [_table(n) for n in range(6)] + [_with_arm(_table(n)) for n in range(6)]
    said = _run(frames + [_with_card(_table(n)) for n in range(6)])
    assert said[12:].count("still") == 1


def test_a_lamp_switched_on_is_not_an_arm() -> None:
    brighter = [np.clip(_table(n).astype(int) + 60, 0, 255).astype(np.uint8) for n in range(6)]
    said = _run([_table(n) for n in range(6)] + brighter)
    assert "hand" not in said
    assert said.count("still") == 2
