"""Keep the outlines that are pieces of the game, each piece once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.filtering.nested import (
    LIKELY_CARD_PROBABILITY,
    MIN_DOUBTED_READING_PROBABILITY,
    PART_AREA_SHARE,
    is_part_of,
    read_alike,
)
from vision.geometry.rectification import Plane
from vision.pieces.classify import NO_SECOND_LOOK_PROBABILITY, Piece, boxes_overlap, corners_of
from vision.tensor_format import LETTERS, axes

SAME_PIECE_OVERLAP: Final = 0.7
"""The least overlap (intersection over union) of two outlines for them to be one piece. Some checks also
require the same letter. Neighbours in a fan, an eighth of a card or more apart, overlap less."""

MIN_CARD_SIDE_RATIO: Final = 1.25
"""The ratio of height to width from which a piece is a card, not a square tile. A tile seen at 35 degrees
from the vertical has 1.22, the most nearly square cards 1.4."""

MIN_HEIGHT_PIXELS: Final = 14.0
"""The height of a piece in pixels below which no letter is legible. A big letter, a third of the piece,
then has less than five."""

DUPLICATE_AREA_SHARE: Final = 0.75
"""The share of a smaller piece's area that must lie within a larger piece with the same reading for both
to be one card seen twice. Cards of a pack have one size, so no card lies wholly within another, and two
equal letters seldom lie so close."""

DIFFERENT_CORNERS_CARD_LENGTHS: Final = 0.05
"""The least distance between two corner letters for them to belong to two cards, card lengths. It is 4.5 mm,
less than the eighth of a card between neighbours in a fan."""

FANNED_CORNERS_CARD_LENGTHS: Final = 0.1
"""The least distance between two corner letters for them to belong to two cards, card lengths, if the
outlines nearly coincide and both have one letter. They may be two cards of a fan, one with a wrong outline.
By judgement."""

OPPOSITE_CORNERS_CARD_LENGTHS: Final = 0.6
"""The least distance between two corner letters for them to stand at opposite corners of one card, card
lengths. It is half of a card's diagonal (1.2), because the place of the opposite corner is known only
roughly."""


ONLY_PIECE_PROBABILITY: Final = 0.6
"""The least probability of the finder for a card that is surely seen although its letter is not sure. If only
one piece on a table was read for sure, this piece needs it, too. A block of newsprint under a headline has
0.54."""

FEW_PIECES_PROBABILITY: Final = 0.5
"""The least probability of a piece's best reading for the piece to be kept on a table with fewer than
`MIN_PIECES_FOR_SIZE` pieces, none of them sure. A carton with a disc on it reads as an O at 0.46. A larger
number of pieces confirm one another."""

MIN_PIECES_FOR_SIZE: Final = 4
"""The fewest pieces on a table from which the usual size of a piece is known. The median of four pieces is
right even if one of them has another size."""

ODD_SIZE_FACTOR: Final = 2.2
"""The factor by which the area of a doubtful piece must be larger or smaller than most pieces' for the piece
not to belong to the pack. A card half hidden may look half as large, and flattening leaves some error."""

ANY_SIZE_FACTOR: Final = 4.0
"""The factor by which a piece's area must be larger or smaller than most pieces' for the piece not to belong
to the pack, however well it was read. It holds if several sure pieces have the usual size. Small cards
printed on a carton are a tenth as large, a plate five times. Of 8,300 pieces on labelled and traced tables no
card was 2.2 times off, except one with a wrong outline."""

ODD_SHAPE_FACTOR: Final = 2.0
"""The factor by which a piece must be narrower or wider than most pieces, as width to height, to be no card,
however well it was read. A half hidden card may reach it, and so does a letter printed on a box."""

DOUBTFUL_SHAPE_FACTOR: Final = 1.4
"""The factor by which a piece must be narrower or wider than most pieces, as width to height, to be no card
if neither finder nor speller is sure of it. A card seen as a square has 1.56 and is excluded."""

ON_SIDE_FACTOR: Final = 2.8
"""The factor by which a piece on a table of tiles must be narrower or wider than usual to be no tile. Strewn
tiles may stand on their sides, which are half as broad. By judgement."""

MIN_FREE_SHARE: Final = 0.2
"""The least share of an unreadable piece that must lie outside the cards around it for the piece to be kept.
A piece with less may be half of one card and half of the next. A real card there is found by its edge
(`missed_cards`)."""


def select_pieces(classified: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces of the game among the classified outlines."""
    pieces = suppress_duplicates(tuple(filter(_is_believable, classified)))
    sure = [p for p in pieces if p.best_probability >= MIN_SURE_LETTER_PROBABILITY]
    return tuple(
        p
        for p in pieces
        if p.best_probability >= MIN_DOUBTED_READING_PROBABILITY
        or p.letter_corner is not None
        or _free_share(p, sure) > MIN_FREE_SHARE
    )


def _free_share(piece: Piece, others: Sequence[Piece]) -> float:
    """Return the share of the piece's area that remains outside the two pieces of `others` that cover most of
    it."""
    shared = sorted(float(cv2.intersectConvexConvex(piece.corners, o.corners)[0]) for o in others)
    return 1 - sum(shared[-2:]) / max(1.0, piece.area)


def drop_implausible(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces without those that hardly belong to the game.

    Drop doubtful backs if most pieces are doubtful backs: they are a board's empty squares. If no piece is
    sure, drop the pieces that finder and speller both doubt: a newspaper's headline has round letters. If the
    finder doubts the only sure piece and there are more doubtful pieces, drop them all: they are print.
    """
    vague = [
        p
        for p in pieces
        if p.back_probability > p.letter_probability and p.best_probability < MIN_SURE_LETTER_PROBABILITY
    ]
    if 2 * len(vague) > len(pieces):
        pieces = tuple(p for p in pieces if not any(p is back for back in vague))
    sure = [p for p in pieces if not _is_unsure(p)]
    proven = [
        p
        for p in pieces
        if p.best_probability >= MIN_SURE_LETTER_PROBABILITY
        or (p.letter_corner is not None and not _is_master(p))
    ]
    if len(pieces) < MIN_PIECES_FOR_SIZE and not proven:
        pieces = tuple(
            p for p in pieces if p.best_probability >= FEW_PIECES_PROBABILITY and not _is_master(p)
        )
    if not sure:
        pieces = tuple(
            p for p in pieces if p.outline.score >= LIKELY_CARD_PROBABILITY or p.letter_corner is not None
        )
    surely_a_card = any(
        p.outline.score >= ONLY_PIECE_PROBABILITY or p.letter_corner is not None for p in sure
    )
    if len(sure) > 1 or surely_a_card or len(sure) >= sum(map(_is_doubtful, pieces)):
        return pieces
    return tuple(p for p in pieces if not (_is_doubtful(p) or any(p is doubted for doubted in sure)))


def _is_believable(piece: Piece) -> bool:
    """Return True if the detection is likely a piece of the game and is large enough for a legible letter. It
    is not likely one if the finder and the speller both doubt it and no corner letter was seen."""
    vague = (
        piece.outline.score < LIKELY_CARD_PROBABILITY
        and piece.best_probability < MIN_DOUBTED_READING_PROBABILITY
        and piece.letter_corner is None
    )
    return piece.is_likely and not vague and piece.outline.height >= MIN_HEIGHT_PIXELS


def _is_master(piece: Piece) -> bool:
    """Return True if the piece was read as a Master. A corner letter seen on it then proves nothing, because
    the corners of a Master may show anything."""
    return LETTERS[piece.likeliest_letter] == "?" and piece.letter_probability > piece.back_probability


def _is_unsure(piece: Piece) -> bool:
    return (
        piece.outline.score < LIKELY_CARD_PROBABILITY or piece.best_probability < MIN_SURE_LETTER_PROBABILITY
    )


def _is_doubtful(piece: Piece) -> bool:
    """Return True if neither finder nor speller is sure of the piece, and no corner letter supports it."""
    return (
        piece.outline.score < LIKELY_CARD_PROBABILITY
        and piece.best_probability < MIN_SURE_LETTER_PROBABILITY
        and piece.letter_corner is None
    )


def stand_upright(piece: Piece) -> Piece:
    """Return a clearly oblong piece upright or upside down, never on its side. Return any other piece
    unchanged."""
    outline = piece.outline
    if outline.height < MIN_CARD_SIDE_RATIO * outline.width or not piece.probabilities[1::2].any():
        return piece
    probabilities = piece.probabilities.copy()
    probabilities[1::2] = 0
    if (left := float(probabilities.sum())) <= 0:
        return piece
    return replace(piece, probabilities=probabilities * (piece.letter_probability / left))


def suppress_duplicates(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return each piece once. Of several outlines that coincide, only the surest is kept."""
    first = sorted(pieces, key=lambda p: -(p.outline.score * (1 - p.other_probability)))
    meets, numbers = boxes_overlap(first), list[int]()
    for n, piece in enumerate(first):
        if not any(_is_same_piece(piece, first[m]) for m in numbers if meets[n, m]):
            numbers.append(n)
    whole = (n for n in numbers if not any(is_part_of(first[n], first[m]) for m in numbers if meets[n, m]))
    return tuple(first[n] for n in whole)


def _is_same_piece(one: Piece, other: Piece) -> bool:
    """Return True if two outlines belong to one card: they overlap enough, and no two corner letters show
    that they are two cards."""
    shared = float(cv2.intersectConvexConvex(one.corners, other.corners)[0])
    areas = [one.area, other.area]
    mostly_shared = shared >= SAME_PIECE_OVERLAP * (sum(areas) - shared)
    # The places of their letters may be some pixels off, but less than two alike cards of a fan lie apart.
    if mostly_shared and read_alike(one, other):
        return other.letter_corner is None or not _are_corners_apart(one, other, FANNED_CORNERS_CARD_LENGTHS)
    # Cards that abut share little, so the slower tests below are done for few pairs.
    if not mostly_shared and shared <= DUPLICATE_AREA_SHARE * min(areas):
        return False
    if _are_corners_apart(one, other) or _are_corners_apart(other, one):
        return False
    same = read_alike(one, other) and min(areas) > PART_AREA_SHARE * max(areas)
    return mostly_shared or (same and shared > DUPLICATE_AREA_SHARE * min(areas))


def _are_corners_apart(one: Piece, other: Piece, least: float = DIFFERENT_CORNERS_CARD_LENGTHS) -> bool:
    """Return True if two outlines must be two cards, even if they overlap: the corner letter seen on `one` is
    further than `least` card lengths from every corner of `other` where its letter may stand.

    The outlines may still be one card, and the result is False, if both have one letter and the corners lie
    opposite, or if both have one letter and no corner letter was seen on `other`. It is False, too, if none
    was seen on `one`.
    """
    if one.letter_corner is None:
        return False
    near = other.corners[[0, 2]] if other.letter_corner is None else other.letter_corner[None]
    gap = float(np.hypot(*(near - one.letter_corner).T).min()) / one.outline.height
    return gap > least and not (
        read_alike(one, other) and (gap > OPPOSITE_CORNERS_CARD_LENGTHS or other.letter_corner is None)
    )


def have_usual_size(pieces: tuple[Piece, ...], plane: Plane) -> list[bool]:
    """Return for each piece True if it has about the size and shape that most pieces have. Plates, books and
    print differ. A piece that was read for sure may differ more."""
    flat = plane.to_table(corners_of(pieces)).astype(np.float32)
    areas = np.array([abs(cv2.contourArea(quad)) for quad in flat])
    if len(pieces) < MIN_PIECES_FOR_SIZE:
        return [True] * len(pieces)
    usual = float(np.median(areas))
    up, right = (np.hypot(*axis.T) for axis in axes(flat))
    shapes = up / np.maximum(1e-6, right)
    off = np.abs(np.log(np.maximum(1e-6, shapes / np.median(shapes))))
    doubtful = np.array([_is_doubtful(p) for p in pieces])
    odd = off > np.log(np.where(doubtful, DOUBTFUL_SHAPE_FACTOR, ODD_SHAPE_FACTOR))
    if np.median(shapes) <= MIN_CARD_SIDE_RATIO:
        odd = off > np.log(ON_SIDE_FACTOR)
    sure = np.array([p.best_probability > NO_SECOND_LOOK_PROBABILITY for p in pieces])
    times = np.maximum(areas, 1e-6) / usual
    times = np.maximum(times, 1 / times)
    known = (sure & (times < ODD_SIZE_FACTOR)).sum() >= MIN_PIECES_FOR_SIZE
    most = np.where(sure, ANY_SIZE_FACTOR if known else np.inf, ODD_SIZE_FACTOR)
    return [bool(keep) for keep in ~odd & (times < most)]
