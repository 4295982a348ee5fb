"""Test fanned hands, in which most cards show only a corner letter."""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from tests.vision.corner_letters.laid import WIDTH, card_at, fan_of, letters_of, piece_at, quad_at, spot_at
from vision.corner_letters.card_size import card_size_of
from vision.corner_letters.cards import _are_edges_visible
from vision.corner_letters.merge import merge_corner_cards
from vision.crops import Pyramid
from vision.filtering.suppression import suppress_duplicates
from vision.pieces.classify import iou
from vision.tensor_format import LETTERS


def test_cards_of_a_fan_that_the_finder_missed_are_read_by_their_corner_letters() -> None:
    quads, spots = fan_of("CROWD")
    found = (piece_at(quads[-1], "D"), piece_at(quads[1] + 3, "D", 0.5))
    shape = card_size_of(found)
    assert shape is not None
    read = merge_corner_cards(found, tuple(card_at(spot, shape) for spot in spots))
    assert letters_of(suppress_duplicates(read)) == "CDORW"


def test_two_cards_of_one_letter_next_to_each_other_in_a_fan_are_two() -> None:
    quads, spots = fan_of("AAK", 0.4 * WIDTH)
    found = (piece_at(quads[2], "K"),)
    shape = card_size_of(found)
    assert shape is not None
    read = merge_corner_cards(found, tuple(card_at(spot, shape) for spot in spots))
    assert letters_of(read) == "AAK"


def test_a_card_seen_twice_does_not_stand_for_its_neighbour_of_the_same_letter() -> None:
    quads, spots = fan_of("AAK", 0.4 * WIDTH)
    outline = piece_at(quads[0] + np.float32(14), "A", 0.93)
    found = (piece_at(quads[0], "A"), outline, piece_at(quads[2], "K"))
    shape = card_size_of(found)
    assert shape is not None
    read = merge_corner_cards(found, tuple(card_at(spot, shape) for spot in spots))
    assert letters_of(suppress_duplicates(read)) == "AAK"


def test_a_corner_letter_on_the_bare_table_is_no_card() -> None:
    found = (piece_at(quad_at(0, 0, 0), "A"),)
    shape = card_size_of(found)
    assert shape is not None
    stray = card_at(spot_at(quad_at(700, 700, 0), "K"), shape)
    assert merge_corner_cards(found, (stray,)) == found


def test_letters_printed_on_a_box_are_no_cards_that_hide_one_another() -> None:
    table, box = piece_at(quad_at(0, 0, 0), "S"), piece_at(quad_at(640, 400, 0), "E", 0.7)
    shape = card_size_of((table,))
    assert shape is not None
    printed = tuple(
        card_at(spot_at(quad_at(600 + 40 * n, 400, 0), letter), shape) for n, letter in enumerate("ABC")
    )
    assert letters_of(merge_corner_cards((table, box), printed)) == "ES"
    sure = piece_at(quad_at(680, 400, 0), "C")
    assert letters_of(merge_corner_cards((table, sure), printed)) == "ABCS"


@pytest.mark.parametrize(
    ("nothing", "score", "founds"), [(0.05, 0.8, True), (0.3, 0.8, False), (0.05, 0.5, False)]
)
def test_a_fan_is_founded_by_a_card_that_is_plain_to_see_if_not_to_read(
    nothing: float, score: float, founds: bool
) -> None:
    quads, spots = fan_of("CROW", 64.0)
    last = piece_at(quads[-1], "W", 0.6)
    last = replace(last, other_probability=nothing, outline=replace(last.outline, score=score))
    shape = card_size_of([piece_at(quads[0], "A")])
    assert shape is not None
    read = merge_corner_cards((last,), tuple(card_at(spot, shape) for spot in spots[:3]))
    assert letters_of(read) == ("CORW" if founds else "W")


def test_a_fan_goes_on_beyond_a_letter_that_is_not_clear() -> None:
    quads, spots = fan_of("CROWD", 60.0)
    last = piece_at(quads[-1], "D")
    shape = card_size_of([last])
    assert shape is not None
    smudged = replace(spots[2], probabilities=spots[2].probabilities * 0.2)
    cards = tuple(card_at(spot, shape) for spot in (*spots[:2], smudged, spots[3]))
    assert letters_of(merge_corner_cards((last,), cards)) == "CDRW"


@pytest.mark.parametrize(("letter", "read"), [("W", "CORW"), ("M", "M")])
def test_a_fan_is_founded_by_a_card_that_its_corner_letter_makes_sure(letter: str, read: str) -> None:
    quads, spots = fan_of("CROW", 64.0)
    last = piece_at(quads[-1], letter, 0.7)
    last = replace(last, outline=replace(last.outline, score=0.45))
    shape = card_size_of([piece_at(quads[0], "A")])
    assert shape is not None
    # The finder's card and the spotter agree on its own letter, or neither is sure of it.
    spots[-1] = replace(spots[-1], probabilities=spots[-1].probabilities * (1.0 if letter == "W" else 0.5))
    assert letters_of(merge_corner_cards((last,), tuple(card_at(spot, shape) for spot in spots))) == read


def test_a_letter_that_is_one_of_two_is_a_letter() -> None:
    """An I with serifs looks like a T. The card is kept, though its letter is in doubt between the two. A
    corner letter that may be any letter is dropped."""
    quads, spots = fan_of("CRIED")
    found = tuple(piece_at(quad, letter) for quad, letter in zip(quads[:2], "CR", strict=True))
    found += tuple(piece_at(quad, letter) for quad, letter in zip(quads[3:], "ED", strict=True))
    shape = card_size_of(found)
    assert shape is not None
    chances = np.full(len(LETTERS), 0.002, np.float32)
    chances[[LETTERS.index("I"), LETTERS.index("T")]] = 0.48, 0.47
    two = replace(spots[2], score=0.72, probabilities=chances)
    any_of = replace(two, probabilities=np.full(len(LETTERS), 1 / len(LETTERS), np.float32))
    for spot, read in ((two, "CDEIR"), (any_of, "CDER")):
        cards = tuple(card_at(one, shape) for one in (*spots[:2], spot, *spots[3:]))
        assert letters_of(merge_corner_cards(found, cards)) == read


@pytest.mark.parametrize(("drawn", "read"), [(True, "CDORW"), (False, "DORW")])
def test_the_uppermost_card_of_a_fan_is_one_if_its_edges_show(drawn: bool, read: str) -> None:
    """The finder has missed the uppermost card, which no card covers. Its corner letter counts only if the
    picture shows edges of the card."""
    quads, spots = fan_of("CROWD", 110.0)
    found = tuple(piece_at(quad, letter) for quad, letter in zip(quads[1:], "ROWD", strict=True))
    shape = card_size_of(found)
    assert shape is not None
    picture = np.full((800, 1000, 3), 70, np.uint8)
    if drawn:
        cv2.fillConvexPoly(picture, quads[0].astype(np.int32), (215, 225, 230))
    cards = tuple(card_at(spot, shape) for spot in spots)
    shown = partial(_are_edges_visible, Pyramid.of(picture))
    assert letters_of(merge_corner_cards(found, cards, (), shown)) == read
    assert letters_of(merge_corner_cards(found, cards)) == "DORW"


def test_a_rows_first_card_is_one_if_all_edges_but_one_show() -> None:
    """The next card lies over one edge of the first card. Its corner letter counts, since the other three
    edges show."""
    quads = [quad_at(300 + 90.0 * n, 200, 0) for n in range(5)]
    spots = [spot_at(quad, letter) for quad, letter in zip(quads, "CROWD", strict=True)]
    found = tuple(piece_at(quad, letter) for quad, letter in zip(quads[1:], "ROWD", strict=True))
    shape = card_size_of(found)
    assert shape is not None
    picture = np.full((800, 1000, 3), 70, np.uint8)
    for quad, pale in zip(quads, (190, 220, 220, 220, 220), strict=True):
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (pale, pale, pale))
    # A surface as pale as the card lies against each of its free edges.
    for n in (0, 2, 3):
        x, y = ((quads[0][n] + quads[0][(n + 1) % 4]) / 2).astype(int).tolist()
        cv2.circle(picture, (x, y), 14, (190, 190, 190), -1)
    cards = tuple(card_at(spot, shape) for spot in spots)
    assert (
        letters_of(merge_corner_cards(found, cards, (), partial(_are_edges_visible, Pyramid.of(picture))))
        == "CDORW"
    )
    assert letters_of(merge_corner_cards(found, cards)) == "DORW"


def test_letters_of_a_text_s_lines_are_no_fan() -> None:
    lines = ("BAG", "FIE", "TOP")
    quads = [quad_at(300 + 30 * n, 200 + 40 * k, 0) for k in range(len(lines)) for n in range(3)]
    shape = card_size_of([piece_at(quads[0], "A")])
    assert shape is not None
    spots = (spot_at(quad, letter) for quad, letter in zip(quads, "".join(lines), strict=True))
    assert merge_corner_cards((), tuple(card_at(spot, shape) for spot in spots)) == ()


def test_a_card_that_would_lie_on_the_bare_table_had_been_seen_itself() -> None:
    found = (piece_at(quad_at(300, 200, 0), "A"),)
    shape = card_size_of(found)
    assert shape is not None
    # A red 10 at the lower end of the card, taken for an O.
    assert merge_corner_cards(found, (card_at(spot_at(quad_at(410, 350, 5), "O"), shape),)) == found


@pytest.mark.parametrize(("said", "at_least", "at_most"), [(0.4, 0.7, 0.84), (0.8, 0.3, 0.65)])
def test_a_vague_corner_letter_hardly_speaks_against_what_the_whole_card_says(
    said: float, at_least: float, at_most: float
) -> None:
    """The corner shows a disc with a figure, which reads as an O or a D. It lowers the probability of the
    card's own I only a little."""
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "I", 0.84),)
    found[0].probabilities[0, LETTERS.index("T")] = 0.15
    shape = card_size_of(found)
    assert shape is not None
    spot = spot_at(quad, "O")
    chances = np.full(len(LETTERS), (1 - said) / 100, np.float32)
    chances[[LETTERS.index("O"), LETTERS.index("D")]] = said, (1 - said) / 2
    (read,) = merge_corner_cards(found, (card_at(replace(spot, probabilities=chances), shape),))
    assert at_least < float(read.probabilities.sum(0)[LETTERS.index("I")]) < at_most


@pytest.mark.parametrize(("moved", "read"), [(0.0, "CDORW"), (14.0, "CDRW")])
def test_a_faint_corner_letter_half_way_between_two_others_is_read(moved: float, read: str) -> None:
    quads, spots = fan_of("CROWD", 30.0)
    found = (piece_at(quads[-1], "D"),)
    shape = card_size_of(found)
    assert shape is not None
    spots[2] = replace(spot_at(quads[2] + np.float32(moved), "O"), score=0.3)
    told = merge_corner_cards(found, tuple(card_at(spot, shape) for spot in spots))
    assert letters_of(suppress_duplicates(told)) == read


@pytest.mark.parametrize(("edges", "read"), [(True, "HI"), (False, "")])
def test_a_short_hand_of_which_nothing_else_was_seen_may_show_its_edges(edges: bool, read: str) -> None:
    """Two corner letters may be a hand, or print on a box. They count only if the picture shows the edges
    of the uppermost card."""
    quads, spots = fan_of("IH", 60.0)
    shape = card_size_of([piece_at(quad_at(900, 100, 0), "A")])
    assert shape is not None
    uppermost = quads[-1]
    told = tuple(card_at(spot, shape) for spot in spots)
    seen = merge_corner_cards((), told, (), lambda card: edges and iou(card.corners, uppermost) > 0.8)
    assert letters_of(seen) == read


def _in_a_wide_fan(degrees: float, letter: str, chance: float, score: float) -> str:
    """Return the letters read in a fan of three cards. Each is turned by `degrees` relative to the card
    before. The corner letter of the middle card is `letter`, with the given probability and score."""
    quads = [quad_at(300 + 30 * n, 300 + 4 * abs(n - 1), degrees * (n - 1)) for n in range(3)]
    found = (piece_at(quads[2], "D"),)
    shape = card_size_of(found)
    assert shape is not None
    spots = [spot_at(quad, letter) for quad, letter in zip(quads, "COD", strict=True)]
    doubtful = spot_at(quads[1], letter)
    spots[1] = replace(doubtful, score=score, probabilities=doubtful.probabilities * chance / 0.97)
    return letters_of(
        suppress_duplicates(merge_corner_cards(found, tuple(card_at(spot, shape) for spot in spots)))
    )


@pytest.mark.parametrize(("degrees", "read"), [(12, "CDO"), (25, "CDO"), (32, "CD")])
def test_a_fan_may_be_wide(degrees: float, read: str) -> None:
    assert _in_a_wide_fan(degrees, "O", 0.97, 0.3) == read


@pytest.mark.parametrize(
    ("chance", "score", "read"), [(0.6, 0.6, "CDI"), (0.6, 0.45, "CD"), (0.8, 0.35, "CDI"), (0.45, 0.6, "CD")]
)
def test_half_way_in_a_fan_a_letter_spotted_for_sure_may_be_less_surely_read(
    chance: float, score: float, read: str
) -> None:
    assert _in_a_wide_fan(12, "I", chance, score) == read


@pytest.mark.parametrize(
    ("score", "chance", "seen"), [(0.9, 0.7, True), (0.6, 0.8, True), (0.6, 0.7, False), (0.25, 0.99, False)]
)
def test_spotter_and_letter_make_up_for_each_other(score: float, chance: float, seen: bool) -> None:
    quads, spots = fan_of("CROWD")
    found = tuple(piece_at(quad, letter) for quad, letter in zip(quads[1:], "ROWD", strict=True))
    shape = card_size_of(found)
    assert shape is not None
    first = replace(spots[0], score=score, probabilities=spots[0].probabilities * chance / 0.97)
    read = merge_corner_cards(found, tuple(card_at(spot, shape) for spot in (first, *spots[1:])))
    assert letters_of(read) == ("CDORW" if seen else "DORW")


def test_a_guess_that_is_hardly_a_card_gives_way_to_the_fan_s_card_there() -> None:
    quads, spots = fan_of("CROWD", 40.0)
    # No detected card lies over the first card: the second was not seen.
    found = (piece_at(quads[0], "C", 0.4), piece_at(quads[-1], "D"))
    shape = card_size_of(found)
    assert shape is not None
    read = merge_corner_cards(found, tuple(card_at(spot, shape) for spot in spots))
    assert letters_of(tuple(piece for piece in read if piece.is_likely)) == "CDORW"
