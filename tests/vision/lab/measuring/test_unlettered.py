"""Test the counts over labelled photographs: how many unlettered cards were found, and what was read on
them."""

from pathlib import Path

import numpy as np
import pytest

from engine.observation import Observation
from vision.crops import Outline
from vision.geometry.rectification import rectify
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece, ReadingTally
from vision.lab.measuring.unlettered import UnletteredTally, compare_unlettered
from vision.pieces.classify import Piece
from vision.reader import PhotoReading
from vision.tensor_format import LETTERS, Floats


def _quad(x: float, y: float, width: float = 60, height: float = 90) -> Floats:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def _piece(quad: Floats, letter: str = "", chance: float = 0.0, back: float = 0.0) -> Piece:
    chances = np.zeros((4, len(LETTERS)), np.float32)
    if letter:
        chances[0, LETTERS.index(letter)] = chance
    return Piece(quad, chances, back, 1 - chance - back, Outline(0, 0, 90, 60, 0.0, 0.8))


def _bare(pieces: tuple[Piece, ...], strangers: tuple[Piece, ...] = ()) -> UnletteredTally:
    plane = rectify(np.zeros((0, 4, 2), np.float32), 640, 480)
    seen = PhotoReading(640, 480, pieces, plane, Observation(1, 1, (), ()), strangers)
    cards = tuple(LabelledPiece(None, _quad(x, 100), counted=False) for x in (100, 200, 300))
    bare = UnletteredTally()
    compare_unlettered(LabelledPhoto(Path("cards.jpg"), cards), seen, bare)
    return bare


def test_a_card_is_found_as_whatever_it_is_taken_for() -> None:
    bare = _bare(
        (_piece(_quad(100, 100), "O", 0.6), _piece(_quad(200, 100), back=0.9)), (_piece(_quad(303, 100)),)
    )
    assert (bare.cards, bare.found) == (3, 3)
    assert bare.letter_probabilities == [pytest.approx(0.6)]
    assert bare.sure == 0
    assert max(bare.corner_error) == pytest.approx(3 / 90)


def test_a_letter_said_of_half_a_card_is_said_of_a_card_that_is_not_found() -> None:
    bare = _bare((_piece(_quad(100, 100, 28, 90), "I", 0.95), _piece(_quad(105, 110, 20, 20), "O", 0.5)))
    assert bare.found == 0
    assert bare.letter_probabilities == [pytest.approx(0.95)]
    assert bare.sure == 1
    assert bare.wrong == ["cards.jpg: I (0.95) said of a bare card at 130,145"]


def test_a_letter_said_where_no_card_lies_counts_as_well() -> None:
    bare = _bare((_piece(_quad(500, 300), "T", 0.99),))
    assert bare.row() == {
        "photos": 1, "cards": 3, "found": 0.0, "corner_error": 0.0, "lettered": 1, "lettered_and_sure": 1
    }  # fmt: skip
    assert bare.wrong == ["cards.jpg: T (0.99) where no card lies, at 530,345"]


def test_each_letter_is_counted_and_slips_are_listed_the_commonest_first() -> None:
    tally = ReadingTally(pairs=[("O", "O"), ("O", "Q"), ("E", "F"), ("O", "Q"), ("?", "?"), ("E", "-")])
    assert tally.letters() == {"E": (0, 2), "O": (1, 3), "?": (1, 1)}
    assert tally.confusions() == [("O", "Q", 2), ("E", "-", 1), ("E", "F", 1)]
