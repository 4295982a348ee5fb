"""How much of a photograph is looked at, and how often: one number, the pixels in which cards are looked for.

A smaller first look alone would save nothing: what it leaves in doubt is looked at again from closer by,
and a table looked at in 320 pixels took longer than in 640. So below the usual look all that comes after is
bounded, too. At the usual look and above nothing is held back.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Final

from vision.pieces.detect import LOOK


@dataclass(frozen=True)
class Budget:
    """What reading may cost: `look`, pixels of the longer side in which cards are looked for."""

    look: int = LOOK

    @cached_property
    def side(self) -> float:
        """Of the usual look's longer side, how much is left: 1 where it is no smaller."""
        return min(1.0, self.look / LOOK)

    @cached_property
    def share(self) -> float:
        """Of its pixels: of whatever takes pixels, or is done several times, so much is left."""
        return self.side**2

    @cached_property
    def again(self) -> float:
        """Of what is looked at once more because the first look left doubt, how much is left: nothing from
        half of the usual look down, where all of a table would be."""
        return max(0.0, 2 * self.side - 1) ** 2

    def of(self, count: int) -> int:
        """What is left of so many looks that a thing is known by: one at the least."""
        return ceil(self.share * count)

    def more(self, count: int) -> int:
        """What is left of so many that are taken `again`."""
        return ceil(self.again * count)


FULL_BUDGET: Final = Budget()
"""The usual look and all that follows from it."""
