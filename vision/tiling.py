"""Run a network on a large picture part by part. The result equals that for the whole picture to the bit,
and takes less memory.

During a convolution, memory is needed for nine copies of the input. With two megapixels at once a network
would briefly fill 150 megabytes, a third of a small Pi's memory.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.tensor_format import STRIDE, Floats

MAX_TILES_EACH_WAY: Final = 8
"""The greatest number of tiles into which a picture is divided in each direction."""

Run = Callable[[NDArray[np.uint8]], list[Floats]]
"""A function from pictures (n, h, w, 3) to a list with one set of maps, (n, fields, h / STRIDE, w /
STRIDE)."""


@dataclass(frozen=True, slots=True)
class ReceptiveField:
    """How far around one place of a picture a network looks to compute its output there, pixels."""

    before: int
    """The greatest distance to the left and above that the network looks."""
    after: int
    """The greatest distance to the right and below that the network looks."""
    grid: int
    """The side of the network's coarsest cells, pixels. The two distances hold for places on this grid."""
    max_pixels: int
    """The greatest number of pixels that the network gets in one run, which bounds its memory."""


@dataclass(frozen=True, slots=True)
class TileSpan:
    """One tile of a large picture along one axis: the pixels whose result counts, and the wider range that
    the network must see for them."""

    start: int
    """The first pixel of the tile."""
    stop: int
    """The pixel after the last one of the tile."""
    low: int
    """The first pixel that the network must see to compute the tile."""
    high: int
    """The pixel after the last one that the network must see to compute the tile."""

    @property
    def input_slice(self) -> slice:
        """Return the pixels that the network sees for this tile, with the tile's surroundings, as a slice."""
        return slice(self.low, self.high)

    @property
    def output_slice(self) -> slice:
        """Return the slice of the network's output that belongs to the tile, without the tile's
        surroundings."""
        return slice((self.start - self.low) // STRIDE, (self.stop - self.low) // STRIDE)


Tiling = tuple[tuple[TileSpan, ...], tuple[TileSpan, ...]]
"""A division of a picture into tiles: the extents of the rows of tiles from top to bottom, and of the columns
of tiles from left to right. Each tile is where a row and a column cross."""


def run_tiled(run: Run, pictures: NDArray[np.uint8], field: ReceptiveField) -> list[Floats]:
    """Return the network's outputs for the pictures, as `run(pictures)` would, but computed tile by tile.
    Each tile has at most `field.max_pixels` pixels, where that is possible. The pictures' sides are multiples
    of `field.grid`."""
    down, across = choose_tiles(pictures.shape[1], pictures.shape[2], field)
    if len(down) == len(across) == 1:
        return run(pictures)
    return [np.concatenate([_row(run, pictures, y, across) for y in down], axis=2)]


def _row(run: Run, pictures: NDArray[np.uint8], y: TileSpan, across: tuple[TileSpan, ...]) -> Floats:
    maps = [
        run(np.ascontiguousarray(pictures[:, y.input_slice, x.input_slice]))[0][
            ..., y.output_slice, x.output_slice
        ]
        for x in across
    ]
    return np.concatenate(maps, axis=3)


@lru_cache(maxsize=64)
def choose_tiles(height: int, width: int, field: ReceptiveField) -> Tiling:
    """Return the division of a picture into tiles that makes the network compute the fewest pixels, with at
    most `field.max_pixels` in each tile.

    If no division has tiles so small, return the one with the smallest tiles.
    """
    counts = range(1, MAX_TILES_EACH_WAY + 1)
    tries = [(_spans(height, n, field), _spans(width, m, field)) for n, m in product(counts, counts)]
    fitting = [one for one in tries if _largest_part(one) <= field.max_pixels]
    return min(fitting, key=_total_pixels) if fitting else min(tries, key=_largest_part)


def _spans(length: int, count: int, field: ReceptiveField) -> tuple[TileSpan, ...]:
    step = -(-length // (count * field.grid)) * field.grid
    ends = [(start, min(length, start + step)) for start in range(0, length, step)]
    return tuple(
        TileSpan(start, stop, max(0, start - field.before), min(length, stop + field.after))
        for start, stop in ends
    )


def _largest_part(one: Tiling) -> int:
    down, across = (max(span.high - span.low for span in side) for side in one)
    return down * across


def _total_pixels(one: Tiling) -> int:
    down, across = (sum(span.high - span.low for span in side) for side in one)
    return down * across
