"""Cards told by a corner letter that lie on print: a headline's letters stand like those of a hand."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats
from vision.crops import Pyramid, colours
from vision.pieces.letters import Piece, corners_of
from vision.sifting.choosing import SURE

FINE: Final = 1000
"""Longer side, pixels, of the picture that is asked: lines of small print are to be seen there still."""

PLACES: Final = np.linspace(0.06, 0.94, 24, dtype=np.float32)
"""Shares of a card's width and height at which it is looked at: an eighth of a letter's height apart, so that
a letter and a frame fill few of the gaps between two, and lines of print nearly all."""

VISIBLE: Final = 0.2
"""Share of a card that must lie under no other for it to be judged by: the strip of a fanned card, an eighth
of it, is filled by its corner letter, figure and frame. With 0.15 three such cards of 45 traced hands were
lost, with 0.2 none ..."""

GROWN: Final = 1.08
"""... where those others are so many times as large as they were seen: corners are off by some hundredths,
and edges and shadows are no print."""

PRINT: Final = 4.5
"""Steps of lightness (of 100) from one place to the next, half of all being larger, from which what shows is
no plain paper: a small card, seen tilted, has 4.3 ..."""

BUSIER: Final = 6.0
"""... and so many times those of the pack's plainest cards: faces may be patterned, pictures noisy, and what
shows of a card full of a thick letter. Where real cards' pictures lay on drawn newspapers, 72 of 80 letters
in headlines are above both, and none of 400 cards there and in traced hands. With 3 they are 76; but of 701
mostly covered cards in odd typefaces six were lost."""

PLAINEST: Final = 10
"""Per cent of the sure cards that are plainer than the one that counts: letters of a headline may be sure,
and more than the cards."""


def without_newsprint(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces without those told by nothing but a corner letter of which what lies under no other is no
    paper of this pack, but full of print or a picture. What such a one hid shows then, and is judged as
    well. A card that was read as a whole is none of them: blurred, half covered, its letter may fill it."""
    told = [p for p in pieces if p.unseen and p.letter > p.back]
    sure = [p for p in pieces if p.best >= SURE and p.letter > p.back]
    if not told or not sure:
        return pieces
    usual = float(np.percentile(np.median(_steps(pyramid, sure), axis=1), PLAINEST, method="lower"))
    least = max(PRINT, BUSIER * usual)
    steps = _steps(pyramid, told)
    # Half of what shows is less than all of the card: few are worth the question what shows.
    busy = np.percentile(steps, 100 * (1 - VISIBLE / 2), axis=1) > least
    suspects = [(p, seen) for p, seen, odd in zip(told, steps, busy, strict=True) if odd]
    # Those full of print hide no other: letters of a headline would hide one another.
    full = {id(p) for p, seen in suspects if np.median(seen) > least}
    above = [p for p in pieces if id(p) not in full]
    while none := [p for p, seen in suspects if _printed(p, seen, above, least)]:
        gone = {id(p) for p in none}
        pieces = tuple(p for p in pieces if id(p) not in gone)
        above = [p for p in above if id(p) not in gone]
        suspects = [(p, seen) for p, seen in suspects if id(p) not in gone]
    return pieces


def _steps(pyramid: Pyramid, cards: Sequence[Piece]) -> Floats:
    """(n, k * k) how much lightness (0 to 100) changes from each of the places on a card to the next ones."""
    seen = colours(pyramid, corners_of(cards), PLACES, FINE)
    light = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)[..., 0]
    light = light.reshape(-1, len(PLACES), len(PLACES))
    across = np.abs(np.diff(light, axis=2, append=light[:, :, -1:]))
    down = np.abs(np.diff(light, axis=1, append=light[:, -1:]))
    return np.asarray(np.maximum(across, down).reshape(len(light), -1), np.float32)


def _printed(piece: Piece, steps: Floats, pieces: Sequence[Piece], least: float) -> bool:
    """Whether enough of the piece shows among `pieces`, and is print."""
    places, others = _at(piece.corners), [o.corners for o in pieces if o is not piece]
    shows = np.ones(len(places), np.bool_)
    for quad in others:
        shows &= ~_holds(_grown(quad), places)
    return bool(np.mean(shows) >= VISIBLE and np.median(steps[shows]) > least)


def _at(quad: Floats) -> Floats:
    """(k * k, 2) the places on a (4, 2) card, pixels, in the order of `colours`."""
    across, down = (axis.reshape(-1, 1) for axis in np.meshgrid(PLACES, PLACES))
    top = quad[0] + across * (quad[1] - quad[0])
    low = quad[3] + across * (quad[2] - quad[3])
    return np.asarray(top + down * (low - top), np.float32)


def _grown(quad: Floats) -> Floats:
    middle = quad.mean(0)
    return np.asarray(middle + GROWN * (quad - middle), np.float32)


def _holds(quad: Floats, points: Floats) -> NDArray[np.bool_]:
    """(n,) whether the (n, 2) points lie within a (4, 2) quad whose corners run clockwise."""
    sides = np.roll(quad, -1, axis=0) - quad
    gaps = points[:, None] - quad
    return np.asarray((sides[:, 0] * gaps[..., 1] >= sides[:, 1] * gaps[..., 0]).all(1), np.bool_)
