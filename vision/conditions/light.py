"""Light: too little of it, none at all, or glare on a card from a lamp."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats
from vision.conditions.small import Small

SIDE: Final = 32
"""Pixels of the square each card is copied into to judge its light: a reflection worth telling is larger than
one of them."""

INSET: Final = 0.1
"""Share of a card left out along its edges: corners are round, outlines a little off."""

PAPER: Final = 75
"""Percentile of a card's grey levels that is its paper: a quarter and more of every card is unprinted."""

WHITE: Final = 244
"""Grey level from which a place may be a mirrored lamp: cameras keep lit paper below it."""

CLEAR: Final = 14
"""Grey levels that it must lie above the cards' usual paper: more than noise and uneven light make of paper.
By judgement ..."""

CLIPPED: Final = 252
"""... and from which nothing can lie higher: 255, less what noise and JPEG take from it."""

BRIGHT: Final = 238
"""Paper from which the whole picture is so bright that a lamp's mirror image cannot be told from paper."""

PALE: Final = 226
"""Paper from which twice as much of a card must be white, because brighter light comes close to it too."""

WHOLE: Final = 0.4
"""Share of a card that is white, beyond what is usual for the cards there, when all of it is outshone: three
times what counts for a part, since no darker rest of it bears witness."""

VEIL: Final = 25.0
"""Grey levels by which ink must be raised then, beyond what brighter light on the same card explains: a tenth
of the scale, so that a pale print is no glare. By judgement."""

PART: Final = 0.12
"""The same share for a part of a card: a corner index covers as much."""

STEP: Final = 22
"""Grey levels that the other part of the card must be darker: light that only falls off does less."""

PLAIN: Final = 30
"""Or some of the card must have stayed as the other cards' paper is, within so many grey levels, since light
falls off across a table ..."""

REST: Final = 0.1
"""... at so large a share: more than the rims of letters cover."""


@dataclass(frozen=True, slots=True)
class Lit:
    """The light on a card.

    `paper` and `ink` are grey levels. `glare` (n, 2), photograph pixels, hides `share` of the card; empty and
    0 when there is none.
    """

    paper: float
    ink: float
    share: float
    glare: Floats


def lit(small: Small, quads: list[Floats]) -> list[Lit]:
    """Return the light on every card outline (4, 2) in the photograph."""
    if not quads:
        return []
    copies = np.stack([_copy(small, quad) for quad in quads])
    flat = copies.reshape(len(quads), -1)
    ink, middle, paper = np.percentile(flat, (3, 50, PAPER), axis=1)
    usual_ink, usual_paper = float(np.median(ink)), float(np.median(paper))
    # White cards in bright light come close to the limit themselves: there only what is clipped is a lamp.
    white = float(np.clip(usual_paper + CLEAR, WHITE, CLIPPED))
    shares = (flat >= white).mean(1)
    usual = float(np.median(shares))
    hidden = np.zeros(len(quads), bool)
    if usual_paper <= BRIGHT:
        beyond = shares - (usual if len(quads) > 1 else 0.0)
        part = PART if usual_paper <= PALE else 2 * PART
        # More light makes ink and paper brighter alike; a mirrored lamp is added to both.
        veiled = ink - usual_ink * np.maximum(1, paper / max(1.0, usual_paper)) >= VEIL
        other = max(white - STEP, usual_paper)
        plain = ((flat > usual_paper - PLAIN) & (flat <= other)).mean(1) >= REST
        parted = (middle <= other) | plain
        hidden = ((beyond >= WHOLE) & veiled) | ((beyond >= part) & parted)
    return [
        Lit(float(paper[n]), float(ink[n]), float(shares[n]), _outline(copies[n] >= white, quads[n]))
        if hidden[n]
        else Lit(float(paper[n]), float(ink[n]), 0.0, np.empty((0, 2), np.float32))
        for n in range(len(quads))
    ]


def brightest(small: Small) -> float:
    """Return the grey level of the brightest places: that of white paper, if some lies there."""
    soft = cv2.blur(small.grey, (3, 3))  # a hot pixel is no place
    return float(np.percentile(soft[::2, ::2], 99.5))


def _inner(quad: Floats) -> Floats:
    return np.asarray(quad + (quad.mean(0) - quad) * (2 * INSET), np.float32)


def _copy(small: Small, quad: Floats) -> NDArray[np.uint8]:
    place = (_inner(quad) * small.scale)[[0, 1, 3]].astype(np.float32)
    onto = cv2.getAffineTransform(place, np.array([[0, 0], [SIDE, 0], [0, SIDE]], np.float32))
    return np.asarray(
        cv2.warpAffine(small.grey, onto, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _outline(white: NDArray[np.bool_], quad: Floats) -> Floats:
    """Return the hull of the white places, photograph pixels."""
    ys, xs = np.nonzero(white)
    hull = cv2.convexHull(np.column_stack([xs, ys]).astype(np.float32)).reshape(-1, 2) / SIDE
    a, b, _, d = _inner(quad)
    return np.asarray(a + hull[:, :1] * (b - a) + hull[:, 1:] * (d - a), np.float32)
