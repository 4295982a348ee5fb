"""Watch the camera for missing pictures, and for pictures that are frozen, black or of another size.

The watchdog is an immutable value that takes every frame and the time. The pictures need not be read, so
faults are noticed even while the table can't be read.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

import numpy as np

from device.hardware.camera import Frame, Image
from engine.i18n import Sentence
from engine.shared.condition import Black, Condition, Frozen, NoPictures, WrongSize

PIXEL_STEP: Final = 8
"""The step in pixels, in each row and column, between the pixels by which two frames are compared.
So few are enough to tell two frames apart, and take a Pi little time."""
MAX_BLACK_LEVEL: Final = 24
"""Grey level up to which a pixel is black. It is above a covered lens's noise, and below a card in the
dark."""
MIN_BRIGHT_SHARE: Final = 0.005
"""Minimum share, 0 to 1, of pixels that are brighter than `MAX_BLACK_LEVEL`. A picture with fewer
counts as black."""


@dataclass(frozen=True, slots=True)
class WatchdogLimits:
    """The limits beyond which a camera counts as faulty. The defaults limit nothing, because a folder
    of pictures may repeat itself, and a virtual table's clock may run fast."""

    max_silent_seconds: float = inf
    """Maximum number of seconds between two frames. After this time the camera counts as giving no
    pictures."""
    max_frozen_seconds: float = inf
    """Maximum number of seconds for which frames may be equal. After this time the camera counts as
    frozen."""
    rejects_black: bool = False
    """True if a black picture is a fault."""
    rejects_other_size: bool = False
    """True if a picture of another size than the first is a fault."""
    continuous: bool = False
    """True if the camera sends pictures all the time. The newest picture then tells if the table is at
    rest. False if people take single photographs: the time since the last photograph then counts as
    time at rest."""


NO_LIMITS: Final = WatchdogLimits()
CONTINUOUS_LIMITS: Final = WatchdogLimits(continuous=True)
LIVE_LIMITS: Final = WatchdogLimits(
    max_silent_seconds=1.6,
    max_frozen_seconds=1.6,
    rejects_black=True,
    rejects_other_size=True,
    continuous=True,
)
"""The limits of a real camera. With the loop's tick included, a fault is noticed within two seconds. The
slowest camera gives five pictures a second, and no sensor gives two equal ones."""


@dataclass(frozen=True, slots=True)
class CameraWatchdog:
    """Find faults of a camera by its frames: no frames, black frames, frames that never change, or
    frames of another size."""

    limits: WatchdogLimits = NO_LIMITS
    last_frame_at: float | None = None
    """The time of the last frame. Before the first frame, the time since which a frame is expected."""
    pixels: Image | None = None
    """Some of the last frame's pixels. If they never change, the camera is frozen."""
    unchanged_since: float = 0.0
    """The time, in seconds, since which the frames' pixels have not changed."""
    size: tuple[int, int] | None = None
    """The first frame's width and height."""
    faults: tuple[Condition, ...] = ()
    """The camera's present faults."""

    def after_frame(self, frame: Frame) -> "CameraWatchdog":
        """Return the watchdog after one more frame, with the faults that this frame shows."""
        pixels = np.asarray(frame.image[::PIXEL_STEP, ::PIXEL_STEP]).copy()
        same = self.pixels is not None and np.array_equal(self.pixels, pixels)
        since = self.unchanged_since if same else frame.at
        height, width = frame.image.shape[:2]
        size = self.size or (width, height)
        facts = (
            WrongSize(width, height, size)
            if self.limits.rejects_other_size and (width, height) != size
            else None,
            _black(pixels) if self.limits.rejects_black else None,
            Frozen(frame.at - since) if frame.at - since >= self.limits.max_frozen_seconds else None,
        )
        faults = tuple(Condition(fact, "serious") for fact in facts if fact is not None)
        return replace(
            self, last_frame_at=frame.at, pixels=pixels, unchanged_since=since, size=size, faults=faults
        )

    def at_rest_until(self, now: float) -> float:
        """Return the time, in seconds, up to which the table is known to be at rest: the time of the last
        frame. For a camera of single photographs it is `now`, because no frame follows."""
        return (
            now if self.last_frame_at is None or not self.limits.continuous else min(now, self.last_frame_at)
        )

    def after_wait(self, now: float) -> "CameraWatchdog":
        """Return the watchdog as it is at the time `now`, seconds, if no frame has come since the last
        one."""
        if self.last_frame_at is None:
            return replace(self, last_frame_at=now)
        if self.faults or now - self.last_frame_at < self.limits.max_silent_seconds:
            return self
        return self.after_loss(None)

    def after_loss(self, why: Sentence | None) -> "CameraWatchdog":
        """Return the watchdog with the fault that no pictures come. `why` is the reason, None if it is
        unknown."""
        return replace(self, pixels=None, faults=(Condition(NoPictures(why), "serious"),))


def _black(pixels: Image) -> Black | None:
    shown = float((pixels > MAX_BLACK_LEVEL).mean())
    return Black(int(pixels.max(initial=0))) if shown < MIN_BRIGHT_SHARE else None
