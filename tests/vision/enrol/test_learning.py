"""Test which photographed cards an enrolled deck keeps as examples, and when its print counts as legible to
the networks."""

import numpy as np
import pytest

from vision.enrol.gather import FoundCard
from vision.enrol.learning import FACE_DOWN, choose_examples, is_legible
from vision.tensor_format import LETTERS


def _finds(read: str) -> list[FoundCard]:
    """Return one found card for each letter of `read`. The network reads the card as this letter."""
    quad, crop = np.zeros((4, 2), np.float32), np.zeros((208, 160, 3), np.uint8)
    figures, features = np.zeros((2, 30, 19), np.float16), np.zeros(4, np.float32)
    said = np.log(np.where(np.eye(len(LETTERS)) > 0, 0.9, 0.1 / 26)).astype(np.float32)
    return [
        FoundCard(0, 0, n, quad, crop, said[LETTERS.index(letter)], False, features, figures)
        for n, letter in enumerate(read)
    ]


def test_of_each_letter_two_cards_are_kept() -> None:
    assert choose_examples("ABAAB-A--") == (0, 1, 2, 4, 5, 7)


@pytest.mark.parametrize(
    ("read", "true", "so"),
    [
        ("ABCDEFGHIJ", "ABCDEFGHIJ", True),
        ("ABCDEFGHIT", "ABCDEFGHIJ", True),
        ("OBCDEFGHIT", "ABCDEFGHIJ", False),
        ("ABCDEFGHIO", "ABCDEFGHI" + FACE_DOWN, True),
        ("O", FACE_DOWN, False),
        ("", "", False),
    ],
)
def test_a_deck_is_legible_when_nearly_all_its_letters_are_read_right(read: str, true: str, so: bool) -> None:
    assert is_legible(_finds(read), true) is so


@pytest.mark.parametrize(("count", "so"), [(6, True), (11, False)])
def test_a_deck_of_which_hardly_a_card_is_without_doubt_is_not_legible(count: int, so: bool) -> None:
    letters = "ABCDEFGHIJKL"
    assert is_legible(_finds(letters), letters, range(count)) is so
