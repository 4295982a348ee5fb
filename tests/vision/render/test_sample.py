"""Test that the labels of random pictures agree with the pictures."""

from collections import Counter

import cv2
import numpy as np
import pytest

from vision.render.letters import random_letter
from vision.render.optics.sensor import quick_post
from vision.render.prints.typefaces import vendored
from vision.render.sample import PieceTruth, RenderedPicture, sample
from vision.tensor_format import LETTERS

WIDTH, HEIGHT = 640, 480


@pytest.fixture(scope="module")
def pictures() -> list[RenderedPicture]:
    return [sample(np.random.default_rng(seed), WIDTH, HEIGHT, vendored()) for seed in range(14)]


def labels(pictures: list[RenderedPicture]) -> list[PieceTruth]:
    return [label for picture in pictures for label in picture.labels]


def test_the_same_generator_state_gives_the_same_picture() -> None:
    first, second = (sample(np.random.default_rng(5), 320, 240, vendored()) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert [label.letter for label in first.labels] == [label.letter for label in second.labels]


def test_pictures_have_the_size_asked_for_and_differ(pictures: list[RenderedPicture]) -> None:
    assert all(picture.image.shape == (HEIGHT, WIDTH, 3) for picture in pictures)
    assert all(picture.image.dtype == np.uint8 for picture in pictures)
    assert len({picture.image.tobytes() for picture in pictures}) == len(pictures)


def test_every_kind_of_piece_turns_up(pictures: list[RenderedPicture]) -> None:
    assert {"card", "tile"} <= {label.kind for label in labels(pictures)}
    assert len({label.letter for label in labels(pictures)}) > 20


def test_quads_are_convex_and_run_clockwise(pictures: list[RenderedPicture]) -> None:
    for label in labels(pictures):
        assert label.quad.shape == (4, 2)
        assert cv2.isContourConvex(label.quad.astype(np.float32))
        assert cv2.contourArea(label.quad, oriented=True) > 0


def test_anchors_lie_in_the_picture_and_in_their_piece(pictures: list[RenderedPicture]) -> None:
    for label in labels(pictures):
        x, y = label.anchor
        assert 0 <= x <= WIDTH
        assert 0 <= y <= HEIGHT
        # The sides of a thick tile, seen slantwise, belong to it as well as its top.
        slack = 0.6 * np.sqrt(cv2.contourArea(label.quad)) if label.kind == "tile" else 2.0
        assert cv2.pointPolygonTest(label.quad, (float(x), float(y)), measureDist=True) >= -slack


def test_a_hidden_piece_is_never_called_readable(pictures: list[RenderedPicture]) -> None:
    for label in labels(pictures):
        assert 0 < label.visible_share <= 1
        assert not label.is_readable or label.letter is not None
        assert not label.is_readable or label.visible_share > 0.01


def test_backs_and_strangers_bear_no_letter(pictures: list[RenderedPicture]) -> None:
    for label in labels(pictures):
        assert label.letter is None or label.kind in ("card", "tile")


def test_post_processing_keeps_size_and_changes_the_look(pictures: list[RenderedPicture]) -> None:
    before = pictures[0].image
    copy = before.copy()
    after = quick_post(np.random.default_rng(1), before)
    assert after.shape == before.shape
    assert np.array_equal(before, copy)
    assert not np.array_equal(after, before)


def test_letters_come_between_evenly_and_as_in_a_pack() -> None:
    rng = np.random.default_rng(7)
    drawn = Counter(random_letter(rng) for _ in range(20_000))
    assert set(drawn) == {*LETTERS, "?"}
    assert drawn["O"] > 2 * drawn["Q"]
    assert min(drawn.values()) > 20_000 / 26 / 3
