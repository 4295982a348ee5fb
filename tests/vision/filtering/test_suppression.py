"""Test which of the outlines that the finder detected are kept as pieces of the game, each of them once."""

from dataclasses import replace

import numpy as np
import pytest

from vision.crops import Outline
from vision.filtering.suppression import drop_implausible, have_usual_size, select_pieces, suppress_duplicates
from vision.geometry.rectification import Plane
from vision.pieces.classify import Piece
from vision.tensor_format import LETTERS

FLAT = Plane(np.eye(3), 1000, 1000)


def piece(letter: str, left: float, top: float, width: float, height: float) -> Piece:
    """Return an upright piece with a sure letter. One pixel is one millimetre."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + np.array([left, top])
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0, LETTERS.index(letter)] = 1
    outline = Outline(left + width / 2, top + height / 2, height, width, 0.0, 0.9)
    return Piece(corners.astype(np.float32), chances, 0.0, 0.0, outline)


def back(left: float, top: float, width: float, height: float) -> Piece:
    """Return a piece that is surely a card face down. Its letter is random."""
    card = piece("QK"[int(height) % 2], left, top, width, height)
    return replace(card, probabilities=card.probabilities * 0.001, back_probability=0.999)


def test_a_back_seen_again_within_itself_is_one_card() -> None:
    whole, half = back(100, 100, 57, 89), back(100, 140, 57, 48)
    assert suppress_duplicates((whole, half)) == (whole,)
    beside = back(170, 100, 57, 88)
    assert suppress_duplicates((whole, beside)) == (whole, beside)


def test_a_letter_on_a_box_is_no_card_among_cards_of_another_shape() -> None:
    cards = [piece(letter, 100.0 * n, 100, 57, 89) for n, letter in enumerate("WORD")]
    assert have_usual_size((*cards, piece("E", 700, 100, 80, 57)), FLAT) == [True] * 4 + [False]
    assert have_usual_size((*cards, piece("E", 700, 100, 57, 80)), FLAT) == [True] * 5


@pytest.mark.parametrize(("side", "kept"), [(0.28, False), (0.55, True), (1.9, True), (2.3, False)])
def test_however_well_read_nothing_is_a_card_of_quite_another_size(side: float, kept: bool) -> None:
    cards = [piece(letter, 100.0 * n, 100, 57, 89) for n, letter in enumerate("WORD")]
    odd = piece("E", 100, 400, 57 * side, 89 * side)
    assert have_usual_size((*cards, odd), FLAT) == [True] * 4 + [kept]
    unsure = [doubtful(card, 0.8, 0.9) for card in cards]
    assert have_usual_size((*unsure, odd), FLAT)[-1], "nobody knows how large they are"


def doubtful(card: Piece, best: float, score: float) -> Piece:
    return replace(card, probabilities=card.probabilities * best, outline=replace(card.outline, score=score))


@pytest.mark.parametrize(("best", "score", "kept"), [(0.8, 0.4, False), (0.95, 0.4, True), (0.8, 0.7, True)])
def test_what_neither_finder_nor_speller_is_sure_of_is_no_card_of_another_shape(
    best: float, score: float, kept: bool
) -> None:
    cards = [piece(letter, 100.0 * n, 100, 57, 89) for n, letter in enumerate("WORD")]
    square = doubtful(piece("E", 700, 100, 70, 70), best, score)
    assert have_usual_size((*cards, square), FLAT) == [True] * 4 + [kept]
    assert have_usual_size((*cards, doubtful(piece("E", 700, 100, 60, 85), best, score)), FLAT) == [True] * 5


@pytest.mark.parametrize(("letter", "count"), [("S", 1), ("N", 2)])
def test_a_card_whose_corner_letter_is_said_to_stand_a_little_off_is_one(letter: str, count: int) -> None:
    """Two outlines overlap almost wholly, and each has a corner letter at its own corner. If both are read
    as the same letter they are one card. If not, they may be two cards of a fan, and both are kept."""
    whole = piece("S", 100, 100, 57, 89)
    again = piece(letter, 94, 100, 57, 89)
    off = np.array([94, 100], np.float32)
    seen = (replace(whole, letter_corner=whole.corners[0]), replace(again, letter_corner=off))
    assert len(suppress_duplicates(seen)) == count


@pytest.mark.parametrize(("off", "count"), [(6.0, 1), (14.0, 2)])
def test_corner_letters_a_fans_step_apart_are_two_cards_whose_outlines_coincide(
    off: float, count: int
) -> None:
    one, two = piece("I", 100, 100, 57, 89), piece("I", 103, 100, 57, 89)
    letters = one.corners[0], np.array([100 + off, 100], np.float32)
    seen = tuple(replace(card, letter_corner=at) for card, at in zip((one, two), letters, strict=True))
    assert len(suppress_duplicates(seen)) == count


def test_two_cards_apart_are_no_parts_of_a_vague_large_one() -> None:
    cards = (piece("I", 100, 100, 57, 89), piece("T", 100, 300, 57, 89))
    large = doubtful(piece("T", 60, 80, 140, 330), 0.24, 0.28)
    kept = suppress_duplicates((*cards, large))
    assert all(any(p is card for p in kept) for card in cards)


@pytest.mark.parametrize(("best", "kept"), [(0.45, False), (0.6, True)])
def test_where_nothing_is_sure_what_is_likelier_another_letter_is_no_piece(best: float, kept: bool) -> None:
    carton = doubtful(piece("O", 300, 300, 57, 89), best, 0.8)
    sure = piece("A", 400, 300, 57, 89)
    assert drop_implausible((carton,)) == (carton,) * kept
    assert drop_implausible((carton, sure)) == (carton, sure)


def test_tiles_may_stand_on_their_sides() -> None:
    tiles = [piece(letter, 40.0 * n, 100, 19, 19) for n, letter in enumerate("WORD")]
    assert have_usual_size((*tiles, piece("E", 300, 100, 25, 11)), FLAT) == [True] * 5


def test_where_nothing_is_sure_what_nobody_is_sure_of_is_no_piece() -> None:
    vague, seen = (
        doubtful(piece("O", 100, 100, 57, 89), 0.74, 0.35),
        doubtful(piece("E", 300, 100, 57, 89), 0.8, 0.6),
    )
    assert drop_implausible((vague,)) == ()
    assert drop_implausible((vague, seen)) == (seen,)
    assert len(drop_implausible((vague, piece("E", 300, 100, 57, 89)))) == 2
    assert drop_implausible((replace(vague, letter_corner=vague.corners[0]),)) != ()


def test_the_only_piece_surely_read_among_doubtful_ones_is_none_if_the_finder_half_sees_it() -> None:
    half, other = (
        doubtful(piece(letter, x, 100, 57, 89), 0.98, 0.54) for letter, x in (("C", 100), ("O", 300))
    )
    vague = [doubtful(piece("O", x, 100, 57, 89), 0.74, 0.35) for x in (500, 700)]
    plain = doubtful(piece("C", 100, 100, 57, 89), 0.98, 0.7)
    borne_out = replace(half, letter_corner=half.corners[0])
    assert drop_implausible((half, *vague)) == ()
    assert drop_implausible((half, vague[0])) == (half, vague[0])
    for kept in (half, plain, borne_out):
        assert drop_implausible((kept,)) == (kept,)
    for seen in ((plain, *vague), (borne_out, *vague), (half, other, *vague)):
        assert drop_implausible(seen) == seen


@pytest.mark.parametrize(("gap", "kept"), [(57, False), (110, True)])
def test_halves_of_two_cards_are_no_third_one(gap: int, kept: bool) -> None:
    cards = [piece("I", 100, 100, 57, 89), piece("D", 100.0 + gap, 100, 57, 89)]
    between = doubtful(piece("H", 100 + gap / 2, 100, 57, 89), 0.13, 0.69)
    assert (len(select_pieces((*cards, between))) == 3) is kept


@pytest.mark.parametrize(("letter", "left"), [("R", 1), ("K", 0)])
def test_a_cards_own_corner_letter_just_outside_it_is_no_second_card(letter: str, left: int) -> None:
    card, corner = piece("R", 100, 100, 57, 89), piece(letter, 100, 90, 16, 14)
    assert suppress_duplicates((card, corner)) == (card, corner)[: 2 - left]


@pytest.mark.parametrize(
    ("score", "lettered", "kept"), [(0.9, False, True), (0.6, False, False), (0.6, True, True)]
)
def test_a_card_plain_to_see_is_no_part_of_what_is_only_suspected(
    score: float, lettered: bool, kept: bool
) -> None:
    """A doubtful outline, such as stripes of the table, surrounds a card and is read as the same letter.
    The card is not dropped as a part of the outline if it is clear, or has a corner letter of its own."""
    card = piece("O", 300, 300, 57, 89)
    card = replace(card, outline=replace(card.outline, score=score))
    card = replace(card, letter_corner=card.corners[0]) if lettered else card
    suspected = doubtful(piece("O", 200, 200, 200, 300), 0.6, 0.25)
    assert any(piece is card for piece in suppress_duplicates((card, suspected))) == kept
