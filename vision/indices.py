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

CORNER: Final = 0.04
"""Card lengths between two corners, with one letter at both, that are one corner."""

ALIKE: Final = 0.1
"""Radians within which two outlines of one card lie alike: twice the error of what a corner letter tells."""

OPPOSITE: Final = 0.6
"""Card lengths from which two corners, with one letter at both, may be those of one card."""

TWICE: Final = 0.4
"""Overlap (intersection over union) from which they are."""

OVER: Final = 0.25
"""Share of a card that other pieces must cover before a corner letter alone makes it one: a letter on the
bare table is no card."""

CLEAR: Final = ((0.35, 0.75), (0.7, 0.45))
"""How sure the spotter must be of a corner letter that tells of a card nobody saw, and how sure its letter:
one of these pairs. Lower ones found as many false cards as true ones on held-back pictures."""

DOUBLE: Final = 0.7
"""Overlap (intersection over union) of two outlines that read alike from which they are one card's."""

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

COARSEST: Final = 0.6
"""Share of the wanted scale below which a place is not worth looking at: training goes down to 0.62."""

INNER: Final = 0.2
"""Share of the way from a card's corner to its middle where its corner letter stands."""

EVIDENT: Final = 0.5
"""How sure the spotter must be of a letter that tells where the pack's letters stand."""

SEVERAL: Final = 4
"""Sure pieces, or sure letters, from which on they tell what is usual."""

SPREAD: Final = (0.055, 0.035)
"""Card lengths by which letters may stand elsewhere, to the right and below: an I is narrower than a W, but
all are of one height."""

LEAST: Final = 0.005
"""Chance that each witness leaves to any letter."""

WITNESS: Final = (0.75, 0.5)
"""Weights of two witnesses of a letter, the whole card and its corner letter. Less than one, for they look in
part at the same ink; the corner letter sees less of it."""

UPRIGHT: Final = 0.9
"""Chance that a lone corner letter is the upper one: hands are fanned to show those."""


def indexed(
    pyramid: Pyramid,
    pieces: tuple[Piece, ...],
    among: tuple[Piece, ...] = (),
    gone: tuple[Piece, ...] = (),
) -> tuple[Piece, ...]:
    """`pieces` with the cards that corner letters tell of, in crowded and doubtful places. `among` are pieces
    already settled, which stay as they are; `gone` lay there in the photograph before, and may now lie under
    others."""
    cores = places(pieces, (*among, *gone))
    if not cores:
        return pieces
    shape = shape_of((*pieces, *among))
    if shape is None:
        return pieces
    left, spots = float(MOST), list[Spot]()
    for core, _ in cores:
        near = _nearest((*pieces, *among), core)
        long = float(np.median([p.outline.height for p in near]))
        window = inside(core.grown(MARGIN * long), pyramid.levels[0])
        wanted = min(FINEST, INDEX_LONG / long)
        scale = min(wanted, float(np.sqrt(max(0.0, left) / max(1.0, window.area))))
        if scale < COARSEST * wanted:
            break
        left -= window.area * scale**2
        spots += spotted(pyramid, window, long, scale)
    cards = tuple(card for spot in alike(spots, shape) if (card := card_of(spot, shape)) is not None)
    return joined(pieces, cards, among)


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
    if not oblong:
        return None
    # The middle of a few is not better for their being read well, and in a fan even such outlines are off.
    clear = [p for p in oblong if _best(p) >= SURE]
    clear = clear if len(clear) >= SEVERAL else oblong
    edges = [axes(p.corners) for p in clear]
    # Tilt makes some cards seem narrow and others short; over cards turned every way the middle is right.
    wide = float(np.median([np.hypot(*right) / max(1e-6, np.hypot(*up)) for up, right in edges]))
    maps = [np.column_stack([right / wide, up]) for up, right in edges]
    spread = np.median([m @ m.T for m in maps], axis=0)
    # Its symmetric root; how a card itself is turned on the table has left no trace in m @ m.T.
    values, vectors = np.linalg.eigh(spread)
    return Shape(vectors @ np.diag(np.sqrt(np.maximum(values, 1.0))) @ vectors.T, wide)


def alike(spots: Sequence[Spot], shape: Shape) -> tuple[Spot, ...]:
    """The spots that stand in their corners as most of the sure ones do. A pack's letters are all printed in
    one place; what stands elsewhere in a corner is a figure or an ornament."""
    lie = [_inwards(spot, shape) for spot in spots]
    sure = np.array([
        place for spot, place in zip(spots, lie, strict=True)
        if spot.score >= EVIDENT and float(spot.chances.max()) >= SURE
    ])  # fmt: skip
    if len(sure) < SEVERAL:
        return tuple(spots)
    upper = sure[sure[:, 0] > 0]
    # Letters upright at the lower right as well stand there as often as at the upper left.
    usual = upper if 2 * len(upper) > len(sure) else sure
    middle = np.median(np.abs(usual), axis=0)
    lower = len(sure) - len(upper) > len(upper) / 3
    return tuple(
        spot for spot, place in zip(spots, lie, strict=True)
        if (np.abs(np.abs(place) - middle) < SPREAD).all() and (place[0] > 0 or lower)
    )  # fmt: skip


def _inwards(spot: Spot, shape: Shape) -> tuple[float, float]:
    """How far a corner letter stands from its corner, in card lengths: to the right of it, and below."""
    up, right = shape.card(spot.up)
    inwards = spot.middle - spot.corner
    across, down = inwards @ right / (right @ right), -(inwards @ up) / (up @ up)
    return float(across) * shape.wide, float(down)


def card_of(spot: Spot, shape: Shape) -> Piece | None:
    """The card that a corner letter stands on: at its upper left, or at its lower right where it is printed
    upright there. None for what stands at another corner, as figures do."""
    across, down = _inwards(spot, shape)
    if across * down <= 0:
        return None
    up, right = shape.card(spot.up)
    top_left = spot.corner if across > 0 else spot.corner - right + up
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
    for card in sorted(cards, key=lambda c: -c.outline.score * _best(c)):
        told = [piece for piece in known if piece.index is not None]
        if any(_at(other, card) for other in among) or any(_said(p, card) for p in (*told, *new, *among)):
            continue
        everything = (*known, *among)
        same = [n for n, piece in enumerate(known) if _at(piece, card)]
        if alone := [n for n in same if not _beneath(known[n], everything)]:
            known[alone[0]] = _weighed(known[alone[0]], card)
        elif not _clear(card) or any(_each_over_the_other(card, other) for other in (*told, *new, *among)):
            continue
        elif agree := [n for n in same if _letter(known[n]) == _letter(card)]:
            best = max(agree, key=lambda n: _best(known[n]))
            known[best] = _confirmed(known[best], card)
        elif same or _beneath(card, everything):
            new.append(card)
    told = [piece for piece in known if piece.index is not None] + new
    return (*(piece for piece in known if not _disproved(piece, told)), *new)


def _clear(card: Piece) -> bool:
    """Whether what was seen is surely a corner letter: figures and ornaments are printed in corners too."""
    return any(card.outline.score >= seen and _best(card) >= legible for seen, legible in CLEAR)


def _each_over_the_other(one: Piece, other: Piece) -> bool:
    """Whether each shows its corner letter where it would lie under the other: one of the two is no card."""
    return _shows_over(one, other) and _shows_over(other, one)


def _shows_over(one: Piece, other: Piece) -> bool:
    """Whether the corner letter of `one` is seen well within `other`."""
    if one.index is None:
        return False
    inner = one.index + INNER * (one.corners.mean(0) - one.index)
    at = (float(inner[0]), float(inner[1]))
    return cv2.pointPolygonTest(other.corners, at, True) > CORNER * other.outline.height


def _said(other: Piece, card: Piece) -> bool:
    """Whether `other` is that card already, by the same or by its opposite corner letter. In a fan two cards
    of one letter may lie next to each other, but then their corners do too."""
    if _letter(other) != _letter(card) or card.index is None:
        return False
    near = other.corners[[0, 2]] if other.index is None else other.index[None]
    gap = float(np.hypot(*(near - card.index).T).min()) / card.outline.height
    shared = overlap(other.corners, card.corners)
    return gap < CORNER or (gap > OPPOSITE and shared > TWICE)


def _at(piece: Piece, card: Piece) -> bool:
    """Whether a corner of `piece` where letters stand is the one `card` is known by, both turned alike."""
    if card.index is None:
        return False
    gaps = [float(np.hypot(*(piece.corners[k] - card.index))) for k in (0, 2)]
    return _turn(piece, card) < TURNED and min(gaps) < NEAR * card.outline.height


def _weighed(piece: Piece, card: Piece) -> Piece:
    """The piece, no other being near that could have been read instead, with its corner letter as a second
    witness. What the whole card said for sure is not asked again."""
    if piece.index is not None or _best(piece) >= SURE:
        return piece if piece.index is not None else replace(piece, index=card.index)
    pairs = zip((piece, card), WITNESS, strict=True)
    one, two = (np.maximum(witness.chances.sum(0), LEAST) ** weight for witness, weight in pairs)
    said = one * two / float((one * two).sum())
    # How likely it is a letter card at all, and which way up it stands, stays as it was.
    turns = np.maximum(piece.chances, 1e-9).sum(1, keepdims=True)
    return replace(piece, chances=(turns * said).astype(np.float32), index=card.index)


def _confirmed(piece: Piece, card: Piece) -> Piece:
    """A piece among others with what its corner letter adds. Of the two readings the surer one counts; and
    unless they agree about the place as well, the corner letter knows it better: it saw the corner itself."""
    if piece.index is not None:
        return piece
    at = piece if _in_place(piece, card) else card
    said = max(piece, card, key=_best).chances.sum(0)
    turns = at.chances.sum(1, keepdims=True) / max(1e-6, at.letter)
    chances = (turns * said).astype(np.float32)
    return replace(at, chances=chances, back=0.0, nothing=1 - float(chances.sum()), index=card.index)


def _in_place(piece: Piece, card: Piece) -> bool:
    """Whether both have the corner within a few millimetres and lie alike."""
    if card.index is None:
        return False
    gap = min(float(np.hypot(*(piece.corners[k] - card.index))) for k in (0, 2))
    return gap < CORNER * card.outline.height and _turn(piece, card) < ALIKE


def _turn(one: Piece, other: Piece) -> float:
    """Radians between the directions of two cards, whichever way up."""
    turn = lean(axes(one.corners)[0]) - lean(axes(other.corners)[0])
    return abs((turn + np.pi / 2) % np.pi - np.pi / 2)


def _beneath(piece: Piece, others: Sequence[Piece]) -> bool:
    """Whether another piece may lie over it; one found twice does not lie over itself."""
    area = abs(cv2.contourArea(piece.corners))
    return any(
        float(cv2.intersectConvexConvex(piece.corners, other.corners)[0]) > OVER * area
        for other in others
        if not (other is piece or _found_twice(piece, other))
    )


def _found_twice(one: Piece, other: Piece) -> bool:
    return _letter(one) == _letter(other) and overlap(one.corners, other.corners) > DOUBLE


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
