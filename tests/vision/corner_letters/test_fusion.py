"""Test how the reading of a whole card and the reading of its corner letter become one."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.corner_letters.laid import card_at, fan_of, piece_at, quad_at, spot_at
from vision.corner_letters.card_size import card_size_of
from vision.corner_letters.fusion import fuse
from vision.corner_letters.merge import merge_corner_cards
from vision.tensor_format import LETTERS


@pytest.mark.parametrize(
    ("chance", "score", "doubt"), [(0.97, 0.9, True), (0.8, 0.9, False), (0.97, 0.3, False)]
)
def test_a_card_read_for_sure_is_in_doubt_where_its_corner_letter_is_as_sure_of_another(
    chance: float, score: float, doubt: bool
) -> None:
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "O"),)
    shape = card_size_of(found)
    assert shape is not None
    letter = spot_at(quad, "Q")
    letter = replace(letter, probabilities=letter.probabilities * chance / 0.97, score=score)
    (read,) = merge_corner_cards(found, (card_at(letter, shape),))
    assert (read.best_probability < 0.9) is doubt
    assert read.letter_probability == pytest.approx(found[0].letter_probability, abs=0.01)


def test_a_doubtful_piece_gains_from_its_corner_letter() -> None:
    quad = quad_at(300, 200, 0)
    doubtful = piece_at(quad, "T", 0.55)
    chances = doubtful.probabilities.copy()
    chances[0, LETTERS.index("I")] = 0.44
    found = (replace(doubtful, probabilities=chances, other_probability=0.01),)
    shape = card_size_of(found)
    assert shape is not None
    (read,) = merge_corner_cards(found, (card_at(spot_at(quad, "T"), shape),))
    assert float(read.probabilities.sum(0)[LETTERS.index("T")]) > 0.85
    assert found[0].letter_probability < read.letter_probability < 1
    assert np.array_equal(read.corners, quad)


def test_a_back_stays_one_though_a_corner_letter_reads_as_its_least_unlikely_letter() -> None:
    quad = quad_at(300, 200, 0)
    found = (replace(piece_at(quad, "T", 0.01), back_probability=0.97, other_probability=0.02),)
    shape = card_size_of((piece_at(quad_at(900, 0, 0), "A"),))
    assert shape is not None
    (read,) = merge_corner_cards(found, (card_at(spot_at(quad, "T"), shape),))
    assert read.back_probability > 0.9
    assert read.letter_probability + read.back_probability + read.other_probability == pytest.approx(
        1, abs=1e-3
    )


def test_a_card_known_by_its_lower_corner_letter_keeps_the_way_up_that_it_shows() -> None:
    """The uppermost card of a fan is known by its lower corner letter alone. On an upright card this letter
    stands upside down. So the card is read as upright."""
    quads, _ = fan_of("CROWD")
    shown = piece_at(quads[-1] + 6, "D", 0.95)
    shape = card_size_of((shown, piece_at(quads[0], "C"), *(piece_at(quad, "R") for quad in quads)))
    assert shape is not None
    under = tuple(piece_at(quad, letter) for quad, letter in zip(quads[:-1], "CROW", strict=True))
    lower = card_at(spot_at(quads[-1], "D", corner=2, upside_down=True), shape)
    assert np.hypot(*(lower.corners[0] - quads[-1][2])) < 1
    (read,) = (
        piece for piece in merge_corner_cards((*under, shown), (lower,)) if piece.letter_corner is not None
    )
    assert LETTERS[read.likeliest_letter] == "D"
    assert np.hypot(*(read.corners[0] - quads[-1][0])) < 4
    assert read.probabilities.sum(1).argmax() == 0


def test_what_is_hardly_a_card_stays_so_whatever_stands_in_its_corner() -> None:
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "T", 0.4),)
    shape = card_size_of((piece_at(quad_at(900, 0, 0), "A"),))
    assert shape is not None
    (read,) = merge_corner_cards(found, (card_at(spot_at(quad, "T"), shape),))
    assert read.other_probability == found[0].other_probability
    assert read.letter_probability < 0.5


@pytest.mark.parametrize(("said", "sure"), [(0.93, True), (0.6, False)])
def test_a_card_and_its_corner_letter_agree_and_are_surer_but_two_that_doubt_are_not_sure(
    said: float, sure: bool
) -> None:
    quads, spots = fan_of("CROWD")
    shape = card_size_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    cards = [piece_at(quad, letter) for quad, letter in zip(quads, "CROWD", strict=True)]
    cards[2] = piece_at(quads[2], "O", said)
    chances = np.full(len(LETTERS), (1 - said) / (len(LETTERS) - 1), np.float32)
    chances[LETTERS.index("O")] = said
    spots[2] = replace(spots[2], probabilities=chances)
    told = merge_corner_cards(tuple(cards), tuple(card_at(spot, shape) for spot in spots))
    (card,) = (piece for piece in told if LETTERS[piece.likeliest_letter] == "O")
    assert (card.best_probability > 0.96) == sure
    assert (card.best_probability < 0.9) != sure


@pytest.mark.parametrize("corner", ["B", "K"])
def test_what_is_an_m_one_way_up_and_a_w_the_other_stays_so(corner: str) -> None:
    """A card reads as W upright and as M upside down. A figure in its corner is mistaken for a letter, and
    must not change these two readings."""
    quad = quad_at(300, 200, 0)
    either = piece_at(quad, "W", 0.88)
    chances = either.probabilities.copy()
    chances[2, LETTERS.index("M")] = 0.12
    found = (replace(either, probabilities=chances, other_probability=0.0),)
    shape = card_size_of((piece_at(quad_at(900, 0, 0), "A"),))
    assert shape is not None
    letter = spot_at(quad, corner)
    (read,) = merge_corner_cards(
        found, (card_at(replace(letter, probabilities=letter.probabilities * 0.4), shape),)
    )
    ways = read.probabilities[:, [LETTERS.index("M"), LETTERS.index("W")]]
    assert ways[2, 0] > 20 * ways[0, 0]
    assert ways[0, 1] > 20 * ways[2, 1]
    assert ways[0, 1] > ways[2, 0] > 0.05


def test_a_card_that_looks_like_an_m_stands_on_its_head_where_its_corner_letter_is_a_w() -> None:
    quad = quad_at(300, 200, 0)
    shape = card_size_of((piece_at(quad_at(900, 0, 0), "A"),))
    assert shape is not None
    read = fuse(piece_at(quad, "M", 0.1), card_at(spot_at(quad, "W"), shape))
    ways = read.probabilities[:, LETTERS.index("W")]
    assert LETTERS[read.likeliest_letter] == "W"
    assert ways[2] > 2 * ways[0]
