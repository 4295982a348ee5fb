"""Run the virtual table: a table without hardware, seen by a simulated camera.

The caller supplies the time, and the function that draws a picture. What the players do is a sequence of
motion steps (`device.virtual.motions.motion_steps`). The demo and the tests use this camera.
"""

import threading
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from device.hardware.camera import Frame
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.tabletop.state import Tabletop, scene
from engine.shared.scene import Arm, LyingCard, Scene

Render = Callable[[Scene, int], NDArray[np.uint8]]
"""A function from a scene and a frame's seed to a BGR picture."""


@dataclass(frozen=True, slots=True)
class Show:
    """A sequence of motion steps with their times, and the table after the last of them."""

    start: float
    """The time in seconds at which the first motion step begins."""
    motion: tuple[MotionStep, ...]
    ends: tuple[float, ...]
    """The time in seconds at which each motion step ends."""
    after: Tabletop
    """The cards on the table after the last motion step."""

    @property
    def end(self) -> float:
        """The time in seconds at which the last motion step ends."""
        return self.ends[-1] if self.ends else self.start

    def at(self, now: float) -> Scene:
        """Return what the camera sees at the time `now` (seconds) of the show: the cards, and the arm on its
        way."""
        i = bisect_right(self.ends, now)
        if now < self.start and self.motion:
            return scene(self.motion[0].top)
        if i >= len(self.motion):
            return scene(self.after)
        motion_step = self.motion[i]
        return scene_during(motion_step, 1 - (self.ends[i] - now) / motion_step.seconds)


def show(start: float, motion: Sequence[MotionStep], after: Tabletop) -> Show:
    """Return the show of `motion` that begins at the time `start`. Motion steps without length are left
    out."""
    lasting = tuple(motion_step for motion_step in motion if motion_step.seconds > 0)
    ends = tuple(start + s for s in accumulate(motion_step.seconds for motion_step in lasting))
    return Show(start, lasting, ends, after)


def scene_during(motion_step: MotionStep, part: float) -> Scene:
    """Return the scene after the share `part` of a motion step, 0 to 1. Arms start and stop gently."""
    if motion_step.reach is None:
        return scene(motion_step.top)
    eased = part * part * (3 - 2 * part)
    arm = _between(*motion_step.reach, eased)
    return scene(motion_step.top, arm, _carried(motion_step.carried, arm))


def _between(a: Arm, b: Arm, part: float) -> Arm:
    return replace(a, x=a.x + (b.x - a.x) * part, y=a.y + (b.y - a.y) * part)


def _carried(card: LyingCard | None, arm: Arm) -> LyingCard | None:
    return None if card is None else replace(card, x=arm.x, y=arm.y)


class VirtualTable:
    """The virtual table while players act on it. An action is a sequence of motion steps that take time.
    Any thread may call the methods."""

    def __init__(self, top: Tabletop, now: float = 0.0) -> None:
        self._lock = threading.Lock()
        self._show = show(now, (), top)

    @property
    def top(self) -> Tabletop:
        """The cards on the table as they will lie when all actions that have begun are done."""
        with self._lock:
            return self._show.after

    def perform(self, motion: Sequence[MotionStep], after: Tabletop, now: float) -> float:
        """Play `motion` from the time `now` on, in place of the present motion. Return the time at which
        its last step ends."""
        with self._lock:
            self._show = show(now, motion, after)
            return self._show.end

    def put_off(self, seconds: float) -> None:
        """Delay the present actions by `seconds`."""
        with self._lock:
            show = self._show
            ends = tuple(end + seconds for end in show.ends)
            self._show = replace(show, start=show.start + seconds, ends=ends)

    def busy(self, now: float) -> bool:
        """Return True if an action is in progress."""
        with self._lock:
            return now < self._show.end

    def scene(self, now: float) -> Scene:
        """Return what the camera sees at the time `now`: the cards, and the arms over them."""
        with self._lock:
            return self._show.at(now)


MAX_PICTURE_SECONDS: Final = 1.0
"""Seconds of table time that are allowed between two pictures at any speed. Laying two cards takes
longer, so the camera misses no card."""


def max_picture_interval(speed: float, fps: float) -> float:
    """Return the maximum seconds of table time between two pictures, at `fps` pictures a second.

    The table runs `speed` times as fast as real time. A picture may be late by its own interval.
    """
    return max(MAX_PICTURE_SECONDS, 2 * speed / fps)


class VirtualCamera:
    """Simulate a camera over a virtual table, with `fps` pictures a second of real time.

    `clock` returns the table's time, which may run faster than real time. Before each picture
    `let_players_act` gets the table's time. The same `seed` and times give the same pictures.

    At most `max_interval` seconds of table time pass between two pictures. While a slow machine computes,
    the actions on the table wait, so that every hand is seen.
    """

    def __init__(
        self,
        table: VirtualTable,
        render: Render,
        *,
        clock: Callable[[], float],
        let_players_act: Callable[[float], None] = lambda _: None,
        fps: float = 8.0,
        seed: int = 0,
        max_interval: float = inf,
    ) -> None:
        self._table, self._render, self._max_interval = table, render, max_interval
        self._clock, self._let_players_act = clock, let_players_act
        self._every, self._seed = 1.0 / fps, seed
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        """Yield pictures until the camera is closed."""
        number, last = self._seed, inf
        while not self._closed.is_set():
            now = self._clock()
            if now - last > self._max_interval:
                self._table.put_off(now - last - self._max_interval)
            last = now
            self._let_players_act(now)
            yield Frame(self._render(self._table.scene(now), number), now)
            number += 1
            self._closed.wait(self._every)

    def close(self) -> None:
        """Stop the pictures."""
        self._closed.set()
