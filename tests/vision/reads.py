"""Read the golden scenes for tests, and scale the outlines of the pieces found, as if a worse look had
outlined them too large or too small."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.crops import Pyramid
from vision.picture import load
from vision.pieces.classify import Piece
from vision.reader import Reader

SCENES = Path(__file__).parent / "scenes"

LABELLED = Path(__file__).parents[2].parent / "shared"
"""The folder of labelled photographs beside the checkout, on machines that measure. It is not part of the
repository."""


def read(name: str) -> tuple[Pyramid, tuple[Piece, ...]]:
    picture = load(SCENES / f"{name}.jpg")
    return Pyramid.of(picture), Reader.load().read(picture).pieces


def scaled(piece: Piece, by: float) -> Piece:
    middle = piece.corners.mean(0)
    return replace(piece, corners=np.asarray(middle + (piece.corners - middle) * by, np.float32))
