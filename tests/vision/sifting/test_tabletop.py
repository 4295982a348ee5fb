"""Letters that are printed on what the pieces lie on."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import pytest

from tests.vision.indices.laid import piece_at
from vision.codes import Floats
from vision.crops import Picture, Pyramid
from vision.pieces.letters import Piece
from vision.sifting.tabletop import without_tabletop

SIDE: Final = 100
PAPER: Final = (190, 190, 190)
CREAM: Final = (190, 225, 235)


def _quad(left: float, top: float) -> Floats:
    right, low = left + SIDE, top + SIDE
    return np.array([[left, top], [right, top], [right, low], [left, low]], np.float32)


TILES: Final = (_quad(60, 60), _quad(300, 80), _quad(560, 60))
HEADLINE: Final = _quad(300, 350)


def _read(quad: Floats, letter: str, seen: float = 0.5) -> Piece:
    """A piece read for sure, which the finder saw so well."""
    piece = piece_at(quad, letter)
    return replace(piece, outline=replace(piece.outline, score=seen))


def _newspaper(tiles: tuple[int, int, int] = CREAM) -> Picture:
    """Grey paper with small print, tiles on it, and one large letter that is none."""
    picture = np.full((600, 900, 3), PAPER, np.uint8)
    for y in range(6, 600, 12):
        cv2.line(picture, (0, y), (900, y), (60, 60, 60), 2)
    for quad in TILES:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), tiles)
    for quad in (*TILES, HEADLINE):
        at = (quad[0] + [25, 75]).astype(int).tolist()
        cv2.putText(picture, "A", at, cv2.FONT_HERSHEY_SIMPLEX, 2, (30, 30, 30), 5)
    return picture


def _left(picture: Picture, *others: Piece) -> list[Piece]:
    """Those of the others that stay beside three tiles."""
    tiles = tuple(_read(quad, "A") for quad in TILES)
    kept = without_tabletop(Pyramid.of(picture), (*tiles, *others))
    assert kept[:3] == tiles
    return list(kept[3:])


@pytest.mark.parametrize(("side", "stays"), [(0, False), (2, True)])
def test_a_back_made_of_what_lies_around_it_is_none_however_sure(side: int, stays: bool) -> None:
    picture = _newspaper()
    quad = HEADLINE if not side else _quad(560, 350)
    if stays:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (90, 60, 150))
    back = replace(_read(quad, "A", 0.9), chances=np.zeros((4, 27), np.float32), back=1.0)
    assert _left(picture, back) == ([back] if stays else [])


def test_a_headlines_letter_is_no_tile() -> None:
    assert _left(_newspaper(), _read(HEADLINE, "A")) == []


def test_what_finder_and_speller_are_sure_of_stays() -> None:
    card = _read(HEADLINE, "A", seen=0.8)
    assert _left(_newspaper(), card) == [card]


@pytest.mark.parametrize("shade", [0, 6])
def test_where_the_pack_is_as_white_as_the_table_nothing_is_told(shade: int) -> None:
    letter = _read(HEADLINE, "A")
    assert _left(_newspaper((PAPER[0] + shade,) * 3), letter) == [letter]


def test_a_card_among_cards_that_nobody_saw_is_one() -> None:
    picture = _newspaper()
    cv2.fillConvexPoly(picture, np.array([[150, 220], [560, 220], [560, 560], [150, 560]]), CREAM)
    card = _read(HEADLINE, "A")
    assert _left(picture, card) == [card]


def test_a_tile_with_another_beside_it_on_every_side_is_not_asked() -> None:
    steps = np.array([[-SIDE, 0], [SIDE, 0], [0, SIDE]], np.float32)
    around = [_read(HEADLINE + step, "B", 0.8) for step in steps]
    letter = _read(HEADLINE, "A")
    assert letter in _left(_newspaper(), letter, *around)


@pytest.mark.parametrize("stays", [False, True])
def test_but_a_back_in_a_hole_between_cards_is_held_against_the_table_elsewhere(stays: bool) -> None:
    picture = _newspaper()
    around = [_quad(300 + x, 350 + y) for x, y in ((-SIDE, 0), (SIDE, 0), (0, SIDE), (0, -SIDE))]
    for quad in around:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), CREAM)
    if stays:
        cv2.fillConvexPoly(picture, HEADLINE.astype(np.int32), (90, 60, 150))
    back = replace(_read(HEADLINE, "A", 0.9), chances=np.zeros((4, 27), np.float32), back=1.0)
    assert (back in _left(picture, back, *(_read(quad, "B", 0.8) for quad in around))) is stays


def test_of_few_pieces_nothing_is_told() -> None:
    pieces = (_read(TILES[0], "A"), _read(HEADLINE, "A"))
    assert without_tabletop(Pyramid.of(_newspaper()), pieces) == pieces
