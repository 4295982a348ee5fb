"""Whether anything is printed in the middle of a card."""

import cv2
import numpy as np

from vision.codes import Floats
from vision.crops import Picture, Pyramid
from vision.indices.blank import blank

CARDS: Floats = np.array(
    [[[x, 100], [x + 130, 100], [x + 130, 300], [x, 300]] for x in (100, 300, 500)], np.float32
)


def _table() -> Picture:
    """A card with corner letters alone, one with a letter in its middle, one with a thin one."""
    picture = np.full((480, 1000, 3), 70, np.uint8)
    for quad in CARDS:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (215, 225, 230))
        left, top = quad[0].astype(int).tolist()
        cv2.putText(picture, "E", (left + 8, top + 30), cv2.FONT_HERSHEY_DUPLEX, 0.9, (30, 30, 30), 2)
        cv2.putText(picture, "E", (left + 102, top + 190), cv2.FONT_HERSHEY_DUPLEX, 0.9, (30, 30, 30), 2)
    cv2.putText(picture, "E", (325, 250), cv2.FONT_HERSHEY_DUPLEX, 4, (40, 40, 150), 9)
    cv2.putText(picture, "I", (548, 235), cv2.FONT_HERSHEY_DUPLEX, 3, (60, 60, 60), 5)
    return picture


def test_a_card_with_corner_letters_alone_has_a_blank_middle() -> None:
    assert blank(Pyramid.of(_table()), CARDS).tolist() == [True, False, False]


def test_a_shadow_s_edge_and_noise_are_no_print() -> None:
    rng = np.random.default_rng(3)
    picture = _table().astype(np.float32)
    picture[200:] *= 0.85
    picture += rng.normal(0, 5, picture.shape)
    seen = np.clip(picture, 0, 255).astype(np.uint8)
    assert blank(Pyramid.of(seen), CARDS).tolist() == [True, False, False]


def test_of_no_cards_there_is_nothing_to_say() -> None:
    assert blank(Pyramid.of(_table()), np.zeros((0, 4, 2), np.float32)).shape == (0,)
