"""Test that outlines of another size than the cards are dropped, such as letters on the carton of another
game, and that tiles beside a few cards are kept."""

import numpy as np
import pytest

from tests.vision.corner_letters.laid import piece_at
from vision.filtering.relative_size import drop_dwarfed, drop_undersized
from vision.geometry.rectification import rectify
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats


def _quad(x: float, y: float, wide: float, high: float) -> Floats:
    return np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], np.float32)


def _cards(count: int) -> list[Piece]:
    return [piece_at(_quad(40 + 120 * n, 300, 100, 150), "A") for n in range(count)]


def _left(letters: list[Piece], strangers: list[Piece]) -> int:
    plane = rectify(corners_of([*letters, *strangers]), 1280, 720)
    return len(drop_dwarfed(tuple(letters), strangers, plane))


SMALL = [piece_at(_quad(60 + 50 * n, 60, 40, 44), letter) for n, letter in enumerate("ET")]


def test_a_few_small_letters_beside_many_cards_are_print() -> None:
    assert _left(SMALL, _cards(8)) == 0


@pytest.mark.parametrize("count", [0, 1, 5])
def test_tiles_beside_a_few_cards_are_tiles(count: int) -> None:
    assert _left(SMALL, _cards(count)) == 2


def test_so_they_are_where_as_many_of_them_lie_there() -> None:
    tiles = [piece_at(_quad(60 + 50 * n, 60, 40, 44), "A") for n in range(5)]
    assert _left(tiles, _cards(8)) == 5


def test_letters_on_cards_of_that_size_stay() -> None:
    cards = _cards(8)
    assert _left(cards[:2], cards[2:]) == 2


@pytest.mark.parametrize(("side", "left"), [(40, 0), (110, 3)])
def test_small_squares_beside_letter_cards_are_no_cards(side: float, left: int) -> None:
    squares = tuple(piece_at(_quad(60 + 130 * n, 60, side, side), "A") for n in range(3))
    cards = _cards(4)
    plane = rectify(corners_of(cards), 1280, 720)
    assert len(drop_undersized(squares, cards, plane)) == left
    assert len(drop_undersized(squares, (), plane)) == 3
