"""Test that figures are found on cards and read, wherever a pack prints them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import WADDINGTONS
from vision.crops import Picture, Pyramid
from vision.figures.classify import figure_probabilities, read_figures
from vision.figures.rectified import (
    CELL_COLUMNS,
    CELL_ROWS,
    FIGURE_COUNT,
    FLAT_CARD_CORNERS,
    FLAT_HEIGHT_PIXELS,
    FLAT_WIDTH_PIXELS,
    flatten_card,
)
from vision.render.prints.cardface import letter_card
from vision.render.prints.deck import PrintedDeck, plain_deck
from vision.render.prints.typefaces import vendored
from vision.tensor_format import Floats

DECK = plain_deck(vendored().faces[0])
PPM = 3.0


def photo(deck: PrintedDeck, letter: str) -> tuple[Picture, Floats]:
    """Return a picture of one card on green baize, a little askew, and its corners."""
    card = letter_card(deck, letter, PPM).image
    height, width = card.shape[:2]
    corners = np.array([[40, 60], [40 + width, 52], [46 + width, 55 + height], [44, 62 + height]], np.float32)
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    table = np.full((height + 120, width + 100, 3), (60, 90, 40), np.uint8)
    onto = cv2.getPerspectiveTransform(flat, corners)
    cv2.warpPerspective(card, onto, table.shape[1::-1], dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    return table, corners


@pytest.mark.parametrize("grown", [0.5, 1.0, 3.0])
def test_a_card_fills_its_sheet_but_for_the_rim(grown: float) -> None:
    picture, corners = photo(DECK, "A")
    larger = np.asarray(cv2.resize(picture, None, fx=grown, fy=grown, interpolation=cv2.INTER_AREA), np.uint8)
    found = flatten_card(Pyramid.of(larger), corners * grown)
    assert found.shape == (FLAT_HEIGHT_PIXELS, FLAT_WIDTH_PIXELS, 3)
    (left, top), (right, bottom) = FLAT_CARD_CORNERS[0].astype(int), FLAT_CARD_CORNERS[2].astype(int)
    inner = found[top + 12 : bottom - 12, left + 12 : right - 12]
    assert np.median(inner.reshape(-1, 3), 0) == pytest.approx(DECK.paper.colour, abs=6)
    assert found[FLAT_HEIGHT_PIXELS // 2, 0] == pytest.approx((60, 90, 40), abs=6)


@pytest.mark.parametrize("places", ["tl br", "tr bl", "tl", "beside", "bottom"])
@pytest.mark.parametrize("letter", "AQZJ")
def test_figures_are_read_wherever_they_stand(letter: str, places: str) -> None:
    deck = replace(DECK, figure=replace(DECK.figure, places=frozenset(places.split())))
    picture, corners = photo(deck, letter)
    read = read_figures(Pyramid.of(picture), corners[None])
    assert int(read.probabilities[0].argmax()) == WADDINGTONS.figures[letter]


def test_a_card_without_a_figure_has_none() -> None:
    for letter in "AQZJ":
        picture, corners = photo(replace(DECK, figure=replace(DECK.figure, style="none")), letter)
        assert int(read_figures(Pyramid.of(picture), corners[None]).probabilities[0].argmax()) == 0


def test_a_figure_alone_tells_which_way_up_the_card_lies() -> None:
    picture, corners = photo(replace(DECK, figure=replace(DECK.figure, places=frozenset({"tl"}))), "H")
    quads = np.stack([corners, np.roll(corners, 2, axis=0)])
    upright, over = read_figures(Pyramid.of(picture), quads).upper_half_probabilities.tolist()
    assert upright > 0.8
    assert over < 0.2


def test_two_figures_tell_nothing_of_the_way_up() -> None:
    picture, corners = photo(DECK, "H")
    assert read_figures(Pyramid.of(picture), corners[None]).upper_half_probabilities[0] == pytest.approx(
        0.5, abs=0.2
    )


def test_chances_are_of_one_figure_or_of_none() -> None:
    maps = np.full((1, 2 * FIGURE_COUNT, CELL_ROWS, CELL_COLUMNS), -20, np.float32)
    assert figure_probabilities(maps, 1.0)[0, 0] > 0.99
    maps[0, 3, 2, 2] = 5
    maps[0, FIGURE_COUNT + 3, 27, 16] = 5
    assert figure_probabilities(maps, 1.0)[0, 4] > 0.99
    assert figure_probabilities(maps, 1.0).sum() == pytest.approx(1.0)
