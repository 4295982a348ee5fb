"""Store the same pictures as JPEG files of lower and lower quality. Measure the share of letters that are
then read differently."""

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.crops import Picture
from vision.pieces.classify import Piece, iou
from vision.reader import PieceKind, Reader

JPEG_QUALITIES: Final = (95, 90, 85, 80, 75, 70, 65, 60)
"""The JPEG qualities at which pictures are stored, the best first. The letters read at each quality are
compared with those read at the first."""

MIN_SAME_OVERLAP: Final = 0.5
"""The least overlap (intersection over union) of two outlines that are taken for the same card."""


def measure(pictures: Sequence[tuple[Picture, PieceKind]], reader: Reader) -> dict[str, Any]:
    """Return the number of letters that are read for sure at the best quality. For each other quality, return
    the share of these letters that is read as another letter or not found."""
    letters, lost = 0, dict.fromkeys(JPEG_QUALITIES[1:], 0)
    for picture, kind in pictures:
        first, *others = (reader.read(stored(picture, quality), kind).pieces for quality in JPEG_QUALITIES)
        clear = [
            piece
            for piece in first
            if piece.letter_probability > piece.back_probability
            and piece.best_probability >= MIN_SURE_LETTER_PROBABILITY
        ]
        letters += len(clear)
        for quality, pieces in zip(JPEG_QUALITIES[1:], others, strict=True):
            lost[quality] += sum(not _has_same_letter(piece, pieces) for piece in clear)
    shares = {str(quality): round(count / max(1, letters), 5) for quality, count in lost.items()}
    return {"clear_letters": letters, "otherwise": shares}


def stored(picture: Picture, quality: int) -> Picture:
    """Return the picture as it looks after it was stored as a JPEG file of the quality `quality` (0
    to 100)."""
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _has_same_letter(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Return True if `pieces` has a piece at the place of `piece` that is read as the same letter."""
    nearest = max(pieces, key=lambda other: iou(piece.corners, other.corners), default=None)
    if nearest is None or iou(piece.corners, nearest.corners) < MIN_SAME_OVERLAP:
        return False
    return (
        nearest.letter_probability > nearest.back_probability
        and nearest.likeliest_letter == piece.likeliest_letter
    )
