"""Reject pieces on another paper than the cards'. A pack is printed on one paper."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.crops import Pyramid, sample_colours
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats

COLOUR_COPY_SIDE_PIXELS: Final = 640
"""The longer side of the copy of the picture in which the colours of papers are compared, pixels. It need
only show paper and table."""

INNER_SAMPLE_SHARES: Final = np.linspace(0.15, 0.85, 6, dtype=np.float32)
"""The places on a card at which the colour of its paper is sampled, as shares of its width and height."""

MIN_SURE_CARDS: Final = 4
"""The fewest sure cards that show the paper of their pack. With fewer, no piece is rejected by its paper."""

OTHER_PACK_COLOUR_DISTANCE: Final = 25.0
"""The distance, in the colour plane of CIELAB, from all sure cards' papers above which a doubtful piece
belongs to another pack.

Of 3,009 cards on traced tables, under lamps of mixed colours, none was further than 13 from the nearest
paper. Of the 64 cards in doubt none was further than 1.3. A yellow carton was 56 away.
"""

HARDLY_READ_PROBABILITY: Final = 0.5
"""The probability of a piece's likeliest letter below which the piece counts as hardly read."""

CLEARLY_SEEN_PROBABILITY: Final = 0.6
"""The finder's probability from which it saw a piece clearly. A hardly read piece below this probability is
dropped for a small difference of its paper (`STRANGE_PAPER_COLOUR_DISTANCE`). Hardly read cards with odd
typefaces are kept, because the finder sees them clearly."""

STRANGE_PAPER_COLOUR_DISTANCE: Final = 2.5
"""The distance, in the colour plane of CIELAB, from which a piece that is hardly read and hardly seen lies
on another paper. Of all letters in doubt in 487 traced scenes none was further than 1.3. A piece of table
between two words was 3.2 away, a plate 3.0."""

GOOD_LIGHT_BRIGHTNESS: Final = 0.7
"""The brightness, as a share of white, to which papers are brought before the paper of a hardly read piece is
compared with that of the sure cards. It is that of cards in good light."""

MIXED_PAPER_FACTOR: Final = 2.0
"""The factor by which a doubtful piece's paper must differ more than the sure cards' papers differ among
themselves for the piece to be rejected. The sure cards' difference is the largest distance in colour of one
of their papers from its nearest other. So a pack with several paper colours loses no cards."""


def paper_colours(pyramid: Pyramid, quads: Floats) -> Floats:
    """Return the paper colours (n, 3) of cards (n, 4, 2), blue, green, red: the median colour of each
    card, without its letter."""
    return np.asarray(
        np.median(sample_colours(pyramid, quads, INNER_SAMPLE_SHARES, COLOUR_COPY_SIDE_PIXELS), axis=1),
        np.float32,
    )


def to_lab(seen: NDArray[np.generic]) -> Floats:
    """Convert blue, green, red (..., 3) of 0 to 255 to CIELAB, with lightness 0 to 100."""
    flat = np.ascontiguousarray(seen, np.float32).reshape(-1, 1, 3) / 255
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(seen.shape), np.float32)


def drop_other_paper(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces, without each doubtful letter whose paper differs in colour from that of all sure
    cards.

    The speller reads a disc on coloured carton as an O. For a piece that both networks hardly believe, such
    as bare table between two words, a small difference in colour is enough.
    """
    doubtful = [
        p
        for p in pieces
        if p.best_probability < MIN_SURE_LETTER_PROBABILITY and p.letter_probability > p.back_probability
    ]
    sure = [
        p
        for p in pieces
        if p.best_probability >= MIN_SURE_LETTER_PROBABILITY and p.letter_probability > p.back_probability
    ]
    if not doubtful or len(sure) < MIN_SURE_CARDS:
        return pieces
    hardly = [
        p
        for p in doubtful
        if p.best_probability < HARDLY_READ_PROBABILITY and p.outline.score < CLEARLY_SEEN_PROBABILITY
    ]
    on_other_paper = (
        *_is_other_paper(pyramid, doubtful, sure, OTHER_PACK_COLOUR_DISTANCE),
        *_is_other_paper(pyramid, hardly, sure, STRANGE_PAPER_COLOUR_DISTANCE, GOOD_LIGHT_BRIGHTNESS),
    )
    dropped = {
        id(p) for p, other_paper in zip((*doubtful, *hardly), on_other_paper, strict=True) if other_paper
    }
    return tuple(p for p in pieces if id(p) not in dropped)


def _is_other_paper(
    pyramid: Pyramid, doubtful: Sequence[Piece], sure: Sequence[Piece], far: float, light: float | None = None
) -> list[bool]:
    """Return for each doubtful piece True if its paper's colour differs by more than `far` from the paper of
    every sure card. With `light`, all papers are first brought to this brightness."""
    if not doubtful:
        return []
    sure_tints = _tints(pyramid, sure, light)
    sure_distances = _colour_distances(sure_tints, sure_tints)
    np.fill_diagonal(sure_distances, np.inf)
    most = max(far, MIXED_PAPER_FACTOR * float(sure_distances.min(1).max()))
    distances = _colour_distances(_tints(pyramid, doubtful, light), sure_tints).min(1)
    is_other: list[bool] = (distances > most).tolist()
    return is_other


def _tints(pyramid: Pyramid, pieces: Sequence[Piece], light: float | None) -> Floats:
    """Return the colour (n, 2) of each piece's paper in the colour plane of CIELAB, in which shadows
    hardly change the colour.

    If `light` (0 to 1) is given, all papers are first brought to that brightness. Shadows then do not change
    the colour at all.
    """
    seen = paper_colours(pyramid, corners_of(pieces)) / 255
    if light is not None:
        seen *= light / np.maximum(seen.mean(1, keepdims=True), 0.02)
    return np.asarray(cv2.cvtColor(seen[None], cv2.COLOR_BGR2LAB)[0, :, 1:], np.float32)


def _colour_distances(some: Floats, others: Floats) -> Floats:
    return np.asarray(np.linalg.norm(some[:, None] - others[None], axis=2), np.float32)
