"""Test that doubtful pieces are classified again from all sides, and that clear ones are left as they are."""

from dataclasses import replace

import numpy as np
import pytest

from vision.crops import Outline, Pyramid
from vision.pieces import augmented_views
from vision.pieces.classify import Piece
from vision.tensor_format import LETTERS

PYRAMID = Pyramid.of(np.full((400, 400, 3), 180, np.uint8))
SQUARE = np.array([[100, 100], [160, 100], [160, 190], [100, 190]], np.float32)


def piece(letters: dict[str, float], turned: int = 0, shift: float = 0.0) -> Piece:
    """Return a card with these probabilities of letters. Its list of corners begins `turned` corners after
    the upper left one."""
    chances = np.zeros((4, len(LETTERS)), np.float32)
    for letter, chance in letters.items():
        chances[0, LETTERS.index(letter)] = chance
    corners = np.roll(SQUARE + shift, -turned, axis=0).astype(np.float32)
    return Piece(corners, chances, 0.0, 1 - sum(letters.values()), Outline(130, 145, 90, 60, 0.0))


def sides(monkeypatch: pytest.MonkeyPatch, width: float) -> list[int]:
    """Return the sides from which a doubtful outline of `width` is classified again: 0 for its upper side,
    then clockwise."""
    seen: list[Outline] = []

    def spelling(_pyramid: Pyramid, outlines: tuple[Outline, ...], _settings: object) -> tuple[Piece, ...]:
        seen.extend(outlines)
        return (piece({"O": 0.6}),) * len(outlines)

    monkeypatch.setattr(augmented_views, "classify", spelling)
    corners = np.array([[0, 0], [width, 0], [width, 90], [0, 90]], np.float32) + np.float32(100)
    doubtful = replace(piece({"O": 0.6}), corners=corners.astype(np.float32))
    augmented_views.average_views(PYRAMID, (doubtful,))
    turns = [round(look.angle / (np.pi / 2)) % 4 for look in seen]
    for look, turn in zip(seen, turns, strict=True):  # as much of the picture, whichever side is up
        upright = (look.height, look.width)[:: -1 if turn % 2 else 1]
        assert upright[0] / upright[1] == pytest.approx(90 / width, rel=1e-5)
    return sorted(turns)


def test_a_card_is_looked_at_from_both_ends_and_a_tile_from_every_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert sides(monkeypatch, 57) == [0, 0, 2, 2]
    assert sides(monkeypatch, 88) == [0, 1, 2, 3]


def answer_further_looks(monkeypatch: pytest.MonkeyPatch, answers: list[Piece]) -> list[int]:
    """Let every further look at a doubtful outline give the pieces `answers`. Return a list to which each
    call of the classifier adds the number of its outlines."""
    asked: list[int] = []

    def spelling(_pyramid: Pyramid, outlines: tuple[Outline, ...], _settings: object) -> tuple[Piece, ...]:
        asked.append(len(outlines))
        return tuple(answers[: len(outlines)])

    monkeypatch.setattr(augmented_views, "classify", spelling)
    return asked


def test_clear_pieces_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answer_further_looks(monkeypatch, [])
    clear = piece({"A": 0.99})
    assert augmented_views.average_views(PYRAMID, (clear,)) == (clear,)
    assert asked == [0]


def test_a_doubtful_letter_is_the_mean_of_all_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answer_further_looks(monkeypatch, [piece({"T": 0.9})] * 4)
    (made,) = augmented_views.average_views(PYRAMID, (piece({"I": 0.6, "T": 0.4}),))
    assert asked == [4]
    assert made.probabilities.sum(0)[LETTERS.index("T")] == pytest.approx((0.4 + 4 * 0.9) / 5)
    assert made.letter_probability + made.back_probability + made.other_probability == pytest.approx(1)


def test_looks_from_another_corner_are_lined_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_further_looks(monkeypatch, [piece({"W": 0.8}, turned=2)] * 4)
    (made,) = augmented_views.average_views(PYRAMID, (piece({"M": 0.6}),))
    # From its other end the piece is a W, and the corners begin at the W's top left.
    assert LETTERS[int(made.probabilities[0].argmax())] == "W"
    assert made.corners[0].tolist() == SQUARE[2].tolist()


def test_corners_are_the_middle_of_all_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_further_looks(monkeypatch, [piece({"A": 0.9}, shift=s) for s in (-1.0, 1.0, 2.0, 40.0)])
    (made,) = augmented_views.average_views(PYRAMID, (piece({"A": 0.9}),))
    assert np.allclose(made.corners, SQUARE + 1.0)  # the median, so that one wild reading does no harm
