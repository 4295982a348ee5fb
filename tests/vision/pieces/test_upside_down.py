"""Test which way up a letter lies that becomes another letter when turned: by bars, corner letters and
figures."""

import cv2
import numpy as np
import pytest

from vision.crops import Outline, Picture, Pyramid
from vision.pieces import upside_down
from vision.pieces.classify import Piece
from vision.tensor_format import LETTERS

CREAM, INK = (205, 235, 245), (45, 35, 30)
QUAD = np.array([[200, 100], [370, 100], [370, 365], [200, 365]], np.float32)
LEGS = np.array([[245, 270], [245, 195], [285, 250], [325, 195], [325, 270]], np.int32)
"""An M with straight legs, which upside down is nearly a W."""

MIDDLE = 232.5


def _table(
    bars: tuple[tuple[float, float], ...] = (),
    corner: tuple[int, int, int] | None = None,
    turned: tuple[bool, bool] = (False, True),
) -> Pyramid:
    """Draw a card on green cloth with an M in its middle. Each of `bars` is a distance below the M and a
    length, pixels. `corner` is the colour of two corner letters, upper left and lower right. `turned` says
    which of them are upside down."""
    picture: Picture = np.full((480, 640, 3), (60, 110, 40), np.uint8)
    cv2.fillConvexPoly(picture, QUAD.astype(np.int32), CREAM)
    cv2.polylines(picture, [LEGS], isClosed=False, color=INK, thickness=11)
    for below, long in bars:
        y, half = round(MIDDLE + below), round(long / 2)
        cv2.rectangle(picture, (285 - half, y - 4), (285 + half, y + 4), INK, -1)
    if corner is not None:
        small = np.round((LEGS - QUAD.mean(0)) * 0.3).astype(np.int32)
        for middle, upside_down in zip(((222, 125), (348, 340)), turned, strict=True):
            here = np.array(middle) + (-small if upside_down else small)
            cv2.polylines(picture, [here.astype(np.int32)], isClosed=False, color=corner, thickness=4)
    return Pyramid.of(picture)


def _turns_found(pyramid: Pyramid, *pieces: Piece) -> list[int | None]:
    """Return for each examined piece its quarter turns clockwise, as the print beside its letter tells
    them, or None where the print does not tell. Check that a second picture changes no answer."""
    said = upside_down.find_orientations(pyramid, pieces, {})
    # An answer holds as long as the card lies there, whatever is seen now.
    again = upside_down.find_orientations(Pyramid.of(np.zeros((480, 640, 3), np.uint8)), pieces, said)
    assert again == said
    return [way.turns for way in said.values()]


def _read(letter: str, turns: int = 0, sure: float = 0.97) -> Piece:
    chances = np.zeros((4, 27), np.float32)
    chances[turns, LETTERS.index(letter)] = sure
    return Piece(QUAD, chances, 0.0, 1 - sure, Outline(285, MIDDLE, 265, 170, 0.0, 0.9))


@pytest.mark.parametrize(
    ("bars", "turns"),
    [
        (((60, 90),), 0),
        (((-60, 90),), 2),
        ((), None),
        (((-60, 90), (60, 90)), None),  # an ornament above and below
        (((-60, 20),), None),  # a figure, a spot
        (((-118, 90),), None),  # a frame's line, far off
        (((-128, 90),), None),  # a board's line along a tile
    ],
)
def test_a_bar_above_an_m_says_that_it_is_on_its_head(
    bars: tuple[tuple[float, float], ...], turns: int | None
) -> None:
    assert _turns_found(_table(bars), _read("M")) == [turns]


@pytest.mark.parametrize(
    ("turned", "turns"), [((False, False), None), ((False, True), 0), ((True, False), 2)]
)
def test_the_corner_letters_tell_which_way_up_the_card_lies(
    turned: tuple[bool, bool], turns: int | None
) -> None:
    """On an upright card the upper left corner letter is upright and the lower right one is upside down.
    Two upright corner letters do not tell which way up the card lies."""
    assert _turns_found(_table(corner=INK, turned=turned), _read("M")) == [turns]


def test_specks_over_an_m_on_a_card_are_no_bar() -> None:
    """Three specks lie in a row over the M. They are noise: on cards a bar is one line, and rows of dots
    are printed on dice alone."""
    picture = _table().levels[0].copy()
    for x in (240, 285, 330):
        cv2.rectangle(picture, (x - 4, 172), (x + 4, 178), INK, -1)
    assert _turns_found(Pyramid.of(picture), _read("M")) == [None]


@pytest.mark.parametrize("letter", ["A", "N", "Z", "C", "U"])
def test_of_other_letters_on_cards_nothing_is_asked(letter: str) -> None:
    assert _turns_found(_table(((-60, 90),)), _read(letter)) == []


def _tiles(letters: str, turns: list[int], figure: bool = True) -> tuple[Pyramid, list[Piece]]:
    """Draw tiles in a row, each with a letter in its middle and a figure at its lower right. Each is turned
    clockwise by its quarter turns. Return the picture, and the pieces as a reader finds them."""
    picture: Picture = np.full((200, 110 * len(letters), 3), (60, 110, 40), np.uint8)
    pieces = []
    for n, (letter, quarters) in enumerate(zip(letters, turns, strict=True)):
        tile: Picture = np.full((100, 100, 3), CREAM, np.uint8)
        cv2.putText(tile, letter, (26, 70), cv2.FONT_HERSHEY_SIMPLEX, 2.0, INK, 5, cv2.LINE_AA)
        if figure:
            cv2.putText(tile, str(1 + n % 4), (76, 90), cv2.FONT_HERSHEY_SIMPLEX, 0.6, INK, 2, cv2.LINE_AA)
        left = 110 * n + 5
        picture[50:150, left : left + 100] = np.rot90(tile, -quarters)
        quad = np.array([[left, 50], [left + 100, 50], [left + 100, 150], [left, 150]], np.float32)
        chances = np.zeros((4, 27), np.float32)
        chances[0, LETTERS.index(letter)] = 0.98
        pieces.append(Piece(quad, chances, 0.0, 0.02, Outline(left + 50, 100, 100, 100, 0.0, 0.9)))
    return Pyramid.of(picture), pieces


@pytest.mark.parametrize("letter", ["M", "W", "N", "Z", "U"])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_the_figure_tells_which_way_up_a_tile_lies(letter: str, quarters: int) -> None:
    """P, L, A, T and E show where the figure stands on an upright tile. The figure of the last tile then
    tells how that tile is turned."""
    pyramid, pieces = _tiles("PLATE" + letter, [0] * 5 + [quarters])
    assert _turns_found(pyramid, *pieces) == [quarters]


def test_where_no_figures_are_printed_nothing_is_told() -> None:
    pyramid, pieces = _tiles("PLATEM", [0] * 5 + [2], figure=False)
    assert _turns_found(pyramid, *pieces) == [None]


def test_two_cards_with_figures_prove_nothing() -> None:
    pyramid, pieces = _tiles("PLM", [0, 0, 2])
    assert _turns_found(pyramid, *pieces) == [None]
