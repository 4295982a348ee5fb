"""Test how often each typeface is drawn at random for a rendered deck."""

from collections import Counter

import numpy as np

from vision.render.prints.typefaces import Face, Faces


def test_families_are_drawn_alike_and_written_hands_oftener() -> None:
    faces = Faces((Face("/a/Plain-Bold.ttf"), Face("/a/Plain-Regular.ttf"), Face("/a/KaushanScript.otf")))
    rng = np.random.default_rng(0)
    drawn = Counter(faces.pick(rng).path for _ in range(1200))
    assert 820 < drawn["/a/KaushanScript.otf"] < 980
    assert abs(drawn["/a/Plain-Bold.ttf"] - drawn["/a/Plain-Regular.ttf"]) < 70


def test_slanted_and_slight_faces_are_rare() -> None:
    faces = Faces((Face("/a/Plain-Bold.ttf"), Face("/a/Plain-Italic.ttf"), Face("/a/Plain-Thin.ttf")))
    rng = np.random.default_rng(0)
    drawn = Counter(faces.pick(rng).path for _ in range(1000))
    assert drawn["/a/Plain-Bold.ttf"] > 700
    assert drawn["/a/Plain-Thin.ttf"] > drawn["/a/Plain-Italic.ttf"] > 40
