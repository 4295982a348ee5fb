"""What was read of the cards, settled with the cards that corner letters tell of.

A corner letter confirms a card, adds one that nobody saw, or proves a doubtful outline a bad guess. It never
overrules a card that was read for sure and lies under no other.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.codes import Floats, axes, lean
from vision.pieces.letters import Piece, overlap

NEAR: Final = 0.07
"""Card lengths between two corners that are one: half of what a corner letter needs to be seen in a fan."""

TURNED: Final = 0.35
"""Radians by which a card may seem turned from its own corner letter."""

CORNER: Final = 0.04
"""Card lengths between two corners, with one letter at both, that are one corner."""

ALIKE: Final = 0.1
"""Radians within which two outlines of one card lie alike: twice the error of what a corner letter tells."""

OPPOSITE: Final = 0.6
"""Card lengths from which two corners, with one letter at both, may be those of one card."""

TWICE: Final = 0.35
"""Overlap (intersection over union) from which they are."""

OVER: Final = 0.25
"""Share of a card that other pieces must cover before a corner letter alone makes it one: a letter on the
bare table is no card."""

CLEAR: Final = ((0.28, 0.95), (0.5, 0.8), (0.7, 0.5))
"""How sure the spotter must be of a corner letter that tells of a card nobody saw, and how sure its letter:
one of these pairs. Lower ones found as many false cards as true ones on held-back pictures."""

SUPPOSED: Final = (0.5, 0.4)
"""The same where the finder saw a card with its corner there."""

UNDER: Final = 0.45
"""Share of a card, seen by nothing but its corner letter, that must lie under others."""

WHOLE: Final = 0.6
"""Share of a card's area from which an outline may be another card."""

PRINTED: Final = 0.2
"""Share of a card's area below which an outline is what is printed in its corner."""

GRID: Final = 6
"""Points a side at which that is asked."""

DOUBLE: Final = 0.7
"""Overlap (intersection over union) of two outlines that read alike from which they are one card's."""

SURE: Final = 0.9
"""Probability from which a reading of the whole card stands against its corner letter."""

EXPLAINED: Final = 0.5
"""Overlap (intersection over union) with a card known by its corner letter from which a doubtful outline was
a bad guess at it."""

INNER: Final = 0.2
"""Share of the way from a card's corner to its middle where its corner letter stands."""

NONE: Final = 0.9
"""Chance of being no card at all from which an outline lies over nothing."""

ONE_PLACE: Final = 0.2
"""Card lengths between two corner letters that may be one. How far from its corner it stands is only about
known; but cards next to one another in a fan, whose letters are as near, lie alike."""

LEAST: Final = 0.005
"""Chance that each witness leaves to any letter."""

WITNESS: Final = (1.0, 0.75)
"""Weights of two witnesses of a letter, the whole card and its corner letter. Less than one, for they look in
part at the same ink; the corner letter sees less of it."""


def joined(
    pieces: tuple[Piece, ...], cards: tuple[Piece, ...], among: tuple[Piece, ...] = ()
) -> tuple[Piece, ...]:
    """`pieces` and what `cards`, known by their corner letters, add to them and prove wrong."""
    known, left = _settled(list(pieces), sorted(cards, key=lambda c: -c.outline.score * c.best), among)
    new = _missed(known, left, among)
    told = [*(piece for piece in known if piece.index is not None), *new]
    return (*(piece for piece in known if not _disproved(piece, told)), *new)


def _settled(
    known: list[Piece], cards: list[Piece], among: tuple[Piece, ...]
) -> tuple[list[Piece], list[Piece]]:
    """What was found, with what its corner letters say of it; and the cards that none of it accounts for."""
    left = list[Piece]()
    for card in cards:
        told = (*(piece for piece in known if piece.index is not None), *among)
        if any(_at(other, card) for other in among) or any(_said(piece, card) for piece in told):
            known = [_again(piece, card) for piece in known]
            continue
        same = [n for n, piece in enumerate(known) if _at(piece, card)]
        agree = [n for n in same if known[n].likeliest == card.likeliest]
        if alone := [n for n in same if not _beneath(known[n], (*known, *among))]:
            known[alone[0]] = _weighed(known[alone[0]], card)
        elif agree and _clear(card) and not any(_each_over_the_other(card, piece) for piece in told):
            best = max(agree, key=lambda n: known[n].best)
            known[best] = _confirmed(known[best], card)
        else:
            left.append(card)
    return known, left


def _missed(known: list[Piece], cards: list[Piece], among: tuple[Piece, ...]) -> list[Piece]:
    """The cards that nobody saw: plain corner letters on what lies among other cards."""
    new, plain = list[Piece](), _founded([card for card in cards if _clear(card)], (*known, *among))
    for card in cards:
        guessed = any(_guess(piece, card) and piece.best < SURE for piece in known)
        if not (any(card is other for other in plain) or (guessed and _legible(card, SUPPOSED))):
            continue
        told = (*(piece for piece in known if piece.index is not None), *new, *among)
        there = guessed or _hidden(card, (*known, *plain, *among))
        strange = any(_said(piece, card) or _instead(piece, card) for piece in told)
        its_own = any(_stands_for(piece, card) for piece in known)
        amiss = any(_turned_amiss(piece, card) for piece in (*known, *among))
        if there and not (strange or its_own or amiss):
            new.append(card)
    return new


def _founded(cards: list[Piece], seen: Sequence[Piece]) -> list[Piece]:
    """Those of a fan's cards that lie, one over the other, with a card that was seen and read for sure: its
    last one is covered by none. Letters printed on a box would hide one another."""
    reached, left = [piece for piece in seen if piece.likely and piece.best >= SURE], cards
    while near := [card for card in left if any(_meet(card, other) for other in reached)]:
        reached, left = near, [card for card in left if not any(card is other for other in near)]
    return [card for card in cards if not any(card is other for other in left)]


def _meet(one: Piece, other: Piece) -> bool:
    return float(cv2.intersectConvexConvex(one.corners, other.corners)[0]) > 0


def _instead(piece: Piece, card: Piece) -> bool:
    """Whether `piece` is a card and `card` therefore none: one read for sure stays, else the surer one."""
    return piece.best >= min(SURE, card.best) and _each_over_the_other(card, piece)


def _hidden(card: Piece, others: Sequence[Piece]) -> bool:
    """Whether most of the card would lie under others, for else it had been seen for itself."""
    start = card.corners[0]
    across, down = card.corners[1] - start, card.corners[3] - start
    steps = (np.arange(GRID) + 0.5) / GRID
    # A card's printed corner can look like a small card of its own; such a one hides nothing.
    least = WHOLE * _area(card)
    cards = (o for o in others if o.likely and _area(o) > least)
    over = [o.corners for o in cards if not (o is card or _twin(card, o) or _guess(o, card))]
    under = [_within(start + u * across + v * down, over) for u in steps for v in steps]
    return sum(under) >= UNDER * len(under)


def _area(piece: Piece) -> float:
    return abs(cv2.contourArea(piece.corners))


def _within(point: Floats, quads: Sequence[Floats]) -> bool:
    at = (float(point[0]), float(point[1]))
    return any(cv2.pointPolygonTest(quad, at, False) >= 0 for quad in quads)


def _guess(piece: Piece, card: Piece) -> bool:
    """Whether the piece was a guess at that card."""
    return _at(piece, card) and overlap(piece.corners, card.corners) > EXPLAINED


def _twin(one: Piece, other: Piece) -> bool:
    """Whether they may be one card by both its corner letters."""
    return one.likeliest == other.likeliest and overlap(one.corners, other.corners) > TWICE


def _stands_for(piece: Piece, card: Piece) -> bool:
    """Whether a card read for sure, its corner letter not seen, is this one with its outline amiss."""
    if piece.index is not None or piece.best < SURE or piece.likeliest != card.likeliest:
        return False
    return overlap(piece.corners, card.corners) > TWICE


def _turned_amiss(piece: Piece, card: Piece) -> bool:
    """Whether the corner letter is that of `piece`, taken to lie another way: an O tells little of it."""
    if card.index is None or piece.best < SURE or piece.likeliest != card.likeliest:
        return False
    letters = _inner(piece, piece.corners[[0, 2]])
    gap = float(np.hypot(*(letters - _inner(card, card.index)).T).min()) / card.outline.height
    return gap < ONE_PLACE and _turn(piece, card) > TURNED


def _inner(piece: Piece, corner: Floats) -> Floats:
    """Where the letter of a corner, or of several, stands."""
    return np.asarray(corner + INNER * (piece.corners.mean(0) - corner), np.float32)


def _clear(card: Piece) -> bool:
    """Whether what was seen is surely a corner letter: figures and ornaments are printed in corners too."""
    return any(_legible(card, least) for least in CLEAR)


def _legible(card: Piece, least: tuple[float, float]) -> bool:
    """Whether spotter and letter are as sure as that of its corner letter."""
    return card.outline.score >= least[0] and card.best >= least[1]


def _each_over_the_other(one: Piece, other: Piece) -> bool:
    """Whether each shows its corner letter where it would lie under the other: one of the two is no card."""
    return _shows_over(one, other) and _shows_over(other, one)


def _shows_over(one: Piece, other: Piece) -> bool:
    """Whether the corner letter of `one` is seen well within `other`."""
    if one.index is None:
        return False
    inner = _inner(one, one.index)
    at = (float(inner[0]), float(inner[1]))
    return cv2.pointPolygonTest(other.corners, at, True) > CORNER * other.outline.height


def _said(other: Piece, card: Piece) -> bool:
    """Whether `other` is that card already, by the same or by its opposite corner letter. In a fan two cards
    of one letter may lie next to each other, but then their corners do too."""
    if other.likeliest != card.likeliest or card.index is None:
        return False
    near = other.corners[[0, 2]] if other.index is None else other.index[None]
    gap = float(np.hypot(*(near - card.index).T).min()) / card.outline.height
    shared = overlap(other.corners, card.corners)
    return gap < CORNER or (gap > OPPOSITE and shared > TWICE)


def _at(piece: Piece, card: Piece) -> bool:
    """Whether a corner of `piece` where letters stand is the one `card` is known by, both turned alike. Cards
    that touch there lie on opposite sides of it; a card's printed corner can look like a card of its own."""
    if card.index is None or _area(piece) < PRINTED * _area(card):
        return False
    corners, inward = piece.corners[[0, 2]], card.corners.mean(0) - card.index
    near = np.hypot(*(corners - card.index).T) < NEAR * card.outline.height
    one_side = (piece.corners.mean(0) - corners) @ inward > 0
    return _turn(piece, card) < TURNED and bool((near & one_side).any())


def _again(piece: Piece, card: Piece) -> Piece:
    """The piece, with the letter in its opposite corner as one more witness if that is what `card` is."""
    if piece.index is None or card.index is None or not _said(piece, card):
        return piece
    apart = float(np.hypot(*(piece.index - card.index))) / card.outline.height
    return _witnessed(piece, card) if apart > OPPOSITE else piece


def _weighed(piece: Piece, card: Piece) -> Piece:
    """The piece, no other being near that could have been read instead, with its corner letter as a second
    witness."""
    return piece if piece.index is not None else replace(_witnessed(piece, card), index=card.index)


def _witnessed(piece: Piece, card: Piece) -> Piece:
    """The piece with what its corner letter says. What the whole card said for sure is not asked again."""
    if piece.best >= SURE:
        return piece
    pairs = zip((piece, card), WITNESS, strict=True)
    one, two = (np.maximum(witness.chances.sum(0), LEAST) ** weight for witness, weight in pairs)
    said = one * two / float((one * two).sum())
    # How likely it is a letter card at all, and which way up it stands, stays as it was.
    turns = np.maximum(piece.chances, 1e-9).sum(1, keepdims=True)
    return replace(piece, chances=(turns * said).astype(np.float32))


def _confirmed(piece: Piece, card: Piece) -> Piece:
    """A piece among others with what its corner letter adds. Of the two readings the surer one counts; and
    unless they agree about the place as well, the corner letter knows it better: it saw the corner itself."""
    if piece.index is not None:
        return piece
    at = piece if _in_place(piece, card) else _way_up(card, piece)
    said = max(piece, card, key=lambda witness: witness.best).chances.sum(0)
    turns = at.chances.sum(1, keepdims=True) / max(1e-6, at.letter)
    chances = (turns * said).astype(np.float32)
    return replace(at, chances=chances, back=0.0, nothing=1 - float(chances.sum()), index=card.index)


def _way_up(card: Piece, piece: Piece) -> Piece:
    """`card` the way up that the piece shows: of a lone corner letter it is only likely that it is the upper
    one."""
    over = float(axes(card.corners)[0] @ axes(piece.corners)[0]) < 0
    turns = card.chances.sum(1) * np.maximum(np.roll(piece.chances.sum(1), 2 * over), LEAST)
    first = int(turns.argmax())
    chances = (turns / turns.sum())[:, None] * card.chances.sum(0)
    return replace(
        card,
        corners=np.roll(card.corners, -first, axis=0),
        chances=np.roll(chances, -first, axis=0).astype(np.float32),
    )


def _in_place(piece: Piece, card: Piece) -> bool:
    """Whether both have the corner within a few millimetres and lie alike."""
    if card.index is None:
        return False
    gap = min(float(np.hypot(*(piece.corners[k] - card.index))) for k in (0, 2))
    return gap < CORNER * card.outline.height and _turn(piece, card) < ALIKE


def _turn(one: Piece, other: Piece) -> float:
    """Radians between the directions of two cards, whichever way up."""
    turn = lean(axes(one.corners)[0]) - lean(axes(other.corners)[0])
    return abs((turn + np.pi / 2) % np.pi - np.pi / 2)


def _beneath(piece: Piece, others: Sequence[Piece]) -> bool:
    """Whether another piece may lie over it; one found twice does not lie over itself."""
    area = _area(piece)
    return any(
        float(cv2.intersectConvexConvex(piece.corners, other.corners)[0]) > OVER * area
        for other in others
        if other.nothing < NONE and not (other is piece or found_twice(piece, other))
    )


def found_twice(one: Piece, other: Piece) -> bool:
    """Whether the finder saw one card twice: outlines that nearly coincide and read alike."""
    return one.likeliest == other.likeliest and overlap(one.corners, other.corners) > DOUBLE


def _disproved(piece: Piece, told: Sequence[Piece]) -> bool:
    """Whether the piece was a bad guess at one of the cards that are told by corner letters."""
    if piece.index is not None:
        return False
    if any(_at(piece, card) and piece.likeliest != card.likeliest for card in told):
        return True
    return piece.best < SURE and any(overlap(piece.corners, card.corners) > EXPLAINED for card in told)
