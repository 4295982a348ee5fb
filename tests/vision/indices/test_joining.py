"""What corner letters confirm, add and prove wrong of the cards that were read."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.indices.laid import (
    HEIGHT,
    WIDTH,
    card_at,
    fan_of,
    letters_of,
    piece_at,
    quad_at,
    spot_at,
)
from vision.codes import LETTERS
from vision.indices.cards import _amiss
from vision.indices.joining import joined, outvoted
from vision.indices.relations import in_the_middle, told_by
from vision.indices.shape import shape_of
from vision.pieces.letters import overlap
from vision.sifting.choosing import once

LETTERED = replace(piece_at(quad_at(0, 700, 0), "A"), index=np.array([0, 700], np.float32))
"""A card whose corner letter says the same as it: the pack has some."""


def test_a_card_read_for_sure_and_covered_by_none_is_not_overruled() -> None:
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "O"),)
    shape = shape_of(found)
    assert shape is not None
    assert letters_of(joined(found, (card_at(spot_at(quad, "Q"), shape),))) == "O"


@pytest.mark.parametrize(
    ("chance", "second", "read"), [(0.85, "K", "FK"), (0.95, "K", "KP"), (0.85, "F", "FP")]
)
def test_a_card_read_for_sure_under_others_stands_against_a_doubtful_corner_letter(
    chance: float, second: str, read: str
) -> None:
    """Unless it may have been read off a card that lies on it."""
    quads = [quad_at(300, 200, 0), quad_at(340, 200, 0)]
    found = (piece_at(quads[0], "F"), piece_at(quads[1], second))
    shape = shape_of(found)
    assert shape is not None
    spots = [spot_at(quads[0], "P"), spot_at(quads[1], second)]
    spots[0] = replace(spots[0], chances=spots[0].chances * chance / 0.97)
    assert letters_of(joined(found, tuple(card_at(spot, shape) for spot in spots))) == read


def test_both_corner_letters_of_a_card_are_one_card() -> None:
    quad = quad_at(300, 200, 10)
    over = (piece_at(quad_at(340, 220, 10), "A"), piece_at(quad_at(270, 260, 10), "B"))
    shape = shape_of(over)
    assert shape is not None
    spots = (spot_at(quad, "K"), spot_at(quad, "K", corner=2, headlong=True))
    read = joined(over, tuple(card_at(spot, shape) for spot in spots))
    assert letters_of(once(read)) == "ABK"


def test_a_printed_corner_taken_for_a_small_card_does_not_stand_for_the_card() -> None:
    quads, spots = fan_of("CROWD")
    corner = piece_at(quads[1][0] + 0.25 * (quads[1] - quads[1][0]), "R", 0.9)
    shape = shape_of((piece_at(quads[-1], "D"),))
    assert shape is not None
    read = joined((piece_at(quads[-1], "D"), corner), tuple(card_at(spot, shape) for spot in spots))
    (card,) = (piece for piece in read if piece.index is not None and LETTERS[piece.likeliest] == "R")
    assert overlap(card.corners, quads[1]) > 0.9
    assert letters_of(once(read)) == "CDORW"


@pytest.mark.parametrize("seen", [True, False])
def test_half_a_corner_letter_counts_where_the_finder_saw_a_card(seen: bool) -> None:
    quads, spots = fan_of("CROWD", 30.0)
    faint = replace(spots[2], chances=spots[2].chances * 0.45 / 0.97, score=0.6)
    over = tuple(piece_at(quads[n], "CROWD"[n]) for n in (1, 3))
    guess = replace(piece_at(quads[2] + 4, "X", 0.05), nothing=0.95)
    shape = shape_of(over)
    assert shape is not None
    read = joined((*over, guess) if seen else over, (card_at(faint, shape),))
    assert ("O" in letters_of(tuple(piece for piece in read if piece.index is not None))) is seen


def test_of_two_cards_that_would_each_lie_over_the_other_one_is_no_card() -> None:
    """A figure near the lower edge of a strip looks like the lower letter of a card that hides the others."""
    quads, spots = fan_of("CROWD", 30.0)
    over = (piece_at(quads[-1], "D"),)
    shape = shape_of(over)
    assert shape is not None
    cards = [card_at(spot, shape) for spot in spots]
    strange = card_at(replace(spot_at(quads[1], "B", corner=2, headlong=True), score=0.8), shape)
    read = joined(over, (*cards, strange))
    assert letters_of(once(read)) == "CDORW"


def test_a_guess_gains_nothing_from_what_covers_half_of_the_letter_under_it() -> None:
    """Half a U, in its card's lower corner, is a J; that the card is a U its other letter tells."""
    whole = quad_at(300, 200, 0)
    part = whole + np.array([[10, 6], [-12, 6], [-12, -14], [10, -14]], np.float32)
    guess = replace(piece_at(part, "U", 0.36), nothing=0.3)
    guess.chances[0, LETTERS.index("J")] = 0.14
    found = (piece_at(whole, "U", 0.99), guess)
    shape = shape_of(found[:1])
    assert shape is not None
    letters = (spot_at(whole, "U"), spot_at(np.roll(part, 2, 0), "J"))
    read = joined(found, tuple(card_at(spot, shape) for spot in letters))
    assert "J" not in letters_of(read)


@pytest.mark.parametrize(("letter", "degrees", "read"), [("O", 72, "AO"), ("K", 72, "AKO")])
def test_a_corner_letter_taken_to_lie_another_way_is_no_second_card(
    letter: str, degrees: float, read: str
) -> None:
    row = (piece_at(quad_at(0, 0, 0), "A"), piece_at(quad_at(WIDTH + 4, 0, 0), "O"))
    shape = shape_of(row)
    assert shape is not None
    card = card_at(spot_at(quad_at(WIDTH + 4 + 0.37 * WIDTH, -4, degrees), letter), shape)
    assert letters_of(joined(row, (card,))) == read


def test_a_card_read_for_sure_is_not_another_one_by_its_opposite_corner_letter() -> None:
    """Half of a U's lower corner letter, seen from the other side, is a J as plain as any."""
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "U", 0.94), *(piece_at(quad_at(300 + step, 200, 0), "R") for step in (-97, 97)))
    shape = shape_of(found)
    assert shape is not None
    letters = (spot_at(quad, "U"), spot_at(quad_at(284, 200, 0), "J", corner=2, headlong=True))
    read = joined(found, tuple(card_at(spot, shape) for spot in letters))
    assert letters_of(read) == "RRU"


def test_a_letter_that_may_be_the_card_s_own_is_no_second_card_at_its_opposite_corner() -> None:
    """A Y's foot is short: its lower corner letter may be a V, and stands a little off where it should."""
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "Y"), *(piece_at(quad_at(300 + step, 200, 0), "R") for step in (-97, 97)))
    shape = shape_of(found)
    assert shape is not None
    lower = spot_at(quad_at(300, 228, 0), "V", corner=2, headlong=True)
    chances = np.full(len(LETTERS), 0.001, np.float32)
    chances[[LETTERS.index("V"), LETTERS.index("Y")]] = 0.53, 0.43
    letters = (spot_at(quad, "Y"), replace(lower, chances=chances))
    assert letters_of(joined(found, tuple(card_at(spot, shape) for spot in letters))) == "RRY"


@pytest.mark.parametrize(
    ("odd", "again", "amiss"),
    [(0.0, None, True), (20.0, None, False), (2.0, 4.0, True), (2.0, 0.0, False), (None, None, False)],
)
def test_a_letter_that_stands_otherwise_than_the_packs_tells_of_no_card(
    odd: float | None, again: float | None, amiss: bool
) -> None:
    """As the word in a Master's corner does, unless one of the pack's is seen nearer to it."""
    quad = quad_at(300, 300, 0)
    shape = shape_of([piece_at(quad, "A")])
    assert shape is not None
    card = card_at(spot_at(quad, "R"), shape)
    assert card.glyph is not None
    there = [card.glyph + np.float32(off) for off in (odd,) if off is not None]
    others = [replace(card, glyph=card.glyph + np.float32(off)) for off in (again,) if off is not None]
    assert _amiss(card, others, there) == amiss
    assert not _amiss(piece_at(quad, "R"), others, there)


@pytest.mark.parametrize(("right", "down", "same"), [(8, 12, True), (30, 40, True), (30, 55, False)])
def test_a_card_is_known_by_its_opposite_corner_letter_where_that_corner_is(
    right: float, down: float, same: bool
) -> None:
    """Two cards of one letter in a wide fan may lie nearly the other way round to each other."""
    quad = quad_at(300, 200, 0)
    shape = shape_of([piece_at(quad, "E")])
    assert shape is not None
    known = card_at(spot_at(quad, "E"), shape)
    other = card_at(spot_at(quad_at(300 + WIDTH + right, 200 + HEIGHT + down, 180), "E"), shape)
    assert told_by(known, other) is same


def test_a_card_seen_by_both_its_corner_letters_lies_there_though_it_is_hardly_covered() -> None:
    first, second = quad_at(300, 300, 0), quad_at(300 + 0.8 * WIDTH, 300, 0)
    found = (piece_at(second, "K"),)
    shape = shape_of(found)
    assert shape is not None
    one, other = spot_at(first, "P"), spot_at(first, "P", corner=2, headlong=True)
    assert letters_of(joined(found, (card_at(one, shape),))) == "K"
    assert letters_of(joined(found, tuple(card_at(spot, shape) for spot in (one, other)))) == "KP"


def test_a_card_seen_by_both_its_corner_letters_takes_the_place_of_its_own_outline_amiss() -> None:
    quad, last = quad_at(300, 300, 0), quad_at(300 + 0.8 * WIDTH, 300, 0)
    amiss = piece_at(quad + np.array([0.1 * WIDTH, -0.25 * HEIGHT], np.float32), "F")
    found = (piece_at(last, "K"), amiss)
    shape = shape_of(found)
    assert shape is not None
    spots = (spot_at(quad, "F"), spot_at(quad, "F", corner=2, headlong=True))
    read = joined(found, tuple(card_at(spot, shape) for spot in spots))
    assert letters_of(read) == "FK"
    assert all(piece is not amiss for piece in read)


@pytest.mark.parametrize(
    ("upper", "lower", "told"), [("T", "T", "T"), ("T", None, "I"), ("T", "F", "I"), ("I", "I", "I")]
)
def test_the_letters_in_both_corners_outvote_the_whole_card(upper: str, lower: str | None, told: str) -> None:
    quad = quad_at(300, 300, 0)
    card = piece_at(quad, "I")
    shape = shape_of([card])
    assert shape is not None
    spots = [spot_at(quad, upper)]
    spots += [spot_at(quad, lower, corner=2, headlong=True)] if lower else []
    read, _ = outvoted((card, LETTERED), tuple(card_at(spot, shape) for spot in spots))
    assert letters_of((read,)) == told
    assert overlap(read.corners, card.corners) == pytest.approx(1)


@pytest.mark.parametrize(("chance", "sure"), [(0.8, False), (0.3, True)])
def test_two_corner_letters_that_agree_are_heard_though_neither_is_sure(chance: float, sure: bool) -> None:
    quad = quad_at(300, 200, 0)
    card = piece_at(quad, "I", 0.98)
    shape = shape_of([card])
    assert shape is not None
    spots = [spot_at(quad, "T"), spot_at(quad, "T", corner=2, headlong=True)]
    spots = [replace(spot, chances=spot.chances * chance / 0.97) for spot in spots]
    read, _ = outvoted((card, LETTERED), tuple(card_at(spot, shape) for spot in spots))
    assert (float(read.chances.sum(0)[LETTERS.index("I")]) >= 0.9) is sure


@pytest.mark.parametrize("slip", [8, 13])
def test_corner_letters_that_tell_the_card_s_place_badly_still_outvote_it(slip: int) -> None:
    """Frames and tilt make the cards that two corners tell of overlap less than one card's mostly do."""
    quad = quad_at(300, 200, 0)
    card = piece_at(quad, "B", 0.98)
    shape = shape_of([card])
    assert shape is not None
    spots = [spot_at(quad + slip, "E"), spot_at(quad - slip, "E", corner=2, headlong=True)]
    read, _ = outvoted((card, LETTERED), tuple(card_at(spot, shape) for spot in spots))
    assert letters_of((read,)) == "E"


@pytest.mark.parametrize("headlong", [False, True])
def test_cards_that_touch_at_a_corner_are_two(headlong: bool) -> None:
    """A crossword of cards with corner letters: where one ends, another begins whose letter stands there."""
    quads = [quad_at(300, 300, 0), quad_at(300 + WIDTH, 300 + HEIGHT, 0)]
    pieces = (piece_at(quads[0], "P"), piece_at(quads[1], "K"))
    shape = shape_of(pieces)
    assert shape is not None
    spots = [spot_at(quads[1], "K"), spot_at(quads[0], "P", corner=2, headlong=headlong)]
    assert letters_of(joined(pieces, tuple(card_at(spot, shape) for spot in spots))) == "KP"


@pytest.mark.parametrize(("left", "read"), [(385, "IM"), (330, "IMN")])
def test_what_others_leave_free_of_a_card_is_no_card_of_its_own(left: float, read: str) -> None:
    """Half an M is an N, and its outline ends where the card over it does; the next of a fan is as broad."""
    card = quad_at(360, 200, 0)
    half = quad_at(left, 200, 0)
    half[[1, 2], 0] = min(left + WIDTH, 360 + WIDTH - 20)
    found = (piece_at(quad_at(300, 200, 0), "I"), piece_at(half, "N", 0.94))
    shape = shape_of(found[:1])
    assert shape is not None
    assert letters_of(joined(found, (card_at(spot_at(card, "M", 2, headlong=True), shape),))) == read


@pytest.mark.parametrize(("other", "read"), [("S", "SWX"), ("I", "ISWX")])
def test_a_card_read_twice_between_its_neighbours_is_one(other: str, read: str) -> None:
    """Its corner letter stands as far from where the one as where the other reading would have it."""
    quads, spots = fan_of("WSX", 80.0)
    aside = np.array([16, 10], np.float32)
    twice = (piece_at(quads[1] - aside, "S", 0.94), piece_at(quads[1] + aside, other, 0.66))
    found = (piece_at(quads[0], "W"), *twice, piece_at(quads[2], "X"))
    shape = shape_of(found)
    assert shape is not None
    assert letters_of(joined(found, tuple(card_at(spot, shape) for spot in spots))) == read


def test_a_corner_letter_misread_and_askew_is_no_card_under_the_one_it_stands_on() -> None:
    quad = quad_at(300, 200, 0)
    found = (piece_at(quad, "W"), piece_at(quad_at(700, 200, 0), "A"))
    shape = shape_of(found)
    assert shape is not None
    askew = quad_at(302, 215, -16)
    read = joined(found, (card_at(spot_at(askew, "M"), shape),))
    assert letters_of(read) == "AW"


@pytest.mark.parametrize(("inset", "read"), [(30, "AERT"), (12, "AEKRT")])
def test_a_sure_card_s_own_corner_letter_misread_is_no_card_upside_down(inset: int, read: str) -> None:
    """A pack's letters all stand as far from their corners, whichever way up they seem."""
    lie = {"E": (172, 200), "R": (300, 200), "T": (300, 0), "A": (700, 200)}
    found = tuple(piece_at(quad_at(*place, 0), letter) for letter, place in lie.items())
    shape = shape_of(found)
    assert shape is not None
    misread = spot_at(quad_at(300, 200, 0), "K", headlong=True)
    middle = np.array([300 + inset, 200 + inset], np.float32)
    misread = replace(misread, middle=middle, corner=np.array([360, 260], np.float32))
    assert letters_of(joined(found, (card_at(misread, shape),))) == read


@pytest.mark.parametrize(("left", "read"), [(340.0, "?B"), (390.0, "?BR")])
def test_a_letter_of_the_word_in_a_masters_corner_is_no_card_over_its_picture(left: float, read: str) -> None:
    """One that would leave the picture free lies there."""
    found = (piece_at(quad_at(300, 200, 0), "?"), piece_at(quad_at(420, 200, 0), "B"))
    shape = shape_of(found)
    assert shape is not None
    card = card_at(spot_at(quad_at(left, 204, 0), "R"), shape)
    assert letters_of(joined(found, (card,))) == read


@pytest.mark.parametrize(
    ("over", "large", "told", "stroke"),
    [(0.5, 1.0, False, True), (0.8, 1.0, False, False), (0.5, 0.3, False, False), (0.5, 1.0, True, False)],
)
def test_what_stands_in_the_middle_of_a_card_read_as_a_whole_is_its_own_print(
    over: float, large: float, told: bool, stroke: bool
) -> None:
    """Not near its edge; nor on a small one, which is the corner letter itself, or one read by its corner."""
    quad = quad_at(300, 200, 0)
    piece = piece_at(quad[0] + large * (quad - quad[0]), "S")
    piece = replace(piece, index=quad[0]) if told else piece
    card = replace(piece_at(quad_at(340, 240, 70), "U"), index=quad[0], unseen=True)
    at = piece.corners[0] + over * (piece.corners[2] - piece.corners[0])
    assert in_the_middle(piece, replace(card, glyph=at.astype(np.float32))) is stroke


@pytest.mark.parametrize("sure", [0.42, 0.95])
def test_a_doubtful_outline_of_a_part_of_a_card_gives_way_to_the_card(sure: float) -> None:
    """Burnt out, it had no edges where it ends; one that was read for sure stands."""
    first = quad_at(300, 200, 0)
    next_ = first + np.array([0.45 * WIDTH, 0], np.float32)
    part = piece_at(first[0] + 0.6 * (first - first[0]), "W", sure)
    found = (part, piece_at(next_, "O"))
    shape = shape_of(found[1:])
    assert shape is not None
    told = tuple(card_at(spot_at(*seen), shape) for seen in ((first, "W"), (next_, "O")))
    (read,) = (piece for piece in once(joined(found, told)) if LETTERS[piece.likeliest] == "W")
    assert (overlap(read.corners, first) > 0.8) is (sure < 0.9)


@pytest.mark.parametrize(
    ("beside", "sure", "doubt"), [(0.12, 0.97, True), (0.12, 0.8, False), (0.5, 0.97, False)]
)
def test_a_card_whose_outline_is_too_narrow_hears_its_own_corner_letter(
    beside: float, sure: float, doubt: bool
) -> None:
    """Half of a W is a V; but what stands in its corner is read for sure, too, and is a W."""
    quad = quad_at(300, 200, 0)
    along = quad[1] - quad[0]
    narrow = quad + np.array([beside * along, 0 * along, 0 * along, beside * along], np.float32)
    found = (piece_at(narrow, "V", 0.93),)
    shape = shape_of([piece_at(quad, "A")])
    assert shape is not None
    corner = replace(spot_at(quad, "W"), middle=quad[0] + np.array([20, 14], np.float32))
    corner = replace(corner, chances=corner.chances * sure / corner.chances.max())
    (read, *others) = once(joined(found, (card_at(corner, shape),)))
    assert not others
    assert (read.best < 0.9) is doubt


def test_the_corner_letters_of_the_next_card_of_a_fan_do_not_outvote_this_one() -> None:
    quads = [quad_at(300, 300, 0), quad_at(312, 300, 0)]
    pieces = tuple(piece_at(quad, letter) for quad, letter in zip(quads, "RM", strict=True))
    shape = shape_of(pieces)
    assert shape is not None
    spots = [spot_at(quads[1], "M"), spot_at(quads[1], "M", corner=2, headlong=True)]
    cards = tuple(card_at(spot, shape) for spot in spots)
    assert letters_of(outvoted((*pieces, LETTERED), cards)) == "AMR"
    assert letters_of(outvoted((pieces[0], LETTERED), cards)) == "AM"


@pytest.mark.parametrize(("chance", "told"), [(0.99, "L"), (0.8, "B")])
def test_figures_in_both_corners_do_not_outvote_a_sure_card_of_a_pack_without_letters_there(
    chance: float, told: str
) -> None:
    """A bold 8 in the ink of the letters is a B."""
    quad = quad_at(300, 300, 0)
    card = piece_at(quad, "L", chance)
    shape = shape_of([card])
    assert shape is not None
    spots = [spot_at(quad, "B"), spot_at(quad, "B", corner=2, headlong=True)]
    assert letters_of(outvoted((card,), tuple(card_at(spot, shape) for spot in spots))) == told


@pytest.mark.parametrize(("ends", "read"), [(True, "LSS"), (False, "LS")])
def test_beside_a_card_seen_whole_another_of_its_letter_is_a_card(ends: bool, read: str) -> None:
    """Where the uppermost card's lower letter was seen, the one next to it cannot be that."""
    upper, under, last = (quad_at(300 + 36 * n, 200, 0) for n in range(3))
    found = (piece_at(upper, "S"), piece_at(last, "L", 0.4))
    shape = shape_of([piece_at(upper, "S")])
    assert shape is not None
    spots = [spot_at(quad, letter, 2, True) for quad, letter in ((under, "S"), (last, "L"))]
    spots += [spot_at(upper, "S"), spot_at(upper, "S", 2, True)] if ends else [spot_at(upper, "S")]
    assert letters_of(joined(found, tuple(card_at(spot, shape) for spot in spots))) == read


@pytest.mark.parametrize(("other", "read"), [(0.6, "?IM"), (0.3, "IM")])
def test_a_master_likely_by_both_its_corners_is_one(other: float, read: str) -> None:
    quads = [quad_at(300 + 45 * n, 200, 0) for n in range(3)]
    found = (piece_at(quads[0], "I"), piece_at(quads[2], "M"))
    shape = shape_of(found)
    assert shape is not None
    spots = [replace(spot_at(quads[1], "?"), score=0.4), spot_at(quads[1], "?", corner=2, headlong=True)]
    spots[1] = replace(spots[1], score=0.32)
    doubtful = [
        replace(spot, chances=spot.chances * chance / 0.97)
        for spot, chance in zip(spots, (0.7, other), strict=True)
    ]
    assert letters_of(joined(found, tuple(card_at(spot, shape) for spot in doubtful))) == read
