"""Test rendered cards that bear no letter, and rendered letters that become other letters when turned, as N
becomes Z."""

from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.lab.render.ambiguous_letters import twofold
from vision.lab.render.unlettered_cards import Kind, UnletteredCard, unlettered_card
from vision.render.layouts import PiecePlace
from vision.render.pieces import card
from vision.render.prints.cardface import blank
from vision.render.prints.deck import plain_deck
from vision.render.prints.typefaces import vendored

DECK = plain_deck(vendored().faces[0])
SPOT = PiecePlace("A", 0.0, 0.0, 0.0)
PPM = 4.0


@pytest.mark.parametrize("kind", get_args(Kind))
def test_each_kind_is_a_card_without_a_letter_with_print_on_it(kind: Kind) -> None:
    piece = unlettered_card(np.random.default_rng(1), DECK, SPOT, UnletteredCard(kind, "HARBOUR/and more"))
    assert (piece.kind, piece.letter, piece.width, piece.height) == ("other", None, DECK.width, DECK.height)
    printed = np.abs(piece.paint(PPM).image.astype(int) - blank(DECK, PPM)).max(2) > 40
    assert printed.any() == (kind != "blank")


def _stroke(letters: str) -> NDArray[np.bool_]:
    rng = np.random.default_rng(1)
    bare = unlettered_card(rng, DECK, SPOT, UnletteredCard("blank", ""))
    image = twofold(card(rng, DECK, SPOT), bare, letters, 0.6, DECK.ink).paint(PPM).image
    dark: NDArray[np.bool_] = image.max(2) < 100
    rows, columns = np.flatnonzero(dark.any(1)), np.flatnonzero(dark.any(0))
    return dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def test_an_n_turned_by_a_quarter_is_a_z_as_wide_as_it_is_high() -> None:
    """The letter is a square. Upright it has dark bars on both sides, like an N. After a quarter turn the
    bars are above and below, like a Z."""
    upright = _stroke("NZ")
    assert abs(upright.shape[0] - upright.shape[1]) <= 1
    assert upright[:, 2].mean() > 0.9
    assert np.rot90(upright)[2].mean() > 0.9
    assert (upright == upright[::-1, ::-1]).mean() > 0.97


@pytest.mark.parametrize("letters", ["MW", "CU"])
def test_the_others_stand_one_way(letters: str) -> None:
    upright = _stroke(letters)
    assert (upright == upright[::-1, ::-1]).mean() < 0.9


def test_other_pairs_have_no_shape_in_common() -> None:
    with pytest.raises(KeyError):
        _stroke("AB")
