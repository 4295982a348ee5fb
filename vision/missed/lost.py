"""Pieces that could not be read where the finder saw them, looked at as their neighbours lie.

Cards of one pack are of one size and are laid beside one another, so a card that was seen askew or in halves
is looked for where its neighbours say that it would be; its own edges must then bear it out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.codes import Floats, axes
from vision.crops import Outline, Pyramid
from vision.effort import FULL, Effort
from vision.enrol.prototypes import Prototypes
from vision.pieces.letters import Piece, again, corners_of, spell
from vision.pieces.neighbours import EVIDENT, SURE, alike, lies_on, nearest
from vision.plane.edges import borne_out

ASKED: Final = 0.4
"""How sure the finder must be of a piece to look again that could not be read: two in three are none."""

HINTED: Final = 0.3
"""The same of one whose edges are seen plainly, as large and as turned as its neighbours: a little above what
the finder gives at all (`locate.FLOOR`)."""

ABUTS: Final = 0.7
"""Card widths within which a piece may be one that abuts on another: the middle of its half is as far off."""

PAPER: Final = 0.4
"""Share of the places along its edges that must bear such a piece out: a white card on a white table has no
more (`edges.SOFT`: 4 grey levels count 4 / 10), and what it says must be sure besides."""


@dataclass(frozen=True, slots=True)
class Regained:
    """What of the lost is `found`, and what stays `lost`, but for parts of what was found."""

    found: tuple[Piece, ...]
    lost: tuple[Piece, ...]


def beside(
    pyramid: Pyramid,
    lost: tuple[Piece, ...],
    pieces: tuple[Piece, ...],
    temperature: float = 1.0,
    known: Prototypes | None = None,
    effort: Effort = FULL,
) -> Regained:
    """What of the `lost`, pieces that could not be read where the finder saw them, is read if looked at more
    tightly, as large and as turned as the nearest that was read for sure, or where a card would abut on
    one. What surely bears something else is not asked again: turned, three ovals are a W."""
    sure = [piece for piece in pieces if piece.best >= SURE]
    free = [p for p in lost if p.outline.score >= HINTED and p.stranger < SURE and not lies_on(p, sure)]
    free = free[: effort.more(len(free))]  # the surest come first
    own = [p for p in free if p.outline.score >= ASKED]
    if not free:
        return Regained((), lost)
    cards = [piece for piece in pieces if piece.nothing <= 1 - SURE]
    asked = [(p, alike(p, nearest(p, sure))) for p in free if sure]
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
    return Regained(tuple(found), tuple(piece for piece in left.values() if not lies_on(piece, found)))


def _abutting(piece: Piece, others: Sequence[Piece]) -> Outline | None:
    """The piece's outline as a card lies that abuts on one of the others where the piece was seen: of a card
    laid beside others the finder may see a part. None where no such card would lie."""
    middle = piece.corners.mean(0)
    places = [(other, other.corners.mean(0) + step) for other in others for step in _steps(other)]
    other, there = min(places, key=lambda place: float(np.hypot(*(place[1] - middle))))
    if np.hypot(*(there - middle)) > ABUTS * min(float(np.hypot(*step)) for step in _steps(other)):
        return None
    return replace(alike(piece, other), x=float(there[0]), y=float(there[1]))


def _steps(piece: Piece) -> tuple[Floats, ...]:
    """From the middle of a piece to those of the four that would abut on it."""
    up, right = axes(piece.corners)
    return up, right, -up, -right
