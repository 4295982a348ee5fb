"""Cards of which little more shows than a corner letter: a hand fanned out, a column laid downwards.

The finder's outlines of such cards differ by less than its own error, and a crop of one shows mostly its
neighbours. A corner letter, seen for itself, says which card it is, which way it is turned and where its
corner lies; how large it is, its neighbours tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.closer import Box, inside, places
from vision.codes import INDEX_LONG, LETTERS, Floats, axes, lean
from vision.crops import Outline, Pyramid
from vision.letters import Piece, overlap
from vision.spots import Spot, spotted

NEAR: Final = 0.07
"""Card lengths between two corners that are one: half of what a corner letter needs to be seen in a fan."""

TURNED: Final = 0.35
"""Radians by which a card may seem turned from its own corner letter."""

OBLONG: Final = 1.2
"""Height over width from which a piece is a card: tiles bear no corner letters."""

SAME: Final = 0.6
"""Overlap (intersection over union) with another card of its letter from which a card is that one."""

OVER: Final = 0.25
"""Share of a card that other pieces must cover before a corner letter alone makes it one: a letter on the
bare table is no card."""

SURE: Final = 0.9
"""Probability from which a reading of the whole card stands against its corner letter."""

EXPLAINED: Final = 0.5
"""Overlap (intersection over union) with a card known by its corner letter from which a doubtful outline was
a bad guess at it."""

MARGIN: Final = 0.35
"""Surroundings of a crowded place that are looked at, in card lengths: a corner may stick out of it."""

MOST: Final = 1600 * 1200
"""Pixels that the spotter may be shown altogether, so that a table full of doubt costs a bounded time."""

FINEST: Final = 1.6
"""Times that a photograph may be enlarged for the spotter, as in training."""

UPRIGHT: Final = 0.9
"""Chance that a lone corner letter is the upper one: hands are fanned to show those."""


def indexed(pyramid: Pyramid, pieces: tuple[Piece, ...], among: tuple[Piece, ...] = ()) -> tuple[Piece, ...]:
    """`pieces` with the cards that corner letters tell of, in crowded and doubtful places. `among` are pieces
    already settled, which stay as they are."""
    cores = places(pieces, among)
    if not cores:
        return pieces
    shape = shape_of((*pieces, *among))
    if shape is None:
        return pieces
    left, spots = float(MOST), list[Spot]()
    for core, _ in cores:
        near = _nearest((*pieces, *among), core)
        long = float(np.median([p.outline.height for p in near]))
        scale = min(FINEST, INDEX_LONG / long)
        window = inside(core.grown(MARGIN * long), pyramid.levels[0])
        left -= window.area * scale**2
        if left < 0:
            break
        spots += spotted(pyramid, window, long, scale)
    return joined(pieces, tuple(card_of(spot, shape) for spot in spots), among)


def _nearest(pieces: Sequence[Piece], core: Box) -> list[Piece]:
    inner = [p for p in pieces if core.holds(*p.corners.mean(0).tolist())]
    return inner or list(pieces)


@dataclass(frozen=True, slots=True)
class Shape:
    """How the cards of a photograph appear. `onto` (2, 2): card lengths on the table to pixels, up to a turn
    of the table; `wide`: a card's width in its lengths."""

    onto: NDArray[np.float64]
    wide: float

    def card(self, up: Floats) -> tuple[Floats, Floats]:
        """The edges, pixels, upwards and to the right of a card whose up direction in the picture is `up`."""
        ahead = np.linalg.solve(self.onto, up)
        ahead /= np.hypot(*ahead)
        # Rows count downwards, so a quarter turn clockwise takes (x, y) to (-y, x).
        right = self.onto @ np.array([-ahead[1], ahead[0]]) * self.wide
        return (self.onto @ ahead).astype(np.float32), right.astype(np.float32)


def shape_of(pieces: Sequence[Piece]) -> Shape | None:
    """How large cards appear, from those that were read; None when no card tells."""
    oblong = [p for p in pieces if p.outline.height > OBLONG * p.outline.width]
    clear = [p for p in oblong if _best(p) >= SURE] or oblong
    if not clear:
        return None
    edges = [axes(p.corners) for p in clear]
    # Tilt makes some cards seem narrow and others short; over cards turned every way the middle is right.
    wide = float(np.median([np.hypot(*right) / max(1e-6, np.hypot(*up)) for up, right in edges]))
    maps = [np.column_stack([right / wide, up]) for up, right in edges]
    spread = np.median([m @ m.T for m in maps], axis=0)
    # Its symmetric root; how a card itself is turned on the table has left no trace in m @ m.T.
    values, vectors = np.linalg.eigh(spread)
    return Shape(vectors @ np.diag(np.sqrt(np.maximum(values, 1.0))) @ vectors.T, wide)


def card_of(spot: Spot, shape: Shape) -> Piece:
    """The card that a corner letter stands on: at its upper left, or at its lower right where it is printed
    upright there."""
    up, right = shape.card(spot.up)
    inwards = spot.middle - spot.corner
    first = inwards @ right / (right @ right) > inwards @ up / (up @ up)
    top_left = spot.corner if first else spot.corner - right + up
    quad = np.array([top_left, top_left + right, top_left + right - up, top_left - up], np.float32)
    x, y = quad.mean(0).tolist()
    outline = Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up), spot.score)
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0], chances[2] = UPRIGHT * spot.chances, (1 - UPRIGHT) * spot.chances
    return Piece(quad, chances, 0.0, 0.0, outline, spot.corner)


def joined(
    pieces: tuple[Piece, ...], cards: tuple[Piece, ...], among: tuple[Piece, ...] = ()
) -> tuple[Piece, ...]:
    """`pieces` and what `cards`, known by their corner letters, add to them and prove wrong."""
    known, new = list(pieces), list[Piece]()
    for card in sorted(cards, key=lambda c: -c.outline.score):
        if any(_at(other, card) for other in among) or any(_said(other, card) for other in (*new, *among)):
            continue
        same = [n for n, piece in enumerate(known) if _at(piece, card)]
        if agree := [n for n in same if _letter(known[n]) == _letter(card)]:
            best = max(agree, key=lambda n: _best(known[n]))
            known[best] = _confirmed(known[best], card, _beneath(known[best], (*known, *among)))
        elif any(_best(known[n]) >= SURE and not _beneath(known[n], (*known, *among)) for n in same):
            continue  # read for sure as a whole, with none over it that could have been read instead
        elif same or _beneath(card, (*known, *among)):
            new.append(card)
    told = [piece for piece in known if piece.index is not None] + new
    return (*(piece for piece in known if not _disproved(piece, told)), *new)


def _said(other: Piece, card: Piece) -> bool:
    """Whether `other` is that card already, by the same or by its opposite corner letter."""
    if _letter(other) != _letter(card):
        return False
    return _at(other, card) or overlap(other.corners, card.corners) > SAME


def _at(piece: Piece, card: Piece) -> bool:
    """Whether a corner of `piece` where letters stand is the one `card` is known by, both turned alike."""
    if card.index is None:
        return False
    gaps = [float(np.hypot(*(piece.corners[k] - card.index))) for k in (0, 2)]
    turn = lean(axes(piece.corners)[0]) - lean(axes(card.corners)[0])
    alike = abs((turn + np.pi / 2) % np.pi - np.pi / 2) < TURNED
    return alike and min(gaps) < NEAR * card.outline.height


def _confirmed(piece: Piece, card: Piece, beneath: bool) -> Piece:
    """The piece with what its corner letter adds. Of the two readings the surer one counts: they are no
    independent witnesses. Where other cards lie over the piece, the corner letter knows its place better."""
    if piece.index is not None:
        return piece
    at = card if beneath else piece
    said = max(piece, card, key=_best).chances.sum(0)
    turns = at.chances.sum(1, keepdims=True) / max(1e-6, at.letter)
    chances = (turns * said).astype(np.float32)
    return replace(at, chances=chances, back=0.0, nothing=1 - float(chances.sum()), index=card.index)


def _beneath(piece: Piece, others: Sequence[Piece]) -> bool:
    """Whether another piece may lie over it."""
    area = abs(cv2.contourArea(piece.corners))
    return any(
        float(cv2.intersectConvexConvex(piece.corners, other.corners)[0]) > OVER * area
        for other in others
        if other is not piece
    )


def _disproved(piece: Piece, told: Sequence[Piece]) -> bool:
    """Whether the piece was a bad guess at one of the cards that are told by corner letters."""
    if piece.index is not None:
        return False
    if any(_at(piece, card) and _letter(piece) != _letter(card) for card in told):
        return True
    return _best(piece) < SURE and any(overlap(piece.corners, card.corners) > EXPLAINED for card in told)


def _letter(piece: Piece) -> int:
    return int(piece.chances.sum(0).argmax())


def _best(piece: Piece) -> float:
    return max(piece.back, float(piece.chances.sum(0).max()))
