"""Draw QR codes in a PDF, as squares that stay sharp at any size, without hairlines between them."""

from itertools import groupby
from typing import Final

import segno

from device.printing.face import INK
from device.printing.pen import Pen

QUIET_ZONE_MODULES: Final = 4
"""Width of the white margin around a QR code, in modules (the squares of the code). The standard of QR codes
requires this width."""


def draw_code(pen: Pen, x: float, y: float, side: float, text: str) -> None:
    """Draw the QR code of `text` in a square of `side` mm, which includes its white margin."""
    matrix = [bytes(row) for row in segno.make(text, error="m", micro=False, boost_error=False).matrix]
    unit = side / (len(matrix) + 2 * QUIET_ZONE_MODULES)
    columns = [bytes(column) for column in zip(*matrix, strict=True)]
    across = _runs(matrix)
    down = [(y, x, tall, wide) for x, y, wide, tall in _runs(columns)]
    with pen.at(x + QUIET_ZONE_MODULES * unit, y + QUIET_ZONE_MODULES * unit, size=unit):
        for runs in (across, down):  # drawn in both directions, so that no gap shows between rows or columns
            pen.path(" ".join(_oblong(*run) for run in runs), INK)


def _oblong(x: int, y: int, wide: int, tall: int) -> str:
    return f"M {x} {y} L {x + wide} {y} L {x + wide} {y + tall} L {x} {y + tall} Z"


def _runs(matrix: list[bytes]) -> list[tuple[int, int, int, int]]:
    """Return the horizontal runs of dark squares in a QR code as (x, y, width, height), in squares."""
    runs: list[tuple[int, int, int, int]] = []
    for row, modules in enumerate(matrix):
        at = 0
        for dark, group in groupby(modules):
            count = len(list(group))
            if dark:
                runs.append((at, row, count, 1))
            at += count
    return runs
