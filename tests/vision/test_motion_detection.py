"""Test when a frame is taken for one of a table at rest: nothing moves, and no arm is over the table."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion_detection import MotionState, Stillness, track_motion

Frame = NDArray[np.uint8]
CASES = Path(__file__).parents[2].parent / "shared" / "cases"


@cache
def _table(seed: int = 0) -> Frame:
    noise = np.random.default_rng(seed).normal(0, 3, (360, 640, 3))
    return np.clip(90 + noise, 0, 255).astype(np.uint8)


def _with_card(frame: Frame, x: int = 300) -> Frame:
    out = frame.copy()
    cv2.rectangle(out, (x, 150), (x + 40, 212), (230, 240, 240), -1)
    return out


def _with_arm(frame: Frame) -> Frame:
    out = frame.copy()
    cv2.fillConvexPoly(out, np.array([(280, 240), (320, 240), (350, 360), (250, 360)]), (150, 170, 210))
    cv2.ellipse(out, (300, 220), (36, 50), 0, 0, 360, (150, 170, 210), -1)
    return out


def _with_cards(frame: Frame, left: int, top: int, letters: int, step: tuple[int, int]) -> Frame:
    """Draw a word of `letters` touching cards of 40 by 62 pixels, from the corner (left, top) on."""
    out = frame.copy()
    for n in range(letters):
        x, y = left + n * step[0], top + n * step[1]
        cv2.rectangle(out, (x, y), (x + 39, y + 61), (230, 240, 240), -1)
        cv2.putText(out, "AEKMS"[n % 5], (x + 6, y + 46), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (40, 30, 30), 4)
    return out


def _run(frames: list[Frame], gap: float = 0.25) -> list[MotionState]:
    state, said = Stillness(patience_seconds=0.6), []
    for n, frame in enumerate(frames):
        state, motion = track_motion(state, frame, n * gap)
        said.append(motion)
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


def _under_a_lamp(frame: Frame, seed: int) -> NDArray[np.float32]:
    """Return the light that falls into the camera from the scene of the frame, with a table's grain, noise,
    and two reflections of a lamp at the border. It is brighter than a frame can show, so the camera's
    exposure is still to be applied."""
    ys, xs = np.mgrid[: frame.shape[0], : frame.shape[1]]
    glow = sum(
        500 * np.exp(-(((xs - x) / 60) ** 2) - ((ys - y) / 45) ** 2) for x, y in ((440, 0), (640, 250))
    )
    grain = 18 * np.sin(ys / 5 + 3 * np.sin(xs / 90))
    lit = frame + grain[:, :, None] * (frame < 140) + np.asarray(glow)[:, :, None]
    noisy = lit + np.random.default_rng(seed).normal(0, 2, frame.shape)
    return np.asarray(np.clip(noisy, 0, 2000), np.float32)


def _exposed(light: NDArray[np.float32], gain: float, gamma: float) -> Frame:
    """Return the frame that a camera makes of the light, with an exposure of `gain` and a contrast of
    `gamma`. The brightest parts are compressed towards white."""
    bright = (light * gain / 255) ** gamma * 255
    knee = np.where(bright > 190, 190 + 65 * (1 - np.exp(-(bright - 190) / 65)), bright)
    return np.asarray(np.clip(knee, 0, 255), np.uint8)


def _breathing(frames: list[Frame], low: float = 0.55, high: float = 1.3) -> list[Frame]:
    """Vary the exposure and contrast of the frames, as a camera's automatic exposure does."""
    rng = np.random.default_rng(7)
    return [
        _exposed(_under_a_lamp(frame, n), rng.uniform(low, high), rng.uniform(0.85, 1.2))
        for n, frame in enumerate(frames)
    ]


def test_a_camera_whose_exposure_follows_the_picture_sees_cards_and_no_arms() -> None:
    word = [_with_cards(_table(n), 60, 80, 5, (40, 0)) for n in range(6)]
    said = _run(
        [_exposed(_under_a_lamp(_table(n), n), 1.0, 1.0) for n in range(6)]
        + [_exposed(_under_a_lamp(frame, n), 0.68, 1.1) for n, frame in enumerate(word)]
        + [_exposed(_under_a_lamp(_with_arm(frame), n), 0.75, 1.05) for n, frame in enumerate(word)]
    )
    assert [said[n : n + 6].count("still") for n in (0, 6, 12)] == [1, 1, 0]
    assert "hand" not in said[:12]
    assert "hand" in said[12:]


def test_a_camera_whose_exposure_never_rests_still_tells_a_still_table() -> None:
    empty, word = (
        [_table(n) for n in range(8)],
        [_with_cards(_table(n), 60, 80, 5, (40, 0)) for n in range(8)],
    )
    said = _run(_breathing([*empty, *word]))
    assert said[:8].count("still") == 1
    assert said[8] == "moving"
    assert said[8:].count("still") == 1
    assert "hand" not in said


def test_an_arm_is_one_while_the_exposure_breathes() -> None:
    said = _run(_breathing([_table(n) for n in range(8)] + [_with_arm(_table(n)) for n in range(8)]))
    assert "hand" in said[8:]
    assert "still" not in said[8:]


@pytest.mark.parametrize("gain", [0.7, 0.8, 1.0, 1.2])
def test_an_arm_over_a_white_table_is_one_whatever_the_exposure(gain: float) -> None:
    def white(n: int) -> Frame:
        return np.asarray(np.clip(_table(n).astype(int) + 145, 0, 255), np.uint8)

    def lit(frame: Frame) -> Frame:
        return np.asarray(np.clip(frame * gain, 0, 255), np.uint8)

    said = _run([white(n) for n in range(6)] + [lit(_with_arm(white(n))) for n in range(6)])
    assert "hand" in said[6:]
    assert "still" not in said[6:]


def test_a_card_taken_away_is_seen_whatever_the_exposure() -> None:
    for gain in (0.6, 0.8, 1.0, 1.3):
        said = _run(
            [_exposed(_under_a_lamp(_with_card(_table(n)), n), 0.8, 1.0) for n in range(6)]
            + [_exposed(_under_a_lamp(_table(n), n), gain, 1.0) for n in range(6)]
        )
        assert said[6] == "moving"
        assert said[6:].count("still") == 1


@pytest.mark.skipif(not CASES.exists(), reason="these pictures are not there")
def test_the_table_whose_reflections_were_taken_for_arms() -> None:
    pictures = [cv2.imread(str(CASES / f"autoexposure_{name}.jpg")) for name in ("0_empty", "1_EXPERT")]
    empty, expert = (np.asarray(picture, np.uint8) for picture in pictures)
    said = _run([empty] * 6 + [expert] * 6 + [empty] * 6)
    assert "hand" not in said
    assert [said[n : n + 6].count("still") for n in (0, 6, 12)] == [1, 1, 1]


def test_a_lamp_switched_on_is_not_an_arm() -> None:
    brighter = [np.clip(_table(n).astype(int) + 60, 0, 255).astype(np.uint8) for n in range(6)]
    said = _run([_table(n) for n in range(6)] + brighter)
    assert "hand" not in said
    assert said.count("still") == 2


@pytest.mark.parametrize("beyond", [-14, 0, 20])
@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
@pytest.mark.parametrize("letters", [1, 5])
def test_cards_at_the_picture_s_edge_are_no_arm(beyond: int, side: str, letters: int) -> None:
    # `beyond`: pixels by which they reach out of the picture, of which one is 1.4 mm of a usual table.
    left, top = {
        "top": (200, -beyond), "bottom": (200, 360 - 62 + beyond),
        "left": (-beyond, 100), "right": (640 - 40 * letters + beyond, 100),
    }[side]  # fmt: skip
    laid = [_with_cards(_table(n), left, top, letters, (40, 0)) for n in range(5)]
    said = _run([_table(n) for n in range(5)] + laid)
    assert "hand" not in said
    assert said.count("still") == 2


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("deep", [120, 240])
def test_an_arm_is_one_from_every_side(turn: int, deep: int) -> None:
    def reaching(seed: int) -> Frame:
        square = np.full((640, 640, 3), 90, np.uint8)
        tip = 640 - deep
        cv2.fillConvexPoly(
            square, np.array([(300, tip), (340, tip), (365, 640), (275, 640)]), (150, 170, 210)
        )
        cv2.ellipse(square, (320, tip), (40, 45), 0, 0, 360, (150, 170, 210), -1)
        square = np.rot90(square, turn)
        crop = square[-360:] if turn == 0 else square[:360] if turn == 2 else square[140:500]
        return np.clip(crop + np.random.default_rng(seed).normal(0, 3, crop.shape), 0, 255).astype(np.uint8)

    assert "hand" in _run([_table(n) for n in range(6)] + [reaching(n) for n in range(6)])


def test_a_small_grey_picture_does_as_well() -> None:
    def small(frame: Frame) -> Frame:
        return np.asarray(cv2.cvtColor(cv2.resize(frame, (320, 180)), cv2.COLOR_BGR2GRAY), np.uint8)

    empty, arm = [small(_table(n)) for n in range(6)], [small(_with_arm(_table(n))) for n in range(6)]
    said = _run(empty + arm + empty)
    assert "hand" in said[6:12]
    assert said[12:].count("still") == 1


def _with_block(frame: Frame, x: int = 300, paler: int = 40, side: int = 9) -> Frame:
    """Return the frame with a letter block drawn on it, `paler` grey levels paler than the table. Its side
    is that of a 19 mm block on a table 1350 mm wide."""
    out = frame.copy()
    block = out[150 : 150 + side, x : x + side]
    np.copyto(block, np.clip(block.astype(int) + paler, 0, 255).astype(np.uint8))
    return out


@pytest.mark.parametrize("paler", [40, 120, -60])
def test_a_block_that_no_hand_is_seen_to_lay_take_or_move_is_reported(paler: int) -> None:
    def laid(x: int) -> list[Frame]:
        return [_with_block(_table(n), x, paler) for n in range(5)]

    empty = [_table(n) for n in range(5)]
    said = _run([*empty, *laid(300), *laid(330), *empty])
    assert "moving" not in said[1:10]  # too little to count as motion
    assert [said[n : n + 5].count("still") for n in range(0, 20, 5)] == [1, 1, 1, 1]


def test_a_block_is_reported_when_it_has_lain_for_the_patience_and_not_while_it_is_pushed() -> None:
    pushed = [_with_block(_table(n), 200 + 12 * n) for n in range(8)]
    lies = [_with_block(_table(n), 200 + 12 * 7) for n in range(6)]
    said = _run([_table(n) for n in range(5)] + pushed + lies)
    assert "still" not in said[5:13]
    assert said[12:].index("still") == 3


def test_what_comes_and_goes_is_a_reflection_and_no_piece() -> None:
    glints = [_with_block(_table(n), paler=140) if n % 3 else _table(n) for n in range(30)]
    assert _run([_table(n) for n in range(5)] + glints).count("still") == 1


@pytest.mark.parametrize("light", ["dusk", "bands", "breathing JPEG", "dim and noisy"])
def test_light_that_changes_lays_no_piece(light: str) -> None:
    rows = np.linspace(0, 20, 360)[:, None, None]
    noise = np.random.default_rng(1).normal(0, 9, (4, 360, 640, 3)).astype(np.float32)

    def lit(n: int) -> Frame:
        cards = _with_cards(_table(n % 4), 200, 100, 4, (40, 0)).astype(np.float32)
        match light:
            case "dusk":
                cards *= 1 - 0.0015 * n
            case "bands":
                cards *= 1 + 0.03 * np.sin(rows + 0.4 * n)
            case "dim and noisy":
                cards = cards * 0.35 + noise[n % 4]
        frame = np.clip(cards, 0, 255).astype(np.uint8)
        if light != "breathing JPEG":
            return frame
        _, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 90 if n // 4 % 2 else 30])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    assert _run([lit(n) for n in range(24)]).count("still") == 1
