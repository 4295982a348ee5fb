"""When a frame is worth reading: the table lies still and no hand is over it.

Values, not objects: `step(state, frame, at)` gives the next state; the loop keeps it.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Picture

Grey = NDArray[np.uint8]

SMALL: Final = 160
"""Width, pixels, of the frames that are compared: enough for a card, cheap for a Pi."""

MOVED: Final = 14
"""Grey levels by which a small pixel must change to count: above sensor noise, below a card's paper."""

FEW: Final = 0.0015
"""Share of small pixels that may change in a still picture (a flickering reflection)."""

ARM: Final = 0.02
"""Share of the picture that an arm covers at the least, and of the border that it crosses."""

Verdict = Literal["moving", "hand", "waiting", "still"]


@dataclass(frozen=True, slots=True)
class Stillness:
    """`last` small frame, `since` seconds without motion, `table` the small frame last taken
    as settled."""

    patience: float = 0.6
    last: Grey | None = None
    since: float = 0.0
    table: Grey | None = None
    told: bool = False
    """Whether this stretch of stillness was already reported."""


def shrink(picture: Picture) -> Grey:
    """A small, slightly blurred grey copy."""
    height = max(2, round(picture.shape[0] * SMALL / picture.shape[1]))
    small = cv2.resize(picture, (SMALL, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3)), np.uint8)


def step(state: Stillness, picture: Picture, at: float) -> tuple[Stillness, Verdict]:
    """Take one frame in at time `at` (seconds, monotonic).

    `still` is said once for each time the table comes to rest; `waiting` before and after it.
    """
    small = shrink(picture)
    if state.last is None or state.last.shape != small.shape or _changed(state.last, small) > FEW:
        return replace(state, last=small, since=at, told=False), "moving"
    state = replace(state, last=small)
    if at - state.since < state.patience or state.told:
        return state, "waiting"
    before = state.table if state.table is not None and state.table.shape == small.shape else None
    # Whatever rests there for long is furniture, not an arm: a lamp, a sleeve of cloth, a moved table.
    fresh = at - state.since < 20 * state.patience
    if before is not None and fresh and arm_over(before, small):
        return state, "hand"
    return replace(state, table=small, told=True), "still"


def _changed(one: Grey, two: Grey) -> float:
    return float((cv2.absdiff(one, two) > MOVED).mean())


def arm_over(table: Grey, now: Grey) -> bool:
    """Whether what is new in `now` reaches in over the border, as arms do and cards do not."""
    # A lamp switched on changes everything alike: take the common change out first.
    shift = float(np.median(now.astype(np.int16) - table.astype(np.int16)))
    even = np.clip(now.astype(np.int16) - round(shift), 0, 255).astype(np.uint8)
    new = (cv2.absdiff(table, even) > MOVED).astype(np.uint8)
    new = np.asarray(cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(new)
    border = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    for n in range(1, count):
        share = stats[n, cv2.CC_STAT_AREA] / new.size
        if ARM < share < 0.6 and float((border == n).mean()) > ARM:
            return True
    return False
