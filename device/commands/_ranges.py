"""Numbers as the command line takes them."""

import math
from typing import Any, Final

import click

SEED: Final = click.IntRange(0, 2**32 - 1)
"""What decides random choices, as numpy takes it."""


class FiniteRange(click.FloatRange):
    """A range of numbers; `nan`, which lies within every range, is none of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Raises click.BadParameter."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number
