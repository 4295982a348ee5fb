"""Limit the work on a photograph by one number: the pixels in which cards are searched.

A smaller first look alone would save nothing, because the reader looks again, from closer by, at everything
doubtful: a table in 320 pixels took longer than in 640. Below the usual look all later looks are therefore
limited, too. At the usual look and above nothing is limited.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Final

from vision.pieces.detect import LOOK_SIDE_PIXELS


@dataclass(frozen=True)
class Budget:
    """A limit on the work for one photograph, set by the pixels of the first look."""

    look_pixels: int = LOOK_SIDE_PIXELS
    """The longer side, pixels, of the copy of the picture in which cards are detected."""

    @cached_property
    def side_share(self) -> float:
        """Return the longer side of the first look as a share of the usual look's, 1 at most."""
        return min(1.0, self.look_pixels / LOOK_SIDE_PIXELS)

    @cached_property
    def pixel_share(self) -> float:
        """Return the number of pixels in the first look as a share of the usual look's, 1 at most. The pixels
        and the number of later looks shrink to this share."""
        return self.side_share**2

    @cached_property
    def second_look_share(self) -> float:
        """Return the share of the usual second looks at doubtful pieces that this budget allows.

        At half of the usual look or less it is 0: the whole table would be doubtful, and second looks would
        take longer than was saved.
        """
        return max(0.0, 2 * self.side_share - 1) ** 2

    def first_looks(self, count: int) -> int:
        """Return how many of `count` usual looks at one piece this budget allows, at least one."""
        return ceil(self.pixel_share * count)

    def second_looks(self, count: int) -> int:
        """Return how many of `count` usual second looks at doubtful pieces or places this budget allows. It
        allows none at half of the usual look or less."""
        return ceil(self.second_look_share * count)


FULL_BUDGET: Final = Budget()
"""The budget of the usual look: no limit."""
