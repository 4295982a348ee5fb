"""Test the search for corners on drawn cards whose corners are known."""

import cv2
import numpy as np
import pytest

from vision.crops import Pyramid
from vision.geometry.edges import fit_each_edge, fit_opposite_edges, measure_edges, usual_size
from vision.geometry.rectification import rectify
from vision.tensor_format import Floats

TABLE = (60, 80, 110)


def _quads() -> Floats:
    """Return three cards of 114 x 178 pixels, each turned a little."""
    half = np.array([[-57, -89], [57, -89], [57, 89], [-57, 89]], np.float64)
    turned = []
    for n, angle in enumerate((-0.1, 0.05, 0.2)):
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        turned.append(half @ turn + (200 + 250 * n, 240))
    return np.array(turned, np.float32)


def _drawn(quads: Floats, paper: int = 235) -> Pyramid:
    picture = np.full((480, 960, 3), TABLE, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(picture, np.round(quad * 16).astype(np.int32), (paper,) * 3, cv2.LINE_AA, 4)
    return Pyramid.of(picture)


def _off(found: Floats, true: Floats) -> float:
    """Return the mean distance of the found corners from the true ones, in card lengths, for the worst
    card."""
    return float(np.hypot(*np.moveaxis(found - true, 2, 0)).mean(1).max() / 178)


def _grown(quads: Floats, by: float) -> Floats:
    middle = quads.mean(1, keepdims=True)
    return np.asarray(middle + (quads - middle) * by, np.float32)


@pytest.mark.parametrize("size", [0.88, 0.95, 1.06])
def test_corners_a_tenth_off_are_found_within_a_hundredth(size: float) -> None:
    quads = _quads()
    said = _grown(quads, size) + np.float32(4)
    assert _off(said, quads) > 0.025
    assert _off(fit_each_edge(measure_edges(_drawn(quads), said)), quads) < 0.01


def test_where_nothing_is_to_be_seen_corners_stay() -> None:
    quads = _quads()
    blank = _drawn(quads[:0])
    assert np.allclose(fit_each_edge(measure_edges(blank, quads)), quads, atol=0.01)


def test_a_printed_frame_is_no_edge_where_the_others_tell_the_size() -> None:
    quads = _quads()
    pyramid = _drawn(quads)
    picture = pyramid.levels[0].copy()
    # The first card's foot meets another card, and has a frame printed near it.
    foot, inner = quads[0][[3, 2]], _grown(quads[:1], 0.86)[0][[3, 2]]
    down = (foot - quads[0][[0, 1]]) * 0.4
    beyond = np.array([foot[0], foot[1], foot[1] + down[1], foot[0] + down[0]])
    cv2.fillConvexPoly(picture, np.round(beyond * 16).astype(np.int32), (235,) * 3, cv2.LINE_AA, 4)
    left, right = np.round(inner).astype(int).tolist()
    cv2.line(picture, left, right, (90, 90, 90), 2)
    said = _grown(quads, 0.96)
    seen = measure_edges(Pyramid.of(picture), said)
    first = fit_each_edge(seen)
    plane = rectify(quads, 960, 480)
    size = usual_size(plane.to_table(quads))
    assert size is not None
    assert _off(fit_opposite_edges(seen, plane, size)[:1], quads[:1]) < 0.015 < _off(first[:1], quads[:1])


def test_two_cards_or_odd_ones_have_no_usual_size() -> None:
    quads = _quads().astype(np.float64)
    assert usual_size(quads[:2]) is None
    assert (
        usual_size(np.concatenate([_grown(q[None], s) for q, s in zip(quads, (0.7, 1, 1.4), strict=True)]))
        is None
    )


def test_no_cards_are_no_trouble() -> None:
    seen = measure_edges(_drawn(_quads()), np.zeros((0, 4, 2), np.float32))
    assert fit_each_edge(seen).shape == (0, 4, 2)
