"""Tell when a frame is worth reading: the table is at rest and no hand is over it.

The state is a value. `track_motion(state, frame, at)` returns the next state, and the loop keeps it.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Grey, Picture
from vision.exposure_compensation import match_exposure

FRAME_WIDTH_PIXELS: Final = 160
"""The width of the small frames that are compared, pixels: enough to show a card, and cheap for a Pi."""

CHANGED_GREY_LEVELS: Final = 14
"""The grey levels from which a pixel of the small frame counts as changed: above sensor noise, below a
card's paper."""

MAX_REST_CHANGED_SHARE: Final = 0.0015
"""The share of pixels that may change from one frame of a picture at rest to the next, by a flickering
reflection for example. A small piece changes fewer pixels, but is noticed because the change stays."""

MIN_PIECE_GREY_LEVELS: Final = 8
"""The least difference, grey levels, between the change of a pixel and the change of its surroundings from
which a piece was laid down or taken away there. It is three times the noise of sensor and coarse JPEG, and a
third of the effect of the faintest piece on wood."""

LOCAL_WINDOW_PIXELS: Final = 9
"""The side of the surroundings with which a pixel is compared (`MIN_PIECE_GREY_LEVELS`), pixels of the small
frame: twice the side of a letter block, and far less than that of a shadow."""

MIN_PIECE_KERNEL: Final = np.ones((2, 2), np.uint8)
"""The size and shape, pixels of the small frame, of the smallest change that counts as a piece laid down or
taken away: 19 mm on a table of 1200 mm."""

MIN_ARM_SHARE: Final = 0.008
"""The least share of the picture that a changed shape must cover to be an arm. Finger tips at the border
cover as much."""

LIGHT_CHANGED_SHARE: Final = 0.6
"""The share of the picture above which a changed shape is no arm: the light or the camera changed."""

MIN_BORDER_PIXELS: Final = 4
"""The fewest pixels on the small frame's border that a changed shape must cover to be an arm. A wrist is
three times as wide."""

MIN_BORDER_CONTRAST_SHARE: Final = 0.4
"""The least contrast of a changed shape at the picture's border, as a share of the contrast of the whole
shape, for the shape to continue beyond the picture. A shape that ends before the border is only blurred onto
it."""

DEEP_REACH_WIDTHS: Final = 0.2
"""The least distance, picture widths, by which a changed shape reaches in from the picture's border to count
as deep, as an arm that shows more than fingers and the back of a hand. Deep shapes have limits of their
own."""

CARDS_FILL_SHARE: Final = 0.8
"""The least share of its smallest enclosing rectangle that a changed shape at the picture's border must fill
to be cards. A hand fills less, and then nothing is read. `DEEP_CARDS_FILL_SHARE` replaces it for a shape that
reaches far into the picture."""

DEEP_CARDS_FILL_SHARE: Final = 0.87
"""The least share of its smallest enclosing rectangle that a changed shape at the picture's border must fill
to be cards, if it reaches in by `DEEP_REACH_WIDTHS` or more. Seven in eight rendered hands fill less,
nineteen in twenty words and cards at the border fill more. A forearm fills more than a hand."""

MIN_ARM_CHANGED_SHARE: Final = 0.7
"""The least share of the pixels of a new shape that must differ from the still table for the shape to be an
arm. Cards as pale as the table differ only at their rims and letters."""

MIN_ARM_THICKNESS_WIDTHS: Final = 0.125
"""The least breadth, picture widths, from which a changed shape that reaches far in from the picture's border
is an arm and no line of cards. Cards are 88 mm long, and a table is at least 750 mm wide."""

EMPTY_RIM_PIXELS: Final = 4
"""The width, pixels, of the empty rim that is added round the small frame before gaps in a changed shape are
closed. It keeps the closing from joining the shape to the border."""

MotionState = Literal["moving", "hand", "waiting", "still"]
"""What a frame shows: something moves (`moving`), a hand is over the table (`hand`), the table rests but is
not reported (`waiting`), or the table has come to rest and is to be read (`still`)."""


@dataclass(frozen=True, slots=True)
class Stillness:
    """The state of motion detection between two frames: the last frame, the table when it was last still, and
    the times since which nothing moves and since which a small change stays."""

    patience_seconds: float = 0.6
    """The time, seconds, that the picture must rest for the table to count as still."""
    last_frame: Grey | None = None
    """The last frame, as a small grey copy."""
    resting_since: float = 0.0
    """The time, seconds, since which nothing moves in the picture."""
    table: Grey | None = None
    """The table when it was last still, as a small grey copy of the frame."""
    reported: bool = False
    """True if `track_motion` has already returned `still` for the present rest."""
    changed_places: Grey | None = None
    """A mask of the places that have differed from `table` since `changed_since`, or None for no places."""
    changed_since: float = 0.0
    """The time, seconds, since which the places in `changed_places` have differed from the still table."""


def downscale(picture: Picture) -> Grey:
    """Return a small, slightly blurred grey copy of a picture, be it grey or in colour."""
    height = max(2, round(picture.shape[0] * FRAME_WIDTH_PIXELS / picture.shape[1]))
    small: cv2.typing.MatLike = picture
    # Halving costs next to nothing. The remaining shrinking is done on a small copy.
    while small.shape[1] >= 2 * FRAME_WIDTH_PIXELS and small.shape[0] >= 2:
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA)
    small = cv2.resize(small, (FRAME_WIDTH_PIXELS, height), interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(grey, (3, 3)), np.uint8)


def track_motion(state: Stillness, picture: Picture, at: float) -> tuple[Stillness, MotionState]:
    """Return the next state of motion detection and what one frame shows: `moving`, `still`, `hand` or
    `waiting`. `at` is the time of the frame, seconds on the monotonic clock.

    `still` comes once each time the table comes to rest, and once for each piece that came or went without
    noticed motion. Otherwise a picture at rest gives `waiting`, or `hand` if an arm is over the table.
    """
    small = downscale(picture)
    last_frame = state.last_frame
    if (
        last_frame is None
        or last_frame.shape != small.shape
        or _changed_share(last_frame, small) > MAX_REST_CHANGED_SHARE
    ):
        return replace(
            state, last_frame=small, resting_since=at, reported=False, changed_places=None
        ), "moving"
    state = replace(state, last_frame=small)
    if state.reported:
        state = _with_small_pieces(state, small, at)
        if state.table is not None and _light_changed(state.table, last_frame, small):
            state = replace(state, resting_since=at, reported=False, changed_places=None)
    if at - state.resting_since < state.patience_seconds or state.reported:
        return state, "waiting"
    before = state.table if state.table is not None and state.table.shape == small.shape else None
    # An object that rests for long is no arm: it is a lamp, a sleeve of cloth or a moved table.
    fresh = at - state.resting_since < 20 * state.patience_seconds
    if before is not None and fresh and is_arm_over(before, small):
        return state, "hand"
    return replace(state, table=small, reported=True), "still"


def _changed_share(one: Grey, two: Grey) -> float:
    """Return the share of pixels that differ between two small frames, apart from a change of the camera's
    exposure."""
    if (share := _differing_share(one, two)) <= MAX_REST_CHANGED_SHARE:
        return share
    return _differing_share(match_exposure(one, two), two)


def _differing_share(one: Grey, two: Grey) -> float:
    return float((cv2.absdiff(one, two) > CHANGED_GREY_LEVELS).mean())


def _light_changed(table: Grey, last_frame: Grey, now: Grey) -> bool:
    """Return True if the light changed on the whole table and is steady again. The frame `now` then differs
    from the settled `table`, but not from the frame `last_frame` before it."""
    return (
        _differing_share(table, now) > LIGHT_CHANGED_SHARE
        and _differing_share(last_frame, now) <= MAX_REST_CHANGED_SHARE
    )


def _with_small_pieces(state: Stillness, small: Grey, at: float) -> Stillness:
    """Return the state after the search for a new or missing piece that is too small to count as motion.

    The change by a piece stays in its place, while noise and reflections come and go. When the change has
    stayed for `patience_seconds`, the table is reported again.
    """
    new = None if state.table is None else _local_changes(state.table, small)
    if state.table is not None and new is not None and _is_piece(new):
        new = _local_changes(match_exposure(state.table, small), small)
    if new is None or not _is_piece(new):
        return state if state.changed_places is None else replace(state, changed_places=None)
    still_changed = None if state.changed_places is None else new & state.changed_places
    if still_changed is None or not _is_piece(still_changed):
        return replace(state, changed_places=new, changed_since=at)
    if at - state.changed_since < state.patience_seconds:
        return replace(state, changed_places=still_changed)
    return replace(state, resting_since=state.changed_since, reported=False, changed_places=None)


def _is_piece(new: Grey) -> bool:
    return cv2.countNonZero(cv2.erode(new, MIN_PIECE_KERNEL)) > 0


def _local_changes(table: Grey, now: Grey) -> Grey | None:
    """Return a mask: 1 where the change of a pixel differs from the change of its surroundings. None if no
    pixel differs.

    A change of the light is smooth and changes a pixel and its surroundings alike. A piece changes them
    differently.
    """
    # No pixel differs from its surroundings by more than twice the greatest difference.
    if cv2.norm(now, table, cv2.NORM_INF) <= MIN_PIECE_GREY_LEVELS / 2:
        return None
    change = cv2.subtract(now, table, dtype=cv2.CV_16S)
    own = cv2.convertScaleAbs(
        cv2.subtract(change, cv2.blur(change, (LOCAL_WINDOW_PIXELS, LOCAL_WINDOW_PIXELS)))
    )
    return np.asarray(cv2.threshold(own, MIN_PIECE_GREY_LEVELS, 1, cv2.THRESH_BINARY)[1], np.uint8)


def is_arm_over(table: Grey, now: Grey) -> bool:
    """Return True if an arm reaches over the table in the small frame `now`: a shape that the still `table`
    does not have reaches in over the border, and is not shaped like cards."""
    change = _change_sizes(table, now)
    new = (change > CHANGED_GREY_LEVELS).astype(np.uint8)
    # Gaps are closed within an empty rim. Without the rim, every shape near the border would be extended onto
    # it.
    with_rim = cv2.copyMakeBorder(
        new,
        EMPTY_RIM_PIXELS,
        EMPTY_RIM_PIXELS,
        EMPTY_RIM_PIXELS,
        EMPTY_RIM_PIXELS,
        cv2.BORDER_CONSTANT,
        value=0,
    )
    closed = cv2.morphologyEx(with_rim, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))[
        EMPTY_RIM_PIXELS:-EMPTY_RIM_PIXELS, EMPTY_RIM_PIXELS:-EMPTY_RIM_PIXELS
    ]
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > MIN_ARM_SHARE * new.size)
    return any(_is_arm(labels == n, change) for n in large if n)


def _change_sizes(table: Grey, now: Grey) -> Grey:
    """Return the size of each pixel's change, (h, w) grey levels, without the change of the whole picture
    by a lamp or the camera's exposure."""
    change = cv2.subtract(now, match_exposure(table, now), dtype=cv2.CV_16S)
    return np.asarray(cv2.convertScaleAbs(change - np.int16(np.median(change))), np.uint8)


def _is_arm(shape: NDArray[np.bool_], change: Grey) -> bool:
    """Return True if a changed shape is an arm, by its size, its breadth, its outline and whether it
    continues beyond the picture. `shape` is a mask of the small frame."""
    if (
        shape.mean() >= LIGHT_CHANGED_SHARE
        or (change[shape] > CHANGED_GREY_LEVELS).mean() < MIN_ARM_CHANGED_SHARE
        or not _continues_beyond_border(shape, change)
    ):
        return False
    ys, xs = np.nonzero(shape)
    _, sides, _ = cv2.minAreaRect(np.column_stack([xs, ys]).astype(np.float32))
    width = shape.shape[1]
    deep = _reach(shape) >= DEEP_REACH_WIDTHS * width
    if deep and min(sides) >= MIN_ARM_THICKNESS_WIDTHS * width:
        return True
    filled = len(xs) / ((sides[0] + 1) * (sides[1] + 1))
    return filled < (DEEP_CARDS_FILL_SHARE if deep else CARDS_FILL_SHARE)


def _continues_beyond_border(shape: NDArray[np.bool_], change: Grey) -> bool:
    """Return True if a changed shape continues beyond the picture, as an arm does: it touches the border with
    nearly its full contrast `change`."""
    border_changes = np.concatenate([np.rot90(change, n)[0][np.rot90(shape, n)[0]] for n in range(4)])
    if len(border_changes) < MIN_BORDER_PIXELS:
        return False
    return float(np.median(border_changes)) >= MIN_BORDER_CONTRAST_SHARE * float(np.median(change[shape]))


def _reach(shape: NDArray[np.bool_]) -> int:
    """Return the number of pixels by which a changed shape reaches into the picture from the side of the
    picture that it crosses most."""
    # The shape is turned so that this side is the top.
    turned = max((np.rot90(shape, n) for n in range(4)), key=lambda t: int(t[0].sum()))
    return int(np.flatnonzero(turned.any(1))[-1]) + 1
