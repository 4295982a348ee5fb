"""Masters that were hardly read: covered in a word so far that little of their picture is left, or with a
picture like a court card's.

Speller and finder see a piece of card there and nothing to read. What hardly any other piece has is a trace
of the Master's reading. Of 472 outlines on traced tables that could not be read, 24 lay on a Master; of those
with that trace that are as large as the cards beside them all did.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.codes import LETTERS, Floats, axes
from vision.crops import Pyramid
from vision.missed.hidden import CARD, MASTER
from vision.pieces.letters import Piece, corners_of
from vision.pieces.neighbours import SAME, SURE, lies_on, nearest, times, turned
from vision.plane.edges import borne_out

TRACE: Final = 0.03
"""Probability of a Master's reading from which there is a trace of one: of other unread outlines as large as
cards it is below 0.005, of covered Masters 0.04 to 0.47."""

LIKELY: Final = 0.5
"""Share of the likeliest letter's probability that the trace must have: a jester's cap is half an A."""

ASKED: Final = 0.45
"""How sure the finder must be of a piece: it is 0.5 to 0.7 of the Masters that were lost."""

EDGES: Final = 0.5
"""Share of the places along its edges that must bear it out: of the Masters 0.57 to 0.79 do."""

PLAIN: Final = (0.15, 0.7)
"""The same of one that lies by itself, with no word to bear it out: of five pieces as large as the cards with
such traces and edges all were Masters; advertisements had no more than 0.12."""

TURNED: Final = 0.17
"""Radians, ten degrees, by which it may be turned against the card beside it, as in a fan."""

BESIDE: Final = 1.3
"""Breadths of a card, or heights, within which the next card of a word lies ..."""

STRAIGHT: Final = 0.2
"""... and of its other side how far off the line ..."""

APART: Final = 0.1
"""... and how much of it ahead or behind at least: otherwise it lies on it."""


def masters(pyramid: Pyramid, pieces: Sequence[Piece], spelt: Sequence[Piece]) -> tuple[Piece, ...]:
    """The unread ones of what was `spelt` that are Masters: as large as the `pieces`, and plainly or by where
    they lie."""
    sure = [piece for piece in pieces if piece.best >= SURE and piece.letter > piece.back]
    if not sure:
        return ()
    asked = [piece for piece in spelt if _traced(piece) and not lies_on(piece, pieces)]
    asked = [piece for piece in asked if times(piece, nearest(piece, sure)) < SAME]
    if not asked:
        return ()
    found = list[Piece]()
    for piece, edges in zip(asked, borne_out(pyramid, corners_of(asked)).tolist(), strict=True):
        plain = _trace(piece) >= PLAIN[0] and edges >= PLAIN[1]
        if (plain or (edges >= EDGES and _between(piece, sure))) and not lies_on(piece, found):
            found.append(_believed(piece))
    return tuple(found)


def _traced(piece: Piece) -> bool:
    least = max(TRACE, LIKELY * float(piece.chances.sum(0).max()))
    return not piece.likely and _trace(piece) >= least and piece.outline.score >= ASKED


def _trace(piece: Piece) -> float:
    return float(piece.chances.sum(0)[LETTERS.index("?")])


def _between(piece: Piece, sure: Sequence[Piece]) -> bool:
    """Whether it lies as a card of a word does: turned as the card next to it, one on either side."""
    near = nearest(piece, sure)
    if turned(piece, near) > TURNED:
        return False
    middle = piece.corners.mean(0)
    off = np.array([other.corners.mean(0) - middle for other in sure], np.float32)
    ways = [off @ axis / float(axis @ axis) for axis in axes(near.corners)]
    return any(_both_sides(along, across) for along, across in (ways, ways[::-1]))


def _both_sides(along: Floats, across: Floats) -> bool:
    """Whether of cards so far off along a row and across it one is the next ahead and one the next behind."""
    row = along[np.abs(across) < STRAIGHT]
    near = row[np.abs(row) < BESIDE]
    return bool((near > APART).any() and (near < -APART).any())


def _believed(piece: Piece) -> Piece:
    """The piece as a card that lies face up and, likelier than not, is a Master; nothing makes it sure."""
    chances = piece.chances * (CARD / piece.letter)
    named = float(chances[:, LETTERS.index("?")].sum())
    if named < MASTER:
        chances *= (CARD - MASTER) / (CARD - named)
        chances[:, LETTERS.index("?")] *= MASTER / named * (CARD - named) / (CARD - MASTER)
    return replace(piece, chances=chances, back=0.0, nothing=1 - CARD, stranger=0.0)
