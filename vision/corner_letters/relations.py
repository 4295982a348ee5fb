"""Describe how a card known by its corner letter relates to another piece: the same card, a guess at it,
under it or over it.

Only places and likeliest letters count here. `vision/corner_letters/merge.py` draws the conclusions.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.filtering.nested import is_print_sized
from vision.filtering.suppression import OPPOSITE_CORNERS_CARD_LENGTHS, SAME_PIECE_OVERLAP
from vision.pieces.classify import Piece, iou
from vision.pieces.neighbours import angle_between
from vision.tensor_format import Floats, axes

SAME_CORNER_CARD_LENGTHS: Final = 0.07
"""The greatest distance between a piece's corner and the card's corner beside a corner letter for the two to
be one corner, card lengths. It is half of what a card in a fan must show for its corner letter to be
visible."""

MAX_LETTER_TURN_RADIANS: Final = 0.35
"""The greatest angle, about 20 degrees, between two outlines of one card, one of which was made from its
corner letter. It is far more than the usual error of a corner letter (half of `SAME_DIRECTION_RADIANS`),
because the direction of an O is uncertain."""

ONE_CORNER_CARD_LENGTHS: Final = 0.04
"""The greatest distance between the corners beside two equal corner letters for the two to be one letter,
seen twice, card lengths. It is 4 mm, a third of the distance between cards of a fan."""

SAME_DIRECTION_RADIANS: Final = 0.1
"""The angle within which two outlines of one card have the same direction: twice the error of a corner
letter's direction."""

FAN_STEP_LENGTHS: Final = (0.1, 0.4)
"""The range of the distance between neighbours in a row of overlapping cards, in card lengths. Most
neighbours are an eighth to a quarter apart; the range is a little wider."""

MAX_HALFWAY_OFFSET: Final = 0.05
"""The greatest distance of a card's corner from half-way between the corners of its two neighbours in a fan,
card lengths (4.5 mm). A card farther off does not lie between the two. Fans are uneven."""

MAX_FAN_ANGLE_RADIANS: Final = 0.5
"""The greatest angle, 29 degrees, between a card and two others in a fan for the card to lie half-way between
them. Neighbours in a wide fan have up to 22."""


MAX_CORNER_OFFSET_CARD_LENGTHS: Final = 0.3
"""The greatest distance between the corner at which a letter was seen and the nearest corner that another
outline of the same card has there, card lengths: half of the card's width. The outline was made from the
letter at the opposite corner. In sixty traced scenes the distance was 0.02 to 0.2, once 0.27. From 0.33 on
the corner was that of another card of a fan."""

SAME_CARD_OVERLAP: Final = 0.35
"""The overlap (intersection over union) from which two outlines with opposite corner letters are one card.
It is smaller than the overlap of neighbours in a fan (0.7), because one corner shows little of the card's
other end. Neighbours in a fan are distinguished by their corners."""

MIN_COVERED_CARD_SHARE: Final = 0.25
"""The least share of a card that another piece must overlap to count as lying over the card. Careless
outlines of cards side by side overlap by less than a quarter."""

MIN_COVERED_CORNER_CARD_SHARE: Final = 0.36
"""The least share of a card that must lie under others, if only the card's corner letter was seen. The finder
would have found a card that lies more open. The share is only a third, because outlines are slightly wrong.

With 0.45 nine cards of 2,700 in rendered typefaces never seen were left out, and two fewer false cards were
read.
"""

MIN_CARD_AREA_SHARE: Final = 0.6
"""The least area of an outline, as a share of a card's area, for the outline to be another card of the pack.
All cards of a pack have one size, and no outline of a card is so far off that it falls below this share."""

GRID_POINTS: Final = 6
"""The number of points on each side of the grid over a card that measures how much of the card lies under
others. Its 36 points measure to a thirtieth, finer than outlines are."""


EXPLAINED_OVERLAP: Final = 0.5
"""The least overlap (intersection over union) of a doubtful outline with a card known by its corner letter
for the outline to count as a wrong guess at that card. Half remains when the outline is a third of a card
off. By judgement."""


def are_overlapping(one: Piece, other: Piece) -> bool:
    """Return True if two pieces overlap in the picture."""
    return float(cv2.intersectConvexConvex(one.corners, other.corners)[0]) > 0


def is_partly_covered(card: Piece, others: Sequence[Piece]) -> bool:
    """Return True if at least `MIN_COVERED_CORNER_CARD_SHARE` of the card lies under others. The reader
    would have found a card that lies more open."""
    start = card.corners[0]
    across, down = card.corners[1] - start, card.corners[3] - start
    steps = (np.arange(GRID_POINTS) + 0.5) / GRID_POINTS
    # A card's printed corner can look like a small card. It hides nothing.
    cards = (o for o in others if o.is_likely and o.area > MIN_CARD_AREA_SHARE * card.area)
    over = [o.corners for o in cards if not (o is card or is_guess_at(o, card))]
    under = [lies_on_any(start + u * across + v * down, over) for u in steps for v in steps]
    return sum(under) >= MIN_COVERED_CORNER_CARD_SHARE * len(under)


def lies_on_any(point: Floats, quads: Sequence[Floats]) -> bool:
    """Return True if a point (2,) lies on any of the (4, 2) quads."""
    at = (float(point[0]), float(point[1]))
    return any(cv2.pointPolygonTest(quad, at, False) >= 0 for quad in quads)


def is_guess_at(piece: Piece, card: Piece) -> bool:
    """Return True if the piece is a guess at the card. Their outlines overlap by half, and they share a
    corner or, with the piece doubtful, have the same letter and direction."""
    same_letter = (
        piece.letter_corner is None
        and piece.best_probability < MIN_SURE_LETTER_PROBABILITY
        and piece.likeliest_letter == card.likeliest_letter
    )
    same_place = shares_corner(piece, card) or (
        same_letter and angle_between(piece, card) < MAX_LETTER_TURN_RADIANS
    )
    return same_place and iou(piece.corners, card.corners) > EXPLAINED_OVERLAP


def owns_corner_letter(piece: Piece, card: Piece, others: Sequence[Piece]) -> bool:
    """Return True if the corner letter of `card`, perhaps misread, belongs to `piece`: it stands where the
    piece would have one, the piece was read for sure, and none of the `others` may lie over it."""
    return (
        piece.best_probability >= MIN_SURE_LETTER_PROBABILITY
        and _letters_apart(piece, card) < SAME_CORNER_CARD_LENGTHS
        and not may_be_covered(piece, others)
    )


def _letters_apart(piece: Piece, card: Piece) -> float:
    """Return the distance in card lengths from the card's corner letter to the nearer of the two places
    where the piece would have a corner letter.

    A pack prints its corner letters in the same place of every corner, so the offset of the card's letter
    from its corner gives both places on the piece. Return infinity if no corner letter was seen.
    """
    if card.letter_corner is None or card.letter_middle is None:
        return np.inf
    up, right = axes(card.corners)
    seen = card.letter_middle - card.letter_corner
    across, down = (abs(float(seen @ axis / (axis @ axis))) for axis in (right, up))
    up, right = axes(piece.corners)
    inwards = across * right - down * up
    letters = piece.corners[[0, 2]] + np.array([inwards, -inwards])
    return float(np.hypot(*(letters - card.letter_middle).T).min()) / card.outline.height


def exclude_each_other(one: Piece, other: Piece) -> bool:
    """Return True if each of two cards shows its corner letter well inside the other card's outline. Then
    one of them is no card, because both cannot lie on top."""
    return _shows_letter_within(one, other) and _shows_letter_within(other, one)


def _shows_letter_within(one: Piece, other: Piece) -> bool:
    """Return True if the corner letter of `one` is seen well within `other`."""
    if one.letter_middle is None:
        return False
    at = (float(one.letter_middle[0]), float(one.letter_middle[1]))
    return cv2.pointPolygonTest(other.corners, at, True) > ONE_CORNER_CARD_LENGTHS * other.outline.height


def is_same_card(other: Piece, card: Piece) -> bool:
    """Return True if `other` is the same card as `card`, seen by the same corner letter or by the opposite
    one.

    Neighbours in a fan may have the same letter, but they are told apart by the distance of their corners.
    """
    if card.letter_corner is None or card.likeliest_letter != other.likeliest_letter:
        return False
    near = other.corners[[0, 2]] if other.letter_corner is None else other.letter_corner[None]
    gap = float(np.hypot(*(near - card.letter_corner).T).min()) / card.outline.height
    if gap < ONE_CORNER_CARD_LENGTHS:
        return True
    far = other.corners[[0, 2]] - card.letter_corner
    ends = float(np.hypot(*far.T).min()) < MAX_CORNER_OFFSET_CARD_LENGTHS * card.outline.height
    return (
        gap > OPPOSITE_CORNERS_CARD_LENGTHS and ends and iou(other.corners, card.corners) > SAME_CARD_OVERLAP
    )


def shares_corner(piece: Piece, card: Piece) -> bool:
    """Return True if a corner of `piece` is the corner beside which the letter of `card` was seen, and the
    two have the same direction.

    Two cards that only touch at the corner lie on opposite sides of it and do not count. A small piece on the
    card does not count either, because a printed corner can look like a card.
    """
    if card.letter_corner is None or is_print_sized(piece, card):
        return False
    corners = piece.corners[[0, 2]]
    near = np.hypot(*(corners - card.letter_corner).T) < SAME_CORNER_CARD_LENGTHS * card.outline.height
    if not near.any():  # most pairs on a crowded table stop here
        return False
    one_side = (piece.corners.mean(0) - corners) @ (card.corners.mean(0) - card.letter_corner) > 0
    return angle_between(piece, card) < MAX_LETTER_TURN_RADIANS and bool((near & one_side).any())


def is_halfway_between(card: Piece, others: Sequence[Piece]) -> bool:
    """Return True if the card's corner lies half-way between the corners of two other cards in the same
    direction, as in a row of overlapping cards with even steps."""
    if card.letter_corner is None:
        return False
    neighbours = [
        o
        for o in others
        if o.letter_corner is not None and o is not card and angle_between(o, card) < MAX_FAN_ANGLE_RADIANS
    ]
    steps = (
        np.array([o.letter_corner for o in neighbours], np.float32).reshape(-1, 2) - card.letter_corner
    ) / card.outline.height
    steps = steps[(np.hypot(*steps.T) > FAN_STEP_LENGTHS[0]) & (np.hypot(*steps.T) < FAN_STEP_LENGTHS[1])]
    return bool((np.hypot(*np.moveaxis(steps[:, None] + steps, 2, 0)) < 2 * MAX_HALFWAY_OFFSET).any())


def coincide(piece: Piece, card: Piece) -> bool:
    """Return True if the piece and the corner-letter card have the same direction, and a corner in the same
    place within a few millimetres."""
    if card.letter_corner is None:
        return False
    gap = min(float(np.hypot(*(piece.corners[k] - card.letter_corner))) for k in (0, 2))
    return (
        gap < ONE_CORNER_CARD_LENGTHS * card.outline.height
        and angle_between(piece, card) < SAME_DIRECTION_RADIANS
    )


def may_be_covered(piece: Piece, others: Sequence[Piece]) -> bool:
    """Return True if another piece may lie over this piece. A second outline of the same card does not
    count."""
    least = MIN_COVERED_CARD_SHARE * piece.area
    return any(
        float(cv2.intersectConvexConvex(piece.corners, other.corners)[0]) > least
        for other in others
        if other.other_probability < MIN_SURE_LETTER_PROBABILITY
        and not (other is piece or is_found_twice(piece, other))
    )


def is_found_twice(one: Piece, other: Piece) -> bool:
    """Return True if the finder saw one card twice: the two outlines nearly coincide and have the same
    letter."""
    return (
        one.likeliest_letter == other.likeliest_letter
        and iou(one.corners, other.corners) > SAME_PIECE_OVERLAP
    )
