"""Look closer where the first look was not sure: run the finder again at twice its scale, on windows only.

In a hand fanned so that only corner letters show, each card is a sliver a few pixels wide at the finder's
usual scale. Most tables have no doubtful place, and the closer look then costs nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.crops import Outline, Picture
from vision.detection_budget import FULL_BUDGET, Budget
from vision.pieces.classify import NO_SECOND_LOOK_PROBABILITY, Piece, boxes_overlap
from vision.pieces.detect import MIN_PIECE_HEAT, detect_at_scale
from vision.tensor_format import Floats

CLOSE_LOOK_FACTOR: Final = 2.0
"""The enlargement of a closer look against the finder's first look. The finder was trained on pieces from 0.7
to 2.2 times their usual size."""

MIN_CLOSE_LOOK_FACTOR: Final = 1.2
"""The least factor on the first look's scale that is worth a closer look. A closer look never enlarges the
picture. If the first look showed nearly all pixels, a closer look shows nothing new and takes as long. By
judgement."""

CROWDED_SHARE: Final = 0.12
"""The share of a piece that another piece must cover before the place counts as crowded. Outlines of cards
side by side, a few hundredths off, share less."""

BESIDE_CARD_FACTOR: Final = 1.3
"""The factor on the size of a doubtful piece within which a card counts as lying beside it. A fan of which
only the last card was read continues at such a place."""

MARGIN_PIECE_HEIGHTS: Final = 0.7
"""The margin round the pieces that get a closer look, as a share of the tallest piece's height. The finder
must see whole pieces at the rim."""

CLOSE_LOOK_PIXELS: Final = 1280 * 960
"""The greatest number of pixels of all closer looks together, four times those of the first look (640 x 480),
so that a table full of doubts costs a bounded time."""


@dataclass(frozen=True, slots=True)
class PictureBox:
    """An upright rectangle of the picture."""

    left: float
    """The distance of the box's left edge from the picture's, pixels."""
    top: float
    """The distance of the box's top edge from the picture's, pixels."""
    right: float
    """The distance of the box's right edge from the picture's left edge, pixels."""
    bottom: float
    """The distance of the box's bottom edge from the picture's top edge, pixels."""

    def holds(self, x: float, y: float) -> bool:
        """Return True if the point lies inside the box."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def grown(self, by: float) -> "PictureBox":
        """Return the box with `by` more pixels on every side."""
        return PictureBox(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def times(self, scale: float) -> "PictureBox":
        """Return the box as it lies in a copy of the picture that is `scale` times as large."""
        return PictureBox(self.left * scale, self.top * scale, self.right * scale, self.bottom * scale)

    def joined(self, other: "PictureBox") -> "PictureBox":
        """Return the smallest box round both boxes."""
        return PictureBox(
            min(self.left, other.left), min(self.top, other.top),
            max(self.right, other.right), max(self.bottom, other.bottom),
        )  # fmt: skip

    def meets(self, other: "PictureBox") -> bool:
        """Return True if the two boxes share a point."""
        apart = self.right < other.left or other.right < self.left
        return not (apart or self.bottom < other.top or other.bottom < self.top)

    def part(self, other: "PictureBox") -> "PictureBox":
        """Return the part of the other box that lies inside this box."""
        return PictureBox(
            max(self.left, other.left), max(self.top, other.top),
            min(self.right, other.right), min(self.bottom, other.bottom),
        )  # fmt: skip

    @property
    def area(self) -> float:
        """Return the area of the box, square pixels."""
        return (self.right - self.left) * (self.bottom - self.top)


def zoom_in(
    picture: Picture,
    pieces: tuple[Piece, ...],
    scale: float,
    kept_pieces: tuple[Piece, ...] = (),
    budget: Budget = FULL_BUDGET,
) -> tuple[Outline, ...]:
    """Return the outlines of `pieces`, with the outlines in crowded or doubtful places replaced by those of a
    closer look.

    `scale` is that of the first look. `kept_pieces` are settled pieces, which may crowd others but do not
    change. `budget` limits the pixels of the closer looks.
    """
    nearer, outlines = min(1.0, CLOSE_LOOK_FACTOR * scale), tuple(piece.outline for piece in pieces)
    if nearer < MIN_CLOSE_LOOK_FACTOR * scale:
        return outlines
    cores = crowded_or_doubtful(pieces, kept_pieces)
    all_outlines = list(outlines)
    left = CLOSE_LOOK_PIXELS * budget.second_look_share
    for core, margin in cores:
        window = whole_picture(picture).part(core.grown(margin))
        left -= window.area * nearer**2
        if left < 0:
            break
        closer = [o for o in detect_in_box(picture, window, nearer) if core.holds(o.x, o.y)]
        all_outlines = [o for o in all_outlines if not core.holds(o.x, o.y)] + closer
    return tuple(sorted(all_outlines, key=lambda o: -o.score))


def detect_in_box(
    picture: Picture, window: PictureBox, scale: float, min_heat: float = MIN_PIECE_HEAT
) -> tuple[Outline, ...]:
    """Return the rough outlines that the finder detects in a window of the picture, scaled by `scale`. The
    outlines are in pixels of the whole picture."""
    left, top = int(window.left), int(window.top)
    part = picture[top : int(window.bottom), left : int(window.right)]
    if min(part.shape[:2]) < 1:
        return ()
    outlines = detect_at_scale(part, scale, min_heat)
    return tuple(Outline(o.x + left, o.y + top, o.height, o.width, o.angle, o.score) for o in outlines)


def whole_picture(picture: Picture) -> PictureBox:
    """Return a box that covers the whole picture."""
    height, width = picture.shape[:2]
    return PictureBox(0.0, 0.0, float(width), float(height))


def crowded_or_doubtful(
    pieces: tuple[Piece, ...],
    kept_pieces: tuple[Piece, ...] = (),
    odd: tuple[Piece, ...] = (),
    *,
    slivers: bool = False,
) -> list[tuple[PictureBox, float]]:
    """Return the boxes of the picture that need a closer look, each with its margin in pixels, the smallest
    first: many small places are not given up for a large one. They surround the crowded or doubtful pieces.
    Boxes that meet are joined.

    `kept_pieces` are settled pieces, which may crowd others. Pieces in `odd` get boxes of their own where no
    other box lies. With `slivers`, pieces likelier nothing also get a box if they are crowded or lie beside a
    card: a card in a fan often shows too little.
    """
    needed = boxes_around(_unsettled(pieces, kept_pieces, slivers))
    # Boxes of odd pieces are not joined with these: two hands would become one place, too large for a close
    # look.
    left = (p for p in odd if not any(box.grown(wide).meets(_box(p.corners)) for box, wide in needed))
    return sorted((*needed, *boxes_around(left)), key=lambda place: place[0].area)


def boxes_around(pieces: Iterable[Piece]) -> list[tuple[PictureBox, float]]:
    """Return boxes round all of the pieces, each with its margin in pixels, the smallest first. Boxes that
    meet are joined."""
    boxes = [(_box(piece.corners), MARGIN_PIECE_HEIGHTS * piece.outline.height) for piece in pieces]
    places: list[tuple[PictureBox, float]] = []
    for box, margin in boxes:
        near = [place for place in places if place[0].grown(margin).meets(box)]
        places = [place for place in places if place not in near]
        for other, wide in near:
            box, margin = box.joined(other), max(margin, wide)
        places.append((box, margin))
    return sorted(places, key=lambda place: place[0].area)


def _unsettled(pieces: tuple[Piece, ...], kept_pieces: tuple[Piece, ...], slivers: bool) -> list[Piece]:
    """Return the pieces that need a closer look: those that are doubtful, or crowded by others, unless they
    are likelier nothing. With `slivers`, pieces likelier nothing are included if they are crowded or lie
    beside a card."""
    others = (*pieces, *kept_pieces)
    meets = boxes_overlap(others)
    return [
        piece
        for n, piece in enumerate(pieces)
        if (piece.is_likely and _is_unsure(piece))
        or (
            (piece.is_likely or slivers) and _is_crowded(piece, [others[m] for m in np.flatnonzero(meets[n])])
        )
        or (slivers and not piece.is_likely and _is_beside_card(piece, others))
    ]


def _is_unsure(piece: Piece) -> bool:
    return piece.best_probability < NO_SECOND_LOOK_PROBABILITY


def _is_crowded(piece: Piece, near: list[Piece]) -> bool:
    least = CROWDED_SHARE * piece.area
    return any(other is not piece and _shared(piece.corners, other.corners) > least for other in near)


def _is_beside_card(piece: Piece, others: tuple[Piece, ...]) -> bool:
    """Return True if a card lies right beside the piece. The piece may then belong to the same fan as that
    card."""
    middle = piece.corners.mean(0)
    wide = np.asarray(middle + BESIDE_CARD_FACTOR * (piece.corners - middle), np.float32)
    return any(other.letter_probability >= 0.5 and _shared(wide, other.corners) > 0 for other in others)


def _shared(one: Floats, two: Floats) -> float:
    return float(cv2.intersectConvexConvex(one, two)[0])


def _box(quad: Floats) -> PictureBox:
    (left, top), (right, bottom) = quad.min(0).tolist(), quad.max(0).tolist()
    return PictureBox(left, top, right, bottom)
