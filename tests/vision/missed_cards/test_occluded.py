"""Test that a card which was not read is found in a row of evenly overlapping cards, where the row has room
for it and an edge of it shows."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from engine.shared.scene import LyingCard, Scene
from vision.crops import Picture, Pyramid
from vision.missed_cards.occluded import HIDDEN_CARD_PROBABILITY, find_occluded
from vision.pieces.classify import Piece, iou
from vision.reader import Reader
from vision.render.table import virtual_table
from vision.tensor_format import LETTERS

WIDTH = 57.0
HALF = (0.5,) * 7
WORDS = ("LARGEST", "PAINTER", "MUSTARD", "BUILDING")


def _picture(
    word: str,
    look: str = "classic",
    angle: float = 0,
    steps: Sequence[float] = HALF,
    without: int | None = None,
) -> Picture:
    """Render a row of cards. `steps` are the distances from card to card, in card widths. The row is turned
    by `angle` degrees, and lacks card number `without`."""
    places = np.cumsum([0.0, *steps])[: len(word)] * WIDTH
    places -= places.mean()
    x, y = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    cards = [
        LyingCard(letter, 400 + float(x * far), 225 + float(y * far), angle)
        for letter, far in zip(word, places, strict=True)
    ]
    laid = tuple(card for n, card in enumerate(cards) if n != without)
    return _camera(len(word), look)(Scene(800, 450, laid), 1)


@cache
def _camera(seed: int, look: str) -> Callable[[Scene, int], Picture]:
    return virtual_table((2304, 1296), seed, look)


def _read(picture: Picture, angle: float = 0) -> list[Piece]:
    """Read a picture of one row of cards. Return the pieces in the order of the row, which runs at `angle`
    degrees."""
    way = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    pieces = Reader.load().read(picture, "cards").pieces
    return sorted(pieces, key=lambda piece: float(piece.corners.mean(0) @ way))


@pytest.mark.parametrize("angle", [0, 65, 180])
def test_a_card_that_was_not_read_is_known_by_its_room_and_its_edge(angle: float) -> None:
    found = 0
    for word, look in product(WORDS, ("classic", "modern")):
        picture = _picture(word, look, angle)
        row = _read(picture, angle)
        assert len(row) == len(word)
        assert find_occluded(Pyramid.of(picture), row) == ()
        lost = row.pop(3)
        for piece in find_occluded(Pyramid.of(picture), row):
            found += 1
            assert iou(piece.corners, lost.corners) > 0.7
            # It is as upright as the others, and its letter is not sure.
            assert np.hypot(*(piece.corners[0] - lost.corners[0])) < 0.2 * lost.outline.height
            assert LETTERS[piece.likeliest_letter] == "?"
            assert piece.best_probability < 0.9
            assert piece.letter_probability == pytest.approx(HIDDEN_CARD_PROBABILITY)
    assert found >= 6  # of eight: the outlines of some covered cards are too inaccurate


def test_steps_are_measured_by_the_cards_that_are_as_broad_as_they_are() -> None:
    """A card that was missed in a row of overlapping cards is found, although the outlines of covered cards
    are too narrow. The step from card to card is measured in widths of the cards that are found whole."""
    found = 0
    for word in WORDS:
        picture = _picture(word, steps=(0.62,) * 7)
        row = _read(picture)
        covered = [_narrow(piece, 0.8) for piece in row[:-3]]
        del covered[2]
        found += len(find_occluded(Pyramid.of(picture), [*covered, *row[-3:]]))
    assert found == len(WORDS)


def _narrow(piece: Piece, by: float) -> Piece:
    left, right = piece.corners[[0, 3]], piece.corners[[1, 2]]
    inner = left + by * (right - left)
    return replace(piece, corners=np.array([left[0], inner[0], inner[1], left[1]], np.float32))


@pytest.mark.parametrize("look", ["classic", "modern"])
@pytest.mark.parametrize("word", WORDS)
def test_a_wider_step_without_a_card_is_none(word: str, look: str) -> None:
    assert len(_read(_picture(word, look, without=3))) == len(word) - 1


@pytest.mark.parametrize(
    ("word", "steps"),
    [
        ("LARGEST", (0.5, 0.35, 0.6, 0.5, 0.85, 0.35)),  # a careless row has wider steps anyway
        ("LARGEST", (1.02,) * 6),  # cards that do not touch hide none between them
        ("LARK", HALF),  # three cards have no usual step
    ],
)
def test_only_even_rows_of_overlapping_cards_tell(word: str, steps: tuple[float, ...]) -> None:
    picture = _picture(word, steps=steps)
    row = _read(picture)
    assert len(row) == len(word)
    row.pop(2)
    assert find_occluded(Pyramid.of(picture), row) == ()
