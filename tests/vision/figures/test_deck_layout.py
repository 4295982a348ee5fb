"""Test that an enrolled deck's figures, and their places on the card, are learnt from cards whose letters
are known."""

import numpy as np
import pytest

from engine.cards import WADDINGTONS
from vision.enrol.gather import gather
from vision.enrol.learning import FACE_DOWN, learn_figure_layout
from vision.figures.classify import TEMPERATURE, PrintedPlace, figure_probabilities, masked_to_places
from vision.figures.deck_layout import NO_FIGURES, FigureLayout, learn_layout
from vision.figures.rectified import CELL_COLUMNS, CELL_ROWS, FIGURE_COUNT
from vision.lab.render.household import laid_out
from vision.pieces.classify import iou
from vision.render.prints.deck import PrintedDeck, plain_deck
from vision.render.prints.typefaces import Faces, vendored
from vision.tensor_format import Floats

FACES = vendored()
OWN = {letter: 1 + (7 * n + 3) % 15 for n, letter in enumerate(WADDINGTONS.figures)}
"""The red figure of each letter in an invented deck. No known pack has these figures."""

LETTERS = "QUARTZBLOCKSJUMPY"


def _learnt(deck: PrintedDeck) -> FigureLayout:
    picture = laid_out(
        np.random.default_rng(5), deck, LETTERS + FACE_DOWN, (1600, 1200), Faces(FACES.faces[:1])
    )
    finds = gather((picture.image,))
    truth = [
        next((label.letter for label in picture.labels if iou(label.quad, find.corners) > 0.5), None)
        for find in finds
    ]
    assert len(finds) == len(LETTERS) + 1
    return learn_figure_layout(finds, "".join(letter or FACE_DOWN for letter in truth))


@pytest.mark.parametrize(
    ("places", "stand"),
    [
        ("tr bl", [PrintedPlace(0.87, 0.1), PrintedPlace(0.13, 0.9, is_upside_down=True)]),
        ("tl br", [PrintedPlace(0.13, 0.1), PrintedPlace(0.87, 0.9, is_upside_down=True)]),
        ("bottom", [PrintedPlace(0.5, 0.9)]),
    ],
)
def test_an_enrolled_deck_s_figures_and_their_places_are_learnt(
    places: str, stand: list[PrintedPlace]
) -> None:
    deck = plain_deck(FACES.faces[1], figure_values=OWN, figure_places=frozenset(places.split()))
    printed = _learnt(deck)
    assert len(printed.places) == len(stand)
    for place in stand:
        (near,) = (p for p in printed.places if p.is_upside_down == place.is_upside_down)
        assert (near.across, near.down) == pytest.approx((place.across, place.down), abs=0.12)
    assert printed.figures is not None
    assert len(printed.figures) >= len(set(LETTERS)) / 2  # one card of each letter is few
    assert all(OWN[letter] == figure for letter, figure in printed.figures.items())


def test_a_deck_without_figures_has_none() -> None:
    assert _learnt(plain_deck(FACES.faces[1], figure_style="none", figure_places=frozenset())) == NO_FIGURES


def test_of_no_card_nothing_is_learnt() -> None:
    assert (
        learn_layout(np.zeros((0, 2 * FIGURE_COUNT, CELL_ROWS, CELL_COLUMNS), np.float32), []) == NO_FIGURES
    )


def _maps(figure: int, row: int, column: int, way: int = 0) -> Floats:
    maps = np.full((1, 2, FIGURE_COUNT, CELL_ROWS, CELL_COLUMNS), -12, np.float32)
    maps[0, way, figure - 1, row, column] = 6
    return maps.reshape(1, 2 * FIGURE_COUNT, CELL_ROWS, CELL_COLUMNS)


def _read(maps: Floats) -> int:
    return int(figure_probabilities(maps, TEMPERATURE)[0].argmax())


@pytest.mark.parametrize(("row", "column", "way"), [(3, 16, 0), (2, 15, 0), (26, 2, 1)])
def test_a_figure_counts_in_its_place_whichever_way_up_the_card_lies(row: int, column: int, way: int) -> None:
    place = PrintedPlace(16.5 / CELL_COLUMNS, 3.5 / CELL_ROWS)
    assert _read(masked_to_places(_maps(8, row, column, way), [place])) == 8


@pytest.mark.parametrize(("row", "column", "way"), [(3, 2, 0), (6, 16, 0), (3, 16, 1), (26, 2, 0)])
def test_a_figure_elsewhere_is_none(row: int, column: int, way: int) -> None:
    maps = _maps(8, row, column, way)
    assert _read(maps) == 8
    assert _read(masked_to_places(maps, [PrintedPlace(16.5 / CELL_COLUMNS, 3.5 / CELL_ROWS)])) == 0


def test_a_letter_whose_figures_disagree_has_none() -> None:
    maps = np.concatenate([_maps(8, 3, 16), _maps(5, 3, 16), _maps(7, 3, 16), _maps(7, 3, 16)])
    printed = learn_layout(maps, ["A", "A", "B", "B"])
    assert printed.figures == {"B": 7}
    (place,) = printed.places
    assert (place.across, place.down) == pytest.approx((16.5 / CELL_COLUMNS, 3.5 / CELL_ROWS), abs=0.01)
