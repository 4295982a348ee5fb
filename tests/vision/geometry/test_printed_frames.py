"""Test that a frame printed on a card is not taken for the card's edge. The cards are drawn, so their true
corners are known."""

import cv2
import numpy as np
import pytest

from vision.crops import Pyramid
from vision.geometry.edge_profiles import LINE_STEP_CARD_LENGTHS
from vision.geometry.edges import fit_each_edge, measure_edges, measure_framed_edges
from vision.geometry.printed_frames import frame_inset
from vision.tensor_format import Floats

TABLE, PAPER, INK = (60, 80, 110), (235, 235, 235), (70, 70, 90)
WIDE, HIGH = 114, 178


def _row(count: int = 5, gap: float = 0.0) -> Floats:
    """Return upright cards side by side, `gap` pixels apart."""
    left = 40 + np.arange(count)[:, None, None] * (WIDE + gap)
    card = np.array([[0, 120], [WIDE, 120], [WIDE, 120 + HIGH], [0, 120 + HIGH]], np.float32)
    return np.asarray(card + left * np.array([1, 0]), np.float32)


def _shrunk(quads: Floats, by: float) -> Floats:
    """Return the corners of cards with every edge moved inwards by `by` pixels."""
    inwards = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], np.float32)
    return np.asarray(quads + by * inwards, np.float32)


def _drawn(quads: Floats, frame: float = 0.0, table: tuple[int, int, int] = TABLE) -> Pyramid:
    """Return a picture of the cards, with a thin seam where they touch. If `frame` is not 0, a frame is
    printed `frame` pixels inside each edge."""
    picture = np.full((440, 760, 3), table, np.uint8)
    for quad in np.round(quads * 16).astype(np.int32):
        cv2.fillConvexPoly(picture, quad, PAPER, cv2.LINE_AA, 4)
        cv2.polylines(picture, [quad], True, (190, 190, 190), 1, cv2.LINE_AA, 4)
    for quad in np.round(_shrunk(quads, frame) * 16).astype(np.int32) if frame else ():
        cv2.polylines(picture, [quad], True, INK, 2, cv2.LINE_AA, 4)
    return Pyramid.of(picture)


def _off(found: Floats, true: Floats) -> float:
    return float(np.hypot(*np.moveaxis(found - true, 2, 0)).mean(1).max() / HIGH)


@pytest.mark.parametrize("frame", [6.0, 8.0])
@pytest.mark.parametrize("taken", [0.0, 1.0])
def test_corners_move_from_a_pack_s_frame_to_the_edges_and_stay_there(frame: float, taken: float) -> None:
    quads = _row()
    pyramid = _drawn(quads, frame)
    said = fit_each_edge(measure_edges(pyramid, _shrunk(quads, taken * frame)))
    within = frame_inset(pyramid, said)
    # From the stroke's inner side; the drawn rims make it two steps wider.
    assert within * LINE_STEP_CARD_LENGTHS / 2 == pytest.approx((frame + 1) / HIGH, abs=0.018)
    assert _off(said, quads) > 0.03 or not taken
    assert _off(fit_each_edge(measure_framed_edges(pyramid, said, within)), quads) < 0.02


def test_cards_without_a_frame_have_none() -> None:
    quads = _row()
    assert frame_inset(_drawn(quads), quads) == 0


def test_neighbours_across_an_even_gap_are_no_frame() -> None:
    quads = _row(gap=7.0)
    assert frame_inset(_drawn(quads, table=(150, 150, 150)), quads) == 0


def test_rims_around_the_upper_cards_of_piles_are_no_frame_of_the_others() -> None:
    quads = _row(gap=24.0)
    way = np.random.default_rng(5).uniform(-9, 9, (3, 2, 1, 2)).astype(np.float32)
    assert frame_inset(_drawn(np.concatenate([*(quads[:2] + way), quads])), quads) == 0


def test_two_cards_tell_nothing() -> None:
    quads = _row(2)
    assert frame_inset(_drawn(quads, 6.0), quads) == 0
    assert frame_inset(_drawn(quads, 6.0), quads[:0]) == 0
