"""Limit the work on a photograph by one number: the pixels in which cards are searched.

A smaller first look alone would save nothing, because the reader looks at everything doubtful again from
closer by: a table in 320 pixels took longer than in 640. So below the usual look all later looks are bounded,
too. At the usual look and above nothing is bounded.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Final

from vision.pieces.detect import LOOK_SIDE_PIXELS


@dataclass(frozen=True)
class Budget:
    """Limit the cost of a reading. `look` is the pixels of the longer side at which cards are detected."""

    look: int = LOOK_SIDE_PIXELS

    @cached_property
    def side(self) -> float:
        """Return the longer side as a share of the usual look's, 1 at most."""
        return min(1.0, self.look / LOOK_SIDE_PIXELS)

    @cached_property
    def share(self) -> float:
        """Return the pixels as a share of the usual look's. Work per pixel, and repeated work, shrinks
        by it.
        """
        return self.side**2

    @cached_property
    def again(self) -> float:
        """Return the share of second looks, those at what the first look left in doubt: nothing from half of
        the usual look down, where the whole table would be doubtful.
        """
        return max(0.0, 2 * self.side - 1) ** 2

    def of(self, count: int) -> int:
        """Return how many of the looks that identify one thing remain: one at least."""
        return ceil(self.share * count)

    def more(self, count: int) -> int:
        """Return how many of the looks taken `again` remain."""
        return ceil(self.again * count)


FULL_BUDGET: Final = Budget()
"""The usual look and all that follows from it."""
