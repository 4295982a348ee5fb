"""Test that corner letters confirm, add and refute cards."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.corner_letters.laid import (
    HEIGHT,
    WIDTH,
    card_at,
    fan_of,
    letters_of,
    piece_at,
    quad_at,
    spot_at,
)
from vision.corner_letters.card_size import card_size_of
from vision.corner_letters.merge import merge_corner_cards
from vision.corner_letters.relations import is_same_card
from vision.filtering.suppression import suppress_duplicates
from vision.pieces.classify import iou
from vision.tensor_format import LETTERS

LETTERED = replace(piece_at(quad_at(0, 700, 0), "A"), letter_corner=np.array([0, 700], np.float32))
"""A card that shows its own corner letter. With it the pack is known to have corner letters."""


def test_a_card_read_for_sure_and_covered_by_none_is_not_overruled() -> None:
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "O"),)
    shape = card_size_of(found)
    assert shape is not None
    assert letters_of(merge_corner_cards(found, (card_at(spot_at(quad, "Q"), shape),))) == "O"


def test_both_corner_letters_of_a_card_are_one_card() -> None:
    quad = quad_at(300, 200, 10)
    over = (piece_at(quad_at(340, 220, 10), "A"), piece_at(quad_at(270, 260, 10), "B"))
    shape = card_size_of(over)
    assert shape is not None
    spots = (spot_at(quad, "K"), spot_at(quad, "K", corner=2, upside_down=True))
    read = merge_corner_cards(over, tuple(card_at(spot, shape) for spot in spots))
    assert letters_of(suppress_duplicates(read)) == "ABK"


@pytest.mark.parametrize("seen", [True, False])
def test_half_a_corner_letter_counts_where_the_finder_saw_a_card(seen: bool) -> None:
    quads, spots = fan_of("CROWD", 30.0)
    faint = replace(spots[2], probabilities=spots[2].probabilities * 0.45 / 0.97, score=0.6)
    over = tuple(piece_at(quads[n], "CROWD"[n]) for n in (1, 3))
    guess = replace(piece_at(quads[2] + 4, "X", 0.05), other_probability=0.95)
    shape = card_size_of(over)
    assert shape is not None
    read = merge_corner_cards((*over, guess) if seen else over, (card_at(faint, shape),))
    assert ("O" in letters_of(tuple(piece for piece in read if piece.letter_corner is not None))) is seen


def test_of_two_cards_that_would_each_lie_over_the_other_one_is_no_card() -> None:
    """A figure near the lower edge of a card is mistaken for the lower corner letter of another card. This
    card would have to lie over its neighbours and under them at once, so it is dropped."""
    quads, spots = fan_of("CROWD", 30.0)
    over = (piece_at(quads[-1], "D"),)
    shape = card_size_of(over)
    assert shape is not None
    cards = [card_at(spot, shape) for spot in spots]
    strange = card_at(replace(spot_at(quads[1], "B", corner=2, upside_down=True), score=0.8), shape)
    read = merge_corner_cards(over, (*cards, strange))
    assert letters_of(suppress_duplicates(read)) == "CDORW"


def test_a_guess_gains_nothing_from_what_covers_half_of_the_letter_under_it() -> None:
    """A doubtful outline lies over a part of a card that is surely a U. The outline's corner shows half of
    the U, which looks like a J. No J is read."""
    whole = quad_at(300, 200, 0)
    part = whole + np.array([[10, 6], [-12, 6], [-12, -14], [10, -14]], np.float32)
    guess = replace(piece_at(part, "U", 0.36), other_probability=0.3)
    guess.probabilities[0, LETTERS.index("J")] = 0.14
    found = (piece_at(whole, "U", 0.99), guess)
    shape = card_size_of(found[:1])
    assert shape is not None
    letters = (spot_at(whole, "U"), spot_at(np.roll(part, 2, 0), "J"))
    read = merge_corner_cards(found, tuple(card_at(spot, shape) for spot in letters))
    assert "J" not in letters_of(read)


def test_a_card_read_for_sure_is_not_another_one_by_its_opposite_corner_letter() -> None:
    """A card is surely a U. Its lower corner letter is upside down, and half of it looks like a clear J. No
    J is read beside the U."""
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "U", 0.94), *(piece_at(quad_at(300 + step, 200, 0), "R") for step in (-97, 97)))
    shape = card_size_of(found)
    assert shape is not None
    letters = (spot_at(quad, "U"), spot_at(quad_at(284, 200, 0), "J", corner=2, upside_down=True))
    read = merge_corner_cards(found, tuple(card_at(spot, shape) for spot in letters))
    assert letters_of(read) == "RRU"


@pytest.mark.parametrize(("right", "down", "same"), [(8, 12, True), (30, 40, True), (30, 55, False)])
def test_a_card_is_known_by_its_opposite_corner_letter_where_that_corner_is(
    right: float, down: float, same: bool
) -> None:
    """The E at one corner of a card and the E at the opposite corner belong to one card, if their distance
    fits. Farther apart they belong to two cards."""
    quad = quad_at(300, 200, 0)
    shape = card_size_of([piece_at(quad, "E")])
    assert shape is not None
    known = card_at(spot_at(quad, "E"), shape)
    other = card_at(spot_at(quad_at(300 + WIDTH + right, 200 + HEIGHT + down, 180), "E"), shape)
    assert is_same_card(known, other) is same


@pytest.mark.parametrize("upside_down", [False, True])
def test_cards_that_touch_at_a_corner_are_two(upside_down: bool) -> None:
    """The lower corner letter of one card lies beside the upper corner letter of the next. They are two
    cards."""
    quads = [quad_at(300, 300, 0), quad_at(300 + WIDTH, 300 + HEIGHT, 0)]
    pieces = (piece_at(quads[0], "P"), piece_at(quads[1], "K"))
    shape = card_size_of(pieces)
    assert shape is not None
    spots = [spot_at(quads[1], "K"), spot_at(quads[0], "P", corner=2, upside_down=upside_down)]
    assert letters_of(merge_corner_cards(pieces, tuple(card_at(spot, shape) for spot in spots))) == "KP"


def test_a_corner_letter_misread_and_askew_is_no_card_under_the_one_it_stands_on() -> None:
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "W"), piece_at(quad_at(700, 200, 0), "A"))
    shape = card_size_of(found)
    assert shape is not None
    askew = quad_at(302, 215, -16)
    read = merge_corner_cards(found, (card_at(spot_at(askew, "M"), shape),))
    assert letters_of(read) == "AW"


@pytest.mark.parametrize(("inset", "read"), [(30, "AERT"), (12, "AEKRT")])
def test_a_sure_card_s_own_corner_letter_misread_is_no_card_upside_down(inset: int, read: str) -> None:
    """The corner letter of a sure R is misread as an upside-down K. If it is as far from the card's corner
    as the corner letters of this pack are, it belongs to the R, and no K is read. At another distance a
    second card, a K, is read."""
    lie = {"E": (172, 200), "R": (300, 200), "T": (300, 0), "A": (700, 200)}
    found = tuple(piece_at(quad_at(*place, 0), letter) for letter, place in lie.items())
    shape = card_size_of(found)
    assert shape is not None
    misread = spot_at(quad_at(300, 200, 0), "K", upside_down=True)
    middle = np.array([300 + inset, 200 + inset], np.float32)
    misread = replace(misread, middle=middle, corner=np.array([360, 260], np.float32))
    assert letters_of(merge_corner_cards(found, (card_at(misread, shape),))) == read


@pytest.mark.parametrize("sure", [0.42, 0.95])
def test_a_doubtful_outline_of_a_part_of_a_card_gives_way_to_the_card(sure: float) -> None:
    """The outline of a W covers only a part of its card, whose other end was overexposed. The corner letter
    tells where the whole card lies. If the outline is doubtful the whole card replaces it, otherwise the
    outline stays."""
    first = quad_at(300, 200, 0)
    next_ = first + np.array([0.45 * WIDTH, 0], np.float32)
    part = piece_at(first[0] + 0.6 * (first - first[0]), "W", sure)
    found = (part, piece_at(next_, "O"))
    shape = card_size_of(found[1:])
    assert shape is not None
    told = tuple(card_at(spot_at(*seen), shape) for seen in ((first, "W"), (next_, "O")))
    (read,) = (
        piece
        for piece in suppress_duplicates(merge_corner_cards(found, told))
        if LETTERS[piece.likeliest_letter] == "W"
    )
    assert (iou(read.corners, first) > 0.8) is (sure < 0.9)
