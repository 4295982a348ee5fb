"""Number types of the command line."""

import math
from typing import Any, Final

import click

SEED: Final = click.IntRange(0, 2**32 - 1)
"""The seed of random choices, as numpy takes it."""


class FiniteRange(click.FloatRange):
    """A range of numbers without `nan`, which passes every comparison of click's."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises click.BadParameter."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number
