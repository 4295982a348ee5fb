"""Test the print of decks: ink that spreads, ragged edges, bars under letters."""

from dataclasses import replace

import numpy as np
import pytest

from vision.render.brushes import Image
from vision.render.prints.cardface import letter_card
from vision.render.prints.deck import plain_deck
from vision.render.prints.print_quality import CRISP_PRINT, Bar, Press, pressed, random_bar, random_press
from vision.render.prints.typefaces import Mask, ink, vendored

SERIF = vendored().faces[1]


def _stroke() -> Mask:
    stroke = np.zeros((60, 40), np.uint8)
    stroke[:, 14:26] = 255
    return stroke


@pytest.mark.parametrize(("spread", "wide"), [(0.03, 14.2), (0.0, 12.0), (-0.012, 10.6)])
def test_ink_spreads_to_both_sides_of_a_stroke(spread: float, wide: float) -> None:
    drawn = pressed(_stroke(), 60, Press(spread, 1e-6), 3)
    assert drawn.shape == (60, 40)
    assert float(drawn[30].sum()) / 255 == pytest.approx(wide, abs=0.3)


def test_a_ragged_edge_is_its_patterns_own_and_a_crisp_one_the_typefaces() -> None:
    letter = ink(SERIF, "R", 60)
    rough = Press(0.0, 0.014)
    assert np.array_equal(pressed(letter, 60, CRISP_PRINT, 1), letter)
    assert np.array_equal(pressed(letter, 60, rough, 1), pressed(letter, 60, rough, 1))
    assert not np.array_equal(pressed(letter, 60, rough, 1), pressed(letter, 60, rough, 2))


def _printed(letter: str, bar: Bar) -> Image:
    deck = plain_deck(
        SERIF, underlined="M", figure_style="none", figure_places=frozenset(), paper_grain=0.0, bar=bar
    )
    return letter_card(deck, letter, 5).image


def _dark(image: Image) -> int:
    return int((image.max(2) < 90).sum())


def test_a_bar_lies_under_its_letter_alone_and_under_the_corner_letters_where_it_should() -> None:
    thin, beam, every = Bar(0.04), Bar(0.12), Bar(0.12, has_corner_bars=True)
    assert np.array_equal(_printed("T", thin), _printed("T", every))
    assert _dark(_printed("M", thin)) < _dark(_printed("M", beam)) < _dark(_printed("M", every))
    card = _printed("M", every)
    corner = (slice(0, 85), slice(0, 90))
    turned = card[::-1, ::-1]
    assert _dark(card[corner]) > _dark(_printed("M", beam)[corner])
    assert _dark(card[corner]) == pytest.approx(_dark(turned[corner]), rel=0.03)


def test_a_letter_of_corners_alone_is_the_same_turned_though_it_is_underlined() -> None:
    corners = plain_deck(
        SERIF, layout="corners", figure_style="none", figure_places=frozenset(), underlined="N"
    )
    assert corners.is_symmetric("N")
    upright = replace(corners, corner=replace(corners.corner, turned=False))
    assert upright.is_symmetric("N")
    assert not replace(upright, bar=Bar(has_corner_bars=True)).is_symmetric("N")
    middle = plain_deck(
        SERIF, layout="centre", figure_style="none", figure_places=frozenset(), underlined="N"
    )
    assert middle.is_symmetric("Z")
    assert not middle.is_symmetric("N")


def test_presses_and_bars_stay_in_their_ranges() -> None:
    rng = np.random.default_rng(0)
    presses = [random_press(rng) for _ in range(300)]
    assert 0.25 < sum(press != CRISP_PRINT for press in presses) / 300 < 0.45
    assert all(-0.012 <= press.spread <= 0.032 and press.raggedness <= 0.014 for press in presses)
    assert all(0.06 <= random_bar(rng).depth <= 0.32 for _ in range(50))
