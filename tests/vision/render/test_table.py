"""Test the rendered pictures of the virtual table."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from engine.shared.scene import Arm, LyingCard, Scene
from vision.render.table import LOOKS, project, view, virtual_table

SIZE = (640, 360)
TABLE = (900.0, 500.0)


def scene(*cards: LyingCard, arms: tuple[Arm, ...] = ()) -> Scene:
    return Scene(*TABLE, cards, arms)


@pytest.mark.parametrize("look", LOOKS)
def test_only_the_card_put_down_changes_the_picture(look: str) -> None:
    picture = virtual_table(SIZE, seed=3, look=look)
    card = LyingCard("A", 300, 250, 20)
    before, after = picture(scene(), 7), picture(scene(card), 7)
    changed = np.abs(before.astype(int) - after).max(2) > 24
    (quad,) = project(scene(card), SIZE, seed=3, look=look)
    inside = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad).astype(int), 1)
    assert changed[inside > 0].mean() > 0.2  # a white card on a white table changes least
    near = cv2.dilate(inside, np.ones((21, 21), np.uint8)) > 0
    assert not changed[~near].any()


def test_equal_arguments_give_equal_frames_and_frames_differ_by_noise_only() -> None:
    picture, again = virtual_table(SIZE), virtual_table(SIZE)
    placed = scene(LyingCard("Q", 450, 250))
    assert np.array_equal(picture(placed, 1), again(placed, 1))
    apart = np.abs(picture(placed, 1).astype(int) - picture(placed, 2))
    assert 0 < apart.mean() < 5


def test_the_seed_and_the_look_make_the_table() -> None:
    empty = scene()
    pictures = [
        virtual_table(SIZE, seed, look)(empty, 0)
        for seed, look in ((0, "classic"), (1, "classic"), (0, "club"))
    ]
    assert all(np.abs(a.astype(int) - b).mean() > 3 for a, b in pairwise(pictures))


def test_corners_follow_the_turn_of_the_card() -> None:
    upright, turned = project(scene(LyingCard("A", 300, 250), LyingCard("A", 300, 250, 180)), SIZE)
    assert np.allclose(upright, np.roll(turned, 2, axis=0), atol=1.0)
    assert upright[0][1] < upright[3][1]
    assert upright[0][0] < upright[1][0]
    quarter = project(scene(LyingCard("A", 300, 250, 90)), SIZE)[0]
    assert quarter[0][0] > quarter[3][0]  # its top points to the right


def test_the_whole_table_is_in_the_picture() -> None:
    camera = view(SIZE, *TABLE, seed=4)
    width, height = TABLE
    corners = camera.project(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32))
    assert (corners > 0).all()
    assert (corners < SIZE).all()


def test_pixels_and_millimetres_are_each_others_inverse() -> None:
    camera = view(SIZE, *TABLE, seed=4)
    points = np.array([[10, 20], [700, 300], [450, 250]], np.float32)
    assert np.allclose(camera.ground(camera.project(points)), points, atol=0.05)


def test_an_arm_comes_from_its_edge_and_hides_cards() -> None:
    picture = virtual_table(SIZE)
    bare, reached = picture(scene(), 0), picture(scene(arms=(Arm(450, 250, 0),)), 0)
    rows = (np.abs(bare.astype(int) - reached).max(2) > 40).any(1)
    assert rows[-1]
    assert not rows[: SIZE[1] // 3].any()


def test_an_unknown_look_is_named() -> None:
    with pytest.raises(ValueError, match="no look 'marble'"):
        virtual_table(look="marble")
