"""Test how the speller and the finder together classify a detected outline: its letter, and whether it is a
piece."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from tests.vision.reads import SCENES
from vision.crops import Outline, Pyramid
from vision.picture import load
from vision.pieces.classify import Piece, calibrate, classify
from vision.reader import Reader
from vision.tensor_format import LETTERS

HEATS = (0.26, 0.4, 0.55, 0.7, 0.85)


def _outlines(name: str) -> tuple[Pyramid, tuple[Outline, ...]]:
    picture = load(SCENES / f"{name}.jpg")
    trace = Reader.load().read(picture).trace
    assert trace is not None
    return Pyramid.of(picture), tuple(piece.outline for piece in trace.classified)


@pytest.mark.parametrize("name", ["deck-script", "empty-clutter", "face-down"])
def test_the_surer_the_finder_the_likelier_a_piece_and_its_letter_the_same(name: str) -> None:
    pyramid, outlines = _outlines(name)
    for outline in outlines:
        looks = [classify(pyramid, (replace(outline, score=heat),))[0] for heat in HEATS]
        assert np.all(np.diff([look.other_probability - look.unlettered_probability for look in looks]) < 0)
        for look in looks:
            assert look.letter_probability + look.back_probability + look.other_probability == pytest.approx(
                1, abs=1e-4
            )
            assert look.probabilities * looks[0].letter_probability == pytest.approx(
                looks[0].probabilities * look.letter_probability, abs=1e-4
            )


def test_what_is_plain_to_read_is_not_doubted_for_being_found_by_a_hair() -> None:
    pyramid, outlines = _outlines("deck-centre-serif")
    plain = classify(pyramid, tuple(replace(outline, score=0.45) for outline in outlines))
    assert np.median([piece.best_probability for piece in plain]) > 0.8


def test_what_bears_something_else_is_no_letter_however_plainly_a_card_lies_there() -> None:
    pyramid, outlines = _outlines("strangers-only")
    looks = [classify(pyramid, (replace(outline, score=0.9),))[0] for outline in outlines]
    strange = [look for look in looks if look.unlettered_probability > 0.9]
    assert len(strange) >= 2
    assert not any(look.is_likely for look in strange)


def _said(chances: dict[str, float], turns: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)) -> Piece:
    by_letter = np.array([chances.get(letter, 0.0) for letter in LETTERS], np.float32)
    by_turn = np.array(turns, np.float32)[:, None] * by_letter
    none = float(1 - by_letter.sum())
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    return Piece(square, by_turn, 0.0, none, Outline(5, 5, 10, 10, 0, 0.9))


@given(
    st.lists(st.floats(1e-6, 1), min_size=2, max_size=6, unique=True),
    st.floats(0.2, 1),
    st.floats(0.5, 1),
    st.floats(0, 1),
)
def test_calibrating_makes_bolder_but_decides_nothing(
    odds: list[float], letter: float, divisor: float, upright: float
) -> None:
    share = letter / sum(odds)
    piece = _said({LETTERS[n]: odd * share for n, odd in enumerate(odds)}, (upright, 0, 1 - upright, 0))
    (said,) = calibrate((piece,), divisor)
    assert said.letter_probability == pytest.approx(piece.letter_probability, rel=1e-3)
    assert said.likeliest_letter == piece.likeliest_letter
    assert said.best_probability >= piece.best_probability - 1e-4
    assert (said.best_probability >= MIN_SURE_LETTER_PROBABILITY) == (
        piece.best_probability >= MIN_SURE_LETTER_PROBABILITY
    )
    assert said.probabilities.sum(1) == pytest.approx(piece.probabilities.sum(1), abs=1e-3)


def test_what_is_said_is_as_much_bolder_as_the_divisor_says() -> None:
    plain, doubted = calibrate((_said({"N": 0.95, "Z": 0.05}), _said({"N": 0.6, "Z": 0.4})), 0.5)
    assert plain.best_probability == pytest.approx(0.95**2 / (0.95**2 + 0.05**2), abs=1e-3)
    assert doubted.best_probability == pytest.approx(0.36 / (0.36 + 0.16), abs=1e-3)


def test_without_pieces_there_is_nothing_to_calibrate() -> None:
    assert calibrate((), 0.7) == ()


def test_of_two_pieces_that_read_the_same_each_is_itself() -> None:
    """Pieces are compared by identity. Comparing their arrays once raised an error when one of two equal
    pieces was removed from a list."""
    first, second = _said({"A": 1.0}), _said({"A": 1.0})
    left = [first, second]
    left.remove(second)
    assert left == [first]
    assert first != second
