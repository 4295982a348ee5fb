"""A large picture shown to a network part by part: what it makes of the whole, to the bit, in less memory.

While a convolution is computed its input lies there nine times over. Shown two megapixels at once a network
would fill 150 megabytes for a moment, a third of a small Pi's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.tensor_format import STRIDE, Floats

MAX_PARTS: Final = 8
"""Parts each way at the most."""

Run = Callable[[NDArray[np.uint8]], list[Floats]]
"""Function from pictures (n, h, w, 3) to one set of maps, (n, fields, h / STRIDE, w / STRIDE), in a list."""


@dataclass(frozen=True, slots=True)
class ReceptiveField:
    """Describe how far a network looks, in pixels. Its output at a place on its `grid` (the coarsest cells)
    depends on at most `before` pixels to the left and above, and `after` pixels to the right and below.
    `most` is the number of pixels in one run.
    """

    before: int
    after: int
    grid: int
    most: int


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a picture along one side, pixels: its own pixels from `start` to `stop`, and those that the
    network must see for it, from `low` to `high`.
    """

    start: int
    stop: int
    low: int
    high: int

    @property
    def shown(self) -> slice:
        """Return the part of the picture that the tile shows."""
        return slice(self.low, self.high)

    @property
    def own(self) -> slice:
        """Return the part of the maps that the tile fills."""
        return slice((self.start - self.low) // STRIDE, (self.stop - self.low) // STRIDE)


Cut = tuple[tuple[Span, ...], tuple[Span, ...]]
"""Spans from top to bottom and from left to right; the parts are their intersections."""


def run_tiled(run: Run, pictures: NDArray[np.uint8], sight: ReceptiveField) -> list[Floats]:
    """Return `run(pictures)`, computed in tiles of about `sight.most` pixels. The pictures' sides are
    multiples of `sight.grid`.
    """
    down, across = choose_tiles(pictures.shape[1], pictures.shape[2], sight)
    if len(down) == len(across) == 1:
        return run(pictures)
    return [np.concatenate([_row(run, pictures, y, across) for y in down], axis=2)]


def _row(run: Run, pictures: NDArray[np.uint8], y: Span, across: tuple[Span, ...]) -> Floats:
    maps = [run(np.ascontiguousarray(pictures[:, y.shown, x.shown]))[0][..., y.own, x.own] for x in across]
    return np.concatenate(maps, axis=3)


@lru_cache(maxsize=64)
def choose_tiles(height: int, width: int, sight: ReceptiveField) -> Cut:
    """Return the cut with the fewest pixels in total whose parts have at most `sight.most` each; if there is
    none, the cut with the smallest parts.
    """
    counts = range(1, MAX_PARTS + 1)
    tries = [(_spans(height, n, sight), _spans(width, m, sight)) for n, m in product(counts, counts)]
    fitting = [one for one in tries if _largest(one) <= sight.most]
    return min(fitting, key=_altogether) if fitting else min(tries, key=_largest)


def _spans(length: int, count: int, sight: ReceptiveField) -> tuple[Span, ...]:
    step = -(-length // (count * sight.grid)) * sight.grid
    ends = [(start, min(length, start + step)) for start in range(0, length, step)]
    return tuple(
        Span(start, stop, max(0, start - sight.before), min(length, stop + sight.after))
        for start, stop in ends
    )


def _largest(one: Cut) -> int:
    down, across = (max(span.high - span.low for span in side) for side in one)
    return down * across


def _altogether(one: Cut) -> int:
    down, across = (sum(span.high - span.low for span in side) for side in one)
    return down * across
