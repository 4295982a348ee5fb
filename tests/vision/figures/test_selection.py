"""Test that figures are read only where a letter is in doubt."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.evidence.figures import NO_FIGURE_NEEDED_PROBABILITY
from engine.observation import Sighting
from vision.crops import Outline, Pyramid
from vision.figures import selection
from vision.figures.classify import FigureReadings, PrintedPlace
from vision.figures.rectified import FIGURE_COUNT
from vision.pieces.classify import Piece
from vision.tensor_format import LETTERS, Floats

NOWHERE = Pyramid.of(np.full((400, 400, 3), 200, np.uint8))
CARD = Sighting(((0, 0), (57, 0), (57, 89), (0, 89)), "up")


def piece(letter: str, sure: float, long: float = 200.0, shape: float = 0.64, back: float = 0.0) -> Piece:
    chances = np.zeros((4, 27), np.float32)
    chances[0, LETTERS.index(letter)] = sure * (1 - back)
    right, low = 10 + shape * long, 10 + long
    corners = np.array([[10, 10], [right, 10], [right, low], [10, low]], np.float32)
    return Piece(corners, chances, back, 0.0, Outline(0, 0, long, shape * long, 0))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Replace the reader of red figures by one that reads every figure as an 8. Return a list to which each
    of its calls adds the number of cards."""
    counts: list[int] = []

    def read(_: Pyramid, quads: Floats, _places: Sequence[PrintedPlace]) -> FigureReadings:
        counts.append(len(quads))
        chances = np.zeros((len(quads), FIGURE_COUNT + 1), np.float32)
        chances[:, 8] = 0.98
        return FigureReadings(chances, np.full(len(quads), 0.9, np.float32))

    monkeypatch.setattr(selection, "read_figures", read)
    return counts


@pytest.mark.parametrize("cards", [[], [piece("A", 0.99)] * 5, [piece("A", 0.5, back=0.6), piece("B", 0.99)]])
def test_a_table_without_doubt_pays_nothing(cards: list[Piece], asked: list[int]) -> None:
    sightings = (CARD,) * len(cards)
    assert selection.read_needed_figures(NOWHERE, cards, sightings).cards is sightings
    assert asked == []


def test_the_doubtful_ones_are_asked_and_a_dozen_sure_ones(asked: list[int]) -> None:
    cards = [piece("O", NO_FIGURE_NEEDED_PROBABILITY - 0.01)] * 3 + [piece("E", 0.99)] * 20
    found = selection.read_needed_figures(NOWHERE, cards, (CARD,) * 23).cards
    assert asked == [3 + selection.MAX_PROVING_CARDS]
    assert [bool(card.figure) for card in found] == [True] * 15 + [False] * 8
    assert dict(found[0].figure) == pytest.approx({8: 0.98})
    assert all(replace(card, figure=(), upper_half_probability=0.5) == CARD for card in found)


def test_the_largest_sure_ones_prove_the_pack(asked: list[int]) -> None:
    cards = [
        piece("O", 0.5),
        *[piece("E", 0.99, long=150.0)] * 8,
        *[piece("A", 0.99)] * selection.MAX_PROVING_CARDS,
    ]
    found = selection.read_needed_figures(NOWHERE, cards, (CARD,) * len(cards)).cards
    assert [bool(each.figure) for each in found] == [True] + [False] * 8 + [
        True
    ] * selection.MAX_PROVING_CARDS


@pytest.mark.parametrize(
    "card", [piece("O", 0.5, long=selection.MIN_LONG_SIDE_PIXELS - 1), piece("O", 0.5, shape=1.0)]
)
def test_small_cards_and_square_tiles_are_not_asked(card: Piece, asked: list[int]) -> None:
    cards = (CARD,) * 6
    assert selection.read_needed_figures(NOWHERE, [card, *[piece("E", 0.99)] * 5], cards).cards is cards
    assert asked == []


def test_where_too_few_lie_to_prove_a_pack_nobody_is_asked(asked: list[int]) -> None:
    cards = (CARD,) * 3
    assert (
        selection.read_needed_figures(NOWHERE, [piece("O", 0.5), *[piece("E", 0.99)] * 2], cards).cards
        is cards
    )
    assert asked == []


def open_way(letter: str, at: float) -> Piece:
    """Return a card moved `at` pixels to the right. By sight it is upright with probability 0.6 and upside
    down with 0.4."""
    card = piece(letter, 0.99)
    chances = np.array([0.6, 0, 0.4, 0], np.float32)[:, None] * card.probabilities[0]
    return replace(card, corners=card.corners + np.array([at, 0], np.float32), probabilities=chances)


@pytest.mark.parametrize(
    ("second", "looked"), [(open_way("O", 130), 2), (piece("E", 0.99), 0), (open_way("O", 900), 0)]
)
def test_a_word_no_card_of_which_tells_its_way_up_is_asked(
    second: Piece, looked: int, asked: list[int]
) -> None:
    far = [replace(piece("E", 0.99), corners=piece("E", 0.99).corners + np.float32(3000))] * 5
    found = selection.read_needed_figures(NOWHERE, [open_way("N", 0), second, *far], (CARD,) * 7).cards
    assert asked == ([looked + 5] if looked else [])
    assert [card.upper_half_probability != 0.5 for card in found] == [bool(looked)] * 7


def test_no_figure_is_read_twice_of_a_card_that_stays(asked: list[int]) -> None:
    cards = [replace(piece("O", 0.9), outline=Outline(n, 0, 200, 128, 0)) for n in range(5)]
    first = selection.read_needed_figures(NOWHERE, cards, (CARD,) * 5)
    added = replace(piece("O", 0.9), outline=Outline(9, 0, 200, 128, 0))
    then = selection.read_needed_figures(NOWHERE, [*cards[1:], added], (CARD,) * 5, (), first.figures)
    assert asked == [5, 1]
    assert then.cards[:4] == first.cards[1:]
    assert then.cards[4].figure
    assert set(then.figures) == {card.outline for card in [*cards[1:], added]}
