"""The camera itself is watched: pictures that do not come, stand still, are black or of another size.

A value that is told every frame and the time. None of this needs the picture read, so that it is noticed
while nothing is.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

import numpy as np

from device.hardware.camera import Frame, Image
from engine.i18n import Sentence
from engine.shared.condition import Black, Condition, Frozen, NoPictures, WrongSize

PIXEL_STEP: Final = 8
"""Step between the pixels that are compared: enough to tell pictures apart, cheap for a Pi."""
MAX_BLACK_LEVEL: Final = 24
"""Grey level below which a pixel is black: above a covered lens's noise, below a card in the dark."""
MIN_BRIGHT_SHARE: Final = 0.005
"""Share of pixels brighter than that from which a picture shows anything."""


@dataclass(frozen=True, slots=True)
class WatchdogLimits:
    """Limit a camera's silence: the longest time between frames and without any change between them, in
    seconds, whether its pictures must show anything, and whether they must keep the first one's size.

    The defaults limit nothing, because a folder of pictures may repeat itself, and a virtual table's clock
    may run fast. `steady`: its pictures come all the time, so a state that no picture showed did not last.
    With single photographs only the clock can tell.
    """

    silent: float = inf
    frozen: float = inf
    shows: bool = False
    one_size: bool = False
    steady: bool = False


UNWATCHED: Final = WatchdogLimits()
STEADY: Final = WatchdogLimits(steady=True)
LIVE: Final = WatchdogLimits(silent=1.6, frozen=1.6, shows=True, one_size=True, steady=True)
"""The limits of a real camera: a fault is noticed within two seconds, the loop's look at the clock included.
The slowest camera gives five pictures a second, and no sensor gives two equal ones.
"""


@dataclass(frozen=True, slots=True)
class CameraWatchdog:
    """Watch a camera: the last frame's moment, or since when the first is due; a sample of its pixels and
    since when they are unchanged; and the first frame's `size`, width and height. `faults` are the present
    faults.
    """

    limits: WatchdogLimits = UNWATCHED
    at: float | None = None
    pixels: Image | None = None
    since: float = 0.0
    size: tuple[int, int] | None = None
    faults: tuple[Condition, ...] = ()

    def looked(self, frame: Frame) -> "CameraWatchdog":
        """Return the state after one more frame."""
        pixels = np.asarray(frame.image[::PIXEL_STEP, ::PIXEL_STEP]).copy()
        same = self.pixels is not None and np.array_equal(self.pixels, pixels)
        since = self.since if same else frame.at
        height, width = frame.image.shape[:2]
        size = self.size or (width, height)
        found = (
            WrongSize(width, height, size) if self.limits.one_size and (width, height) != size else None,
            _black(pixels) if self.limits.shows else None,
            Frozen(frame.at - since) if frame.at - since >= self.limits.frozen else None,
        )
        faults = tuple(Condition(fact, "serious") for fact in found if fact is not None)
        return replace(self, at=frame.at, pixels=pixels, since=since, size=size, faults=faults)

    def until(self, now: float) -> float:
        """Return up to when a table that rests is known to have rested, if it is `now`."""
        return now if self.at is None or not self.limits.steady else min(now, self.at)

    def waited(self, now: float) -> "CameraWatchdog":
        """Return the state at `now` if no frame came."""
        if self.at is None:
            return replace(self, at=now)
        if self.faults or now - self.at < self.limits.silent:
            return self
        return self.lost(None)

    def lost(self, why: Sentence | None) -> "CameraWatchdog":
        """Return the state after the camera gave up, with its reason if it gave one."""
        return replace(self, pixels=None, faults=(Condition(NoPictures(why), "serious"),))


def _black(pixels: Image) -> Black | None:
    shown = float((pixels > MAX_BLACK_LEVEL).mean())
    return Black(int(pixels.max(initial=0))) if shown < MIN_BRIGHT_SHARE else None
