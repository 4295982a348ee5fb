"""Test how far the middle of a corner letter's ink lies from the centre of the picture cut out for it."""

import cv2
import numpy as np
import pytest

from vision.corner_letters.ink_centre import MAX_OFFSET_PIXELS, ink_offset
from vision.crops import Picture

BLACK, RED, BLUE = (30, 30, 30), (40, 40, 190), (140, 60, 30)
CREAM, WHITE = (205, 230, 240), (250, 250, 250)


def _wider(letter: str, right: int, down: int, paper: tuple[int, int, int] = CREAM) -> Picture:
    """Return a crop with a letter whose middle lies `right` and `down` pixels from the centre. Around it
    are a card's printed frame and a dark table."""
    side = 112
    crop = np.full((side, side, 3), paper, np.uint8)
    (wide, _), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 1.4, 2)
    start = (side // 2 + right - wide // 2, side // 2 + down + 14)  # half as high as capitals of that size
    cv2.putText(crop, letter, start, cv2.FONT_HERSHEY_DUPLEX, 1.4, BLACK, 2, cv2.LINE_AA)
    left, top = side // 2 + right - 26, side // 2 + down - 30
    cv2.polylines(
        crop, [np.array([[left, side], [left, top], [side, top]], np.int32)], False, (90, 120, 160), 2
    )
    crop[: max(0, top - 6)] = (40, 60, 70)
    return crop


def _off(crop: Picture) -> list[float]:
    """Return how far the letter's middle is found from the centre of the crop, pixels."""
    half = cv2.resize(crop, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return [2 * part for part in ink_offset(np.asarray(half, np.uint8)).tolist()]


@pytest.mark.parametrize("letter", ["C", "L", "S", "W"])
@pytest.mark.parametrize(("right", "down"), [(0, 0), (9, -14), (-8, 10)])
def test_a_letters_middle_is_found_beside_frame_and_table(letter: str, right: int, down: int) -> None:
    assert _off(_wider(letter, right, down)) == pytest.approx([right, down], abs=2.5)


def test_a_figure_further_off_is_not_taken_for_the_letter() -> None:
    crop = _wider("T", 4, -4)
    cv2.putText(crop, "8", (58, 100), cv2.FONT_HERSHEY_DUPLEX, 0.8, BLACK, 1, cv2.LINE_AA)
    assert _off(crop) == pytest.approx([4, -4], abs=2.5)


def test_where_no_letter_is_made_out_the_middle_stays() -> None:
    noise = np.random.default_rng(1).normal(200, 2, (112, 112, 3)).astype(np.uint8)
    assert _off(noise) == [0, 0]
    assert _off(np.full((112, 112, 3), 200, np.uint8)) == [0, 0]


def test_no_letter_is_sought_further_off_than_one_stands() -> None:
    assert max(map(abs, _off(_wider("O", 40, 0)))) <= 2 * MAX_OFFSET_PIXELS
