"""Outlines that are not of the pack's size, looked at again at the size of the others."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.codes import axes
from vision.crops import Pyramid
from vision.letters import Piece, overlap
from vision.picture import load
from vision.reader import Reader
from vision.sizes import beside, lies_on, of_one_size

SCENES = Path(__file__).parent / "scenes"


def _read(name: str) -> tuple[Pyramid, tuple[Piece, ...]]:
    picture = load(SCENES / f"{name}.jpg")
    return Pyramid.of(picture), Reader.load().read(picture).pieces


def _scaled(piece: Piece, by: float) -> Piece:
    middle = piece.corners.mean(0)
    return replace(piece, corners=np.asarray(middle + (piece.corners - middle) * by, np.float32))


@pytest.mark.parametrize("name", ["deck-centre-serif", "loose-centre", "tilt-35", "crossword"])
def test_a_card_taken_for_a_small_one_gets_its_size_back(name: str) -> None:
    pyramid, pieces = _read(name)
    small = tuple(_scaled(p, 0.6) if n % 3 == 0 else p for n, p in enumerate(pieces))
    put_right = of_one_size(pyramid, small)
    for was, is_now in zip(pieces, put_right, strict=True):
        assert overlap(was.corners, is_now.corners) > 0.8
        assert is_now.likeliest == was.likeliest


@pytest.mark.parametrize("name", ["deck-centre-serif", "tiles-rows", "tilt-35"])
def test_one_large_outline_does_not_spoil_the_others(name: str) -> None:
    pyramid, pieces = _read(name)
    assert len(pieces) > 4
    large = (_scaled(pieces[0], 1.7), *pieces[1:])
    put_right = of_one_size(pyramid, large)
    for was, is_now in zip(pieces[1:], put_right[1:], strict=True):
        assert overlap(was.corners, is_now.corners) > 0.85


@pytest.mark.parametrize("name", ["deck-centre-serif", "tiles-rows", "tilt-35", "empty-wood"])
def test_pieces_of_one_size_stay_as_they_are(name: str) -> None:
    pyramid, pieces = _read(name)
    assert of_one_size(pyramid, pieces) is pieces


def test_pieces_that_lie_already_give_the_size() -> None:
    pyramid, pieces = _read("deck-centre-serif")
    new = of_one_size(pyramid, (_scaled(pieces[0], 0.6),), pieces[1:])
    assert overlap(new[0].corners, pieces[0].corners) > 0.85


def _unread(piece: Piece, turn: float = 0.4) -> Piece:
    """The piece as the finder saw it askew and small, so that it could not be read."""
    small, outline = _scaled(piece, 0.8), piece.outline
    askew = replace(
        outline, height=0.8 * outline.height, width=0.8 * outline.width, angle=outline.angle + turn
    )
    return replace(small, chances=0.01 * piece.chances, nothing=0.99, back=0.0, outline=askew)


@pytest.mark.parametrize("name", ["deck-centre-serif", "tiles-rows", "every-way", "crossword"])
def test_what_could_not_be_read_is_read_as_its_neighbour_lies(name: str) -> None:
    pyramid, pieces = _read(name)
    for n in (0, len(pieces) // 2):
        rest = pieces[:n] + pieces[n + 1 :]
        found, lost = beside(pyramid, (_unread(pieces[n]),), rest)
        assert lost == ()
        assert found[0].likeliest == pieces[n].likeliest
        assert overlap(found[0].corners, pieces[n].corners) > 0.7


def _half(piece: Piece) -> Piece:
    """The piece when the finder saw no more of it than its upper half, and that could not be read."""
    corners, (up, _) = piece.corners, axes(piece.corners)
    upper = np.array([corners[0], corners[1], corners[1] - up / 2, corners[0] - up / 2], np.float32)
    x, y = upper.mean(0).tolist()
    outline = replace(piece.outline, x=x, y=y, height=piece.outline.height / 2, score=0.45)
    return replace(piece, corners=upper, chances=0.01 * piece.chances, nothing=0.99, outline=outline)


@pytest.mark.parametrize(("name", "n"), [("crossword", 4), ("crossword", 9), ("crossword-index", 6)])
def test_half_a_card_is_looked_at_where_one_would_abut_on_its_neighbours(name: str, n: int) -> None:
    pyramid, pieces = _read(name)
    rest = pieces[:n] + pieces[n + 1 :]
    found, lost = beside(pyramid, (_half(pieces[n]),), rest)
    assert lost == ()
    assert found[0].likeliest == pieces[n].likeliest
    assert overlap(found[0].corners, pieces[n].corners) > 0.8


@pytest.mark.parametrize("name", ["face-down"])
def test_a_back_taken_to_lie_across_lies_as_its_edges_do(name: str) -> None:
    pyramid, pieces = _read(name)
    n = next(n for n, piece in enumerate(pieces) if piece.back > 0.9)
    back, outline = pieces[n], pieces[n].outline
    middle = back.corners.mean(0)
    across = np.asarray(middle + (back.corners - middle)[:, ::-1] * [1, -1], np.float32)
    askew = replace(back, corners=across, outline=replace(outline, angle=outline.angle + np.pi / 2))
    put_right = of_one_size(pyramid, (*pieces[:n], askew, *pieces[n + 1 :]))
    assert overlap(put_right[n].corners, back.corners) > 0.8
    assert put_right[n].back > 0.9


def test_bare_table_beside_a_card_stays_bare() -> None:
    pyramid, pieces = _read("deck-centre-serif")
    height, width = pyramid.levels[0].shape[:2]
    bare = _unread(pieces[0])
    size = np.array([width, height], np.float32)
    corners = bare.corners - bare.corners.mean(0) + size * np.array([0.5, 0.04], np.float32)
    bare = replace(bare, corners=corners, outline=replace(bare.outline, x=width * 0.5, y=height * 0.04))
    assert beside(pyramid, (bare,), pieces) == ((), (bare,))


def test_a_printed_part_of_a_card_is_no_card() -> None:
    pyramid, pieces = _read("deck-centre-serif")
    part = _unread(_scaled(pieces[0], 0.3))
    assert beside(pyramid, (part,), pieces) == ((), (part,))


@pytest.mark.parametrize("name", ["strangers", "strangers-only"])
def test_cards_without_letters_are_told(name: str) -> None:
    seen = Reader.load().read(load(SCENES / f"{name}.jpg"))
    assert len(seen.strangers) >= 2
    assert not any(lies_on(stranger, seen.pieces) for stranger in seen.strangers)


@pytest.mark.parametrize("name", ["empty-clutter", "empty-newspaper", "clutter-mugs", "table-newspaper"])
def test_what_lies_about_is_no_card_without_a_letter(name: str) -> None:
    assert Reader.load().read(load(SCENES / f"{name}.jpg")).strangers == ()
