"""Corner letters that were seen on print, where no card lies."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.indices.laid import piece_at
from vision.codes import Floats
from vision.crops import Picture, Pyramid
from vision.pieces.letters import Piece
from vision.sifting.newsprint import without_newsprint

WIDE, HIGH = 140, 200


def _quad(left: float, top: float = 100) -> Floats:
    right, low = left + WIDE, top + HIGH
    return np.array([[left, top], [right, top], [right, low], [left, low]], np.float32)


CARD, PAGE, NEXT = _quad(60), _quad(420), _quad(490)


def _told(quad: Floats, letter: str) -> Piece:
    """A card of which nothing but a corner letter was seen."""
    return replace(piece_at(quad, letter), index=quad[0], glyph=quad[0] + 12, unseen=True)


def _table(under: str) -> Picture:
    """A card on the left, and to its right small print, a plain sheet of paper or a patterned face."""
    picture = np.full((400, 1000, 3), (70, 90, 110), np.uint8)
    for quad in (CARD, PAGE, NEXT):
        cv2.fillConvexPoly(picture, np.asarray(quad, np.int32), (225, 235, 240))
    for quad in {"print": (PAGE, NEXT), "pattern": (CARD, PAGE), "paper": ()}[under]:
        left, top = quad[0].astype(int).tolist()
        for y in range(top + 4, top + HIGH, 9):
            for x in range(left, left + WIDE - 8, 11):
                cv2.rectangle(picture, (x, y), (x + 6, y + 4), (60, 60, 60), -1)
    return picture


@pytest.mark.parametrize(("under", "stays"), [("print", False), ("paper", True), ("pattern", True)])
def test_a_corner_letter_on_print_tells_of_no_card(under: str, stays: bool) -> None:
    sure, told = piece_at(CARD, "A"), _told(PAGE, "F")
    left = without_newsprint(Pyramid.of(_table(under)), (sure, told))
    assert left == ((sure, told) if stays else (sure,))


def test_a_card_that_was_read_itself_is_no_print() -> None:
    # Blurred and half covered, a thick letter fills most of what shows.
    pieces = (piece_at(CARD, "A"), replace(_told(PAGE, "E"), unseen=False))
    assert without_newsprint(Pyramid.of(_table("print")), pieces) == pieces


def test_letters_of_a_headline_do_not_hide_one_another() -> None:
    sure = piece_at(CARD, "A")
    line = (_told(PAGE, "F"), _told(_quad(440), "O"), _told(NEXT, "R"))
    assert without_newsprint(Pyramid.of(_table("print")), (sure, *line)) == (sure,)


def test_what_a_card_covers_is_not_judged() -> None:
    beneath, above = _told(PAGE, "F"), piece_at(_quad(426, 104), "B")
    pieces = (piece_at(CARD, "A"), beneath, above)
    assert without_newsprint(Pyramid.of(_table("print")), pieces) == pieces


def test_what_nothing_sure_tells_apart_stays() -> None:
    told = replace(_told(PAGE, "F"), chances=np.full((4, 27), 0.5 / 108, np.float32))
    assert without_newsprint(Pyramid.of(_table("print")), (told,)) == (told,)


def _carton(body: tuple[int, int, int]) -> Picture:
    """Nothing but what is printed on a box: two small cards with a letter each."""
    picture = np.full((400, 1000, 3), body, np.uint8)
    for quad in (PAGE, NEXT):
        left, top = quad[0].astype(int).tolist()
        cv2.rectangle(picture, (left - 6, top - 6), (left + 38, top + 38), (225, 235, 240), -1)
    return picture


@pytest.mark.parametrize(("body", "stays"), [((40, 40, 45), False), ((220, 230, 236), True)])
def test_a_letter_stands_on_its_own_cards_paper(body: tuple[int, int, int], stays: bool) -> None:
    """Also where no card is sure, and where two such letters would hide one another."""
    line = (_told(PAGE, "L"), _told(NEXT, "E"))
    assert without_newsprint(Pyramid.of(_carton(body)), line) == (line if stays else ())
