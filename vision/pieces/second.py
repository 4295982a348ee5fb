"""The second opinion: Tesseract on a doubtful letter, and on pieces of card that bear text.

Tesseract is weak on single letters and slow to start, so it is asked about few cards, never first, and its
answer shifts the odds only a little.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import pytesseract

from vision.codes import CROP_HEIGHT, CROP_WIDTH, LETTERS
from vision.crops import Outline, Picture, Pyramid, cut, turned
from vision.pieces.letters import Piece

DOUBTFUL: Final = 0.80
"""Only pieces whose best reading is below this are worth a tenth of a second: of a surer one no rival could
win by Tesseract's odds (`TRUST`)."""

AT_MOST: Final = 4
"""Pieces of one photograph that are asked about: they take less than half a second together."""

TRUST: Final = 4.0
"""Odds by which the letter that Tesseract names gains. Kept small: on the labelled photographs and scenes its
vote changed one letter of some 600, for the worse, which is why it is asked only on request."""

PRINT: Final = 600
"""Pixels of a card's long side at which its print is read: Tesseract likes capitals of some thirty."""

LEGIBLE: Final = 60.0
"""Tesseract's confidence, of 100, from which a word is one: pips, pictures and frames make words below."""

AROUND: Final = " .,:;!?'\"()-"
"""What stands around words in print."""


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


def text(pyramid: Pyramid, outline: Outline) -> str:
    """The words on a piece of card that is no letter card (a picture, a number, a word, an advert), the way
    up that is the easiest to read, words along the card's long side too; empty when there are none."""
    _, said = max(_words(_upright(pyramid, turned(outline, quarters))) for quarters in range(4))
    return said


def _upright(pyramid: Pyramid, outline: Outline) -> Picture:
    """The piece alone, its height axis up."""
    scale = PRINT / max(outline.height, outline.width)
    cos, sin = np.cos(outline.angle) * scale, np.sin(outline.angle) * scale
    onto = np.array([[cos, sin], [-sin, cos]])
    size = round(outline.width * scale), round(outline.height * scale)
    shift = np.array(size) / 2 - onto @ np.array([outline.x, outline.y])
    crop = cv2.warpAffine(pyramid.levels[0], np.column_stack([onto, shift]), size, flags=cv2.INTER_CUBIC)
    return np.asarray(crop, np.uint8)


def _words(card: Picture) -> tuple[float, str]:
    """What Tesseract is sure of, and how much of it there is."""
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
    data = pytesseract.image_to_data(grey, config="--psm 6", output_type=pytesseract.Output.DICT)
    sure = [
        (float(percent), word.strip(AROUND))
        for percent, word in zip(data["conf"], data["text"], strict=True)
        if float(percent) >= LEGIBLE
    ]
    kept = [sure[i] for i in legible([word for _, word in sure])]
    return sum(percent * len(word) for percent, word in kept), " ".join(word for _, word in kept)


def legible(words: Sequence[str]) -> list[int]:
    """Which of the words read on a card are print: numbers, words of three letters or more, and shorter ones
    between those. Pips, frames and pictures make "CD", "oo", "D>"."""
    tell = [i for i, word in enumerate(words) if _tells(word)]
    between = range(tell[0], tell[-1]) if tell else range(0)
    return sorted({*tell, *(i for i in between if words[i].isalpha() and len(words[i]) > 1)})


def _tells(word: str) -> bool:
    letters = word.replace("'", "").replace("-", "")
    return word.isdecimal() or (letters.isalpha() and len(letters) > 2 and len(set(letters.lower())) > 1)
