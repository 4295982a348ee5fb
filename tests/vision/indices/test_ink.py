"""What colour a corner letter is printed in."""

import cv2
import numpy as np
import pytest

from vision.codes import GLYPH_SIDE
from vision.crops import Picture
from vision.indices.cards import OTHER
from vision.indices.ink import ink

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
