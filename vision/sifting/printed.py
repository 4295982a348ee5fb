"""What is printed on a card and was taken for a small piece of its own: a corner letter, a ring."""

from collections.abc import Sequence
from itertools import compress
from typing import Final

import cv2
import numpy as np

from engine.evidence import CLEAR as SURE
from vision.codes import Floats
from vision.crops import Pyramid
from vision.pieces.letters import Piece, corners_of
from vision.plane.edges import borne_out

PRINTED: Final = 0.2
"""Share of a card's area below which an outline is what is printed in its corner: the largest letters there,
a quarter of the card's length, take a tenth, and an ornament round them as much again."""

PART: Final = 0.35
"""Share of another piece's area below which a piece lying on it is a printed part of it: a ring round its
letter, two thirds of its width across, is 0.28 of a card."""

HOSTS: Final = 3
"""Pieces of one size on which smaller ones lie, from which on these are letters printed on cards: a plate, a
book and a box that cards lie on are not of one size."""

ONE_SIZE: Final = 1.6
"""Times by which the areas of cards, or of letters taken for cards, may differ: by a quarter of a side."""

BEST: Final = 0.85
"""Share of the best seen card's edges from which others are seen as well."""

SMALLER: Final = 0.4
"""Share of the area of the cards whose edges are seen best, below which a piece is none beside them: five
eighths of their length, where a tilted camera leaves three quarters, ..."""

EDGED: Final = 0.75
"""... if its own are seen so much less: of nine in ten cards in 820 pictures 0.52 to 0.94 of the edges bore
them out, of corner letters taken for cards 0.19 to 0.55."""


def read_alike(one: Piece, other: Piece) -> bool:
    """Whether they read the same: one letter, or two backs."""
    turned = [piece.back > piece.letter for piece in (one, other)]
    return all(turned) or (not any(turned) and one.likeliest == other.likeliest)


def small_on(piece: Piece, card: Piece) -> bool:
    """Whether the piece is too small to be a card beside that one."""
    return piece.area < PRINTED * card.area


def print_of(piece: Piece, others: Sequence[Piece]) -> bool:
    """Whether the piece is no more than what is printed on one of the others, of which the same is read."""
    large = (o for o in others if o.likeliest == piece.likeliest and small_on(piece, o))
    return any(_holds(other, piece.corners.mean(0)) for other in large)


def without_print(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without what is printed on them: a hand's corner letters may all be read as small cards,
    more of them than cards. What is as small as most that lies on larger pieces is a letter as well, wherever
    it lies, if these are several of one size."""
    cards = [p for p in pieces if not print_of(p, pieces)]
    likely = [p for p in pieces if p.likely]
    on = [(p, o) for p in likely for o in likely if small_on(p, o) and _holds(o, p.corners.mean(0))]
    hosts = {id(o): o.area for _, o in on}
    large = float(np.median(list(hosts.values()))) if hosts else 0.0
    if sum(_one_size(size, large) for size in hosts.values()) < HOSTS:
        return cards
    small = float(np.median([p.area for p, _ in on]))
    return [p for p in cards if not (_one_size(p.area, small) or p.area < small)]


def without_edges(
    pyramid: Pyramid, pieces: Sequence[Piece], among: Sequence[Piece] = ()
) -> tuple[Piece, ...]:
    """Those of the pieces that are far smaller than the cards whose edges are seen best, and whose own are
    not: corner letters of a hand whose cards were not seen. `among`: other pieces there, which are not
    asked. Costs nothing where all are of one size."""
    cards = [p for p in (*pieces, *among) if p.best >= SURE and p.letter > p.back]
    largest = max((card.area for card in cards), default=0.0)
    if not any(p.area < SMALLER * largest for p in pieces):
        return ()
    seen = borne_out(pyramid, corners_of(cards))
    well = compress(cards, seen >= BEST * seen.max())
    large = float(np.median([card.area for card in well]))
    unseen = borne_out(pyramid, corners_of(pieces)) < EDGED * seen.max()
    return tuple(p for p in compress(pieces, unseen) if p.area < SMALLER * large)


def _one_size(one: float, other: float) -> bool:
    return max(one, other) < ONE_SIZE * min(one, other)


def _holds(piece: Piece, point: Floats) -> bool:
    x, y = point.tolist()
    return cv2.pointPolygonTest(piece.corners, (x, y), measureDist=False) >= 0
