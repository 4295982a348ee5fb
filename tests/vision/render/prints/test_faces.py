"""Test what is printed on rendered cards and tiles: distinct letters of the right size, and backs that do
not betray the letter."""

import cv2
import numpy as np
import pytest

from engine.cards import LETTERS
from vision.render.brushes import Image
from vision.render.prints.backs import card_back
from vision.render.prints.cardface import letter_card, worn
from vision.render.prints.deck import HALF_TURN_LETTERS, plain_deck
from vision.render.prints.foreign_cards import stranger
from vision.render.prints.random_deck import random_deck
from vision.render.prints.tiles import random_tiles, tile_top
from vision.render.prints.typefaces import Faces, aspect, ink, vendored

SANS, SERIF, SLAB = vendored().faces


def difference(a: Image, b: Image) -> float:
    return float(np.abs(cv2.blur(a, (5, 5)).astype(int) - cv2.blur(b, (5, 5))).max())


def test_vendored_faces_print_26_different_letters() -> None:
    for face in vendored().faces:
        assert len({ink(face, letter, 40).tobytes() for letter in LETTERS}) == 26


@pytest.mark.parametrize("cap", [8, 21.5, 60])
def test_capitals_come_out_as_high_as_asked(cap: float) -> None:
    mask = ink(SANS, "H", cap)
    assert mask.shape[0] == pytest.approx(cap, abs=1)
    assert mask.shape[1] == pytest.approx(cap * aspect(SANS, "H"), abs=1.5)


def test_no_faces_at_all_is_an_error() -> None:
    with pytest.raises(ValueError, match="no typeface"):
        Faces(())


@pytest.mark.parametrize("layout", ["index", "corners", "figure", "centre"])
def test_a_letters_ink_lies_in_its_regions(layout: str) -> None:
    deck = plain_deck(SERIF, layout=layout, figure_style="none", figure_places=frozenset(), paper_grain=0.0)
    for letter in "AHWI":
        card = letter_card(deck, letter, 4).image
        dark = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY) < 120
        allowed = np.zeros(dark.shape, bool)
        for box in deck.regions(letter):
            part = dark[
                round(4 * box.top) : round(4 * box.bottom), round(4 * box.left) : round(4 * box.right)
            ]
            assert part.any()
            allowed[
                int(4 * box.top) - 2 : int(4 * box.bottom) + 3, int(4 * box.left) - 2 : int(4 * box.right) + 3
            ] = True
        assert not (dark & ~allowed).any()


@pytest.mark.parametrize("letter", LETTERS)
def test_symmetric_is_what_a_half_turn_shows(letter: str) -> None:
    deck = plain_deck(SANS, layout="index", figure_style="none", figure_places=frozenset(), paper_grain=0.0)
    card = letter_card(deck, letter, 5).image
    apart = difference(card, card[::-1, ::-1])
    assert deck.is_symmetric(letter) == (letter in HALF_TURN_LETTERS)
    assert apart > 100 or deck.is_symmetric(letter)


def test_a_figure_in_one_corner_breaks_the_symmetry() -> None:
    deck = plain_deck(SANS, layout="corners", figure_style="none", figure_places=frozenset(), paper_grain=0.0)
    told = plain_deck(
        SANS, layout="corners", figure_style="plain", figure_places=frozenset({"tl"}), paper_grain=0.0
    )
    assert deck.is_symmetric("A")
    assert not told.is_symmetric("A")
    card = letter_card(deck, "A", 5).image
    assert difference(card, card[::-1, ::-1]) < 60


def test_random_decks_print_every_card_inside_its_outline() -> None:
    for seed in range(24):
        rng = np.random.default_rng(seed)
        deck = random_deck(rng, vendored())
        letter = (LETTERS + "?")[seed % 27]
        for patch in (letter_card(deck, letter, 2), card_back(deck, 2), stranger(rng, deck, 2)):
            assert (
                patch.alpha.shape == patch.image.shape[:2] == (round(2 * deck.height), round(2 * deck.width))
            )
            assert patch.alpha.mean() > 230
        for box in deck.regions(letter):
            assert 0 <= box.left < box.right <= deck.width
            assert 0 <= box.top < box.bottom <= deck.height


def test_a_back_tells_nothing_about_the_letter_and_wear_is_each_cards_own() -> None:
    deck = plain_deck(SANS, paper_wear=1.0)
    assert np.array_equal(card_back(deck, 3).image, card_back(deck, 3).image)
    new = letter_card(deck, "K", 3)
    first, second = (worn(np.random.default_rng(seed), new, 1.0).image for seed in (1, 2))
    assert not np.array_equal(first, second)


def test_tiles_bear_their_letter_or_nothing() -> None:
    for seed in range(12):
        tiles = random_tiles(np.random.default_rng(seed), vendored())
        named, bare = (tile_top(np.random.default_rng(1), tiles, letter, 4).image for letter in ("M", None))
        (box,) = tiles.regions("M")
        assert 0 <= box.left < box.right <= tiles.side
        assert difference(named, bare) > 60
