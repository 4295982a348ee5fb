"""Read doubtful pieces in several views. The mean of several readings is steadier than any one of them."""

from dataclasses import replace
from typing import Final

import numpy as np

from vision.crops import Outline, Pyramid
from vision.detection_budget import FULL_BUDGET, Budget
from vision.geometry.rectification import MAX_TILE_SIDE_RATIO
from vision.pieces.classify import (
    NO_SECOND_LOOK_PROBABILITY,
    UNCALIBRATED,
    ClassifierSettings,
    Piece,
    classify,
    tighter_outlines,
)
from vision.tensor_format import Floats

FURTHER_VIEWS: Final = ((0.94, -0.035), (1.0, 0.03), (1.08, -0.02), (1.15, 0.035))
"""The further views of a doubtful piece: the size of each crop as a factor on the outline, and its turn,
radians. They vary as much as the outlines with which the speller was trained."""

TILE_VIEW_TURNS: Final = (2, 1, 3, 0)
"""The quarter turns of the views of a tile. A misleading detail, such as dots over an O that look like a Q's
tail, misleads less when the tile is seen from another side."""

CARD_VIEW_TURNS: Final = (2, 0, 2, 0)
"""The quarter turns of the further views of a card, one for each of `FURTHER_VIEWS`. Half of the views are
upside down, so that the mean reading does not depend on the side from which the camera looks."""


def average_views(
    pyramid: Pyramid,
    pieces: tuple[Piece, ...],
    settings: ClassifierSettings = UNCALIBRATED,
    budget: Budget = FULL_BUDGET,
) -> tuple[Piece, ...]:
    """Return `pieces`, in which the letters and corners of the doubtful pieces are the mean of several
    views."""
    views = FURTHER_VIEWS[: budget.second_looks(len(FURTHER_VIEWS))]
    if not views:
        return pieces
    doubtful = [n for n, piece in enumerate(pieces) if _is_doubtful(piece)]
    outlines = tighter_outlines(tuple(pieces[n] for n in doubtful))
    # Prototypes of a household's letters are upright only.
    turn_views = settings.deck is None
    looks = tuple(look for outline in outlines for look in _further_views(outline, turn_views)[: len(views)])
    readings = classify(pyramid, looks, settings)
    steady = list(pieces)
    for place, n in enumerate(doubtful):
        steady[n] = _mean(pieces[n], readings[place * len(views) : (place + 1) * len(views)])
    return tuple(steady)


def _is_doubtful(piece: Piece) -> bool:
    return max(piece.other_probability, piece.best_probability) < NO_SECOND_LOOK_PROBABILITY


def _further_views(outline: Outline, turn_views: bool) -> list[Outline]:
    square = max(outline.height, outline.width) < MAX_TILE_SIDE_RATIO * min(outline.height, outline.width)
    sides = (TILE_VIEW_TURNS if square else CARD_VIEW_TURNS) if turn_views else (0,) * len(FURTHER_VIEWS)
    return [_turned(outline, *view, side) for view, side in zip(FURTHER_VIEWS, sides, strict=True)]


def _turned(outline: Outline, size: float, turn: float, side: int) -> Outline:
    """Return the outline larger by the factor `size`, turned by `turn` (radians) and by `side` quarter
    turns clockwise."""
    tall, wide = (outline.height, outline.width)[:: -1 if side % 2 else 1]
    angle = outline.angle + turn + side * np.pi / 2
    return Outline(outline.x, outline.y, tall * size, wide * size, angle, outline.score)


def _mean(piece: Piece, others: tuple[Piece, ...]) -> Piece:
    """Return the piece with the mean of its own reading and of its readings in the other views. Its corners
    begin at the top left of the likeliest letter."""
    same = [piece, *(_lined_up(other, piece.corners) for other in others)]
    probabilities = np.mean([p.probabilities for p in same], axis=0).astype(np.float32)
    corners = np.median([p.corners for p in same], axis=0).astype(np.float32)
    best = int(probabilities.max(1).argmax())
    return Piece(
        np.roll(corners, -best, axis=0),
        np.roll(probabilities, -best, axis=0),
        float(np.mean([p.back_probability for p in same])),
        float(np.mean([p.other_probability for p in same])),
        piece.outline,
        unlettered_probability=float(np.mean([p.unlettered_probability for p in same])),
    )


def _lined_up(piece: Piece, corners: Floats) -> Piece:
    """Return the piece with its corners renumbered so that they lie nearest to `corners` (4, 2), pixels,
    number by number. The letters' probabilities for the four directions are renumbered, too."""
    gaps = [float(np.abs(np.roll(piece.corners, -k, axis=0) - corners).sum()) for k in range(4)]
    k = int(np.argmin(gaps))
    return replace(
        piece,
        corners=np.roll(piece.corners, -k, axis=0),
        probabilities=np.roll(piece.probabilities, -k, axis=0),
    )
