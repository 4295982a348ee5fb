"""Outlines that are not of the pack's size, looked at again at the size of the others."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.reads import read, scaled
from vision.pieces.letters import Piece, overlap
from vision.pieces.sizes import of_one_size


@pytest.mark.parametrize("name", ["deck-centre-serif", "loose-centre", "tilt-35", "crossword"])
def test_a_card_taken_for_a_small_one_gets_its_size_back(name: str) -> None:
    pyramid, pieces = read(name)
    small = tuple(scaled(p, 0.6) if n % 3 == 0 else p for n, p in enumerate(pieces))
    put_right = of_one_size(pyramid, small)
    for was, is_now in zip(pieces, put_right, strict=True):
        assert overlap(was.corners, is_now.corners) > 0.8
        assert is_now.likeliest == was.likeliest


@pytest.mark.parametrize("name", ["deck-centre-serif", "loose-centre", "crossword"])
def test_a_card_taken_to_lie_on_its_side_stands_upright_again(name: str) -> None:
    """Between cards that abut a corner is seen anywhere; but no pack has its letters along the long side."""
    pyramid, pieces = read(name)
    lying = (_on_its_side(pieces[0]), *pieces[1:])
    put_right = of_one_size(pyramid, lying)
    for was, is_now in zip(pieces, put_right, strict=True):
        assert overlap(was.corners, is_now.corners) > 0.8
        assert is_now.likeliest == was.likeliest


def _on_its_side(piece: Piece) -> Piece:
    """As wide as it was high, its letter where and as it was."""
    middle, up = piece.corners.mean(0), piece.corners[0] - piece.corners[3]
    right = piece.corners[1] - piece.corners[0]
    short, long = np.hypot(*right), np.hypot(*up)
    up, right = up / long * short / 2, right / short * long / 2
    corners = middle + np.array([up - right, up + right, right - up, -up - right])
    return replace(piece, corners=corners.astype(np.float32))


@pytest.mark.parametrize("name", ["deck-centre-serif", "tiles-rows", "tilt-35"])
def test_one_large_outline_does_not_spoil_the_others(name: str) -> None:
    pyramid, pieces = read(name)
    assert len(pieces) > 4
    large = (scaled(pieces[0], 1.7), *pieces[1:])
    put_right = of_one_size(pyramid, large)
    for was, is_now in zip(pieces[1:], put_right[1:], strict=True):
        assert overlap(was.corners, is_now.corners) > 0.85


@pytest.mark.parametrize("name", ["deck-centre-serif", "tiles-rows", "tilt-35", "empty-wood"])
def test_pieces_of_one_size_stay_as_they_are(name: str) -> None:
    pyramid, pieces = read(name)
    assert of_one_size(pyramid, pieces) is pieces


def test_pieces_that_lie_already_give_the_size() -> None:
    pyramid, pieces = read("deck-centre-serif")
    new = of_one_size(pyramid, (scaled(pieces[0], 0.6),), pieces[1:])
    assert overlap(new[0].corners, pieces[0].corners) > 0.85
