"""Which way all pieces face."""

from dataclasses import replace

import numpy as np
import pytest

from vision.codes import LETTERS
from vision.crops import Outline
from vision.pieces.facing import facing, up_of
from vision.pieces.letters import Piece


def lying(letter: str, degrees: float = 0.0, sure: float = 0.97) -> Piece:
    """A card turned clockwise by so many degrees."""
    half = np.array([[-28, -44], [28, -44], [28, 44], [-28, 44]], np.float32)
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    corners = half @ np.array([[cos, sin], [-sin, cos]], np.float32) + 300
    chances = np.zeros((4, 27), np.float32)
    chances[0, LETTERS.index(letter)] = sure
    outline = Outline(300, 300, 88, 56, float(np.radians(degrees)))
    return Piece(corners.astype(np.float32), chances, 0.0, 1 - sure, outline)


def test_all_that_tell_face_one_way() -> None:
    found = facing([lying(letter, turn) for letter, turn in zip("CARD", (85, 90, 95, 100), strict=True)])
    assert found is not None
    assert np.allclose(found, up_of(lying("A", 92.5)), atol=0.01)


@pytest.mark.parametrize(
    "others",
    [
        [lying(letter) for letter in "CAR"],  # too few
        [lying(letter) for letter in "NOXIS"],  # none that tells
        [lying(letter, sure=0.8) for letter in "CARDE"],  # none that is sure
        [*(lying(letter) for letter in "CARD"), lying("E", 180)],  # a word that faces another player
        [lying(letter, turn) for letter, turn in zip("CARDE", (0, 20, 40, 60, 80), strict=True)],  # a fan
    ],
)
def test_they_tell_nothing_where_they_are_few_or_disagree(others: list[Piece]) -> None:
    assert facing(others) is None


def test_what_cannot_tell_is_not_heard() -> None:
    others = [lying(letter) for letter in "CARD"]
    back = replace(lying("E", 180), back=0.99, chances=np.zeros((4, 27), np.float32))
    odd = [lying("W", 180), lying("N", 180), lying("E", 180, sure=0.6), back]
    found = facing([*others, *odd])
    assert found is not None
    assert np.allclose(found, (0, -1))
