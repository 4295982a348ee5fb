"""Cards that could not be read where they were seen, looked at as their neighbours lie."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.reads import read, scaled
from vision.codes import axes
from vision.missed.lost import Regained, beside
from vision.pieces.letters import Piece, overlap


def _unread(piece: Piece, turn: float = 0.4) -> Piece:
    """The piece as the finder saw it askew and small, so that it could not be read."""
    small, outline = scaled(piece, 0.8), piece.outline
    askew = replace(
        outline, height=0.8 * outline.height, width=0.8 * outline.width, angle=outline.angle + turn
    )
    return replace(small, chances=0.01 * piece.chances, nothing=0.99, back=0.0, outline=askew)


@pytest.mark.parametrize("name", ["deck-centre-serif", "tiles-rows", "every-way", "crossword"])
def test_what_could_not_be_read_is_read_as_its_neighbour_lies(name: str) -> None:
    pyramid, pieces = read(name)
    for n in (0, len(pieces) // 2):
        rest = pieces[:n] + pieces[n + 1 :]
        looked = beside(pyramid, (_unread(pieces[n]),), rest)
        assert looked.lost == ()
        assert looked.found[0].likeliest == pieces[n].likeliest
        assert overlap(looked.found[0].corners, pieces[n].corners) > 0.7


def _half(piece: Piece) -> Piece:
    """The piece when the finder saw no more of it than its upper half, and that could not be read."""
    corners, (up, _) = piece.corners, axes(piece.corners)
    upper = np.array([corners[0], corners[1], corners[1] - up / 2, corners[0] - up / 2], np.float32)
    x, y = upper.mean(0).tolist()
    outline = replace(piece.outline, x=x, y=y, height=piece.outline.height / 2, score=0.45)
    return replace(piece, corners=upper, chances=0.01 * piece.chances, nothing=0.99, outline=outline)


@pytest.mark.parametrize(("name", "n"), [("crossword", 4), ("crossword", 9), ("crossword-index", 6)])
def test_half_a_card_is_looked_at_where_one_would_abut_on_its_neighbours(name: str, n: int) -> None:
    pyramid, pieces = read(name)
    rest = pieces[:n] + pieces[n + 1 :]
    looked = beside(pyramid, (_half(pieces[n]),), rest)
    assert looked.lost == ()
    assert looked.found[0].likeliest == pieces[n].likeliest
    assert overlap(looked.found[0].corners, pieces[n].corners) > 0.8


def test_bare_table_beside_a_card_stays_bare() -> None:
    pyramid, pieces = read("deck-centre-serif")
    height, width = pyramid.levels[0].shape[:2]
    bare = _unread(pieces[0])
    size = np.array([width, height], np.float32)
    corners = bare.corners - bare.corners.mean(0) + size * np.array([0.5, 0.04], np.float32)
    bare = replace(bare, corners=corners, outline=replace(bare.outline, x=width * 0.5, y=height * 0.04))
    assert beside(pyramid, (bare,), pieces) == Regained((), (bare,))


def test_a_printed_part_of_a_card_is_no_card() -> None:
    pyramid, pieces = read("deck-centre-serif")
    part = _unread(scaled(pieces[0], 0.3))
    assert beside(pyramid, (part,), pieces) == Regained((), (part,))
