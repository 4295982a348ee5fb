"""Test where the reader looks for corner letters, and from which cards it learns the size of all cards."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.corner_letters.laid import HEIGHT, SHEET, WIDTH, fan_of, piece_at, quad_at
from vision.corner_letters.card_size import card_size_of
from vision.corner_letters.cards import _are_mostly_tiles, _size_giving_cards, follow_fan
from vision.corner_letters.detect import CornerLetter
from vision.crops import Pyramid
from vision.filtering.nested import small_edgeless_pieces
from vision.pieces.zoom import PictureBox
from vision.tensor_format import LETTERS, Floats


def _drawn(quads: list[Floats]) -> Pyramid:
    """Return a picture of white cards on a brown table."""
    picture = np.full((800, 1000, 3), (60, 80, 110), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(picture, np.round(quad * 16).astype(np.int32), (235,) * 3, cv2.LINE_AA, 4)
        cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, (150,) * 3)
    return Pyramid.of(picture)


def test_small_cards_without_edges_are_letters_printed_on_cards_that_were_not_seen() -> None:
    quads = [quad_at(100 + 250.0 * n, 150, 0) for n in range(3)]
    card, letters = (
        piece_at(quads[0], "E"),
        [piece_at(quad_at(quad[0][0] + 9, 160, 0), "R") for quad in quads[1:]],
    )
    small = tuple(replace(p, corners=p.corners[0] + 0.3 * (p.corners - p.corners[0])) for p in letters)
    assert small_edgeless_pieces(_drawn(quads), (card, *small)) == small
    assert small_edgeless_pieces(_drawn(quads), small, (card,)) == small
    # Cards of half the size, with edges of their own, are cards.
    lying = _drawn([quads[0], *(p.corners for p in small)])
    assert small_edgeless_pieces(lying, (card, *small)) == ()
    assert small_edgeless_pieces(_drawn(quads), small) == ()


def test_how_large_cards_are_is_told_by_those_whose_edges_are_seen() -> None:
    lying = [quad_at(260 + 40.0 * n, 200, 0) for n in range(3)]
    narrow = [piece_at(np.asarray(quad * [0.8, 1] + [80, 6], np.float32), "A") for quad in lying[:2]]
    said = [*narrow, piece_at(lying[2] + np.float32(3), "B")]
    shape = card_size_of(_size_giving_cards(_drawn(lying), said))
    as_said = card_size_of(said)
    assert shape is not None
    assert as_said is not None
    assert as_said.width_share < 0.85 * WIDTH / HEIGHT
    assert shape.width_share == pytest.approx(WIDTH / HEIGHT, rel=0.03)
    blurred = [piece_at(lying[2], "B", 0.6)]
    assert _size_giving_cards(_drawn(lying[2:]), blurred) == blurred


def test_a_letter_read_for_sure_as_a_small_card_does_not_tell_how_large_cards_are() -> None:
    """A fan lies beside one clear card. A corner letter of the fan was surely read, but as if it were a
    whole small card. Only the clear card tells the size."""
    lying = [quad_at(100, 150, 0), *(quad_at(400 + 40.0 * n, 150, 4 * n) for n in range(4))]
    letter = lying[2][0] + np.float32(0.28) * (lying[2] - lying[2][0])
    said = [piece_at(lying[0], "S"), piece_at(letter, "E", 0.92), *(piece_at(q, "K", 0.5) for q in lying[1:])]
    telling = _size_giving_cards(_drawn([*lying, letter]), said)
    assert [LETTERS[piece.likeliest_letter] for piece in telling] == ["S"]
    alone = _size_giving_cards(_drawn([lying[0], letter]), [said[1]])
    assert [LETTERS[piece.likeliest_letter] for piece in alone] == ["E"]


def _looking(
    spots: list[CornerLetter], seen: list[PictureBox]
) -> Callable[[PictureBox], tuple[CornerLetter, ...]]:
    def look(window: PictureBox) -> tuple[CornerLetter, ...]:
        seen.append(window)
        return tuple(spot for spot in spots if window.holds(*spot.middle.tolist()))

    return look


@pytest.mark.parametrize("step", [-45.0, 45.0])
def test_a_fan_of_which_the_finder_saw_a_part_is_followed_to_its_end(step: float) -> None:
    _, spots = fan_of("CROWDTAMPERS", step)
    x, y = spots[0].middle.tolist()
    first, seen = PictureBox(x - 80, y - 100, x + 80, y + 100), list[PictureBox]()
    found, left = follow_fan(_looking(spots, seen), first, SHEET, HEIGHT, 1e6)
    there = {LETTERS[spot.letter] for spot in spots if SHEET.holds(*spot.middle.tolist())}
    assert {LETTERS[spot.letter] for spot in found} == there
    assert len(there) > 5
    assert left == pytest.approx(1e6 - sum(box.area for box in seen))


def test_a_fan_goes_on_where_the_rim_cuts_the_next_letter() -> None:
    _, (first, second) = fan_of("LT", 75.0)
    x, y = first.middle.tolist()
    found, _ = follow_fan(
        _looking([first, second], []), PictureBox(x - 200, y - 200, x + 70, y + 200), SHEET, HEIGHT, 1e6
    )
    assert {LETTERS[spot.letter] for spot in found} == {"L", "T"}


@pytest.mark.parametrize(("chance", "there"), [(0.97, {"L", "T"}), (0.6, {"L"})])
def test_a_fan_goes_on_where_a_faint_letter_is_read_for_sure(chance: float, there: set[str]) -> None:
    _, (first, second) = fan_of("LT", 75.0)
    faint = replace(first, score=0.32, probabilities=first.probabilities * chance / 0.97)
    x, y = faint.middle.tolist()
    found, _ = follow_fan(
        _looking([faint, second], []), PictureBox(x - 200, y - 200, x + 70, y + 200), SHEET, HEIGHT, 1e6
    )
    assert {LETTERS[spot.letter] for spot in found} == there


def test_nothing_more_is_looked_at_where_no_letter_stands_near_a_rim() -> None:
    _, spots = fan_of("CROWD")
    middle = np.mean([spot.middle for spot in spots], axis=0)
    x, y = middle.tolist()
    seen = list[PictureBox]()
    found, _ = follow_fan(
        _looking(spots, seen), PictureBox(x - 150, y - 150, x + 150, y + 150), SHEET, HEIGHT, 1e6
    )
    assert len(seen) == 1
    assert len(found) == 5


def test_letters_of_cards_that_are_known_tell_of_no_fan() -> None:
    quads, spots = fan_of("CROWD", 140.0)
    x, y = spots[0].middle.tolist()
    first, seen = PictureBox(x - 80, y - 100, x + 180, y + 100), list[PictureBox]()
    follow_fan(_looking(spots, seen), first, SHEET, HEIGHT, 1e6, quads)
    assert seen == [first]


def test_a_fan_is_followed_no_further_than_pixels_are_left() -> None:
    _, spots = fan_of("CROWDTAMPERS", 45.0)
    x, y = spots[0].middle.tolist()
    seen = list[PictureBox]()
    _, left = follow_fan(
        _looking(spots, seen), PictureBox(x - 80, y - 100, x + 80, y + 100), SHEET, HEIGHT, 80_000
    )
    assert 0 <= left < 80_000
    assert 1 <= len(seen) <= 2


def test_tiles_bear_no_corner_letters_though_some_seem_oblong() -> None:
    """A table of tiles is not searched for corner letters, even if one tile seems oblong. Otherwise the 10
    in a tile's corner would be read as an O."""
    tiles = [
        piece_at(quad_at(260.0 * n, 100, 0) * np.array([1.0, 0.64], np.float32), "TILES"[n]) for n in range(5)
    ]
    oblong = piece_at(quad_at(100, 500, 0), "Y")
    assert _are_mostly_tiles((*tiles, oblong))
    assert not _are_mostly_tiles((*tiles[:1], oblong))
    letters = [
        piece_at(quad_at(260.0 * n + 20, 300, 0) * np.array([0.15, 0.1], np.float32), "A") for n in range(5)
    ]
    assert not _are_mostly_tiles((oblong, *letters))
    hand = [piece_at(quad_at(100 + 40 * n, 500, 10 * n), "Y", 0.8) for n in range(4)]
    assert not _are_mostly_tiles((*tiles[:1], *hand))
