"""Test that cards without a letter, such as a number or a picture, are found among letter cards although
the finder saw only a part of them."""

from pathlib import Path

import numpy as np
import pytest

from vision.crops import Pyramid
from vision.missed_cards.unlettered import PiecesFound, find_unlettered
from vision.picture import load
from vision.pieces.classify import iou
from vision.reader import PhotoReading, Reader
from vision.tensor_format import LETTERS

SCENES = Path(__file__).parents[1] / "scenes"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def _letters(seen: PhotoReading) -> list[str]:
    return sorted(
        LETTERS[p.likeliest_letter] if p.letter_probability > p.back_probability else "" for p in seen.pieces
    )


@pytest.mark.parametrize(
    ("scene", "cards", "letters"),
    [
        ("strangers-word", 1, "PLANETJOKE"),
        ("strangers-number", 2, "COUNTFIVES"),
        ("strangers-picture", 2, "HOUSEBY"),
    ],
)
def test_words_numbers_and_pictures_are_no_letters_and_no_backs(
    scene: str, cards: int, letters: str, reader: Reader
) -> None:
    seen = reader.read(load(SCENES / f"{scene}.jpg"), "cards")
    assert _letters(seen) == sorted(letters)
    assert len(seen.unlettered) == cards


def test_they_are_as_large_as_the_cards_beside_them(reader: Reader) -> None:
    seen = reader.read(load(SCENES / "strangers-word.jpg"), "cards")
    usual = float(np.median([piece.area for piece in seen.pieces]))
    assert seen.unlettered[0].area == pytest.approx(usual, rel=0.15)


def test_what_was_found_once_is_there_still_when_something_else_changes(reader: Reader) -> None:
    picture = load(SCENES / "strangers-word.jpg")
    first = reader.read(picture, "cards")
    now = picture.copy()
    now[-60:-20, 20:60] = 255 - now[-60:-20, 20:60]
    second = reader.read(now, "cards", first)
    assert _letters(second) == _letters(first)
    (before,), (after,) = first.unlettered, second.unlettered
    assert iou(before.corners, after.corners) > 0.95


def test_where_all_is_read_nothing_is_looked_for(reader: Reader) -> None:
    picture = load(SCENES / "camera-far.jpg")
    seen = reader.read(picture, "cards")
    assert seen.unlettered == seen.unsure == ()


def test_without_letter_cards_nobody_knows_how_large_a_card_is(reader: Reader) -> None:
    seen = reader.read(load(SCENES / "strangers-only.jpg"), "cards")
    trace = seen.trace
    assert trace is not None
    pyramid = Pyramid.of(load(SCENES / "strangers-only.jpg"))
    found = find_unlettered(pyramid, PiecesFound((), trace.classified, seen.unlettered), seen.plane)
    assert (found.pieces, found.unlettered, found.unsure) == ((), seen.unlettered, ())
