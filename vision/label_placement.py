"""Place the labels of a drawn photograph: off their letters, off one another, and near their cards.

Of many places around a card or a word the best free one is taken, in a size that suits all labels. The
picture itself shows where a card is printed: wherever its colour differs from the card's paper.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Picture
from vision.pieces.zoom import PictureBox
from vision.tensor_format import Floats

Colour = tuple[int, int, int]
"""Blue, green, red."""
Spot = tuple[float, float, float]
"""The middle of a label's plate, in pixels, and its cost above the best place, in plate heights."""

MIN_LABEL_SIZE: Final = 0.75
"""Smallest size of a label: capitals of some 12 pixels, by judgement still read at a glance."""
SIZE_SHARES: Final = (1.0, 0.8, 0.64, 0.5, 0.4)
"""Sizes tried, as shares of the size that suits the picture, if they are no smaller than `MIN_LABEL_SIZE`:
each four fifths of the one before, so that none is much smaller than it must be.
"""
NO_SIZE_COST: Final = 2.0
"""Cost for all labels to have no size, in plate heights away from their cards. This and the other costs are
judgements, of which the order counts.
"""
MAX_PRINT_SHARE: Final = 0.01
"""Share of a plate that may lie on apparent print: a shadow, or an outline that is slightly off."""
HIDDEN_PRINT_COST: Final = 200.0
"""Cost of hiding print with a whole plate: a sixteenth of it costs more than the furthest ring."""
OTHER_CARD_COST: Final = 6.0
"""Cost of lying with a whole plate on another card: as much as a move by four heights."""
MAP_SIDE_PIXELS: Final = 1400
"""Long side of the map on which places are looked up, pixels: small figures still show, and a large
photograph costs no more than this.
"""
RING_DISTANCES: Final = (0.8, 1.6, 2.6, 4.0, 6.0, 9.0)
"""Distances in plate heights of a label from its card: close together where a little helps, the last one for
tables full of cards. By judgement.
"""
OWN_PLATE_HEIGHTS: Final = 0.7
"""Distance in plate heights up to which it is plain to which card a label belongs; beyond it a line tells.
Less than one, or another label would fit between.
"""


@dataclass(frozen=True, slots=True)
class UnplacedLabel:
    """A label without a place yet. `size`: of its letters, as a share of the size that suits the picture.
    `quad` (k, 2): the outline of its card or word; `spots`: function from width and height of its plate to
    the best places. `own`: the number of its card in the `LabelMap`, 0 for none. An `extra` one may be left
    out.
    """

    text: str
    colour: Colour
    quad: Floats
    spots: Callable[[float, float], Iterable[Spot]]
    size: float = 1.0
    own: int = 0
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """A label in its place: text on a plate `box`, in pixels, and the `size` of its letters. If it had to be
    moved away, `lead` is the point of its card to which a line leads.
    """

    text: str
    box: PictureBox
    size: float
    colour: Colour
    lead: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class LabelMap:
    """Map what labels can hide: the `ink`, and the number of the card at each place, from 1, or 0. Both are
    (h, w) maps, `scale` times as large as the picture. `sheet` is the whole map.
    """

    ink: NDArray[np.bool_]
    owner: NDArray[np.int32]
    scale: float
    sheet: PictureBox

    def hidden(self, box: PictureBox, own: int) -> tuple[float, float]:
        """Return the shares of a box that lie on print, and on cards other than `own`."""
        small = box.times(self.scale)
        rows = slice(max(0, int(small.top)), int(small.bottom) + 1)
        owner, ink = (m[rows, max(0, int(small.left)) : int(small.right) + 1] for m in (self.owner, self.ink))
        if not owner.size:
            return 0.0, 0.0
        return float(ink.mean()), float(((owner > 0) & (owner != own)).mean())


def ground(picture: Picture, quads: Sequence[Floats], printed: Sequence[bool]) -> LabelMap:
    """Return the cards of a picture by their outlines (4, 2), and the print on the `printed` ones."""
    height, width = picture.shape[:2]
    scale = min(1.0, MAP_SIDE_PIXELS / max(height, width))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.int16)
    ink, owner = np.zeros(grey.shape, np.uint8), np.zeros(grey.shape, np.int32)
    for number, (corners, marked) in enumerate(zip(quads, printed, strict=True), 1):
        quad = np.asarray(corners, np.float32) * scale
        cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), number)
        if marked:
            ink |= _print(grey, quad)
    spread = np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)))
    return LabelMap(spread > 0, owner, scale, PictureBox(0, 0, width, height))


def _print(grey: NDArray[np.int16], quad: Floats) -> NDArray[np.uint8]:
    """Return 1 where the card is printed: where it is not as bright as most of it."""
    within = np.zeros(grey.shape, np.uint8)
    inner = quad.mean(0) + (quad - quad.mean(0)) * 0.93  # outlines are a little off
    cv2.fillConvexPoly(within, np.round(inner).astype(np.int32), 1)
    there = within > 0
    if not there.any():
        return within
    away = np.abs(grey - np.int16(np.median(grey[there])))
    within[away <= max(25.0, 0.35 * float(np.percentile(away[there], 99)))] = 0
    return within


def place_labels(around: LabelMap, labels: Sequence[UnplacedLabel], unit: float) -> list[Tag]:
    """Place the labels so that none covers another; earlier labels choose first. `unit` is the label size
    that suits the picture. Leave out extra labels that would hide print.
    """
    tried: list[tuple[float, list[Tag]]] = []
    for share in SIZE_SHARES:
        size = max(MIN_LABEL_SIZE, share * unit)
        costs, tags = _all_placed(around, labels, size)
        tried.append((sum(costs) / max(1, len(labels)) + NO_SIZE_COST * (1 - size / unit), tags))
        if size == MIN_LABEL_SIZE:
            break
    return min(tried, key=lambda one: one[0])[1]


def _all_placed(
    around: LabelMap, labels: Sequence[UnplacedLabel], size: float
) -> tuple[list[float], list[Tag]]:
    tags: list[Tag] = []
    costs: list[float] = []
    for label in labels:
        ways = [_placed(around, label, max(MIN_LABEL_SIZE, share * size), tags) for share in (1.0, 0.7)]
        # A label by itself is made smaller only where it would hide print.
        cost, inked, tag = ways[0] if ways[0][1] <= MAX_PRINT_SHARE else min(ways, key=lambda way: way[0])
        costs.append(cost)
        if not (label.extra and inked > MAX_PRINT_SHARE):
            tags.append(tag)
    return costs, tags


def _placed(
    around: LabelMap, label: UnplacedLabel, unit: float, taken: Sequence[Tag]
) -> tuple[float, float, Tag]:
    """Return the cheapest place that is free, with its cost and the share of the plate that hides print."""
    wide, tall = extent(label.text, label.size * unit)
    size = label.size * unit * min(1.0, around.sheet.right / wide)
    wide, tall = extent(label.text, size)
    best: tuple[float, float, Tag] | None = None
    for x, y, cost in (*label.spots(wide, tall), *_away(label.quad, wide, tall)):
        if best is not None and cost >= best[0]:
            continue
        tag = Tag(label.text, _inside(around.sheet, x, y, wide, tall), size, label.colour)
        inked, strange = around.hidden(tag.box, label.own)
        cost += HIDDEN_PRINT_COST * inked + OTHER_CARD_COST * strange + _off(tag.box, x, y) / tall
        if (best is None or cost < best[0]) and not any(tag.box.meets(other.box) for other in taken):
            best = cost, inked, tag
    if best is None:  # a picture full of labels
        at = label.quad.mean(0)
        return (
            HIDDEN_PRINT_COST,
            1.0,
            Tag(label.text, _inside(around.sheet, at[0], at[1], wide, tall), size, label.colour),
        )
    return *best[:2], _led(best[2], label.quad, OWN_PLATE_HEIGHTS * tall)


def _away(quad: Floats, wide: float, tall: float) -> Iterator[Spot]:
    """Yield places all around, further and further off."""
    at, reach = quad.mean(0), (quad.max(0) - quad.min(0)) / 2
    for ring in RING_DISTANCES:
        for angle in np.arange(16) * np.pi / 8:
            way = np.array([np.cos(angle), np.sin(angle)])
            x, y = at + way * (reach + (wide / 2, tall / 2) + ring * tall)
            yield float(x), float(y), 2.0 + ring


def _off(box: PictureBox, x: float, y: float) -> float:
    """Return how far the picture's edge moved a box from its wanted place."""
    return abs((box.left + box.right) / 2 - x) + abs((box.top + box.bottom) / 2 - y)


def _led(tag: Tag, quad: Floats, near: float) -> Tag:
    """Return the tag, with a line to its card if that is not near."""
    middle = (tag.box.left + tag.box.right) / 2, (tag.box.top + tag.box.bottom) / 2
    low, high = np.array([tag.box.left, tag.box.top]), np.array([tag.box.right, tag.box.bottom])
    points = [middle, *np.clip(quad, low, high), low, high, (low[0], high[1]), (high[0], low[1])]
    outline = np.asarray(quad, np.float32)
    if max(cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in points) >= -near:
        return tag
    ends = np.roll(outline, -1, axis=0)
    edges = [(a + (b - a) * t) for a, b in zip(outline, ends, strict=True) for t in (0.0, 0.5)]
    x, y = min(edges, key=lambda p: float(np.hypot(*(p - np.array(middle)))))
    return replace(tag, lead=(float(x), float(y)))


def _inside(sheet: PictureBox, x: float, y: float, wide: float, tall: float) -> PictureBox:
    """Return the box around (x, y), moved into the picture."""
    left = float(np.clip(x - wide / 2, 0, max(0.0, sheet.right - wide)))
    top = float(np.clip(y - tall / 2, 0, max(0.0, sheet.bottom - tall)))
    return PictureBox(left, top, left + wide, top + tall)


def pen(size: float) -> tuple[float, int, int]:
    """Scale and thickness of letters, and the plate's rim, pixels."""
    return 0.62 * size, max(1, round(1.6 * size)), round(4 * size)


def extent(text: str, size: float) -> tuple[int, int]:
    """Return width and height of a label's plate, pixels."""
    scale, thick, rim = pen(size)
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    return wide + 2 * rim, tall + 2 * rim
