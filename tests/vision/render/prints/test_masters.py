"""Test the drawing on a rendered deck's Masters: it is in the middle of the card, the same on all Masters
of one deck, and of another kind in other decks."""

from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.render.brushes import Image
from vision.render.prints.cardface import letter_card
from vision.render.prints.deck import Master, PrintedDeck, plain_deck
from vision.render.prints.random_deck import random_deck
from vision.render.prints.typefaces import vendored

SANS = vendored().faces[0]


def _card(master: Master, pattern: int) -> Image:
    deck = plain_deck(
        SANS,
        master_kind=master,
        pattern=pattern,
        figure_style="none",
        figure_places=frozenset(),
        paper_grain=0.0,
    )
    return letter_card(deck, "?", 3).image


def _inked(card: Image) -> NDArray[np.bool_]:
    stock = np.array(plain_deck(SANS).paper.colour)
    return np.asarray(np.abs(card - stock).max(2) > 40, np.bool_)


@pytest.mark.parametrize("master", get_args(Master))
def test_every_master_is_drawn_in_the_middle_of_its_card_and_always_the_same_for_one_pack(
    master: Master,
) -> None:
    for pattern in range(4):
        card = _card(master, pattern)
        inked = _inked(card)
        rows, columns = inked.shape
        middle = inked[rows // 4 : -rows // 4, columns // 6 : -columns // 6]
        assert 0.01 < middle.mean() < 0.7
        assert inked[:8].mean() < 0.02
        assert np.array_equal(card, _card(master, pattern))


@pytest.mark.parametrize("master", ["fool", "wizard", "crown", "animal", "emblem"])
def test_no_two_packs_have_the_same(master: Master) -> None:
    cards = [_card(master, pattern) for pattern in range(6)]
    assert len({card.tobytes() for card in cards}) == 6


def test_packs_have_masters_of_every_kind() -> None:
    rng = np.random.default_rng(3)
    decks: list[PrintedDeck] = [random_deck(rng, vendored()) for _ in range(300)]
    assert {deck.master.kind for deck in decks} == set(get_args(Master))
