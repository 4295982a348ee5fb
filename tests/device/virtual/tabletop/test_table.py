"""Test that what happens on the virtual table depends only on the time that it is given and on its seed."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from device.virtual.motions.motion_steps import Handling, Manner
from device.virtual.motions.words import play_rows
from device.virtual.tabletop.state import Tabletop
from device.virtual.tabletop.table import VirtualCamera, VirtualTable
from engine.position import Rows
from engine.shared.scene import Scene


def laid(seed: int = 1) -> tuple[Tabletop, Handling]:
    top = Tabletop(1100, 620, stock=30)
    hands = Handling(top, Manner(random.Random(seed)))
    play_rows(hands, Rows(), Rows(("CAT",)))
    return top, hands


def test_nothing_happens_before_and_everything_has_happened_after() -> None:
    top, hands = laid()
    table = VirtualTable(top)
    end = table.perform(hands.motion, hands.top, now=10.0)
    assert [c for c in table.scene(9.0).cards if c.face_up] == []
    assert "".join(c.letter for c in table.scene(end).cards if c.face_up) == "CAT"
    assert table.busy(end - 0.01)
    assert not table.busy(end)
    assert table.top == hands.top


def test_a_card_comes_in_an_arm_and_stays_when_the_arm_has_gone() -> None:
    top, hands = laid()
    table = VirtualTable(top)
    table.perform(hands.motion, hands.top, now=0.0)
    coming = table.scene(0.3)
    assert coming.arms
    carried = [c for c in coming.cards if c.face_up]
    assert [c.letter for c in carried] == ["C"]
    assert (carried[0].x, carried[0].y) == (coming.arms[0].x, coming.arms[0].y)
    gone = table.scene(1.2)
    assert not gone.arms
    assert [c.letter for c in gone.cards if c.face_up] == ["C"]


def test_an_arm_starts_outside_the_table() -> None:
    for seat in (0.0, 90.0, 180.0, 270.0):
        hands = Handling(Tabletop(1100, 620, stock=3), Manner(random.Random(0), seat=seat))
        play_rows(hands, Rows(), Rows(("CAT",)))
        assert hands.motion[0].reach is not None
        away = hands.motion[0].reach[0]
        assert not (-50 < away.x < 1150 and -50 < away.y < 670)


def test_the_same_seed_is_the_same_show() -> None:
    assert laid(5)[1].motion == laid(5)[1].motion
    assert laid(5)[1].motion != laid(6)[1].motion


def grey(scene: Scene, seed: int) -> NDArray[np.uint8]:
    return np.full((9, 16, 3), min(255, 10 * len(scene.cards) + seed % 2), np.uint8)


def test_the_camera_gives_pictures_until_it_is_closed() -> None:
    now = iter(range(100))
    lived: list[float] = []
    table = VirtualTable(Tabletop(1100, 620, stock=3))
    camera = VirtualCamera(table, grey, clock=lambda: float(next(now)), let_players_act=lived.append, fps=1e6)
    frames = camera.frames()
    assert [next(frames).at for _ in range(3)] == [0.0, 1.0, 2.0]
    assert lived == [0.0, 1.0, 2.0]
    camera.close()
    with pytest.raises(StopIteration):
        next(frames)


def test_what_is_done_while_a_slow_machine_draws_no_picture_waits() -> None:
    """A slow machine draws no picture for 30 seconds. Meanwhile the virtual hands wait: otherwise no
    picture would show them at work."""
    top, hands = laid()
    table, times = VirtualTable(top), iter((0.0, 30.0, 30.2))
    table.perform(hands.motion, hands.top, now=0.0)
    camera = VirtualCamera(table, grey, clock=lambda: next(times), fps=1e6, max_interval=0.3)
    frames = camera.frames()
    next(frames), next(frames)
    assert table.scene(30.0).arms
    assert table.busy(30.0 + hands.motion[0].seconds)
    next(frames)
    assert not table.busy(30.0 + sum(motion_step.seconds for motion_step in hands.motion))
    camera.close()
