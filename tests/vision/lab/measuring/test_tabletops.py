"""Test the pictures for measuring the reader on surfaces that no network was trained with: each surface has
the same cards at the same places."""

import numpy as np

from vision.lab.measuring.tabletops import TOPS, scene
from vision.render.prints.typefaces import vendored


def test_each_top_has_the_same_cards_and_looks_another_way() -> None:
    faces = vendored()
    drawn = [scene(np.random.default_rng([1, 5]), TOPS[name], faces) for name in ("baize", "plaid")]
    cards = [[(label.letter, label.quad.tolist()) for label in picture.labels] for picture in drawn]
    assert cards[0] == cards[1] != []
    assert np.abs(drawn[0].image.astype(int) - drawn[1].image.astype(int)).mean() > 5


def test_a_top_is_the_same_for_the_same_seed() -> None:
    for top in TOPS.values():
        once, again = (top(np.random.default_rng(3), 64, 1.0) for _ in range(2))
        assert once.shape == (64, 64, 3)
        assert np.array_equal(once, again)
