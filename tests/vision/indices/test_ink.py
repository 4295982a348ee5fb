"""What colour a corner letter is printed in."""

import cv2
import numpy as np
import pytest

from vision.codes import GLYPH_SIDE
from vision.crops import Picture
from vision.indices.ink import FURTHEST, ink, off_middle, tall
from vision.indices.standing import OTHER

BLACK, RED, BLUE = (30, 30, 30), (40, 40, 190), (140, 60, 30)
CREAM, WHITE = (205, 230, 240), (250, 250, 250)


def _crop(letter: str, colour: tuple[int, int, int], paper: tuple[int, int, int] = CREAM) -> Picture:
    """A letter in the middle of paper that ends at the crop's left and upper sides."""
    crop = np.full((GLYPH_SIDE, GLYPH_SIDE, 3), (40, 60, 70), np.uint8)
    crop[4:, 4:] = paper
    low = GLYPH_SIDE // 2 + 9
    cv2.putText(crop, letter, (low - 17, low), cv2.FONT_HERSHEY_DUPLEX, 0.8, colour, 1, cv2.LINE_AA)
    return crop


@pytest.mark.parametrize("other", [RED, BLUE])
def test_inks_differ_more_than_letters_and_light_do(other: tuple[int, int, int]) -> None:
    black = ink(_crop("B", BLACK))
    assert float(np.hypot(*black[1:])) < OTHER
    assert black[0] < 0
    for same in (_crop("I", BLACK), _crop("W", BLACK, WHITE), cv2.blur(_crop("B", BLACK), (5, 5))):
        assert float(np.linalg.norm(ink(np.asarray(same, np.uint8)) - black)) < OTHER
    dim = (_crop("B", BLACK) * np.array([0.35, 0.45, 0.5])).astype(np.uint8)
    assert float(np.linalg.norm(ink(dim) - black)) < OTHER
    assert float(np.linalg.norm(ink(_crop("B", other)) - black)) > OTHER


def test_plain_paper_has_an_ink_of_length_one_or_none() -> None:
    plain = np.full((GLYPH_SIDE, GLYPH_SIDE, 3), 200, np.uint8)
    assert np.isfinite(ink(plain)).all()


@pytest.mark.parametrize("letter", ["B", "I", "O", "W", "8"])
@pytest.mark.parametrize("blur", [1, 5])
def test_letters_of_one_size_are_equally_tall_and_half_as_large_ones_half_as_tall(
    letter: str, blur: int
) -> None:
    whole = np.asarray(cv2.blur(_crop(letter, BLACK), (blur, blur)), np.uint8)
    assert tall(whole) == pytest.approx(18, abs=3)
    small = np.full((GLYPH_SIDE, GLYPH_SIDE, 3), CREAM, np.uint8)
    part = cv2.resize(whole[20:60, 20:60], (20, 20), interpolation=cv2.INTER_AREA)
    small[30:50, 30:50] = part
    assert tall(small) == pytest.approx(9, abs=2)


@pytest.mark.parametrize("letter", ["B", "T", "U"])
def test_a_frame_round_the_card_makes_no_letter_taller(letter: str) -> None:
    crop = _crop(letter, BLACK)
    frame = np.array([[22, 79], [22, 20], [79, 16]], np.int32)
    framed = np.asarray(cv2.polylines(crop.copy(), [frame], False, BLACK, 2), np.uint8)
    assert tall(framed) == pytest.approx(tall(crop), abs=1)


def test_where_a_frame_runs_through_the_letter_its_height_is_not_known() -> None:
    framed = np.asarray(cv2.line(_crop("U", BLACK), (0, 44), (79, 40), BLACK, 2), np.uint8)
    assert tall(framed) == 0


def test_an_empty_corner_has_no_height() -> None:
    assert tall(np.full((GLYPH_SIDE, GLYPH_SIDE, 3), 200, np.uint8)) == 0


def _wider(letter: str, right: int, down: int, paper: tuple[int, int, int] = CREAM) -> Picture:
    """A letter so far off the middle of a wider crop, on a card with a frame that lies on a dark table."""
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
    """How far off the letter's middle is said to lie, pixels of a crop twice as fine as is asked."""
    half = cv2.resize(crop, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return [2 * part for part in off_middle(np.asarray(half, np.uint8)).tolist()]


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
    assert max(map(abs, _off(_wider("O", 40, 0)))) <= 2 * FURTHEST
