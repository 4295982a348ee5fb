"""Reject plain surfaces in the shape of a card's back: a grey picture in a newspaper, cloth between two
stripes.

Backs are patterned. A back without a pattern is of the pack's own paper, as in a deck printed at home.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.crops import Pyramid, sample_colours
from vision.filtering.paper_colour import paper_colours, to_lab
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats

SAMPLE_SHARES: Final = np.linspace(0.15, 0.85, 36, dtype=np.float32)
"""The shares of a piece's width and height at which its colour is sampled: every second millimetre, as
fine as patterns."""

MIN_PATTERN_DIFFERENCE: Final = 1.4
"""The least pattern of a printed back: the root mean square difference in CIELAB from an even change of
light across the back. Of 186 backs on traced tables, some of them blurred or dim, none has less than 2.1,
of four plain surfaces none more than 0.9."""

OTHER_MATERIAL_COLOUR_DISTANCE: Final = 10.0
"""The distance in the colour plane of CIELAB from the pack's paper above which an apparent back is of another
material. If it has no pattern either, it is no back."""

OTHER_MATERIAL_LIGHTNESS_SHARE: Final = 0.6
"""The lightness, as a share of that of the pack's paper, below which an apparent back is of another material.
If it has no pattern either, it is no back. Shadows on a table seldom take so much light. By judgement."""


def drop_plain_backs(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces without the apparent backs that have no pattern and are of another material than the
    sure cards' paper."""
    backs = [piece for piece in pieces if piece.back_probability > piece.letter_probability]
    sure = [
        piece
        for piece in pieces
        if piece.best_probability >= MIN_SURE_LETTER_PROBABILITY
        and piece.letter_probability > piece.back_probability
    ]
    if not (backs and sure):
        return pieces
    quads = corners_of(backs)
    own, pack = (to_lab(paper_colours(pyramid, some)) for some in (quads, corners_of(sure)))
    usual = np.median(pack, axis=0)
    other = np.linalg.norm(own[:, 1:] - usual[1:], axis=1) > OTHER_MATERIAL_COLOUR_DISTANCE
    other |= own[:, 0] < OTHER_MATERIAL_LIGHTNESS_SHARE * usual[0]
    plain = other & (_patterns(pyramid, quads) < MIN_PATTERN_DIFFERENCE)
    dropped = {id(piece) for piece, is_plain in zip(backs, plain.tolist(), strict=True) if is_plain}
    return tuple(piece for piece in pieces if id(piece) not in dropped)


def _patterns(pyramid: Pyramid, quads: Floats) -> NDArray[np.float64]:
    """Return how patterned each of n backs is, (n,): the root mean square difference, in CIELAB, of its
    colours from an even change of light across it. `quads` (n, 4, 2) are the corners, pixels."""
    seen = to_lab(sample_colours(pyramid, quads, SAMPLE_SHARES, max(pyramid.levels[0].shape[:2])))
    x, y = (axis.ravel() for axis in np.meshgrid(SAMPLE_SHARES, SAMPLE_SHARES))
    even = np.column_stack([x, y, np.ones_like(x)]).astype(np.float64)
    rest = seen - even @ (np.linalg.pinv(even) @ seen)
    return np.asarray(np.sqrt((rest**2).sum(2).mean(1)), np.float64)
