"""Judge the light: too little, none at all, or glare of a lamp on a card."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.conditions.thumbnail import Thumbnail
from vision.tensor_format import Floats

LIGHT_COPY_SIDE_PIXELS: Final = 32
"""The side in pixels of the square into which each card is copied to measure its light. A reflection worth
reporting is larger than one pixel."""

LIGHT_INSET_SHARE: Final = 0.1
"""The share of a card that is left out along each edge when its light is measured. Corners are round, and
outlines are a little off."""

PAPER_PERCENTILE: Final = 75
"""The percentile of a card's grey levels that counts as its paper. A quarter or more of every card is
unprinted."""

MIRRORED_GREY_LEVEL: Final = 244
"""The grey level from which a place may be a mirrored lamp. Cameras keep lit paper below this level."""

MIRRORED_ABOVE_PAPER_GREY_LEVELS: Final = 14
"""The grey levels by which a place must be brighter than the cards' usual paper to be a mirrored lamp. Noise
and uneven light add less. By judgement."""

CLIPPED_GREY_LEVEL: Final = 252
"""The upper limit, grey levels, of the level from which a place on a card counts as a mirrored lamp. On
bright tables the level rises with that of the paper, but not beyond this limit: 255, less the loss by noise
and JPEG."""

BRIGHT_PAPER_GREY_LEVEL: Final = 238
"""The grey level of usual paper above which glare is not searched, since a lamp's reflection cannot be
told from paper."""

PALE_PAPER_GREY_LEVEL: Final = 226
"""The grey level of the cards' usual paper above which the light counts as bright. A part of a card then
needs twice `OUTSHONE_PART_SHARE` to count as glare, because bright light makes paper nearly white by
itself."""

OUTSHONE_CARD_SHARE: Final = 0.4
"""The least share of a card that must be white for the whole card to count as hidden by glare. The share that
is usual for the cards on the table is subtracted first. It is three times `OUTSHONE_PART_SHARE`, since no
darker rest of the card confirms the glare."""

RAISED_INK_GREY_LEVELS: Final = 25.0
"""The least grey levels by which a card's ink must be brighter than usual to confirm glare on the whole card.
The effect of brighter light on the card is subtracted first. It is a tenth of the scale, more than pale
print. By judgement."""

OUTSHONE_PART_SHARE: Final = 0.12
"""The least share of a card that must be white for a part of the card to count as hidden by glare. The share
that is usual for the cards on the table is subtracted first. A corner letter covers as much."""

DARKER_PART_GREY_LEVELS: Final = 22
"""The least grey levels by which the rest of a card must be darker than a white part of it to prove glare on
that part. Light that only falls off across the card makes a smaller difference."""

USUAL_PAPER_GREY_LEVELS: Final = 30
"""The greatest difference in grey levels from the cards' usual paper at which paper counts as unchanged.
Differences below it may come from light that falls off across a table."""

UNCHANGED_CARD_SHARE: Final = 0.1
"""The least share of a card that must have the usual grey level of paper to confirm glare on another part of
the card. The rims of letters cover less."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """The light on a card."""

    paper: float
    """The grey level of the card's unprinted paper."""
    ink: float
    """The grey level of the card's ink."""
    share: float
    """The share of the card that glare hides, 0 without glare."""
    glare: Floats
    """The convex hull of the glare on the card, (n, 2) photograph pixels, empty without glare."""


def lighting_of(small: Thumbnail, quads: list[Floats]) -> list[Lighting]:
    """Return the light on each card with corners in `quads`, (4, 2) photograph pixels, from the photograph's
    small copy."""
    if not quads:
        return []
    copies = np.stack([_copy(small, quad) for quad in quads])
    flat = copies.reshape(len(quads), -1)
    ink, middle, paper = np.percentile(flat, (3, 50, PAPER_PERCENTILE), axis=1)
    usual_ink, usual_paper = float(np.median(ink)), float(np.median(paper))
    # White cards in bright light come close to the limit without a lamp. Then only clipped places are a lamp.
    white = float(
        np.clip(usual_paper + MIRRORED_ABOVE_PAPER_GREY_LEVELS, MIRRORED_GREY_LEVEL, CLIPPED_GREY_LEVEL)
    )
    shares = (flat >= white).mean(1)
    usual = float(np.median(shares))
    hidden = np.zeros(len(quads), bool)
    if usual_paper <= BRIGHT_PAPER_GREY_LEVEL:
        beyond = shares - (usual if len(quads) > 1 else 0.0)
        part = OUTSHONE_PART_SHARE if usual_paper <= PALE_PAPER_GREY_LEVEL else 2 * OUTSHONE_PART_SHARE
        # More light multiplies ink and paper alike; a mirrored lamp adds the same to both.
        veiled = ink - usual_ink * np.maximum(1, paper / max(1.0, usual_paper)) >= RAISED_INK_GREY_LEVELS
        other = max(white - DARKER_PART_GREY_LEVELS, usual_paper)
        plain = ((flat > usual_paper - USUAL_PAPER_GREY_LEVELS) & (flat <= other)).mean(
            1
        ) >= UNCHANGED_CARD_SHARE
        parted = (middle <= other) | plain
        hidden = ((beyond >= OUTSHONE_CARD_SHARE) & veiled) | ((beyond >= part) & parted)
    return [
        Lighting(float(paper[n]), float(ink[n]), float(shares[n]), _outline(copies[n] >= white, quads[n]))
        if hidden[n]
        else Lighting(float(paper[n]), float(ink[n]), 0.0, np.empty((0, 2), np.float32))
        for n in range(len(quads))
    ]


def brightest_level(small: Thumbnail) -> float:
    """Return the grey level of the brightest places, which are white paper if any lies there."""
    soft = cv2.blur(small.grey, (3, 3))  # a hot pixel is no place
    return float(np.percentile(soft[::2, ::2], 99.5))


def _inner(quad: Floats) -> Floats:
    return np.asarray(quad + (quad.mean(0) - quad) * (2 * LIGHT_INSET_SHARE), np.float32)


def _copy(small: Thumbnail, quad: Floats) -> NDArray[np.uint8]:
    place = (_inner(quad) * small.scale)[[0, 1, 3]].astype(np.float32)
    onto = cv2.getAffineTransform(
        place, np.array([[0, 0], [LIGHT_COPY_SIDE_PIXELS, 0], [0, LIGHT_COPY_SIDE_PIXELS]], np.float32)
    )
    return np.asarray(
        cv2.warpAffine(
            small.grey,
            onto,
            (LIGHT_COPY_SIDE_PIXELS, LIGHT_COPY_SIDE_PIXELS),
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def _outline(white: NDArray[np.bool_], quad: Floats) -> Floats:
    """Return the convex hull, photograph pixels, of the places in `white`, a mask of the copy of the card at
    `quad`."""
    ys, xs = np.nonzero(white)
    hull = (
        cv2.convexHull(np.column_stack([xs, ys]).astype(np.float32)).reshape(-1, 2) / LIGHT_COPY_SIDE_PIXELS
    )
    a, b, _, d = _inner(quad)
    return np.asarray(a + hull[:, :1] * (b - a) + hull[:, 1:] * (d - a), np.float32)
