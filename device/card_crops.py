"""Cut cards out of the picture in which they were read, and turn them upright, to show them with a
question."""

from collections.abc import Sequence
from math import atan2, cos, degrees, radians
from typing import Final

import cv2
import numpy as np

from device.hardware.camera import Image
from engine.observation import Quad

MAX_SIDE_PIXELS: Final = 480
"""Maximum longer side of a cutout in pixels. It fits beside a question on a phone."""
MARGIN_CARD_WIDTHS: Final = 0.08
"""Width of the margin that a cutout of cards shows around them, in card widths."""


MIN_SAME_WAY_COSINE: Final = cos(radians(45))
"""Minimum cosine of the angle between two cards that count as lying the same way up."""


def cutout(image: Image, quads: Sequence[Quad]) -> Image:
    """Return the smallest upright rectangle of `image` (height, width, 3) around some cards. `quads` are
    the cards' corners in pixels, top left first with the letter upright. The result is turned so that most
    cards are upright, because an S or an I may have been read upside down."""
    corners = np.array(quads, np.float64).reshape(-1, 2)
    (left, top), (right, below) = quads[0][0], quads[0][1]
    ways = list(map(_way, quads))
    way = max(ways, key=lambda one: sum(cos(one - other) > MIN_SAME_WAY_COSINE for other in ways))
    turn = cv2.getRotationMatrix2D((left, top), degrees(way), 1.0)
    turned = corners @ turn[:, :2].T + turn[:, 2]
    margin = MARGIN_CARD_WIDTHS * float(np.hypot(right - left, below - top))
    low, high = turned.min(0) - margin, turned.max(0) + margin
    width, height = np.maximum(1, np.round(high - low)).astype(int).tolist()
    turn[:, 2] -= low
    upright = cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    scale = min(1.0, MAX_SIDE_PIXELS / max(width, height))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(upright, size, interpolation=cv2.INTER_AREA), np.uint8)


def _way(quad: Quad) -> float:
    """Return the direction along the upper edge of a card, radians clockwise."""
    (left, top), (right, below) = quad[0], quad[1]
    return atan2(below - top, right - left)
