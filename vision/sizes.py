"""Cards of one pack are of one size: an outline that is not is looked at once more, at the others' size.

A letter in a ring, a picture or a frame can look like a tile that lies on a card. Which of two outlines is
the card's, its edges tell: along the right one the picture falls from paper to table, along the other it does
so by chance alone.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, product, repeat
from typing import Final

import cv2
import numpy as np

from vision.codes import Floats, axes
from vision.crops import Outline, Pyramid
from vision.edges import borne_out
from vision.enrol.prototypes import Prototypes
from vision.letters import Piece, again, corners_of, spell

OTHER: Final = 1.5
"""Times by which the areas of neighbours differ that are not of one size: a camera tilted by 35 degrees makes
them differ by a fifth from one card to the next."""

SAME: Final = 1.3
"""Times by which a piece's area may differ from the size it was looked at that it then is of."""

BETTER: Final = 0.1
"""Share of the places along its edges by which the picture must bear an outline out better than the one it
replaces: noise alone bears any out by a half, a card's edges by three quarters."""

TRIED: Final = 2
"""Sizes tried, those borne out best first."""

ASKED: Final = 0.4
"""How sure the finder must be of a piece to look again that could not be read: two in three are none."""

HINTED: Final = 0.3
"""The same of one whose edges are seen plainly, as large and as turned as its neighbours."""

EVIDENT: Final = 0.7
"""Share of the places along its edges that must bear that one out."""

SURE: Final = 0.9
"""Probability of a reading that others are looked at like, and from which such a look is believed."""

ABUTS: Final = 0.7
"""Card widths within which a piece may be one that abuts on another: the middle of its half is as far off."""

PAPER: Final = 0.4
"""Share of the places along its edges that must bear such a piece out."""


def of_one_size(
    pyramid: Pyramid,
    pieces: tuple[Piece, ...],
    among: tuple[Piece, ...] = (),
    temperature: float = 1.0,
    known: Prototypes | None = None,
) -> tuple[Piece, ...]:
    """`pieces`, those replaced that have the size of others if looked at so, and whose edges say so. `among`
    are pieces already settled. Costs nothing where neighbours are of one size and no back lies."""
    lettered = [n for n, piece in enumerate(pieces) if piece.letter > 0.5]
    settled = [piece for piece in among if piece.letter > 0.5]
    now = _backs_alike(
        pyramid, list(pieces), [*(pieces[n] for n in lettered), *settled], (temperature, known)
    )
    if not _uneven([*(pieces[n] for n in lettered), *settled]):
        return tuple(now) if any(a is not b for a, b in zip(now, pieces, strict=True)) else pieces
    models = _models(pyramid, [*(pieces[n] for n in lettered), *settled])
    # Twice each: what was set right shows its neighbours how they may lie.
    for model in chain.from_iterable(repeat(model, 2) for model in models):
        odd = [n for n in lettered if _times(now[n], model) > SAME]
        others = [p for p in (*(now[n] for n in lettered), *settled) if _times(p, model) <= SAME]
        if not others:  # the model itself has turned out to be of another size
            continue
        found = _looked_at(pyramid, [now[n] for n in odd], model, others, (temperature, known))
        for n, better in zip(odd, found, strict=True):
            now[n] = better
    return tuple(now)


def _backs_alike(
    pyramid: Pyramid, pieces: list[Piece], lettered: Sequence[Piece], how: tuple[float, Prototypes | None]
) -> list[Piece]:
    """`pieces`, the backs whose edges are not to be seen replaced that show them if looked at as the nearest
    card lies, or across it: what is printed on a back may look like a card of another shape."""
    cards = [piece for piece in lettered if piece.nothing <= 1 - SURE]
    backs = [n for n, piece in enumerate(pieces) if cards and piece.back > 0.5]
    now = borne_out(pyramid, corners_of([pieces[n] for n in backs]))
    odd = [n for n, plain in zip(backs, now, strict=True) if plain < EVIDENT]
    tries = [o for n in odd for o in _either_way(_alike(pieces[n], _nearest(pieces[n], cards)))]
    looks = spell(pyramid, again(spell(pyramid, tuple(tries), *how)), *how)
    plain = borne_out(pyramid, corners_of(looks)).reshape(-1, 2)
    for place, n in enumerate(odd):
        turn = int(plain[place].argmax())
        look = looks[2 * place + turn]
        alike = _times(look, _nearest(look, cards)) <= SAME
        if alike and look.back >= SURE and plain[place, turn] >= EVIDENT:
            pieces[n] = look
    return pieces


def _either_way(outline: Outline) -> tuple[Outline, Outline]:
    return outline, replace(outline, angle=outline.angle + np.pi / 2)


def beside(
    pyramid: Pyramid,
    lost: tuple[Piece, ...],
    pieces: tuple[Piece, ...],
    temperature: float = 1.0,
    known: Prototypes | None = None,
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """What of the `lost`, pieces that could not be read where the finder saw them, is read if looked at more
    tightly, as large and as turned as the nearest that was read for sure, or where a card would abut on one;
    and what stays lost, but for parts of what was found."""
    sure = [piece for piece in pieces if piece.best >= SURE]
    free = [p for p in lost if p.outline.score >= HINTED and not lies_on(p, sure)]
    own = [p for p in free if p.outline.score >= ASKED]
    if not free:
        return (), lost
    cards = [piece for piece in pieces if piece.nothing <= 1 - SURE]
    asked = [(p, _alike(p, _nearest(p, sure))) for p in free if sure]
    asked += [(p, outline) for p in free if cards and (outline := _abutting(p, cards)) is not None]
    first = spell(pyramid, tuple(outline for _, outline in asked), temperature, known)
    looks = spell(pyramid, again((*first, *own)), temperature, known)
    found, left = list[Piece](), {id(piece): piece for piece in lost}
    whose = [*(p for p, _ in asked), *own]
    for piece, look, plain in zip(whose, looks, borne_out(pyramid, corners_of(looks)), strict=True):
        seen = plain >= (PAPER if piece.outline.score >= ASKED else EVIDENT)
        if seen and look.best >= SURE and id(piece) in left and not lies_on(look, (*sure, *found)):
            found.append(look)
            del left[id(piece)]
    # What is left of the lost on such a piece was a part of it.
    return tuple(found), tuple(piece for piece in left.values() if not lies_on(piece, found))


def lies_on(piece: Piece, others: Sequence[Piece]) -> bool:
    """Whether a piece's middle lies on one of the others."""
    x, y = piece.corners.mean(0).tolist()
    return any(cv2.pointPolygonTest(other.corners, (x, y), measureDist=False) >= 0 for other in others)


def _abutting(piece: Piece, others: Sequence[Piece]) -> Outline | None:
    """The piece's outline as a card lies that abuts on one of the others where the piece was seen: of a card
    laid beside others the finder may see a part. None where no such card would lie."""
    middle = piece.corners.mean(0)
    places = [(other, other.corners.mean(0) + step) for other in others for step in _steps(other)]
    other, there = min(places, key=lambda place: float(np.hypot(*(place[1] - middle))))
    if np.hypot(*(there - middle)) > ABUTS * min(float(np.hypot(*step)) for step in _steps(other)):
        return None
    return replace(_alike(piece, other), x=float(there[0]), y=float(there[1]))


def _steps(piece: Piece) -> tuple[Floats, ...]:
    """From the middle of a piece to those of the four that would abut on it."""
    up, right = axes(piece.corners)
    return up, right, -up, -right


def _alike(piece: Piece, other: Piece) -> Outline:
    (like,) = again((other,))
    return replace(piece.outline, height=like.height, width=like.width, angle=like.angle)


def _uneven(pieces: Sequence[Piece]) -> bool:
    """Whether some piece is of another size than the one next to it."""
    if len(pieces) < 2:
        return False
    places = np.array([piece.corners.mean(0) for piece in pieces])
    gaps = np.hypot(*np.moveaxis(places[:, None] - places, 2, 0))
    np.fill_diagonal(gaps, np.inf)
    nearest = gaps.argmin(1)
    return any(_times(piece, pieces[m]) > OTHER for piece, m in zip(pieces, nearest, strict=True))


def _times(one: Piece, other: Piece) -> float:
    """How many times the larger of two is as large as the smaller."""
    small, large = sorted((_area(one), _area(other)))
    return large / max(small, 1.0)


def _area(piece: Piece) -> float:
    return abs(cv2.contourArea(piece.corners))


def _models(pyramid: Pyramid, pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces of different sizes, those first whose edges are to be seen best."""
    seen = borne_out(pyramid, corners_of(pieces))
    models: list[Piece] = []
    for n in np.argsort(-seen).tolist():
        if all(_times(pieces[n], model) > SAME for model in models):
            models.append(pieces[n])
    return models[:TRIED]


def _looked_at(
    pyramid: Pyramid,
    odd: Sequence[Piece],
    model: Piece,
    others: Sequence[Piece],
    how: tuple[float, Prototypes | None],
) -> tuple[Piece, ...]:
    """Each odd piece as it reads at the size of `model`, if its edges bear that out; else as it was. It may
    lie as the nearest of the others does: what is seen too small may be seen askew."""
    tries = [
        _sized(piece, model, angle)
        for piece in odd
        for angle in (piece.outline.angle, _nearest(piece, others).outline.angle)
    ]
    first = spell(pyramid, tuple(tries), *how)
    looks = spell(pyramid, again(first), *how)
    before, now = borne_out(pyramid, corners_of(odd)), borne_out(pyramid, corners_of(looks))
    best = list(odd)
    gain = np.full(len(odd), BETTER)
    for (n, turn), look in zip(product(range(len(odd)), range(2)), looks, strict=True):
        better = float(now[2 * n + turn] - before[n])
        if better > gain[n] and _agrees(look, odd[n], model):
            best[n], gain[n] = look, better
    return tuple(best)


def _agrees(look: Piece, piece: Piece, model: Piece) -> bool:
    """Whether it is the same letter still, and of the size it was looked at."""
    return look.likely and look.likeliest == piece.likeliest and _times(look, model) <= SAME


def _sized(piece: Piece, model: Piece, angle: float) -> Outline:
    (like,) = again((model,))
    x, y = piece.corners.mean(0).tolist()
    return replace(piece.outline, x=x, y=y, height=like.height, width=like.width, angle=angle)


def _nearest(piece: Piece, others: Sequence[Piece]) -> Piece:
    middle = piece.corners.mean(0)
    return min(others, key=lambda other: float(np.hypot(*(other.corners.mean(0) - middle))))
