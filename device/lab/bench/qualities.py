"""Store the same picture more and more coarsely, and measure the letters that are read differently."""

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np

from engine.evidence import SURE_PROBABILITY
from vision.crops import Picture
from vision.pieces.classify import Piece, iou
from vision.reader import Kind, Reader

JPEG_QUALITIES: Final = (95, 90, 85, 80, 75, 70, 65, 60)
"""Qualities of a JPEG. The letters at the first quality are compared with those at each other."""

MIN_SAME_OVERLAP: Final = 0.5
"""Overlap (intersection over union) from which two outlines are the same card."""


def measure(pictures: Sequence[tuple[Picture, Kind]], reader: Reader) -> dict[str, Any]:
    """Return the number of clear letters in the pictures at the finest quality. For every other quality
    return the share of them that is read as another letter or not at all."""
    letters, lost = 0, dict.fromkeys(JPEG_QUALITIES[1:], 0)
    for picture, kind in pictures:
        first, *others = (reader.read(stored(picture, quality), kind).pieces for quality in JPEG_QUALITIES)
        clear = [piece for piece in first if piece.letter > piece.back and piece.best >= SURE_PROBABILITY]
        letters += len(clear)
        for quality, pieces in zip(JPEG_QUALITIES[1:], others, strict=True):
            lost[quality] += sum(not _has_same_letter(piece, pieces) for piece in clear)
    shares = {str(quality): round(count / max(1, letters), 5) for quality, count in lost.items()}
    return {"clear_letters": letters, "otherwise": shares}


def stored(picture: Picture, quality: int) -> Picture:
    """Return the picture after storing it as a JPEG of `quality`."""
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _has_same_letter(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Return True if one of `pieces` at the same place has the same letter."""
    nearest = max(pieces, key=lambda other: iou(piece.corners, other.corners), default=None)
    if nearest is None or iou(piece.corners, nearest.corners) < MIN_SAME_OVERLAP:
        return False
    return nearest.letter > nearest.back and nearest.likeliest == piece.likeliest
