"""Test that an unread card or a glare is reported where a row of cards goes on, but no card was read."""

import cv2
import numpy as np
import pytest

from engine.shared.condition import Glare, Unread
from tests.vision.conditions.tables import LOOKS, SIZE, laid, long_side, rng, seen, table, where
from vision.conditions import conditions
from vision.crops import Picture
from vision.lab.render.degradations import smeared
from vision.tensor_format import Floats

LAST = (4, 9, 13)
"""The numbers of the last cards of the three words."""

DARK = "club"
"""The name of a look of the virtual table. Its table is much darker than paper, so the cards stand out."""

SEEDS = (1, 2, 3)


def within(quad: Floats, place: tuple[tuple[float, float], ...]) -> bool:
    """Return True if the centre of the polygon `place` lies on the card `quad`. The polygon is in shares of
    the picture's width and height, the card in pixels."""
    x, y = (np.array(place) * SIZE).mean(0).tolist()
    return cv2.pointPolygonTest(quad, (x, y), False) > 0


def without(quads: list[Floats], *gone: int) -> list[Floats]:
    return [quad for n, quad in enumerate(quads) if n not in gone]


def bleached(picture: Picture, quad: Floats) -> Picture:
    """Return the picture with a whole card white, as under a lamp's reflection."""
    white = picture.copy()
    cv2.fillConvexPoly(white, np.round(quad).astype(np.int32), (255, 255, 255))
    return white


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("card", [*LAST, 0, 2])
def test_the_paper_beside_a_row_is_told_where_no_card_was_read(seed: int, card: int) -> None:
    quads = where(laid(), DARK, seed)
    (found,) = conditions(table(DARK, seed), seen(without(quads, card)), None)
    assert found.fact == Unread()
    assert found.severity == "minor"
    assert within(quads[card], found.where)


@pytest.mark.parametrize("seed", SEEDS)
def test_so_it_is_behind_a_smear(seed: int) -> None:
    quads = where(laid(), DARK, seed)
    across, down = (quads[9].mean(0) / SIZE).tolist()
    picture = smeared(rng(), table(DARK, seed), (across, down), 0.03, 0.06 * long_side(quads))
    (found,) = (c for c in conditions(picture, seen(without(quads, 9)), None) if c.fact == Unread())
    assert within(quads[9], found.where)


@pytest.mark.parametrize("seed", SEEDS)
def test_white_beside_a_row_is_a_lamps_glare(seed: int) -> None:
    quads = where(laid(), DARK, seed)
    (found,) = conditions(bleached(table(DARK, seed), quads[4]), seen(without(quads, 4)), None)
    assert found.fact == Glare(None, 1.0)
    assert within(quads[4], found.where)


@pytest.mark.parametrize("look", LOOKS)
def test_a_row_that_ends_and_a_card_alone_are_not_told_of(look: str) -> None:
    quads = where(laid(), look)
    assert conditions(table(look), seen(quads), None) == ()
    assert not any(c.fact == Unread() for c in conditions(table(look), seen(quads[3:4]), None))


@pytest.mark.parametrize("level", [0.0, 0.1])
def test_on_a_table_as_pale_as_paper_nothing_is_told(level: float) -> None:
    quads = where(laid(), "classic")
    pale = np.full_like(table("classic"), round(235 * (1 - level)))
    for quad in quads:
        cv2.fillConvexPoly(pale, np.round(quad).astype(np.int32), (235, 235, 235))
        cv2.circle(pale, tuple(np.round(quad.mean(0)).astype(int).tolist()), 12, (20, 20, 20), 4)
    found = conditions(pale, seen(without(quads, 4)), None)
    assert not any(c.fact == Unread() for c in found)


def test_squares_beside_letter_tiles_are_no_cards() -> None:
    tiles = [
        np.array([(x, 300), (x + 60, 300), (x + 60, 360), (x, 360)], np.float32) for x in range(200, 500, 60)
    ]
    board = np.full((SIZE[1], SIZE[0], 3), (70, 110, 60), np.uint8)
    for quad in tiles:
        cv2.fillConvexPoly(board, quad.astype(np.int32), (200, 225, 235))
    assert not any(c.fact == Unread() for c in conditions(board, seen(tiles[:-1]), None))
