"""Test that a thing with the shape of a card face down is dropped if it bears no print and its surface
differs from the paper of the cards."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.corner_letters.laid import piece_at
from vision.crops import Picture, Pyramid
from vision.filtering.plain_backs import drop_plain_backs

Colour = tuple[int, int, int]

PAPER, GREY, RED = (225, 236, 240), (110, 112, 112), (40, 40, 150)
CARD = np.array([[40, 60], [180, 60], [180, 280], [40, 280]], np.float32)
BACK = CARD + np.array([260, 60], np.float32)


def _table(back: Colour, pattern: Colour) -> Picture:
    """Return a picture of a card of white paper. Beside it lies a back of colour `back` with stripes of
    colour `pattern`."""
    picture = np.full((460, 740, 3), (60, 90, 140), np.uint8)
    for quad, colour in ((CARD, PAPER), (BACK, back)):
        cv2.fillConvexPoly(picture, quad.astype(np.int32), colour)
    for y in range(130, 330, 12):
        cv2.line(picture, (310, y), (430, y), pattern, 3)
    # Light falls off across the table, and every camera is a little noisy.
    light = np.linspace(1.0, 0.8, 740)[None, :, None]
    noise = np.random.default_rng(1).normal(0, 1.5, picture.shape)
    return np.clip(picture * light + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("back", "pattern", "stays"),
    [
        (GREY, GREY, False),  # a picture in a newspaper
        (RED, RED, False),  # a strip of cloth
        (PAPER, PAPER, True),  # a deck printed on one side
        (RED, (60, 60, 170), True),  # a pattern that hardly shows
        (GREY, PAPER, True),
    ],
)
def test_a_plain_surface_of_another_paper_is_no_back(back: Colour, pattern: Colour, stays: bool) -> None:
    card, seen = (
        piece_at(CARD, "A"),
        replace(piece_at(BACK, "A", 0.001), back_probability=0.99, other_probability=0.01),
    )
    pyramid = Pyramid.of(_table(back, pattern))
    assert drop_plain_backs(pyramid, (card, seen)) == ((card, seen) if stays else (card,))
    assert drop_plain_backs(pyramid, (seen,)) == (seen,), "of no card it is known what its paper is"
