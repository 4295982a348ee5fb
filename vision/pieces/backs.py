"""A card on its face, or bare table? Between two cards a card's width apart the table shows in just a
card's shape, and so does a block of a newspaper's print. Where the finder is not sure of a back the speller
must be, it must be of a card's size, and no cards may frame it. And what is printed on a back may look like a
card of another shape."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.crops import Outline, Pyramid
from vision.enrol.prototypes import Prototypes
from vision.pieces.letters import Piece, again, corners_of, spell
from vision.pieces.neighbours import EVIDENT, SAME, SURE, alike, nearest, times
from vision.plane.edges import borne_out

PLAIN: Final = 0.65
"""How sure the finder is of a card's back that needs no second witness: near the 0.7 from which one outline
in a hundred is nothing."""

PATTERNED: Final = 0.93
"""How sure both together must be of one of which the finder is not. On some 900 traced tables 86 of 103 such
backs reach it, and of 77 other things (clutter, cartons, table between cards) three, dark all over, of which
the finder is surer than 0.55."""

SIZED: Final = 1.75
"""Times by which its area may then differ from that of the nearest card read for sure. Of 16 such backs in
path-traced scenes it does by up to 1.5, of three squares of a chequered cloth and a fold by 2 to 4."""

BARE: Final = 0.42
"""How sure the finder must be of one that is framed by cards: below 0.4 five in six of what it sees are
nothing."""

FRAMED: Final = 2
"""Cards right beside what looks like a back from which on it may be the table between them. One is not
enough: the exposed card lies beside the stock."""

BESIDE: Final = 1.25
"""How far, in its own size about its middle, a back is grown to see which cards lie right beside it: 7 and 11
mm of a card to each side, more than lies between the cards of a crossword."""


def without_bare(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """`pieces` without the doubtful backs that may be bare table or print."""
    return tuple(p for p in pieces if p.back <= p.letter or _borne_out(p, pieces))


def _borne_out(back: Piece, pieces: Sequence[Piece]) -> bool:
    if back.outline.score >= PLAIN:
        return True
    cards = [p for p in pieces if p.letter > p.back and p.best >= SURE]
    if cards and times(back, nearest(back, cards)) > SIZED:
        return False
    return back.back >= PATTERNED and (back.outline.score >= BARE or not _framed(back, pieces))


def _framed(back: Piece, pieces: Sequence[Piece]) -> bool:
    middle = back.corners.mean(0)
    around = np.asarray(middle + (back.corners - middle) * BESIDE, np.float32)
    letters = (p.corners for p in pieces if p.letter > p.back)
    return sum(cv2.intersectConvexConvex(around, c)[0] > 0 for c in letters) >= FRAMED


def backs_alike(
    pyramid: Pyramid,
    pieces: tuple[Piece, ...],
    among: tuple[Piece, ...] = (),
    temperature: float = 1.0,
    known: Prototypes | None = None,
) -> tuple[Piece, ...]:
    """`pieces`, the backs whose edges are not to be seen replaced that show them if looked at as the nearest
    card lies, or across it. `among` are pieces already settled. Costs nothing where no back lies."""
    backs = [n for n, piece in enumerate(pieces) if piece.back > 0.5]
    cards = [piece for piece in (*pieces, *among) if piece.letter > 0.5 and piece.nothing <= 1 - SURE]
    if not (backs and cards):
        return pieces
    how, now = (temperature, known), list(pieces)
    plain = borne_out(pyramid, corners_of([pieces[n] for n in backs]))
    odd = [n for n, seen in zip(backs, plain, strict=True) if seen < EVIDENT]
    tries = [o for n in odd for o in _either_way(alike(pieces[n], nearest(pieces[n], cards)))]
    looks = spell(pyramid, again(spell(pyramid, tuple(tries), *how)), *how)
    seen = borne_out(pyramid, corners_of(looks)).reshape(-1, 2)
    for place, n in enumerate(odd):
        turn = int(seen[place].argmax())
        look = looks[2 * place + turn]
        sized = times(look, nearest(look, cards)) <= SAME
        if sized and look.back >= SURE and seen[place, turn] >= EVIDENT:
            now[n] = look
    return tuple(now)


def _either_way(outline: Outline) -> tuple[Outline, Outline]:
    return outline, replace(outline, angle=outline.angle + np.pi / 2)
