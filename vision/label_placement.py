"""Place the labels of a drawn photograph: off the printed letters, off one another, and near their cards.

Many places around each card or word are tried, and the best free place is taken, in a size that suits all
labels. A place of a card counts as printed where its brightness differs from that of the card's paper.
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
"""A colour: blue, green, red."""
Spot = tuple[float, float, float]
"""A possible place of a label: x and y of the middle of its plate, pixels, and by how much it costs more than
the best place, plate heights."""

MIN_LABEL_SIZE: Final = 0.75
"""The smallest size of a label: its capitals are some 12 pixels high, which by judgement is still read at a
glance."""
SIZE_SHARES: Final = (1.0, 0.8, 0.64, 0.5, 0.4)
"""The sizes of labels to try, as shares of the size that suits the photograph, down to `MIN_LABEL_SIZE`. Each
is four fifths of the one before, so that no label is much smaller than it must be."""
SHRINKING_COST: Final = 2.0
"""The cost, plate heights, of shrinking all labels to nothing. Shrinking by a share costs that share of
`SHRINKING_COST`. All costs here are by judgement, and only their order matters."""
MAX_PRINT_SHARE: Final = 0.01
"""A label hides no print if at most this share of its plate (its background) covers what looks like print. A
shadow, or an outline that is slightly off, may look like print."""
HIDDEN_PRINT_COST: Final = 200.0
"""The cost, plate heights, of a label whose plate lies wholly on print. A plate with a sixteenth of its area
on print costs more than the furthest place that is tried."""
OTHER_CARD_COST: Final = 6.0
"""The cost, plate heights, of a label whose plate lies wholly on another card. A plate that lies there in
part costs that part."""
MAP_SIDE_PIXELS: Final = 1400
"""The long side of the map in which places are looked up, pixels. Small figures still show in the map, and
looking up takes no longer for a large photograph."""
RING_DISTANCES: Final = (0.8, 1.6, 2.6, 4.0, 6.0, 9.0)
"""The distances of a label from its card that are tried, plate heights. The short distances differ little,
because a small move often helps. The longest is for tables full of cards. By judgement."""
MAX_UNLINED_PLATE_HEIGHTS: Final = 0.7
"""The greatest distance between a label and its card at which no line joins them, plate heights. It is less
than one, so that no other label fits between the two."""


@dataclass(frozen=True, slots=True)
class UnplacedLabel:
    """A label without a place yet."""

    text: str
    """The text of the label."""
    colour: Colour
    """The colour of the label's plate."""
    quad: Floats
    """The outline of the card or word, (k, 2) pixels."""
    spots: Callable[[float, float], Iterable[Spot]]
    """A function of the plate's width and height, pixels, that returns the places to try first."""
    size: float = 1.0
    """The size of the label's letters, as a share of the size that suits the picture."""
    card_number: int = 0
    """The number of the label's card in the `LabelMap`, 0 for none."""
    is_optional: bool = False
    """True if the label may be left out."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A label on the drawn photograph, with its place."""

    text: str
    """The text of the label."""
    box: PictureBox
    """The place of the plate under the text, pixels."""
    size: float
    """The size of the letters, as `pen_measures` takes it."""
    colour: Colour
    """The colour of the plate."""
    line_end: tuple[float, float] | None = None
    """The point of the card to which a line leads, pixels, or None for a label beside its card."""


@dataclass(frozen=True, slots=True)
class LabelMap:
    """A map of the photograph that shows which places of it labels must not hide."""

    ink: NDArray[np.bool_]
    """A mask (h, w) of the places where cards are printed."""
    owner: NDArray[np.int32]
    """The number of the card at each place, (h, w), from 1; 0 where no card lies."""
    scale: float
    """The size of the maps `ink` and `owner`, as a share of the photograph's."""
    picture_box: PictureBox
    """The whole picture, pixels."""

    def hidden_shares(self, box: PictureBox, card_number: int) -> tuple[float, float]:
        """Return two shares of a label's `box`: the share that would hide print, and the share that would
        hide other cards than the label's `card_number` card."""
        small = box.times(self.scale)
        rows = slice(max(0, int(small.top)), int(small.bottom) + 1)
        owner, ink = (m[rows, max(0, int(small.left)) : int(small.right) + 1] for m in (self.owner, self.ink))
        if not owner.size:
            return 0.0, 0.0
        return float(ink.mean()), float(((owner > 0) & (owner != card_number)).mean())


def make_label_map(picture: Picture, quads: Sequence[Floats], printed: Sequence[bool]) -> LabelMap:
    """Return the map of a picture's cards, by their outlines (4, 2), and of the print on the `printed`
    cards."""
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
    """Return a mask of one card: 1 where its brightness differs from that of most of the card. Such places
    count as printed."""
    within = np.zeros(grey.shape, np.uint8)
    inner = quad.mean(0) + (quad - quad.mean(0)) * 0.93  # outlines are a little off
    cv2.fillConvexPoly(within, np.round(inner).astype(np.int32), 1)
    inside = within > 0
    if not inside.any():
        return within
    difference = np.abs(grey - np.int16(np.median(grey[inside])))
    within[difference <= max(25.0, 0.35 * float(np.percentile(difference[inside], 99)))] = 0
    return within


def place_labels(make_label_map: LabelMap, labels: Sequence[UnplacedLabel], unit: float) -> list[Tag]:
    """Return the labels in places where none covers another. Earlier labels choose first.

    `unit` is the label size that suits the picture. Extra labels that would hide print are left out.
    """
    tried: list[tuple[float, list[Tag]]] = []
    for share in SIZE_SHARES:
        size = max(MIN_LABEL_SIZE, share * unit)
        costs, tags = _all_placed(make_label_map, labels, size)
        tried.append((sum(costs) / max(1, len(labels)) + SHRINKING_COST * (1 - size / unit), tags))
        if size == MIN_LABEL_SIZE:
            break
    return min(tried, key=lambda one: one[0])[1]


def _all_placed(
    make_label_map: LabelMap, labels: Sequence[UnplacedLabel], size: float
) -> tuple[list[float], list[Tag]]:
    tags: list[Tag] = []
    costs: list[float] = []
    for label in labels:
        candidates = [
            _placed(make_label_map, label, max(MIN_LABEL_SIZE, share * size), tags) for share in (1.0, 0.7)
        ]
        # A label by itself is made smaller only where it would hide print.
        cost, inked, tag = (
            candidates[0]
            if candidates[0][1] <= MAX_PRINT_SHARE
            else min(candidates, key=lambda candidate: candidate[0])
        )
        costs.append(cost)
        if not (label.is_optional and inked > MAX_PRINT_SHARE):
            tags.append(tag)
    return costs, tags


def _placed(
    make_label_map: LabelMap, label: UnplacedLabel, unit: float, placed_tags: Sequence[Tag]
) -> tuple[float, float, Tag]:
    """Return the cost of the cheapest free place for the label, the share of the plate that hides print in
    that place, and the placed label."""
    width, height = plate_size(label.text, label.size * unit)
    size = label.size * unit * min(1.0, make_label_map.picture_box.right / width)
    width, height = plate_size(label.text, size)
    best: tuple[float, float, Tag] | None = None
    for x, y, cost in (*label.spots(width, height), *_ring_places(label.quad, width, height)):
        if best is not None and cost >= best[0]:
            continue
        tag = Tag(label.text, _inside(make_label_map.picture_box, x, y, width, height), size, label.colour)
        inked, other_cards = make_label_map.hidden_shares(tag.box, label.card_number)
        cost += (
            HIDDEN_PRINT_COST * inked
            + OTHER_CARD_COST * other_cards
            + _pushed_distance(tag.box, x, y) / height
        )
        if (best is None or cost < best[0]) and not any(tag.box.meets(other.box) for other in placed_tags):
            best = cost, inked, tag
    if best is None:  # a picture full of labels
        at = label.quad.mean(0)
        return (
            HIDDEN_PRINT_COST,
            1.0,
            Tag(
                label.text,
                _inside(make_label_map.picture_box, at[0], at[1], width, height),
                size,
                label.colour,
            ),
        )
    return *best[:2], _with_line(best[2], label.quad, MAX_UNLINED_PLATE_HEIGHTS * height)


def _ring_places(quad: Floats, width: float, height: float) -> Iterator[Spot]:
    """Yield possible places for a label all around a card's outline, in rings further and further off."""
    at, reach = quad.mean(0), (quad.max(0) - quad.min(0)) / 2
    for ring in RING_DISTANCES:
        for angle in np.arange(16) * np.pi / 8:
            direction = np.array([np.cos(angle), np.sin(angle)])
            x, y = at + direction * (reach + (width / 2, height / 2) + ring * height)
            yield float(x), float(y), 2.0 + ring


def _pushed_distance(box: PictureBox, x: float, y: float) -> float:
    """Return the distance, pixels, between a label's wanted middle (`x`, `y`) and the middle of its `box`,
    which the picture's edge may have pushed aside. The distances across and down are added."""
    return abs((box.left + box.right) / 2 - x) + abs((box.top + box.bottom) / 2 - y)


def _with_line(tag: Tag, quad: Floats, near: float) -> Tag:
    """Return the label, with a line to its card if the label is not near the card."""
    middle = (tag.box.left + tag.box.right) / 2, (tag.box.top + tag.box.bottom) / 2
    low, high = np.array([tag.box.left, tag.box.top]), np.array([tag.box.right, tag.box.bottom])
    points = [middle, *np.clip(quad, low, high), low, high, (low[0], high[1]), (high[0], low[1])]
    outline = np.asarray(quad, np.float32)
    if max(cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in points) >= -near:
        return tag
    ends = np.roll(outline, -1, axis=0)
    edges = [(a + (b - a) * t) for a, b in zip(outline, ends, strict=True) for t in (0.0, 0.5)]
    x, y = min(edges, key=lambda p: float(np.hypot(*(p - np.array(middle)))))
    return replace(tag, line_end=(float(x), float(y)))


def _inside(picture_box: PictureBox, x: float, y: float, width: float, height: float) -> PictureBox:
    """Return the box around (x, y), moved into the picture."""
    left = float(np.clip(x - width / 2, 0, max(0.0, picture_box.right - width)))
    top = float(np.clip(y - height / 2, 0, max(0.0, picture_box.bottom - height)))
    return PictureBox(left, top, left + width, top + height)


def pen_measures(size: float) -> tuple[float, int, int]:
    """Return the font scale and the thickness of the strokes, pixels, for letters of this `size`, and the
    width of the plate's rim, pixels."""
    return 0.62 * size, max(1, round(1.6 * size)), round(4 * size)


def plate_size(text: str, size: float) -> tuple[int, int]:
    """Return the width and height of a label's plate, pixels."""
    scale, thick, rim = pen_measures(size)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    return width + 2 * rim, height + 2 * rim
