"""What colour a corner letter is printed in."""

import cv2
import numpy as np
import pytest

from vision.codes import GLYPH_SIDE
from vision.crops import Picture
from vision.indices.ink import ink, tall
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
