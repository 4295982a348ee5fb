"""Cards known by their corner letters alone: where they lie, and what they prove wrong."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from vision.codes import LETTERS, Floats, axes, lean
from vision.crops import Outline, Pyramid
from vision.indices.cards import _amiss, _bare, _by_edges, _shown, _tiles, onwards
from vision.indices.joining import joined, outvoted
from vision.indices.relations import told_by
from vision.indices.spots import Spot
from vision.indices.standing import Shape, alike, astray, card_of, shape_of
from vision.pieces.choosing import once
from vision.pieces.closer import Box
from vision.pieces.letters import Piece, overlap
from vision.pieces.printed import without_edges, without_print

HEIGHT, WIDTH = 200.0, 128.0
HERE = np.array([400, 200], np.float32)
SHEET = Box(0, 0, 1000, 800)
BLACK = np.array([-1, 0, 0], np.float32)
RED = np.array([-0.6, 0.7, 0.39], np.float32)


def _quad(x: float, y: float, degrees: float) -> Floats:
    """A card whose upper left corner lies at (x, y), turned clockwise."""
    turn = np.radians(degrees)
    right = np.array([np.cos(turn), np.sin(turn)]) * WIDTH
    down = np.array([-np.sin(turn), np.cos(turn)]) * HEIGHT
    start = np.array([x, y])
    return np.array([start, start + right, start + right + down, start + down], np.float32)


def _piece(quad: Floats, letter: str, chance: float = 0.99) -> Piece:
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0, LETTERS.index(letter)] = chance
    up, right = axes(quad)
    x, y = quad.mean(0).tolist()
    outline = Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up))
    return Piece(quad, chances, 0.0, 1 - chance, outline)


def _spot(quad: Floats, letter: str, corner: int = 0, headlong: bool = False) -> Spot:
    """The letter at a corner of a card: `corner` 0 or 2; `headlong` when it is printed the other way up."""
    up, right = (axis / np.hypot(*axis) for axis in axes(quad))
    sign = -1 if headlong else 1
    inwards = (right - up) * 12 if corner == 0 else (up - right) * 12
    chances = np.full(len(LETTERS), 0.001, np.float32)
    chances[LETTERS.index(letter)] = 0.97
    middle = (quad[corner] + inwards).astype(np.float32)
    return Spot(middle, (sign * up).astype(np.float32), quad[corner], chances, 0.9, BLACK)


def _card(spot: Spot, shape: Shape) -> Piece:
    card = card_of(spot, shape)
    assert card is not None
    return card


def _letters(pieces: tuple[Piece, ...]) -> str:
    return "".join(sorted(LETTERS[piece.likeliest] for piece in pieces))


@pytest.mark.parametrize("degrees", [0, 35, 90, 200, 310])
def test_a_card_lies_where_its_upper_corner_letter_says(degrees: float) -> None:
    quad = _quad(400, 300, degrees)
    shape = shape_of([_piece(_quad(0, 0, 20), "A"), _piece(_quad(900, 0, 80), "B")])
    assert shape is not None
    card = _card(_spot(quad, "K"), shape)
    assert np.allclose(card.corners, quad, atol=1)
    assert _letters((card,)) == "K"


def test_an_upright_letter_at_the_lower_right_corner_is_told_from_an_upper_one() -> None:
    quad = _quad(400, 300, 15)
    shape = shape_of([_piece(_quad(0, 0, 20), "A")])
    assert shape is not None
    assert np.allclose(_card(_spot(quad, "K", corner=2), shape).corners, quad, atol=1)


def test_a_headlong_letter_at_the_lower_right_corner_gives_the_card_turned_by_half() -> None:
    quad = _quad(400, 300, 15)
    shape = shape_of([_piece(_quad(0, 0, 20), "A")])
    assert shape is not None
    card = _card(_spot(quad, "K", corner=2, headlong=True), shape)
    assert np.allclose(card.corners, np.roll(quad, 2, axis=0), atol=1)


@pytest.mark.parametrize("corner", [1, 3])
def test_a_figure_at_one_of_the_other_corners_is_no_corner_letter(corner: int) -> None:
    quad = _quad(400, 300, 15)
    shape = shape_of([_piece(_quad(0, 0, 20), "A")])
    assert shape is not None
    spot = _spot(quad, "B", corner=corner)
    inwards = (quad.mean(0) - quad[corner]) / 8
    assert card_of(replace(spot, middle=quad[corner] + inwards), shape) is None


def test_a_tilted_table_makes_cards_shorter_in_one_direction_only() -> None:
    flatter = np.array([1.0, 0.7], np.float32)
    seen = [
        _piece(_quad(x, 0, turn) * flatter, "A") for x, turn in ((0, 0), (500, 90), (900, 45), (1400, 135))
    ]
    shape = shape_of(seen)
    assert shape is not None
    for turn in (0, 90):
        quad = _quad(400, 300, turn) * flatter
        assert overlap(_card(_spot(quad, "K"), shape).corners, quad) > 0.9


def test_nearer_to_a_tilted_camera_cards_are_larger() -> None:
    """There a card seen by its corner letters alone is as large as those beside it, not as those far away."""

    def seen(quad: Floats) -> Floats:
        return (quad * (900 / (1000 - 0.25 * quad[:, 1:]))).astype(np.float32)

    lying = [_quad(x, y, turn) for x, y, turn in ((0, 0, 0), (400, 50, 30), (100, 400, 90), (600, 450, 0))]
    shape = shape_of([_piece(seen(quad), "A") for quad in lying])
    assert shape is not None
    even = replace(shape, grows=np.zeros(2))
    for y in (-300, 900):
        there = seen(_quad(300, y, 0))
        one, other = (overlap(_card(_spot(there, "K"), s).corners, there) for s in (shape, even))
        assert one > 0.72
        assert one > other + 0.1
    lone = shape_of([_piece(seen(lying[0]), "A")])
    assert lone is not None
    assert lone.grows == pytest.approx(0)


def test_no_card_tells_how_large_cards_are() -> None:
    square = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], np.float32)
    assert shape_of([_piece(square, "A")]) is None


def test_what_the_finder_hardly_saw_does_not_tell_how_large_cards_are() -> None:
    cards = [_piece(_quad(300.0 * n, 0, 10), letter) for n, letter in enumerate("WO")]
    corner = _piece(_quad(900, 0, 10) * 0.3, "R")
    letters = [replace(corner, outline=replace(corner.outline, score=0.3)) for _ in "RD"]
    doubtful = [_piece(_quad(300.0 * n, 400, 10), "E", 0.5) for n in range(3)]
    cards = [replace(p, outline=replace(p.outline, score=0.8)) for p in (*cards, *doubtful)]
    shape = shape_of([*cards, *letters])
    assert shape is not None
    assert np.hypot(*shape.card(np.array([0, -1], np.float32), HERE)[0]) == pytest.approx(HEIGHT, rel=0.05)


def test_corner_letters_read_as_small_cards_do_not_tell_how_large_cards_are() -> None:
    quads = [_quad(300.0 * n, 0, 10) for n in range(5)]
    cards = [_piece(quad, letter, 0.4) for quad, letter in zip(quads, "CROWD", strict=True)]
    small = [
        _piece(quad[0] + 0.25 * (quad - quad[0]), letter) for quad, letter in zip(quads, "CROWD", strict=True)
    ]
    small = [replace(p, outline=replace(p.outline, score=0.5)) for p in small]
    shape = shape_of(without_print([*cards, *small]))
    assert shape is not None
    assert np.hypot(*shape.card(np.array([0, -1], np.float32), HERE)[0]) == pytest.approx(HEIGHT, rel=0.05)


def test_corner_letters_are_told_as_such_wherever_they_lie_if_they_lie_on_several_cards() -> None:
    """A plate on which cards lie is one, and of no card's size."""
    cards = [_piece(_quad(300.0 * n, 0, 10), "E", 0.6) for n in range(3)]
    quads = [c.corners[0] + 0.25 * (c.corners - c.corners[0]) for c in cards]
    small = [_piece(quad, letter) for quad, letter in zip(quads, "ROW", strict=True)]
    astray = _piece(quads[0] + np.float32(700), "D")
    assert without_print([*cards, *small, astray]) == cards
    plate = _piece(_quad(0, 0, 0) * 6, "O", 0.6)
    assert without_print([plate, *cards]) == [plate, *cards]


def _drawn(quads: list[Floats]) -> Pyramid:
    """White cards on a brown table."""
    picture = np.full((800, 1000, 3), (60, 80, 110), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(picture, np.round(quad * 16).astype(np.int32), (235,) * 3, cv2.LINE_AA, 4)
        cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, (150,) * 3)
    return Pyramid.of(picture)


def test_small_cards_without_edges_are_letters_printed_on_cards_that_were_not_seen() -> None:
    quads = [_quad(100 + 250.0 * n, 150, 0) for n in range(3)]
    card, letters = _piece(quads[0], "E"), [_piece(_quad(quad[0][0] + 9, 160, 0), "R") for quad in quads[1:]]
    small = tuple(replace(p, corners=p.corners[0] + 0.3 * (p.corners - p.corners[0])) for p in letters)
    assert without_edges(_drawn(quads), (card, *small)) == small
    assert without_edges(_drawn(quads), small, (card,)) == small
    # Cards half as large, with edges of their own, are cards.
    lying = _drawn([quads[0], *(p.corners for p in small)])
    assert without_edges(lying, (card, *small)) == ()
    assert without_edges(_drawn(quads), small) == ()


def test_how_large_cards_are_is_told_by_those_whose_edges_are_seen() -> None:
    lying = [_quad(260 + 40.0 * n, 200, 0) for n in range(3)]
    narrow = [_piece(np.asarray(quad * [0.8, 1] + [80, 6], np.float32), "A") for quad in lying[:2]]
    said = [*narrow, _piece(lying[2] + np.float32(3), "B")]
    shape = shape_of(_by_edges(_drawn(lying), said))
    as_said = shape_of(said)
    assert shape is not None
    assert as_said is not None
    assert as_said.wide < 0.85 * WIDTH / HEIGHT
    assert shape.wide == pytest.approx(WIDTH / HEIGHT, rel=0.03)
    blurred = [_piece(lying[2], "B", 0.6)]
    assert _by_edges(_drawn(lying[2:]), blurred) == blurred


def _fan(letters: str, step: float = 16.0) -> tuple[list[Floats], list[Spot]]:
    quads = [_quad(300 + step * n, 200, 4 * n) for n in range(len(letters))]
    return quads, [_spot(quad, letter) for quad, letter in zip(quads, letters, strict=True)]


def test_cards_of_a_fan_that_the_finder_missed_are_read_by_their_corner_letters() -> None:
    quads, spots = _fan("CROWD")
    found = (_piece(quads[-1], "D"), _piece(quads[1] + 3, "D", 0.5))
    shape = shape_of(found)
    assert shape is not None
    read = joined(found, tuple(_card(spot, shape) for spot in spots))
    assert _letters(once(read)) == "CDORW"


def test_two_cards_of_one_letter_next_to_each_other_in_a_fan_are_two() -> None:
    quads, spots = _fan("AAK", 0.4 * WIDTH)
    found = (_piece(quads[2], "K"),)
    shape = shape_of(found)
    assert shape is not None
    read = joined(found, tuple(_card(spot, shape) for spot in spots))
    assert _letters(read) == "AAK"


def _looking(spots: list[Spot], seen: list[Box]) -> Callable[[Box], tuple[Spot, ...]]:
    def look(window: Box) -> tuple[Spot, ...]:
        seen.append(window)
        return tuple(spot for spot in spots if window.holds(*spot.middle.tolist()))

    return look


@pytest.mark.parametrize("step", [-45.0, 45.0])
def test_a_fan_of_which_the_finder_saw_a_part_is_followed_to_its_end(step: float) -> None:
    _, spots = _fan("CROWDTAMPERS", step)
    x, y = spots[0].middle.tolist()
    first, seen = Box(x - 80, y - 100, x + 80, y + 100), list[Box]()
    found, left = onwards(_looking(spots, seen), first, SHEET, HEIGHT, 1e6)
    there = {LETTERS[spot.letter] for spot in spots if SHEET.holds(*spot.middle.tolist())}
    assert {LETTERS[spot.letter] for spot in found} == there
    assert len(there) > 5
    assert left == pytest.approx(1e6 - sum(box.area for box in seen))


def test_a_fan_goes_on_where_the_rim_cuts_the_next_letter() -> None:
    _, (first, second) = _fan("LT", 75.0)
    x, y = first.middle.tolist()
    found, _ = onwards(
        _looking([first, second], []), Box(x - 200, y - 200, x + 70, y + 200), SHEET, HEIGHT, 1e6
    )
    assert {LETTERS[spot.letter] for spot in found} == {"L", "T"}


@pytest.mark.parametrize(("chance", "there"), [(0.97, {"L", "T"}), (0.6, {"L"})])
def test_a_fan_goes_on_where_a_faint_letter_is_read_for_sure(chance: float, there: set[str]) -> None:
    _, (first, second) = _fan("LT", 75.0)
    faint = replace(first, score=0.32, chances=first.chances * chance / 0.97)
    x, y = faint.middle.tolist()
    found, _ = onwards(
        _looking([faint, second], []), Box(x - 200, y - 200, x + 70, y + 200), SHEET, HEIGHT, 1e6
    )
    assert {LETTERS[spot.letter] for spot in found} == there


def test_nothing_more_is_looked_at_where_no_letter_stands_near_a_rim() -> None:
    _, spots = _fan("CROWD")
    middle = np.mean([spot.middle for spot in spots], axis=0)
    x, y = middle.tolist()
    seen = list[Box]()
    found, _ = onwards(_looking(spots, seen), Box(x - 150, y - 150, x + 150, y + 150), SHEET, HEIGHT, 1e6)
    assert len(seen) == 1
    assert len(found) == 5


def test_letters_of_cards_that_are_known_tell_of_no_fan() -> None:
    quads, spots = _fan("CROWD", 140.0)
    x, y = spots[0].middle.tolist()
    first, seen = Box(x - 80, y - 100, x + 180, y + 100), list[Box]()
    onwards(_looking(spots, seen), first, SHEET, HEIGHT, 1e6, quads)
    assert seen == [first]


def test_a_fan_is_followed_no_further_than_pixels_are_left() -> None:
    _, spots = _fan("CROWDTAMPERS", 45.0)
    x, y = spots[0].middle.tolist()
    seen = list[Box]()
    _, left = onwards(_looking(spots, seen), Box(x - 80, y - 100, x + 80, y + 100), SHEET, HEIGHT, 80_000)
    assert 0 <= left < 80_000
    assert 1 <= len(seen) <= 2


def test_a_corner_letter_on_the_bare_table_is_no_card() -> None:
    found = (_piece(_quad(0, 0, 0), "A"),)
    shape = shape_of(found)
    assert shape is not None
    stray = _card(_spot(_quad(700, 700, 0), "K"), shape)
    assert joined(found, (stray,)) == found


def test_letters_printed_on_a_box_are_no_cards_that_hide_one_another() -> None:
    table, box = _piece(_quad(0, 0, 0), "S"), _piece(_quad(640, 400, 0), "E", 0.7)
    shape = shape_of((table,))
    assert shape is not None
    printed = tuple(
        _card(_spot(_quad(600 + 40 * n, 400, 0), letter), shape) for n, letter in enumerate("ABC")
    )
    assert _letters(joined((table, box), printed)) == "ES"
    sure = _piece(_quad(680, 400, 0), "C")
    assert _letters(joined((table, sure), printed)) == "ABCS"


@pytest.mark.parametrize(
    ("nothing", "score", "founds"), [(0.05, 0.8, True), (0.3, 0.8, False), (0.05, 0.5, False)]
)
def test_a_fan_is_founded_by_a_card_that_is_plain_to_see_if_not_to_read(
    nothing: float, score: float, founds: bool
) -> None:
    quads, spots = _fan("CROW", 64.0)
    last = _piece(quads[-1], "W", 0.6)
    last = replace(last, nothing=nothing, outline=replace(last.outline, score=score))
    shape = shape_of([_piece(quads[0], "A")])
    assert shape is not None
    read = joined((last,), tuple(_card(spot, shape) for spot in spots[:3]))
    assert _letters(read) == ("CORW" if founds else "W")


def test_a_fan_goes_on_beyond_a_letter_that_is_not_clear() -> None:
    quads, spots = _fan("CROWD", 60.0)
    last = _piece(quads[-1], "D")
    shape = shape_of([last])
    assert shape is not None
    smudged = replace(spots[2], chances=spots[2].chances * 0.2)
    cards = tuple(_card(spot, shape) for spot in (*spots[:2], smudged, spots[3]))
    assert _letters(joined((last,), cards)) == "CDRW"


@pytest.mark.parametrize(("letter", "read"), [("W", "CORW"), ("M", "M")])
def test_a_fan_is_founded_by_a_card_that_its_corner_letter_makes_sure(letter: str, read: str) -> None:
    quads, spots = _fan("CROW", 64.0)
    last = _piece(quads[-1], letter, 0.7)
    last = replace(last, outline=replace(last.outline, score=0.45))
    shape = shape_of([_piece(quads[0], "A")])
    assert shape is not None
    # Its own letter is told by the finder's card and by the spotter alike, or by neither for sure.
    spots[-1] = replace(spots[-1], chances=spots[-1].chances * (1.0 if letter == "W" else 0.5))
    assert _letters(joined((last,), tuple(_card(spot, shape) for spot in spots))) == read


def test_a_letter_that_is_one_of_two_is_a_letter() -> None:
    """A slab I may be a T."""
    quads, spots = _fan("CRIED")
    found = tuple(_piece(quad, letter) for quad, letter in zip(quads[:2], "CR", strict=True))
    found += tuple(_piece(quad, letter) for quad, letter in zip(quads[3:], "ED", strict=True))
    shape = shape_of(found)
    assert shape is not None
    chances = np.full(len(LETTERS), 0.002, np.float32)
    chances[[LETTERS.index("I"), LETTERS.index("T")]] = 0.48, 0.47
    two = replace(spots[2], score=0.72, chances=chances)
    any_of = replace(two, chances=np.full(len(LETTERS), 1 / len(LETTERS), np.float32))
    for spot, read in ((two, "CDEIR"), (any_of, "CDER")):
        cards = tuple(_card(one, shape) for one in (*spots[:2], spot, *spots[3:]))
        assert _letters(joined(found, cards)) == read


@pytest.mark.parametrize(("drawn", "read"), [(True, "CDORW"), (False, "DORW")])
def test_the_uppermost_card_of_a_fan_is_one_if_its_edges_show(drawn: bool, read: str) -> None:
    """It lies under none, and the finder may have missed it."""
    quads, spots = _fan("CROWD", 110.0)
    found = tuple(_piece(quad, letter) for quad, letter in zip(quads[1:], "ROWD", strict=True))
    shape = shape_of(found)
    assert shape is not None
    picture = np.full((800, 1000, 3), 70, np.uint8)
    if drawn:
        cv2.fillConvexPoly(picture, quads[0].astype(np.int32), (215, 225, 230))
    cards = tuple(_card(spot, shape) for spot in spots)
    shown = partial(_shown, Pyramid.of(picture))
    assert _letters(joined(found, cards, (), shown)) == read
    assert _letters(joined(found, cards)) == "DORW"


@pytest.mark.parametrize(("letters", "there"), [("CROW", ""), ("CROWDS", "CDORSW")])
def test_so_many_letters_one_over_the_other_are_a_fan_though_none_of_its_cards_was_seen(
    letters: str, there: str
) -> None:
    quads, spots = _fan(letters)
    shape = shape_of([_piece(quads[0], "A")])
    assert shape is not None
    assert _letters(joined((), tuple(_card(spot, shape) for spot in spots))) == there


@pytest.mark.parametrize(
    ("letter", "tall", "kept"), [("B", 12.0, False), ("A", 12.0, True), ("B", 0.0, True)]
)
def test_what_looks_like_a_figure_and_is_half_as_tall_is_one(letter: str, tall: float, kept: bool) -> None:
    quads, spots = _fan("CROWD")
    shape = shape_of([_piece(quads[0], "C")])
    assert shape is not None
    spots = [replace(spot, tall=27.0) for spot in spots]
    odd = replace(_spot(_quad(500, 500, 0), letter), tall=tall)
    assert [spot is odd for spot in alike([*spots, odd], shape)] == [False] * len(spots) + [True] * kept


def test_letters_of_a_text_s_lines_are_no_fan() -> None:
    lines = ("BAG", "FIE", "TOP")
    quads = [_quad(300 + 30 * n, 200 + 40 * k, 0) for k in range(len(lines)) for n in range(3)]
    shape = shape_of([_piece(quads[0], "A")])
    assert shape is not None
    spots = (_spot(quad, letter) for quad, letter in zip(quads, "".join(lines), strict=True))
    assert joined((), tuple(_card(spot, shape) for spot in spots)) == ()


def test_a_card_read_for_sure_and_covered_by_none_is_not_overruled() -> None:
    quad = _quad(300, 200, 0)
    found = (_piece(quad, "O"),)
    shape = shape_of(found)
    assert shape is not None
    assert _letters(joined(found, (_card(_spot(quad, "Q"), shape),))) == "O"


@pytest.mark.parametrize(
    ("chance", "second", "read"), [(0.85, "K", "FK"), (0.95, "K", "KP"), (0.85, "F", "FP")]
)
def test_a_card_read_for_sure_under_others_stands_against_a_doubtful_corner_letter(
    chance: float, second: str, read: str
) -> None:
    """Unless it may have been read off a card that lies on it."""
    quads = [_quad(300, 200, 0), _quad(340, 200, 0)]
    found = (_piece(quads[0], "F"), _piece(quads[1], second))
    shape = shape_of(found)
    assert shape is not None
    spots = [_spot(quads[0], "P"), _spot(quads[1], second)]
    spots[0] = replace(spots[0], chances=spots[0].chances * chance / 0.97)
    assert _letters(joined(found, tuple(_card(spot, shape) for spot in spots))) == read


def test_both_corner_letters_of_a_card_are_one_card() -> None:
    quad = _quad(300, 200, 10)
    over = (_piece(_quad(340, 220, 10), "A"), _piece(_quad(270, 260, 10), "B"))
    shape = shape_of(over)
    assert shape is not None
    spots = (_spot(quad, "K"), _spot(quad, "K", corner=2, headlong=True))
    read = joined(over, tuple(_card(spot, shape) for spot in spots))
    assert _letters(once(read)) == "ABK"


def test_a_printed_corner_taken_for_a_small_card_does_not_stand_for_the_card() -> None:
    quads, spots = _fan("CROWD")
    corner = _piece(quads[1][0] + 0.25 * (quads[1] - quads[1][0]), "R", 0.9)
    shape = shape_of((_piece(quads[-1], "D"),))
    assert shape is not None
    read = joined((_piece(quads[-1], "D"), corner), tuple(_card(spot, shape) for spot in spots))
    (card,) = (piece for piece in read if piece.index is not None and LETTERS[piece.likeliest] == "R")
    assert overlap(card.corners, quads[1]) > 0.9
    assert _letters(once(read)) == "CDORW"


def test_the_last_card_of_a_fan_takes_the_place_of_its_corner_letter_read_as_a_card() -> None:
    quads, spots = _fan("CROWD", 30.0)
    small = _piece(quads[-1][0] + 0.2 * (quads[-1] - quads[-1][0]), "D", 0.98)
    seen = tuple(_piece(quads[n], "CROWD"[n]) for n in range(4))
    shape = shape_of(seen)
    assert shape is not None
    read = joined((*seen, small), tuple(_card(spot, shape) for spot in spots))
    (card,) = (piece for piece in read if LETTERS[piece.likeliest] == "D")
    assert overlap(card.corners, quads[-1]) > 0.9


@pytest.mark.parametrize("seen", [True, False])
def test_half_a_corner_letter_counts_where_the_finder_saw_a_card(seen: bool) -> None:
    quads, spots = _fan("CROWD", 30.0)
    faint = replace(spots[2], chances=spots[2].chances * 0.45 / 0.97, score=0.6)
    over = tuple(_piece(quads[n], "CROWD"[n]) for n in (1, 3))
    guess = replace(_piece(quads[2] + 4, "X", 0.05), nothing=0.95)
    shape = shape_of(over)
    assert shape is not None
    read = joined((*over, guess) if seen else over, (_card(faint, shape),))
    assert ("O" in _letters(tuple(piece for piece in read if piece.index is not None))) is seen


def test_a_card_that_would_lie_on_the_bare_table_had_been_seen_itself() -> None:
    found = (_piece(_quad(300, 200, 0), "A"),)
    shape = shape_of(found)
    assert shape is not None
    # A red 10 at the lower end of the card, taken for an O.
    assert joined(found, (_card(_spot(_quad(410, 350, 5), "O"), shape),)) == found


def test_a_doubtful_piece_gains_from_its_corner_letter() -> None:
    quad = _quad(300, 200, 0)
    doubtful = _piece(quad, "T", 0.55)
    chances = doubtful.chances.copy()
    chances[0, LETTERS.index("I")] = 0.44
    found = (replace(doubtful, chances=chances, nothing=0.01),)
    shape = shape_of(found)
    assert shape is not None
    (read,) = joined(found, (_card(_spot(quad, "T"), shape),))
    assert float(read.chances.sum(0)[LETTERS.index("T")]) > 0.85
    assert found[0].letter < read.letter < 1
    assert np.array_equal(read.corners, quad)


@pytest.mark.parametrize(("said", "at_least", "at_most"), [(0.4, 0.7, 0.84), (0.8, 0.3, 0.65)])
def test_a_vague_corner_letter_hardly_speaks_against_what_the_whole_card_says(
    said: float, at_least: float, at_most: float
) -> None:
    """A disc with a figure is about as much an O as a D."""
    quad = _quad(300, 200, 0)
    found = (_piece(quad, "I", 0.84),)
    found[0].chances[0, LETTERS.index("T")] = 0.15
    shape = shape_of(found)
    assert shape is not None
    spot = _spot(quad, "O")
    chances = np.full(len(LETTERS), (1 - said) / 100, np.float32)
    chances[[LETTERS.index("O"), LETTERS.index("D")]] = said, (1 - said) / 2
    (read,) = joined(found, (_card(replace(spot, chances=chances), shape),))
    assert at_least < float(read.chances.sum(0)[LETTERS.index("I")]) < at_most


def test_a_back_stays_one_though_a_corner_letter_reads_as_its_least_unlikely_letter() -> None:
    quad = _quad(300, 200, 0)
    found = (replace(_piece(quad, "T", 0.01), back=0.97, nothing=0.02),)
    shape = shape_of((_piece(_quad(900, 0, 0), "A"),))
    assert shape is not None
    (read,) = joined(found, (_card(_spot(quad, "T"), shape),))
    assert read.back > 0.9
    assert read.letter + read.back + read.nothing == pytest.approx(1, abs=1e-3)


def test_a_card_known_by_its_lower_corner_letter_keeps_the_way_up_that_it_shows() -> None:
    """The upper one of a fan, its upper left corner letter overlooked."""
    quads, _ = _fan("CROWD")
    shown = _piece(quads[-1] + 6, "D", 0.95)
    shape = shape_of((shown, _piece(quads[0], "C"), *(_piece(quad, "R") for quad in quads)))
    assert shape is not None
    under = tuple(_piece(quad, letter) for quad, letter in zip(quads[:-1], "CROW", strict=True))
    lower = _card(_spot(quads[-1], "D", corner=2, headlong=True), shape)
    assert np.hypot(*(lower.corners[0] - quads[-1][2])) < 1
    (read,) = (piece for piece in joined((*under, shown), (lower,)) if piece.index is not None)
    assert LETTERS[read.likeliest] == "D"
    assert np.hypot(*(read.corners[0] - quads[-1][0])) < 4
    assert read.chances.sum(1).argmax() == 0


def test_what_is_hardly_a_card_stays_so_whatever_stands_in_its_corner() -> None:
    quad = _quad(300, 200, 0)
    found = (_piece(quad, "T", 0.4),)
    shape = shape_of((_piece(_quad(900, 0, 0), "A"),))
    assert shape is not None
    (read,) = joined(found, (_card(_spot(quad, "T"), shape),))
    assert read.nothing == found[0].nothing
    assert read.letter < 0.5


def test_of_two_cards_that_would_each_lie_over_the_other_one_is_no_card() -> None:
    """A figure near the lower edge of a strip looks like the lower letter of a card that hides the others."""
    quads, spots = _fan("CROWD", 30.0)
    over = (_piece(quads[-1], "D"),)
    shape = shape_of(over)
    assert shape is not None
    cards = [_card(spot, shape) for spot in spots]
    strange = _card(replace(_spot(quads[1], "B", corner=2, headlong=True), score=0.8), shape)
    read = joined(over, (*cards, strange))
    assert _letters(once(read)) == "CDORW"


@pytest.mark.parametrize(("letter", "degrees", "read"), [("O", 72, "AO"), ("K", 72, "AKO")])
def test_a_corner_letter_taken_to_lie_another_way_is_no_second_card(
    letter: str, degrees: float, read: str
) -> None:
    row = (_piece(_quad(0, 0, 0), "A"), _piece(_quad(WIDTH + 4, 0, 0), "O"))
    shape = shape_of(row)
    assert shape is not None
    card = _card(_spot(_quad(WIDTH + 4 + 0.37 * WIDTH, -4, degrees), letter), shape)
    assert _letters(joined(row, (card,))) == read


def test_a_card_read_for_sure_is_not_another_one_by_its_opposite_corner_letter() -> None:
    """Half of a U's lower corner letter, seen from the other side, is a J as plain as any."""
    quad = _quad(300, 200, 0)
    found = (_piece(quad, "U", 0.94), *(_piece(_quad(300 + step, 200, 0), "R") for step in (-97, 97)))
    shape = shape_of(found)
    assert shape is not None
    letters = (_spot(quad, "U"), _spot(_quad(284, 200, 0), "J", corner=2, headlong=True))
    read = joined(found, tuple(_card(spot, shape) for spot in letters))
    assert _letters(read) == "RRU"


def test_a_letter_that_may_be_the_card_s_own_is_no_second_card_at_its_opposite_corner() -> None:
    """A Y's foot is short: its lower corner letter may be a V, and stands a little off where it should."""
    quad = _quad(300, 200, 0)
    found = (_piece(quad, "Y"), *(_piece(_quad(300 + step, 200, 0), "R") for step in (-97, 97)))
    shape = shape_of(found)
    assert shape is not None
    lower = _spot(_quad(300, 228, 0), "V", corner=2, headlong=True)
    chances = np.full(len(LETTERS), 0.001, np.float32)
    chances[[LETTERS.index("V"), LETTERS.index("Y")]] = 0.53, 0.43
    letters = (_spot(quad, "Y"), replace(lower, chances=chances))
    assert _letters(joined(found, tuple(_card(spot, shape) for spot in letters))) == "RRY"


def test_letters_stand_where_the_others_of_the_pack_stand() -> None:
    quads, spots = _fan("CROWD", 30.0)
    shape = shape_of([_piece(quad, "A") for quad in quads])
    assert shape is not None
    lower = replace(spots[2], middle=spots[2].middle + np.array([0, 20], np.float32))
    assert alike([*spots, lower], shape) == tuple(spots)


@pytest.mark.parametrize(("printed", "told"), [(BLACK, "CDORW"), (RED, "CORW")])
def test_a_red_figure_beside_black_letters_is_no_letter(printed: Floats, told: str) -> None:
    """It stands where letters stand, and an 8 looks much like a B; of a pack printed in red all are red."""
    quads, spots = _fan("CROWD")
    shape = shape_of([_piece(quad, "A") for quad in quads])
    assert shape is not None
    seen = [*spots[:4], replace(spots[4], ink=printed)]
    assert "".join(sorted(LETTERS[spot.letter] for spot in alike(seen, shape))) == told
    red = [replace(spot, ink=RED) for spot in spots]
    assert alike(red, shape) == tuple(red)


@pytest.mark.parametrize(("uneven", "told"), [(0.01, "CORW"), (0.06, "CDORW")])
def test_a_figure_of_nearly_the_letters_ink_is_none_where_these_are_all_of_one(
    uneven: float, told: str
) -> None:
    """Where light and noise set the letters themselves apart it may be one of them."""
    quads, spots = _fan("CROWD")
    shape = shape_of([_piece(quad, "A") for quad in quads])
    assert shape is not None
    inks = [BLACK + np.array([0, sign * uneven, 0], np.float32) for sign in (1, -1, 1, -1)]
    dull = np.array([-0.96, 0.27, 0.06], np.float32)
    seen = [replace(spot, ink=ink) for spot, ink in zip(spots, [*inks, dull], strict=True)]
    assert "".join(sorted(LETTERS[spot.letter] for spot in alike(seen, shape))) == told


@pytest.mark.parametrize(("moved", "read"), [(0.0, "CDORW"), (14.0, "CDRW")])
def test_a_faint_corner_letter_half_way_between_two_others_is_read(moved: float, read: str) -> None:
    quads, spots = _fan("CROWD", 30.0)
    found = (_piece(quads[-1], "D"),)
    shape = shape_of(found)
    assert shape is not None
    spots[2] = replace(_spot(quads[2] + np.float32(moved), "O"), score=0.3)
    told = joined(found, tuple(_card(spot, shape) for spot in spots))
    assert _letters(once(told)) == read


@pytest.mark.parametrize(
    ("odd", "again", "amiss"),
    [(0.0, None, True), (20.0, None, False), (2.0, 4.0, True), (2.0, 0.0, False), (None, None, False)],
)
def test_a_letter_that_stands_otherwise_than_the_packs_tells_of_no_card(
    odd: float | None, again: float | None, amiss: bool
) -> None:
    """As the word in a Master's corner does, unless one of the pack's is seen nearer to it."""
    quad = _quad(300, 300, 0)
    shape = shape_of([_piece(quad, "A")])
    assert shape is not None
    card = _card(_spot(quad, "R"), shape)
    assert card.glyph is not None
    there = [card.glyph + np.float32(off) for off in (odd,) if off is not None]
    others = [replace(card, glyph=card.glyph + np.float32(off)) for off in (again,) if off is not None]
    assert _amiss(card, others, there) == amiss
    assert not _amiss(_piece(quad, "R"), others, there)


def test_what_stands_far_from_where_the_others_do_is_astray() -> None:
    quads, spots = _fan("CROWD")
    shape = shape_of([_piece(quad, "A") for quad in quads])
    assert shape is not None
    down = np.array([0, 0.12 * HEIGHT], np.float32)
    word = replace(spots[0], middle=spots[0].middle + down)
    near = replace(spots[1], middle=spots[1].middle + 0.5 * down)
    assert astray([*spots, word, near], spots, shape) == (word,)
    assert astray(spots, spots, shape) == ()
    assert astray([word], (), shape) == ()


def _in_a_wide_fan(degrees: float, letter: str, chance: float, score: float) -> str:
    """What is read of three cards turned so far against one another, of which the middle one is doubtful."""
    quads = [_quad(300 + 30 * n, 300 + 4 * abs(n - 1), degrees * (n - 1)) for n in range(3)]
    found = (_piece(quads[2], "D"),)
    shape = shape_of(found)
    assert shape is not None
    spots = [_spot(quad, letter) for quad, letter in zip(quads, "COD", strict=True)]
    doubtful = _spot(quads[1], letter)
    spots[1] = replace(doubtful, score=score, chances=doubtful.chances * chance / 0.97)
    return _letters(once(joined(found, tuple(_card(spot, shape) for spot in spots))))


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


@pytest.mark.parametrize(("said", "sure"), [(0.93, True), (0.6, False)])
def test_a_card_and_its_corner_letter_agree_and_are_surer_but_two_that_doubt_are_not_sure(
    said: float, sure: bool
) -> None:
    quads, spots = _fan("CROWD")
    shape = shape_of([_piece(quad, "A") for quad in quads])
    assert shape is not None
    cards = [_piece(quad, letter) for quad, letter in zip(quads, "CROWD", strict=True)]
    cards[2] = _piece(quads[2], "O", said)
    chances = np.full(len(LETTERS), (1 - said) / (len(LETTERS) - 1), np.float32)
    chances[LETTERS.index("O")] = said
    spots[2] = replace(spots[2], chances=chances)
    told = joined(tuple(cards), tuple(_card(spot, shape) for spot in spots))
    (card,) = (piece for piece in told if LETTERS[piece.likeliest] == "O")
    assert (card.best > 0.96) == sure
    assert (card.best < 0.9) != sure


@pytest.mark.parametrize(
    ("letters", "figures", "tall", "there"),
    [
        ("COOSD", RED, 0, True), ("COOSD", BLACK, 0, False), ("COOSW", BLACK, 0, True),
        ("COOSD", BLACK, 27, True), ("COOSD", BLACK, 20, False), ("COOSW", BLACK, 12, False),
    ],
)  # fmt: skip
def test_a_letter_of_the_pack_s_ink_has_its_corner_where_the_others_have_it(
    letters: str, figures: Floats, tall: int, there: bool
) -> None:
    """Between fanned cards a corner is easily misjudged; figures of another ink tell that it is none, and
    so does a letter that no figure looks like, or that is as tall as the others. One half as tall is of a
    word, as on a Master."""
    quads, spots = _fan(letters)
    spots = [*(replace(spot, tall=28.0) for spot in spots[:4]), replace(spots[4], tall=float(tall))]
    shape = shape_of([_piece(quad, "A") for quad in quads])
    assert shape is not None
    up = shape.card(spots[4].up, spots[4].middle)[0]
    astray = replace(spots[4], corner=spots[4].corner + 0.08 * up)
    low = 0.09 * up
    beside = [replace(s, middle=s.middle - low, ink=figures, score=0.3, tall=14.0) for s in spots[:4]]
    told = alike([*spots[:4], astray, *beside], shape)
    assert len(told) == 4 + there
    assert all(np.hypot(*(spot.corner - spots[4].corner)) < 3 for spot in told[4:])


@pytest.mark.parametrize(("right", "down", "same"), [(8, 12, True), (30, 40, True), (30, 55, False)])
def test_a_card_is_known_by_its_opposite_corner_letter_where_that_corner_is(
    right: float, down: float, same: bool
) -> None:
    """Two cards of one letter in a wide fan may lie nearly the other way round to each other."""
    quad = _quad(300, 200, 0)
    shape = shape_of([_piece(quad, "E")])
    assert shape is not None
    known = _card(_spot(quad, "E"), shape)
    other = _card(_spot(_quad(300 + WIDTH + right, 200 + HEIGHT + down, 180), "E"), shape)
    assert told_by(known, other) is same


def test_a_card_seen_by_both_its_corner_letters_lies_there_though_it_is_hardly_covered() -> None:
    first, second = _quad(300, 300, 0), _quad(300 + 0.8 * WIDTH, 300, 0)
    found = (_piece(second, "K"),)
    shape = shape_of(found)
    assert shape is not None
    one, other = _spot(first, "P"), _spot(first, "P", corner=2, headlong=True)
    assert _letters(joined(found, (_card(one, shape),))) == "K"
    assert _letters(joined(found, tuple(_card(spot, shape) for spot in (one, other)))) == "KP"


def test_a_card_seen_by_both_its_corner_letters_takes_the_place_of_its_own_outline_amiss() -> None:
    quad, last = _quad(300, 300, 0), _quad(300 + 0.8 * WIDTH, 300, 0)
    amiss = _piece(quad + np.array([0.1 * WIDTH, -0.25 * HEIGHT], np.float32), "F")
    found = (_piece(last, "K"), amiss)
    shape = shape_of(found)
    assert shape is not None
    spots = (_spot(quad, "F"), _spot(quad, "F", corner=2, headlong=True))
    read = joined(found, tuple(_card(spot, shape) for spot in spots))
    assert _letters(read) == "FK"
    assert all(piece is not amiss for piece in read)


@pytest.mark.parametrize(
    ("upper", "lower", "told"), [("T", "T", "T"), ("T", None, "I"), ("T", "F", "I"), ("I", "I", "I")]
)
def test_the_letters_in_both_corners_outvote_the_whole_card(upper: str, lower: str | None, told: str) -> None:
    quad = _quad(300, 300, 0)
    card = _piece(quad, "I")
    shape = shape_of([card])
    assert shape is not None
    spots = [_spot(quad, upper)]
    spots += [_spot(quad, lower, corner=2, headlong=True)] if lower else []
    (read,) = outvoted((card,), tuple(_card(spot, shape) for spot in spots))
    assert _letters((read,)) == told
    assert overlap(read.corners, card.corners) == pytest.approx(1)


@pytest.mark.parametrize(("chance", "sure"), [(0.8, False), (0.3, True)])
def test_two_corner_letters_that_agree_are_heard_though_neither_is_sure(chance: float, sure: bool) -> None:
    quad = _quad(300, 200, 0)
    card = _piece(quad, "I", 0.98)
    shape = shape_of([card])
    assert shape is not None
    spots = [_spot(quad, "T"), _spot(quad, "T", corner=2, headlong=True)]
    spots = [replace(spot, chances=spot.chances * chance / 0.97) for spot in spots]
    (read,) = outvoted((card,), tuple(_card(spot, shape) for spot in spots))
    assert (float(read.chances.sum(0)[LETTERS.index("I")]) >= 0.9) is sure


def test_two_cards_of_unlike_size_tell_no_tilt() -> None:
    shape = shape_of([_piece(_quad(300, 200, 0), "A"), _piece(HERE + (_quad(0, 0, 0)) * 3, "B")])
    assert shape is not None
    assert np.isfinite(shape.middle).all()
    assert not shape.grows.any()


@pytest.mark.parametrize("slip", [8, 13])
def test_corner_letters_that_tell_the_card_s_place_badly_still_outvote_it(slip: int) -> None:
    """Frames and tilt make the cards that two corners tell of overlap less than one card's mostly do."""
    quad = _quad(300, 200, 0)
    card = _piece(quad, "B", 0.98)
    shape = shape_of([card])
    assert shape is not None
    spots = [_spot(quad + slip, "E"), _spot(quad - slip, "E", corner=2, headlong=True)]
    (read,) = outvoted((card,), tuple(_card(spot, shape) for spot in spots))
    assert _letters((read,)) == "E"


@pytest.mark.parametrize("headlong", [False, True])
def test_cards_that_touch_at_a_corner_are_two(headlong: bool) -> None:
    """A crossword of cards with corner letters: where one ends, another begins whose letter stands there."""
    quads = [_quad(300, 300, 0), _quad(300 + WIDTH, 300 + HEIGHT, 0)]
    pieces = (_piece(quads[0], "P"), _piece(quads[1], "K"))
    shape = shape_of(pieces)
    assert shape is not None
    spots = [_spot(quads[1], "K"), _spot(quads[0], "P", corner=2, headlong=headlong)]
    assert _letters(joined(pieces, tuple(_card(spot, shape) for spot in spots))) == "KP"


@pytest.mark.parametrize(
    ("score", "chance", "seen"), [(0.9, 0.6, True), (0.6, 0.75, True), (0.6, 0.7, False), (0.25, 0.99, False)]
)
def test_spotter_and_letter_make_up_for_each_other(score: float, chance: float, seen: bool) -> None:
    quads, spots = _fan("CROWD")
    found = tuple(_piece(quad, letter) for quad, letter in zip(quads[1:], "ROWD", strict=True))
    shape = shape_of(found)
    assert shape is not None
    first = replace(spots[0], score=score, chances=spots[0].chances * chance / 0.97)
    read = joined(found, tuple(_card(spot, shape) for spot in (first, *spots[1:])))
    assert _letters(read) == ("CDORW" if seen else "DORW")


def test_a_guess_that_is_hardly_a_card_gives_way_to_the_fan_s_card_there() -> None:
    quads, spots = _fan("CROWD", 40.0)
    # Nothing that was found lies over the first card: the second was not seen.
    found = (_piece(quads[0], "C", 0.4), _piece(quads[-1], "D"))
    shape = shape_of(found)
    assert shape is not None
    read = joined(found, tuple(_card(spot, shape) for spot in spots))
    assert _letters(tuple(piece for piece in read if piece.likely)) == "CDORW"


def test_a_corner_letter_misread_and_askew_is_no_card_under_the_one_it_stands_on() -> None:
    quad = _quad(300, 200, 0)
    found = (_piece(quad, "W"), _piece(_quad(700, 200, 0), "A"))
    shape = shape_of(found)
    assert shape is not None
    askew = _quad(302, 215, -16)
    read = joined(found, (_card(_spot(askew, "M"), shape),))
    assert _letters(read) == "AW"


@pytest.mark.parametrize(("inset", "read"), [(30, "AERT"), (12, "AEKRT")])
def test_a_sure_card_s_own_corner_letter_misread_is_no_card_upside_down(inset: int, read: str) -> None:
    """A pack's letters all stand as far from their corners, whichever way up they seem."""
    lie = {"E": (172, 200), "R": (300, 200), "T": (300, 0), "A": (700, 200)}
    found = tuple(_piece(_quad(*place, 0), letter) for letter, place in lie.items())
    shape = shape_of(found)
    assert shape is not None
    misread = _spot(_quad(300, 200, 0), "K", headlong=True)
    middle = np.array([300 + inset, 200 + inset], np.float32)
    misread = replace(misread, middle=middle, corner=np.array([360, 260], np.float32))
    assert _letters(joined(found, (_card(misread, shape),))) == read


def test_tiles_bear_no_corner_letters_though_some_seem_oblong() -> None:
    """A 10 in a tile's corner reads as an O."""
    tiles = [
        _piece(_quad(260.0 * n, 100, 0) * np.array([1.0, 0.64], np.float32), "TILES"[n]) for n in range(5)
    ]
    oblong = _piece(_quad(100, 500, 0), "Y")
    assert _tiles((*tiles, oblong))
    assert not _tiles((*tiles[:1], oblong))
    letters = [
        _piece(_quad(260.0 * n + 20, 300, 0) * np.array([0.15, 0.1], np.float32), "A") for n in range(5)
    ]
    assert not _tiles((oblong, *letters))
    hand = [_piece(_quad(100 + 40 * n, 500, 10 * n), "Y", 0.8) for n in range(4)]
    assert not _tiles((*tiles[:1], *hand))


def test_a_card_added_to_a_pack_with_corner_letters_alone_is_read_by_its_corners() -> None:
    """Of a photograph in which one card is new only that is read: the others tell what pack it is of."""
    picture = np.full((800, 1000, 3), 70, np.uint8)
    quads = [_quad(40 + 180 * n, 300, 0) for n in range(5)]
    for quad in quads:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (215, 225, 230))
    cards = tuple(_piece(quad, letter) for quad, letter in zip(quads, "CROWD", strict=True))
    pyramid = Pyramid.of(picture)
    assert _bare(pyramid, cards[:1], cards[1:]) == cards[:1]
    assert _bare(pyramid, cards[:1], ()) == ()
