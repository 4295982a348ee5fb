"""What is taken for a card's back and is a carton with a frame printed on it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.indices.laid import piece_at
from vision.codes import Floats
from vision.crops import Picture, Pyramid
from vision.pieces.letters import Piece
from vision.sifting.cartons import without_cartons

BLUE, WHITE, GILT, TABLE, LAMINATE = (
    (150, 60, 30),
    (235, 238, 240),
    (130, 200, 220),
    (60, 90, 140),
    (225, 226, 228),
)
CARD = np.array([[300, 120], [440, 120], [440, 340], [300, 340]], np.float32)


def _oblong(picture: Picture, grown: float, colour: tuple[int, int, int], thick: int = -1) -> None:
    """The card's outline `grown` by pixels, filled or as a line."""
    corners = CARD + grown * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    (left, top), (right, bottom) = corners[0].astype(int).tolist(), corners[2].astype(int).tolist()
    cv2.rectangle(picture, (left, top), (right, bottom), colour, thick)


def _table(colour: tuple[int, int, int]) -> Picture:
    return np.full((460, 740, 3), colour, np.uint8)


def _carton(table: tuple[int, int, int]) -> Picture:
    picture = _table(table)
    _oblong(picture, 12, BLUE)
    _oblong(picture, 0, GILT, 4)
    cv2.circle(picture, (370, 230), 40, GILT, -1)
    return picture


def _back(table: tuple[int, int, int], margin: float = 10) -> Picture:
    """A card's back with a white margin and a frame round its pattern."""
    picture = _table(table)
    _oblong(picture, 0, WHITE)
    _oblong(picture, -margin, BLUE)
    _oblong(picture, -margin - 6, GILT, 3)
    return picture


def _seen(quad: Floats = CARD) -> Piece:
    piece = piece_at(quad, "A", 0.001)
    return replace(piece, back=0.99, nothing=0.01)


@pytest.mark.parametrize("light", [1.0, 0.35])
@pytest.mark.parametrize(
    ("picture", "stays"),
    [
        (_carton(TABLE), False),
        (_carton(LAMINATE), False),
        (_back(TABLE), True),
        (_back(LAMINATE), True),  # white on white
        (_back(TABLE, 0), True),  # printed to its edges
    ],
)
def test_a_printed_frame_at_which_nothing_ends_is_no_back(
    picture: Picture, stays: bool, light: float
) -> None:
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    pyramid = Pyramid.of(np.clip(picture * light + noise, 0, 255).astype(np.uint8))
    shaken = CARD + np.array([[2, -1], [1, 2], [-2, 1], [0, -2]], np.float32)
    pieces = (piece_at(CARD - np.float32(200), "A"), _seen(shaken))
    assert without_cartons(pyramid, pieces) == (pieces if stays else pieces[:1])


def _seen_askew(under: tuple[int, int, int], colour: tuple[int, int, int]) -> Picture:
    """A thing larger than a card to the right and below, with a disc on it."""
    picture = _table(under)
    cv2.rectangle(picture, (300, 120), (458, 366), colour, -1)
    cv2.circle(picture, (370, 230), 40, GILT, -1)
    return picture


@pytest.mark.parametrize(
    ("picture", "paper", "stays"),
    [
        (_seen_askew(TABLE, BLUE), WHITE, False),
        (_seen_askew(TABLE, WHITE), WHITE, True),  # a white card that lies askew on others
        (_seen_askew(TABLE, BLUE), BLUE, True),  # the same of blue paper
    ],
)
def test_what_goes_on_at_two_sides_in_its_own_colour_is_no_back(
    picture: Picture, paper: tuple[int, int, int], stays: bool
) -> None:
    """The outline lies along the carton's own edges at the two others."""
    cv2.rectangle(picture, (40, 60), (180, 280), paper, -1)
    pieces = (piece_at(CARD - np.array([260, 60], np.float32), "A"), _seen())
    assert without_cartons(Pyramid.of(picture), pieces) == (pieces if stays else pieces[:1])


@pytest.mark.parametrize(
    ("doubtful", "beside", "stays"),
    [
        (0.7, 0.8, False),
        (0.7, 0.99, True),
        (0.95, 0.8, True),
    ],  # among sure cards paper may go on; sure itself
)
def test_a_disc_in_a_printed_frame_is_no_letter_where_none_is_sure(
    doubtful: float, beside: float, stays: bool
) -> None:
    pyramid = Pyramid.of(_carton(TABLE))
    other = piece_at(np.array([[600, 60], [700, 60], [700, 200], [600, 200]], np.float32), "A", beside)
    cv2.rectangle(pyramid.levels[0], (600, 60), (700, 200), WHITE, -1)
    pieces = (other, piece_at(CARD, "O", doubtful))
    assert without_cartons(pyramid, pieces) == (pieces if stays else pieces[:1])


@pytest.mark.parametrize(("rim", "stays"), [((25, 27, 28), False), ((60, 66, 70), True)])
def test_a_black_carton_lit_unevenly_is_no_back(rim: tuple[int, int, int], stays: bool) -> None:
    """Beyond its frame it is a little darker than within; a lighter table is another thing."""
    picture = _table(rim)
    _oblong(picture, 0, (33, 31, 31))
    _oblong(picture, 0, GILT, 4)
    cv2.circle(picture, (370, 230), 40, GILT, -1)
    cv2.rectangle(picture, (40, 60), (180, 280), WHITE, -1)
    pieces = (piece_at(CARD - np.array([260, 60], np.float32), "A"), _seen())
    assert without_cartons(Pyramid.of(picture), pieces) == (pieces if stays else pieces[:1])


@pytest.mark.parametrize("lit", [(1.0, 1.0, 1.0), (0.22, 0.36, 1.0)])
def test_a_red_back_on_red_wood_is_one_under_a_red_lamp_too(lit: tuple[float, float, float]) -> None:
    """There both are as bright, and only the paper of other cards says what light it is."""
    picture = _table((150, 200, 222))
    _oblong(picture, 0, (205, 185, 212))
    _oblong(picture, -4, (60, 40, 160), 4)
    paper = CARD - np.array([260, 60], np.float32)
    cv2.rectangle(picture, (40, 60), (180, 280), WHITE, -1)
    red = np.clip(picture * np.array(lit), 0, 255).astype(np.uint8)
    pieces = (piece_at(paper, "A"), _seen())
    assert without_cartons(Pyramid.of(red), pieces) == pieces
