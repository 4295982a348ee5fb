"""Masters of which neither speller nor finder is sure: covered in a word, or lying by themselves."""

from dataclasses import replace

import numpy as np
import pytest

from engine.scene import Lying, Scene
from vision.codes import LETTERS
from vision.crops import Picture, Pyramid
from vision.missed.hidden import CARD
from vision.missed.masters import masters
from vision.pieces.letters import Piece
from vision.reader import Reader
from vision.render.table import virtual_table

MASTER = LETTERS.index("?")


def _picture(word: str, *, down: bool = False) -> Picture:
    """The word card to card, across or down the table."""
    step = 90.0 if down else 58.0
    laid = tuple(
        Lying(letter, 400 + (0 if down else step * n), 225 + (step * n if down else 0), 0)
        for n, letter in ((n - len(word) // 2, letter) for n, letter in enumerate(word))
    )
    return virtual_table((2304, 1296), 3, "classic")(Scene(800, 450, laid), 1)


def _row(word: str, *, down: bool = False) -> tuple[Pyramid, list[Piece]]:
    picture = _picture(word, down=down)
    pieces = Reader.load().read(picture, "cards").pieces
    assert len(pieces) == len(word)
    return Pyramid.of(picture), sorted(pieces, key=lambda p: float(p.corners.mean(0)[1 if down else 0]))


def _unread(piece: Piece, trace: float = 0.06) -> Piece:
    """The same outline, of which little is to be read but a trace of a Master."""
    chances = np.zeros_like(piece.chances)
    chances[0, MASTER], chances[0, LETTERS.index("K")] = trace, 0.02
    return replace(piece, chances=chances, back=0.0, nothing=1 - trace - 0.02, index=None)


@pytest.mark.parametrize(("word", "down"), [("CA?TLE", False), ("B?D", False), ("S?N", True)])
def test_a_trace_of_a_master_between_two_letters_is_one(word: str, down: bool) -> None:
    pyramid, row = _row(word, down=down)
    lost = row.pop(word.index("?"))
    (found,) = masters(pyramid, row, [*row, _unread(lost)])
    assert LETTERS[found.likeliest] == "?"
    assert found.corners == pytest.approx(lost.corners)
    assert found.letter == pytest.approx(CARD)
    assert found.nothing == pytest.approx(1 - CARD)


def test_of_one_card_seen_twice_there_is_one_master() -> None:
    pyramid, row = _row("B?D")
    lost = _unread(row.pop(1))
    assert len(masters(pyramid, row, [lost, replace(lost, corners=lost.corners + 2)])) == 1


def test_it_lies_between_two_as_large_and_as_turned_and_the_finder_and_its_edges_bear_it_out() -> None:
    pyramid, row = _row("CA?TLE")
    lost = _unread(row.pop(2))
    middle = lost.corners.mean(0)
    across = np.array([[0, -1], [1, 0]], np.float32)
    others = [
        _unread(lost, trace=0.01),
        replace(lost, chances=np.roll(lost.chances, 1, axis=1)),
        replace(lost, outline=replace(lost.outline, score=0.4)),
        replace(lost, corners=middle + 0.8 * (lost.corners - middle)),
        replace(lost, corners=(lost.corners - middle) @ across + middle),
        replace(lost, corners=lost.corners + np.array([0, 2 * np.ptp(lost.corners[:, 1])], np.float32)),
    ]
    assert [len(masters(pyramid, row, [other])) for other in others] == [0] * len(others)
    assert masters(pyramid, row[:1], [lost]) == ()
    assert masters(pyramid, row[:2], [lost]) == ()
    bare = Pyramid.of(np.full_like(pyramid.levels[0], 120))
    assert masters(bare, row, [lost]) == ()


@pytest.mark.parametrize(("trace", "large", "found"), [(0.2, 1.0, 1), (0.1, 1.0, 0), (0.2, 0.8, 0)])
def test_a_plainer_trace_on_a_card_of_the_pack_s_size_needs_no_word(
    trace: float, large: float, found: int
) -> None:
    pyramid, row = _row("B?")
    lost = _unread(row.pop(1), trace)
    middle = lost.corners.mean(0)
    lost = replace(lost, corners=(middle + large * (lost.corners - middle)).astype(np.float32))
    assert len(masters(pyramid, row, [lost])) == found


@pytest.mark.parametrize(("likelier", "found"), [(0.19, 1), (0.35, 1), (0.45, 0)])
def test_a_jester_s_cap_that_looks_like_an_a_is_a_master(likelier: float, found: int) -> None:
    pyramid, row = _row("B?")
    lost = _unread(row.pop(1), 0.2)
    chances = lost.chances.copy()
    chances[0, LETTERS.index("A")] = likelier
    told = masters(pyramid, row, [replace(lost, chances=chances, nothing=0.51)])
    assert len(told) == found
    assert all(LETTERS[piece.likeliest] == "?" and piece.letter == pytest.approx(CARD) for piece in told)
