"""Test how the reading of a labelled photograph is counted: false letters, false backs and missed cards."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.observation import Observation
from tests.vision.corner_letters.laid import piece_at, quad_at
from vision.geometry.rectification import rectify
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece, ReadingTally, compare
from vision.pieces.classify import Piece
from vision.reader import PhotoReading


def _back(x: float) -> Piece:
    """Return a piece that is read as a card face down, with its corner at `x` pixels."""
    piece = piece_at(quad_at(x, 100, 0), "A")
    return replace(
        piece, probabilities=np.zeros_like(piece.probabilities), back_probability=0.95, other_probability=0.05
    )


def _tally(*pieces: Piece) -> ReadingTally:
    """Return the counts for a reader that has found `pieces` on a labelled photograph. The photograph shows
    an A on the left. A card lies face down on the right (x = 700); it does not count, whether it is found
    or not."""
    truths = (
        LabelledPiece("A", quad_at(100, 100, 0)),
        LabelledPiece(None, quad_at(700, 100, 0), counted=False),
    )
    plane = rectify(np.zeros((0, 4, 2), np.float32), 1000, 800)
    tally = ReadingTally()
    compare(
        LabelledPhoto(Path("table.jpg"), truths),
        PhotoReading(1000, 800, pieces, plane, Observation(1, 1, (), ())),
        tally,
    )
    return tally


def test_letters_and_backs_where_no_card_lies_are_counted_apart() -> None:
    tally = _tally(
        piece_at(quad_at(100, 100, 0), "A"), piece_at(quad_at(300, 100, 0), "E"), _back(500), _back(710)
    )
    assert (tally.found, tally.right, tally.false, tally.false_backs) == (1, 1, 1, 1)
    assert [fault.split(" at")[0] for fault in tally.wrong] == [
        "table.jpg: false card", "table.jpg: false back"
    ]  # fmt: skip


def test_a_card_that_is_not_found_is_told() -> None:
    tally = _tally()
    assert (tally.counted, tally.found, tally.false, tally.false_backs) == (1, 0, 0, 0)
    assert tally.wrong == ["table.jpg: A at 164,200 not found"]
