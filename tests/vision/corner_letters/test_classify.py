"""Test corner letters that are read in crops of their own, the doubtful ones several times."""

import cv2
import numpy as np
import pytest

from vision.corner_letters import classify
from vision.corner_letters.classify import (
    GLYPH_VIEWS,
    LOOKS_PER_LETTER,
    GlyphView,
    _viewed_places,
    classify_corner_letters,
)
from vision.crops import Picture, Pyramid
from vision.tensor_format import GLYPH_CLASSES, GLYPH_SIDE, LETTERS, Floats


class _Network:
    """A stand-in for the network of corner letters. At each call it gives the next list of letters with
    their probabilities, all upright."""

    def __init__(self, said: list[list[tuple[str, float]]]) -> None:
        self.said, self.crops = iter(said), list[int]()

    def __call__(self, name: str, crops: Picture) -> tuple[Floats, Floats]:
        assert name == "glyphs"
        assert crops.shape[1:] == (GLYPH_SIDE, GLYPH_SIDE, 3)
        self.crops.append(len(crops))
        scores = np.full((len(crops), GLYPH_CLASSES), -9.0, np.float32)
        for row, (letter, chance) in zip(scores, next(self.said), strict=True):
            row[LETTERS.index(letter)] = np.log(chance)
            row[LETTERS.index("?")] = np.log(1 - chance)
        return scores, np.tile(np.array([0, -1, -0.2, -0.2], np.float32), (len(crops), 1))


def _read(monkeypatch: pytest.MonkeyPatch, network: _Network, count: int) -> classify.CornerLetterReadings:
    monkeypatch.setattr(classify, "run", network)
    middles = np.array([[100.0 + 90 * n, 100] for n in range(count)], np.float32)
    ups = np.tile(np.array([0, -1], np.float32), (count, 1))
    return classify_corner_letters(Pyramid.of(np.full((240, 400, 3), 200, np.uint8)), middles, ups, 180.0)


def test_what_is_plain_is_read_no_more_often_than_it_takes_to_see_it_upright(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = _Network([[("E", 0.999), ("F", 0.999)]] * LOOKS_PER_LETTER)
    said = _read(monkeypatch, network, 2)
    assert network.crops == [2] * LOOKS_PER_LETTER
    assert said.probabilities.argmax(1).tolist() == [LETTERS.index("E"), LETTERS.index("F")]


def test_what_is_doubtful_is_the_mean_of_several_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [("O", 0.6), *[("Q", 0.9)] * (len(GLYPH_VIEWS) - 1)]
    network = _Network([*[[("E", 0.999), ("O", 0.8)]] * LOOKS_PER_LETTER, looks])
    said = _read(monkeypatch, network, 2)
    assert network.crops == [2] * LOOKS_PER_LETTER + [len(GLYPH_VIEWS)]
    chances = said.probabilities[1]
    assert chances[LETTERS.index("Q")] == pytest.approx(
        0.9 * (len(GLYPH_VIEWS) - 1) / (len(GLYPH_VIEWS) + 1), abs=0.01
    )
    assert chances[LETTERS.index("O")] == pytest.approx(1.4 / (len(GLYPH_VIEWS) + 1), abs=0.01)
    assert said.probabilities[0].max() > 0.99
    assert np.allclose(said.probabilities.sum(1), 1, atol=1e-5)


def test_further_looks_are_taken_to_the_letter_s_own_right_and_down() -> None:
    """The top of this corner letter points left in the picture. A further look shifted to the letter's own
    right is therefore shifted up in the picture."""
    middles, ups = np.array([[100, 100]], np.float32), np.array([[-1, 0]], np.float32)
    there, turned, longs = _viewed_places(middles, ups, 200.0, GlyphView(1.1, 0.1, 0.02, 0.01))
    assert there.tolist() == [pytest.approx([102, 96])]
    assert turned.tolist() == [pytest.approx([-np.cos(0.1), -np.sin(0.1)])]
    assert longs.tolist() == [pytest.approx(220)]


def test_a_letter_is_looked_at_in_its_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The spotter gave a place beside the middle of the letter. The crops are taken from the middle of its
    ink."""
    monkeypatch.setattr(classify, "run", _Network([[("E", 0.999)]] * LOOKS_PER_LETTER))
    picture = np.full((240, 400, 3), 200, np.uint8)
    cv2.rectangle(picture, (150, 110), (170, 124), (20, 20, 20), -1)
    near, up = np.array([[152, 113]], np.float32), np.array([[-1, 0]], np.float32)
    said = classify_corner_letters(Pyramid.of(picture), near, up, 180.0)
    assert said.middles[0] == pytest.approx([160, 117], abs=1.5)
