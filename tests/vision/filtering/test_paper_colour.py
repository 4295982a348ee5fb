"""Test that a thing read as a doubtful letter is dropped if its paper has another colour than the pack's."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.corner_letters.laid import piece_at
from vision.crops import Picture, Pyramid
from vision.filtering.paper_colour import drop_other_paper
from vision.tensor_format import Floats

CREAM, YELLOW, SHADED, GREYISH = (205, 235, 245), (40, 190, 225), (120, 138, 145), (210, 225, 232)
COLOURS = ((220, 160, 90), (110, 200, 120), (120, 120, 230), CREAM)


def _quad(n: int) -> Floats:
    left = 60.0 + 150 * n
    return np.array([[left, 100], [left + 120, 100], [left + 120, 280], [left, 280]], np.float32)


def _table(papers: tuple[tuple[int, int, int], ...]) -> Picture:
    """Draw cards of these colours in a row on dark wood, with a round print on each."""
    picture = np.full((400, 960, 3), (40, 60, 90), np.uint8)
    for n, colour in enumerate(papers):
        cv2.fillConvexPoly(picture, _quad(n).astype(np.int32), colour)
        cv2.circle(picture, (int(120 + 150 * n), 190), 22, (60, 60, 60), -1)
    return picture


@pytest.mark.parametrize(
    ("others", "paper", "chance", "stays"),
    [
        ((CREAM,) * 4, YELLOW, 0.7, False),  # a carton
        ((CREAM,) * 4, YELLOW, 0.95, True),  # a surely read letter is believed
        ((CREAM,) * 4, CREAM, 0.7, True),
        ((CREAM,) * 4, SHADED, 0.7, True),  # a card in the shadow of an arm
        ((CREAM,) * 3, YELLOW, 0.7, True),  # three cards do not tell the pack
        (COLOURS, YELLOW, 0.7, True),  # a pack of many colours
    ],
)
def test_a_doubtful_letter_on_quite_another_paper_is_none(
    others: tuple[tuple[int, int, int], ...], paper: tuple[int, int, int], chance: float, stays: bool
) -> None:
    pyramid = Pyramid.of(_table((*others, paper)))
    sure = tuple(piece_at(_quad(n), "A") for n in range(len(others)))
    asked = piece_at(_quad(len(others)), "O", chance)
    assert drop_other_paper(pyramid, (*sure, asked)) == ((*sure, asked) if stays else sure)


@pytest.mark.parametrize(
    ("paper", "chance", "score", "stays"),
    [
        (GREYISH, 0.3, 0.5, False),  # a piece of table between two words
        (GREYISH, 0.3, 0.8, True),  # a card in an odd typeface
        (GREYISH, 0.7, 0.5, True),
        (SHADED, 0.3, 0.5, True),
    ],
)
def test_what_is_hardly_seen_and_hardly_read_lies_on_the_packs_paper(
    paper: tuple[int, int, int], chance: float, score: float, stays: bool
) -> None:
    pyramid = Pyramid.of(_table((CREAM,) * 4 + (paper,)))
    sure = tuple(piece_at(_quad(n), "A") for n in range(4))
    asked = piece_at(_quad(4), "O", chance)
    asked = replace(asked, outline=replace(asked.outline, score=score))
    assert drop_other_paper(pyramid, (*sure, asked)) == ((*sure, asked) if stays else sure)
