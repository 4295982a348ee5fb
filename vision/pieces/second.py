"""The second opinion: Tesseract on a doubtful letter. What it reads on cards without one: `vision/texts/`.

Tesseract is weak on single letters and slow to start, so it is asked about few cards, never first, and its
answer shifts the odds only a little.
"""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import pytesseract

from vision.codes import CROP_HEIGHT, CROP_WIDTH, LETTERS
from vision.crops import Picture, Pyramid, cut
from vision.pieces.letters import Piece

DOUBTFUL: Final = 0.80
"""Only pieces whose best reading is below this are worth a tenth of a second: of a surer one no rival could
win by Tesseract's odds (`TRUST`)."""

AT_MOST: Final = 4
"""Pieces of one photograph that are asked about: they take less than half a second together."""

TRUST: Final = 4.0
"""Odds by which the letter that Tesseract names gains. Kept small: on the labelled photographs and scenes its
vote changed one letter of some 600, for the worse, which is why it is asked only on request."""


def consult(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces, the doubtful ones weighed again with Tesseract's vote."""
    doubtful = sorted((p for p in pieces if _doubtful(p)), key=lambda p: p.chances.max())[:AT_MOST]
    asked = {id(p) for p in doubtful}
    return tuple(_weighed(pyramid, p) if id(p) in asked else p for p in pieces)


def _doubtful(piece: Piece) -> bool:
    return piece.letter > 0.5 and float(piece.chances.sum(0).max()) < DOUBTFUL


def _weighed(pyramid: Pyramid, piece: Piece) -> Piece:
    letter = _letter(cut(pyramid, [piece.outline])[0])
    if letter is None:
        return piece
    chances = piece.chances.copy()
    chances[:, LETTERS.index(letter)] *= TRUST
    chances *= piece.letter / chances.sum()
    best = int(chances.max(1).argmax())
    return replace(
        piece, chances=np.roll(chances, -best, axis=0), corners=np.roll(piece.corners, -best, axis=0)
    )


def _letter(crop: Picture) -> str | None:
    """What Tesseract reads in the middle of a crop, either way up, or None."""
    tall, wide = round(CROP_HEIGHT * 0.6), round(CROP_WIDTH * 0.6)
    top, left = (CROP_HEIGHT - tall) // 2, (CROP_WIDTH - wide) // 2
    grey = cv2.cvtColor(crop[top : top + tall, left : left + wide], cv2.COLOR_BGR2GRAY)
    sharp = cv2.resize(grey, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    said = pytesseract.image_to_string(sharp, config="--psm 10 -c tessedit_char_whitelist=" + LETTERS[:26])
    letters = [c for c in said if c in LETTERS[:26]]
    return letters[0] if len(letters) == 1 else None
