"""Test that a thing without a letter is taken for a Master if it lies where a card of a word would lie and
has a card's size."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.crops import Pyramid, outline_of
from vision.geometry.rectification import Plane
from vision.pieces.classify import Piece
from vision.pieces.masters import PLACED_MASTER_PROBABILITY, find_masters
from vision.tensor_format import LETTERS, Floats, axes

WIDE, HIGH = 57.0, 89.0
PLANE = Plane(np.eye(3), 1280, 960)


def _quad(x: float, y: float, turn: float = 0.0, size: float = 1.0) -> Floats:
    way = np.radians(turn)
    about = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]])
    corners = np.array([[-WIDE, -HIGH], [WIDE, -HIGH], [WIDE, HIGH], [-WIDE, HIGH]]) * size / 2
    return np.asarray(corners @ about + [x + 400, y + 300], np.float32)


def _piece(quad: Floats, letter: str = "") -> Piece:
    chances = np.zeros((4, len(LETTERS)), np.float32)
    if letter:
        chances[0, LETTERS.index(letter)] = 0.98
    none = 0.0 if letter else 1.0
    return Piece(quad, chances, 0.0, none, outline_of(quad, 0.9), unlettered_probability=none)


CARDS = tuple(_piece(_quad(60 * n, 0), letter) for n, letter in enumerate("HO SE") if letter != " ")


PAPER, TABLE, SHADOW = (215, 235, 240), (60, 110, 40), (40, 70, 30)


def _seen(*lying: Piece, ground: tuple[int, int, int] = TABLE) -> Pyramid:
    """Draw a table with cards on it, each with its shadow."""
    image = np.full((900, 1200, 3), ground, np.uint8)
    for piece in lying:
        corners = piece.corners.astype(np.int32)
        cv2.fillConvexPoly(image, corners, PAPER)
        cv2.polylines(image, [corners], isClosed=True, color=SHADOW, thickness=2, lineType=cv2.LINE_AA)
    return Pyramid.of(image)


def _masters(*strangers: Piece, bare: bool = False) -> tuple[Piece, ...]:
    """Return those of the pieces `strangers` that are taken for Masters. In the picture they are drawn as
    cards, or left out if `bare` is true, so that bare table shows in their places."""
    pieces, left = find_masters(_seen(*CARDS, *(() if bare else strangers)), CARDS, (strangers,), PLANE)
    assert len(pieces) + len(left) == len(CARDS) + len(strangers)
    return pieces[len(CARDS) :]


@pytest.mark.parametrize(
    "place",
    [
        pytest.param((120, 2, 1), id="inside a word"),
        pytest.param((-61, 0, -2), id="at its beginning"),
        pytest.param((300, 3, 180), id="at its end, upside down"),
        pytest.param((60, 92, 0), id="below a card of a crossword"),
        pytest.param((20, 30, 25), id="over another card"),
    ],
)
def test_what_lies_like_a_card_of_the_game_is_most_likely_a_master(place: tuple[float, float, float]) -> None:
    (master,) = _masters(_piece(_quad(*place)))
    assert master.probabilities[0, LETTERS.index("?")] == pytest.approx(PLACED_MASTER_PROBABILITY)
    assert PLACED_MASTER_PROBABILITY < 0.9, "people are asked"
    assert axes(master.corners)[0] @ axes(CARDS[0].corners)[0] > 0, "it stands as the others do"


def test_two_together_are_both_masters() -> None:
    assert len(_masters(_piece(_quad(300, 0)), _piece(_quad(360, 1)))) == 2


@pytest.mark.parametrize(
    "quad",
    [
        pytest.param(_quad(120, 260), id="by itself"),
        pytest.param(_quad(305, 0, 40), id="askew beside a word"),
        pytest.param(_quad(300, 0, size=0.7), id="a smaller card"),
        pytest.param(_quad(300, 0, size=1.4), id="a larger one"),
    ],
)
def test_what_lies_elsewhere_or_is_of_another_size_is_none(quad: Floats) -> None:
    assert not _masters(_piece(quad))


def test_the_table_between_two_words_is_no_master() -> None:
    assert not _masters(_piece(_quad(120, 0)), bare=True)


def test_grain_between_two_words_is_no_master() -> None:
    """Two words lie on a stripe of lighter grain, so the table between them looks like a card above and
    below. To the left and right the stripe goes on behind the words. So no Master is found between them."""
    grain = _quad(120, 0)
    grain[:, 0] += [-200, 200, 200, -200]
    ground = _seen().levels[0].copy()
    cv2.fillConvexPoly(ground, grain.astype(np.int32), (105, 150, 95))
    for card in CARDS:
        cv2.fillConvexPoly(ground, card.corners.astype(np.int32), PAPER)
    stripe = _piece(_quad(120, 0))
    assert find_masters(Pyramid.of(ground), CARDS, ((stripe,),), PLANE) == (CARDS, (stripe,))


def test_a_hole_in_a_crossword_on_a_table_like_paper_is_no_master() -> None:
    """On a table as pale as paper a hole in a crossword has cards on three sides, whose edges look like
    edges of a card in the hole. No edge of paper shows on its fourth side, so no Master is found there."""
    cards = (*CARDS, _piece(_quad(120, -92), "T"))
    hole = _piece(_quad(120, 0))
    pieces, left = find_masters(_seen(*cards, ground=PAPER), cards, ((hole,),), PLANE)
    assert (pieces, left) == (cards, (hole,))


def test_a_master_in_a_hole_of_a_crossword_is_known_by_its_free_edge() -> None:
    cards = (*CARDS, _piece(_quad(120, -92), "T"))
    hole = _piece(_quad(120, 0))
    pieces, _ = find_masters(_seen(*cards, hole, ground=PAPER), cards, ((hole,),), PLANE)
    assert len(pieces) == len(cards) + 1


def test_a_square_beside_tiles_is_no_master() -> None:
    square = np.array([[300, 300], [357, 300], [357, 357], [300, 357]], np.float32)
    quads = [square + np.array([60 * n, 0], np.float32) for n in range(5)]
    tiles = tuple(_piece(quad, letter) for quad, letter in zip(quads, "HOSE", strict=False))
    other = _piece(quads[4])
    pieces, left = find_masters(_seen(*tiles, other), tiles, ((other,),), PLANE)
    assert (pieces, left) == (tiles, (other,))


def test_cards_too_few_tell_no_size() -> None:
    stranger = _piece(_quad(120, 0))
    pieces, left = find_masters(_seen(*CARDS, stranger), CARDS[:2], ((stranger,),), PLANE)
    assert pieces == CARDS[:2]
    assert len(left) == 1


def test_a_letter_in_doubt_is_a_master_as_far_as_it_is_none() -> None:
    doubtful = _piece(_quad(120, 0))
    doubtful.probabilities[0, LETTERS.index("Q")] = 0.6
    doubtful = replace(doubtful, other_probability=0.4, unlettered_probability=0.4)
    for place, told in (
        (doubtful, PLACED_MASTER_PROBABILITY * 0.4),
        (replace(doubtful, corners=_quad(120, 260)), 0),
    ):
        pieces, _ = find_masters(_seen(*CARDS, place), (*CARDS, place), ((),), PLANE)
        assert pieces[-1].probabilities[0, LETTERS.index("?")] == pytest.approx(told)
        assert pieces[-1].letter_probability + pieces[-1].other_probability == pytest.approx(1)
        assert pieces[:-1] == CARDS
