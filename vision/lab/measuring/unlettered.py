"""Measure the reading of cards without a letter: how many are recognised as cards, how exactly their
corners are found, and how many are wrongly read as letters."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.lab.measuring.measure import (
    SURE_READING_PROBABILITY,
    LabelledPhoto,
    LabelledPiece,
    corner_error,
    matched,
)
from vision.pieces.classify import Piece
from vision.reader import PhotoReading
from vision.tensor_format import LETTERS, Floats


@dataclass(slots=True)
class UnletteredTally:
    """The counts of readings of a set of cards without a letter."""

    photos: int = 0
    """The number of photographs."""
    cards: int = 0
    """The number of cards."""
    found: int = 0
    """The number of cards at whose place the reader found a piece, whether it took it for a letter, a
    back or a card without a letter."""
    corner_error: list[float] = field(default_factory=list)
    """The mean error of the corners of each card that was found, in long sides of the card."""
    letter_probabilities: list[float] = field(default_factory=list)
    """The probability of each letter that the reader read where there is none: on a card without a letter,
    or beside the cards. A card counts once."""
    wrong: list[str] = field(default_factory=list)
    """A line for people about each wrong reading."""

    @property
    def sure(self) -> int:
        """The number of times that the reader was sure of a letter where no card has a letter."""
        return sum(chance >= SURE_READING_PROBABILITY for chance in self.letter_probabilities)

    def row(self) -> dict[str, float | int]:
        """Return the figures of the set, by name: counts, shares from 0 to 1, and the median corner error
        in long sides."""
        return {
            "photos": self.photos,
            "cards": self.cards,
            "found": self.found / max(1, self.cards),
            "corner_error": float(np.median(self.corner_error)) if self.corner_error else 0.0,
            "lettered": len(self.letter_probabilities),
            "lettered_and_sure": self.sure,
        }


def compare_unlettered(truth: LabelledPhoto, seen: PhotoReading, tally: UnletteredTally) -> None:
    """Add the reading `seen` of one photograph to the counts `tally`. The photograph shows no letter card,
    so every letter that was read is wrong, even one on a carton beside the cards."""
    tally.photos += 1
    tally.cards += len(truth.pieces)
    for n, piece in matched(truth.pieces, (*seen.pieces, *seen.unlettered)).items():
        tally.found += 1
        tally.corner_error.append(corner_error(piece.corners, truth.pieces[n].quad))
    letters = [piece for piece in seen.pieces if piece.letter_probability >= piece.back_probability]
    for card in truth.pieces:
        on = [piece for piece in letters if _has_middle_on(piece, card)]
        if on:
            loudest = max(on, key=_letter_probability)
            tally.letter_probabilities.append(_letter_probability(loudest))
            x, y = card.quad.mean(0).tolist()
            reading = f"{LETTERS[loudest.likeliest_letter]} ({_letter_probability(loudest):.2f})"
            tally.wrong.append(f"{truth.path.name}: {reading} said of a bare card at {x:.0f},{y:.0f}")
    for piece in letters:
        if not any(_has_middle_on(piece, card) for card in truth.pieces):
            tally.letter_probabilities.append(_letter_probability(piece))
            x, y = piece.corners.mean(0).tolist()
            tally.wrong.append(
                f"{truth.path.name}: {LETTERS[piece.likeliest_letter]} ({_letter_probability(piece):.2f}) "
                f"where no card lies, at {x:.0f},{y:.0f}"
            )


def _has_middle_on(piece: Piece, card: LabelledPiece) -> bool:
    """Return True if the middle of the piece lies on the card. The reader may have found a piece that is
    a part of the card."""
    x, y = piece.corners.mean(0).tolist()
    return cv2.pointPolygonTest(np.asarray(card.quad, np.float32), (x, y), False) >= 0


def _letter_probability(piece: Piece) -> float:
    """Return the probability of the piece's likeliest letter: the sum of its probabilities for all quarter
    turns of the piece."""
    chances: Floats = piece.probabilities.sum(0)
    return float(chances.max())
