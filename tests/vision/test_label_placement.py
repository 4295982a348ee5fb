"""Test that labels are placed so that they hide neither print nor one another, in pictures of any size."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.crops import Picture
from vision.label_placement import (
    MIN_LABEL_SIZE,
    Spot,
    Tag,
    UnplacedLabel,
    make_label_map,
    place_labels,
    plate_size,
)
from vision.tensor_format import Floats

INK = (30, 30, 30)


def _quad(x: float, y: float, side: float) -> Floats:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def _board(width: int, height: int) -> tuple[Picture, list[Floats]]:
    """Draw tiles that touch all round, each with a letter and a figure."""
    picture = np.full((height, width, 3), 120, np.uint8)
    side = height / 9
    quads = [_quad(side * (1 + x), side * (1 + y), side) for y in range(6) for x in range(7)]
    for n, quad in enumerate(quads):
        (left, top), (right, foot) = np.round(quad[0]).astype(int), np.round(quad[2]).astype(int)
        cv2.rectangle(picture, (left + 1, top + 1), (right - 1, foot - 1), (225, 230, 232), -1)
        at = left + round(0.3 * side), top + round(0.72 * side)
        letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n % 26]
        cv2.putText(picture, letter, at, cv2.FONT_HERSHEY_DUPLEX, side / 48, INK, max(1, round(side / 20)))
    return picture, quads


def _at(at: Floats, wide: float, tall: float) -> Iterator[Spot]:
    yield float(at[0]), float(at[1]), 0.0


def _labels(quads: list[Floats]) -> list[UnplacedLabel]:
    """Return a label for each tile, wanted in the tile's centre."""
    return [
        UnplacedLabel("W", (0, 0, 0), quad, partial(_at, quad.mean(0)), card_number=n)
        for n, quad in enumerate(quads, 1)
    ]


def _dark(picture: Picture, tag: Tag) -> float:
    """Return the share of a label's area that lies on ink."""
    box = tag.box
    part = picture[round(box.top) : round(box.bottom), round(box.left) : round(box.right)]
    return float((part.max(2) < 90).mean())


@pytest.mark.parametrize("size", [(640, 480), (1600, 1200), (4608, 2592)])
def test_print_is_left_free_and_no_label_meets_another(size: tuple[int, int]) -> None:
    picture, quads = _board(*size)
    found = place_labels(
        make_label_map(picture, quads, [True] * len(quads)), _labels(quads), max(size) / 1000
    )
    assert len(found) == len(quads)
    assert max(_dark(picture, tag) for tag in found) < 0.02
    assert not any(one.box.meets(other.box) for one, other in combinations(found, 2))
    assert min(tag.size for tag in found) >= MIN_LABEL_SIZE
    assert all(tag.box.left >= 0 and tag.box.right <= size[0] for tag in found)


def test_capitals_are_legible_in_the_smallest_pictures() -> None:
    assert plate_size("W", MIN_LABEL_SIZE)[1] >= 14


def test_a_label_that_had_to_go_away_has_a_line_to_what_it_names() -> None:
    picture = np.full((600, 800, 3), 120, np.uint8)
    quad = _quad(350, 250, 100)
    near = UnplacedLabel("A", (0, 0, 0), quad, partial(_at, quad[3]))
    far = UnplacedLabel("B", (0, 0, 0), quad, partial(_at, np.array([700.0, 100.0])))
    by, away = place_labels(make_label_map(picture, [quad], [True]), [near, far], 0.8)
    assert by.line_end is None
    assert away.line_end is not None
    assert cv2.pointPolygonTest(quad, away.line_end, True) > -1


def test_an_extra_label_without_room_is_left_out() -> None:
    picture = np.full((200, 300, 3), 255, np.uint8)
    picture[::4] = picture[1::4] = 0
    everywhere = np.array([[0, 0], [300, 0], [300, 200], [0, 200]], np.float32)
    around = make_label_map(picture, [everywhere], [True])
    label = UnplacedLabel("CAT", (0, 0, 0), everywhere, partial(_at, everywhere.mean(0)), is_optional=True)
    assert place_labels(around, [label], 1.0) == []


def test_a_sentence_wider_than_the_picture_is_made_to_fit() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    sheet = np.array([[0, 0], [200, 0], [200, 100], [0, 100]], np.float32)
    label = UnplacedLabel(
        "It is too dark to read the cards for certain.", (0, 0, 0), sheet, partial(_at, sheet.mean(0))
    )
    (tag,) = place_labels(make_label_map(picture, [], []), [label], 1.0)
    assert tag.box.right - tag.box.left <= 205
