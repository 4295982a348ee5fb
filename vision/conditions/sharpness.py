"""Judge sharpness on the cards' edges. A plain table has no edges, and soft print does not soften a card's
own edges.

Where no card was found, sharpness is judged on all edges of the picture.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.conditions.thumbnail import Thumbnail
from vision.crops import Grey, Picture
from vision.tensor_format import Floats

MAX_CARDS_MEASURED: Final = 9
"""The greatest number of cards that are measured, spread over the picture. A lens blurs the whole picture
or a whole region."""

SHARPNESS_COPY_SIDE_PIXELS: Final = 80
"""The side in pixels of the square into which each card is copied to measure its sharpness. An edge four
hundredths of a card wide still spans three pixels."""

CARD_SIDE_PIXELS: Final = 64
"""The length of a card's long side in the copy on which sharpness is measured, pixels. The copy also shows a
margin, and so the card's outer edges, which are cut, not printed: they stay sharp where the print is soft."""

BLENDED_RIM_PIXELS: Final = 2
"""The width of the rim of a card's copy that is left out of the measurement, pixels. The copies lie side by
side while blur is added, so it reaches from one into the next."""

ADDED_BLUR_PIXELS: Final = 1.5
"""The standard deviation of the further blur, pixels, that is added to measure how much slope an edge loses
by it: a sharp edge loses more. It is about the blur of a card out of focus, 0.022 of 64 pixels."""

FIRST_BLUR_PIXELS: Final = 0.6
"""The standard deviation of the blur that is added to a picture before the blur of its edges is measured,
pixels. It keeps one noisy pixel from being an edge, and is subtracted from the result."""

CARD_EDGE_PIXEL_SHARE: Final = 0.08
"""The share of the pixels in a card's copy that count as its edges, the steepest ones. A large letter has
fewer edge pixels, so the card's own edges count too."""

FAINT_EDGE_SHARE: Final = 0.25
"""The share of the strongest edge's slope below which an edge is too faint to be told from noise. By
judgement."""

CARD_WIDTH_QUANTILE: Final = 0.2
"""The quantile of the edges' widths that counts as the card's blur. It is low, because a sharp edge proves
a sharp lens, while a soft edge proves nothing."""

MIN_EDGE_SLOPE: Final = 3.5
"""The slope of a blurred edge, grey levels a pixel, below which it is only noise or wood grain."""

MIN_EDGE_GREY_LEVELS: Final = 50.0
"""The difference in grey levels between the two sides of an edge from which the edge is that of an object,
not of shading."""

MAX_EDGE_BLUR_PIXELS: Final = 6.0
"""The blur, pixels of the small copy, from which an apparent edge is ignored: it may be light that falls off
across the table."""

MIN_PICTURE_EDGE_SHARE: Final = 0.002
"""The least share of the picture's pixels on edges of objects at which the edges tell the picture's
sharpness. A blurred word of three cards has more, soft light on a bare table less."""

PICTURE_WIDTH_QUANTILE: Final = 0.1
"""The quantile of the edges' widths that counts as the picture's blur. Something in the picture is always
as sharp as the lens."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """The sharpness of a card."""

    blur: float
    """The standard deviation of the blur of the card's sharpest edges, photograph pixels."""
    softness: float
    """The blur as a share of the card's long side. It decides whether letters can be read."""


@dataclass(frozen=True, slots=True)
class EdgeWidths:
    """The blur, slope and direction of the edge at every pixel in the small copies of n cards."""

    widths: Floats
    """The standard deviation of the blur of the edge at each pixel, (n, pixels), pixels of the copy."""
    slopes: Floats
    """The slope of the edge at each pixel, (n, pixels), grey levels a pixel."""
    directions: Floats
    """The direction in the photograph in which the brightness changes at each pixel, (n, pixels), radians
    from rightwards to down, 0 to pi."""
    scales: Floats
    """The size of each card's copy as a multiple of its size in the photograph, (n,)."""


def measure_edge_widths(picture: Picture, quads: list[Floats]) -> EdgeWidths:
    """Return the edges on the copies of the cards at `quads`, (4, 2) photograph pixels each. At least one
    card is needed."""
    placed = [_copy_map(quad) for quad in quads]
    copies = np.concatenate([_copy(picture, onto) for onto, _, _ in placed])
    widths, slopes, directions = _edges(np.asarray(cv2.cvtColor(copies, cv2.COLOR_BGR2GRAY), np.uint8))
    # The copies lie one below the other, so smoothing has mixed their neighbours into their rims.
    rim = slice(BLENDED_RIM_PIXELS, -BLENDED_RIM_PIXELS)
    own, steep, own_directions = (
        v.reshape(-1, SHARPNESS_COPY_SIDE_PIXELS, SHARPNESS_COPY_SIDE_PIXELS)[:, rim, rim].reshape(
            len(quads), -1
        )
        for v in (widths, slopes, directions)
    )
    turns, scales = (np.array(v, np.float32) for v in zip(*((a, s) for _, s, a in placed), strict=True))
    return EdgeWidths(own, steep, np.mod(own_directions + turns[:, None], np.pi), scales)


def judge_sharpness(seen: EdgeWidths) -> list[Sharpness | None]:
    """Return the sharpness of every card, from the widths of its edges, or None for a card on which no edge
    can be measured."""
    return [_sharpness_of(*card) for card in zip(seen.widths, seen.slopes, seen.scales.tolist(), strict=True)]


def picture_blur(small: Thumbnail) -> float | None:
    """Return the blur of the whole picture, pixels of the small copy, or None when the picture has too few
    edges."""
    edges_seen = object_edges(small)
    return (
        None
        if edges_seen is None or len(edges_seen[0]) < MIN_PICTURE_EDGE_SHARE * small.grey.size
        else quantile(edges_seen[0], PICTURE_WIDTH_QUANTILE)
    )


def object_edges(small: Thumbnail) -> tuple[Floats, Floats, Floats] | None:
    """Return the widths, slopes and directions of the edges of objects in the picture, as in `EdgeWidths`.

    None when the picture is too small to have any edges.
    """
    if min(small.size) < SHARPNESS_COPY_SIDE_PIXELS:
        return None
    widths, slopes, directions = _edges(small.grey)
    # The height of a step follows from the slope in its middle and its width, blurring included.
    steps = slopes * np.sqrt(2 * np.pi * (widths**2 + FIRST_BLUR_PIXELS**2 + ADDED_BLUR_PIXELS**2))
    is_object_edge = (steps >= MIN_EDGE_GREY_LEVELS) & (widths < MAX_EDGE_BLUR_PIXELS)
    return widths[is_object_edge], slopes[is_object_edge], np.mod(directions[is_object_edge], np.pi)


def _copy_map(quad: Floats) -> tuple[NDArray[np.float64], float, float]:
    """Return the affine map from the photograph to the card's copy, its scale, and the card's angle in the
    picture, radians."""
    up, right = (quad[0] - quad[3] + quad[1] - quad[2]) / 2, (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    scale = CARD_SIDE_PIXELS / max(1.0, float(np.hypot(*up)), float(np.hypot(*right)))
    angle = float(np.arctan2(up[0], -up[1]))
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[cos, sin], [-sin, cos]])
    return (
        np.column_stack([turn, SHARPNESS_COPY_SIDE_PIXELS / 2 - turn @ quad.mean(0).astype(float)]),
        scale,
        angle,
    )


def _copy(picture: Picture, onto: NDArray[np.float64]) -> Picture:
    copy = cv2.warpAffine(
        picture,
        onto,
        (SHARPNESS_COPY_SIDE_PIXELS, SHARPNESS_COPY_SIDE_PIXELS),
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(copy, np.uint8)


def _edges(grey: Grey) -> tuple[Floats, Floats, Floats]:
    """Return the width, slope and direction of the edge through each pixel.

    The width is a standard deviation in copy pixels, the slope is in grey levels a pixel, and the direction
    is that of the gradient in radians. Added blur takes more from a sharp edge than from a blurred one,
    whatever the contrast. The ratio gives the width (Zhuo & Sim, 2011, "Defocus map estimation from a single
    image").
    """
    first = cv2.GaussianBlur(grey.astype(np.float32), (3, 3), FIRST_BLUR_PIXELS)
    sharp, _ = _slope(first)
    soft, directions = _slope(cv2.GaussianBlur(first, (0, 0), ADDED_BLUR_PIXELS))
    ratio = np.maximum(sharp / np.maximum(soft, 1e-3), 1.02)
    variance = ADDED_BLUR_PIXELS**2 / (ratio**2 - 1) - FIRST_BLUR_PIXELS**2
    return np.sqrt(np.maximum(variance, 0.05)), soft, directions


def _slope(grey: cv2.typing.MatLike) -> tuple[Floats, Floats]:
    """Return the size of the gradient at each pixel, grey levels a pixel, and its direction, radians."""
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    steep, direction = cv2.cartToPolar(across, down)
    return np.asarray(steep, np.float32), np.asarray(direction, np.float32)


def quantile(values: Floats, share: float) -> float:
    """Return the quantile `share` of the values as NumPy does, in a fifth of NumPy's time. One picture
    needs nine quantiles."""
    ordered, place = np.sort(values), share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return float(ordered[low] + (ordered[high] - ordered[low]) * (place - low))


def _sharpness_of(width: Floats, slope: Floats, scale: float) -> Sharpness | None:
    count = int(CARD_EDGE_PIXEL_SHARE * slope.size)
    strongest = np.argpartition(slope, -count)[-count:]
    steep = strongest[
        slope[strongest] > max(MIN_EDGE_SLOPE, FAINT_EDGE_SHARE * float(slope[strongest].max()))
    ]
    if len(steep) < count // 4:
        return None
    blur = quantile(width[steep], CARD_WIDTH_QUANTILE)
    return Sharpness(blur / scale, blur / CARD_SIDE_PIXELS)
