"""Define number types of the command line."""

import math
from typing import Any, Final

import click

SEED: Final = click.IntRange(0, 2**32 - 1)
"""The seed of random choices, in numpy's range."""


class FiniteRange(click.FloatRange):
    """A range of numbers that refuses `nan`, which would pass click's comparisons."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return `value` as a number. Raise click.BadParameter if it is not a number, or is out of range."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number
