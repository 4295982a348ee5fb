"""Combine two readings of one letter: the reading of the card and the reading of its corner letter."""

from dataclasses import replace
from typing import Final

import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.corner_letters.relations import coincide
from vision.pieces.classify import Piece
from vision.tensor_format import LETTERS, Floats, axes

MIN_LETTER_PROBABILITY: Final = 0.005
"""The least probability of each letter in each of the two readings of a letter, of the whole card and of its
corner letter: one in 200. Neither reading can then rule out the other reading's letter."""

NO_CARD_AGREEMENT_FACTOR: Final = 0.1
"""The factor on the probability that a piece is no card, if the piece and its corner letter were read as the
same letter. By judgement."""

WITNESS_WEIGHTS: Final = (1.0, 0.75)
"""The weights of the two readings of a letter: of the whole card, and of its corner letter. They add up to
less than two, because both readings partly see the same ink. The corner letter has the smaller weight,
because it is less ink."""


UPSIDE_DOWN_SHARE: Final = 0.02
"""The share of an M's probability that is also given to a W that lies upside down, and of a W's to an M. It
is more than `MIN_LETTER_PROBABILITY`. So a card that looks like an M is read as a W upside down if its corner
letter is a W."""

_M, _W = LETTERS.index("M"), LETTERS.index("W")


def fuse_unrivalled(piece: Piece, card: Piece, clear: bool = False) -> Piece:
    """Return the piece with the evidence of its corner letter added. `card` is the card that the corner
    letter shows, and no other piece can be that card.

    A corner letter that contradicts a sure piece counts only if the letter is sure, too, and `clear` is True:
    what was detected is surely a corner letter. Of 121 contradictions on traced tables the corner letter was
    right in the three that met both conditions, and in no other.
    """
    if piece.letter_corner is not None:
        return piece
    contradicts = (
        piece.best_probability >= MIN_SURE_LETTER_PROBABILITY
        and piece.likeliest_letter != card.likeliest_letter
    )
    ignored = contradicts and not (clear and card.best_probability >= MIN_SURE_LETTER_PROBABILITY)
    return replace(
        piece if ignored else fuse(piece, card),
        letter_corner=card.letter_corner,
        letter_middle=card.letter_middle,
    )


def fuse(piece: Piece, card: Piece) -> Piece:
    """Return the piece with the evidence of `card`, the card that its corner letter shows, added to its
    probabilities."""
    # The direction of each letter does not change. The probability of a card changes only if the piece is
    # likely a card already and both readings agree.
    joint = (
        _direction_probabilities(piece)
        * joint_probabilities(piece, card)
        * max(1e-9, piece.letter_probability)
    )
    if not piece.is_likely or piece.likeliest_letter != card.likeliest_letter:
        return replace(piece, probabilities=joint.astype(np.float32))
    none = NO_CARD_AGREEMENT_FACTOR * piece.other_probability
    total = piece.letter_probability + piece.back_probability + none
    probabilities = (joint / total).astype(np.float32)
    return replace(
        piece,
        probabilities=probabilities,
        back_probability=piece.back_probability / total,
        other_probability=none / total,
    )


def fuse_among_rivals(piece: Piece, card: Piece) -> Piece:
    """Return the piece combined with its corner letter, when other pieces also lie at that corner. The surer
    of the two readings counts.

    If the two readings disagree about the place of the card, the place given by the corner letter counts,
    because the corner was seen there.
    """
    if piece.letter_corner is not None:
        return piece
    placed = piece if coincide(piece, card) else _turned_like(card, piece)
    surer = max(piece, card, key=lambda witness: witness.best_probability)
    # Both readings look in part at the same ink: two doubtful readings do not make a sure one.
    letter_probabilities = (
        joint_probabilities(piece, card)
        if surer.best_probability >= MIN_SURE_LETTER_PROBABILITY
        else surer.probabilities.sum(0)
    )
    probabilities = (_direction_probabilities(placed) * letter_probabilities).astype(np.float32)
    nothing = 1 - float(probabilities.sum())
    fused = replace(
        placed, letter_corner=card.letter_corner, letter_middle=card.letter_middle, only_corner_seen=False
    )
    return replace(fused, probabilities=probabilities, back_probability=0.0, other_probability=nothing)


def joint_probabilities(piece: Piece, card: Piece) -> Floats:
    """Return the probabilities (27,) of the letter from the whole card and its corner letter together. A
    disc with a figure resembles O and D equally, so a doubtful corner letter leaves more probability to
    the other letters."""
    vague = max(MIN_LETTER_PROBABILITY, (1 - card.best_probability) / len(LETTERS))
    pairs = zip((piece, card), (MIN_LETTER_PROBABILITY, vague), WITNESS_WEIGHTS, strict=True)
    one, two = (np.maximum(witness.probabilities.sum(0), least) ** weight for witness, least, weight in pairs)
    return np.asarray(one * two / float((one * two).sum()), np.float32)


def _direction_probabilities(piece: Piece) -> Floats:
    """Return for each letter the probabilities (4, 27) of its four directions, if the card shows that
    letter.

    An M in one direction is a W in the opposite direction. A letter that the piece can hardly be gets the
    probabilities of the piece's directions as a whole.
    """
    probabilities = np.maximum(piece.probabilities, 1e-9)
    probabilities = probabilities / probabilities.sum()
    directions = probabilities + MIN_LETTER_PROBABILITY * probabilities.sum(1, keepdims=True)
    for one, other in ((_M, _W), (_W, _M)):
        directions[:, one] += UPSIDE_DOWN_SHARE * np.roll(probabilities[:, other], 2)
    return np.asarray(directions / directions.sum(0), np.float32)


def _turned_like(card: Piece, piece: Piece) -> Piece:
    """Return `card` in the direction that `piece` shows. A corner letter alone does not tell for sure
    which of the card's two ends is up."""
    over = float(axes(card.corners)[0] @ axes(piece.corners)[0]) < 0
    probabilities = (
        card.probabilities
        * np.maximum(np.roll(piece.probabilities.sum(1), 2 * over), MIN_LETTER_PROBABILITY)[:, None]
    )
    probabilities *= card.letter_probability / max(1e-9, float(probabilities.sum()))
    first = int(probabilities.sum(1).argmax())
    return replace(
        card,
        corners=np.roll(card.corners, -first, axis=0),
        probabilities=np.roll(probabilities, -first, axis=0).astype(np.float32),
    )
