"""Draw a picture in a terminal. A character shows two pixels: the upper one in the text colour, the lower
one in the background colour."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from device.hardware.camera import Image

MAX_COLUMNS: Final = 96
"""Maximum width of the drawn picture, in columns of the terminal. It is wide enough for cards to
be recognised, and small enough for the results of the checks to stay on the screen."""

COLOUR_LEVELS: Final = np.array([0, 95, 135, 175, 215, 255])
"""The six levels of red, of green and of blue that a terminal of 256 colours can mix. The first
mixed colour has the number 16."""


def terminal_picture(picture: Image, columns: int, environment: Mapping[str, str]) -> str:
    """Return the (h, w, 3) picture as text, at most `columns` wide, in as many colours as the terminal
    supports."""
    wide = max(2, min(columns, MAX_COLUMNS))
    tall = max(2, round(picture.shape[0] * wide / picture.shape[1] / 2) * 2)
    small = np.asarray(cv2.resize(picture, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
    true = environment.get("COLORTERM") in ("truecolor", "24bit")
    rows = zip(small[::2], small[1::2], strict=True)
    return "\n".join(_row(upper, lower, true) for upper, lower in rows)


def _row(upper: NDArray[np.uint8], lower: NDArray[np.uint8], true: bool) -> str:
    pairs = zip(upper.tolist(), lower.tolist(), strict=True)
    return (
        "".join(f"\x1b[38;{_code(ink, true)};48;{_code(paper, true)}m▀" for ink, paper in pairs) + "\x1b[0m"
    )


def _code(pixel: list[int], true: bool) -> str:
    """Return the part of a terminal's escape sequence that selects the colour `pixel` (blue, green,
    red). `true` means that the terminal shows all colours, not only 256."""
    blue, green, red = pixel
    if true:
        return f"2;{red};{green};{blue}"
    r, g, b = (int(np.abs(COLOUR_LEVELS - level).argmin()) for level in (red, green, blue))
    return f"5;{16 + 36 * r + 6 * g + b}"
