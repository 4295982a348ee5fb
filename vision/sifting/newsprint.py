"""Cards told by a corner letter that lie on print, or on no paper: the letters of a headline stand like those
of a hand, and so do those on the small cards that cartons are printed with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats, axes
from vision.crops import Pyramid, colours
from vision.pieces.letters import Piece, corners_of
from vision.sifting.choosing import SURE
from vision.sifting.paper import in_lab

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

AROUND: Final = 0.13
"""Card lengths from the middle of a corner letter within which its own paper shows: beside it, and not yet
beyond the card's edge and what lies there."""

OTHER: Final = 18.0
"""Difference in CIELAB from that paper of what is none: across a card light makes some 8 of it, and ..."""

NO_PAPER: Final = 0.75
"""... share of what shows that must differ so: letters on small cards that are printed on a carton stand on
paper, and where their cards would lie there is the carton, and the table. Of 185 cards told so on traced
tables 30 showed a fifth or more, at least eight tenths of it paper; of three that were none there was no
paper."""


@dataclass(frozen=True, slots=True)
class _Face:
    """What shows where a piece is told to lie: (k * k,) which places are busier than the pack's paper, and
    which are of another colour than it is around the corner letter."""

    piece: Piece
    busy: NDArray[np.bool_]
    strange: NDArray[np.bool_]

    def odd(self, shows: NDArray[np.bool_]) -> bool:
        """Whether those of the (k * k,) places that show are no paper."""
        return bool(self.busy[shows].mean() > 0.5 or self.strange[shows].mean() > NO_PAPER)

    @property
    def suspect(self) -> bool:
        """Whether it may be odd by what shows of it: few are worth the question what that is."""
        return bool(self.busy.mean() > VISIBLE / 2 or self.strange.mean() > VISIBLE * NO_PAPER)


def without_newsprint(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces without those told by nothing but a corner letter of which what lies under no other is no
    paper of this pack: full of print or a picture, or of another colour than around that letter. What such a
    one hid shows then, and is judged as well. A card that was read as a whole is none of them: blurred, half
    covered, its letter may fill it."""
    told = [p for p in pieces if p.unseen and p.letter > p.back]
    if not told:
        return pieces
    faces = [_Face(p, *seen) for p, seen in zip(told, _seen(pyramid, told, pieces), strict=True)]
    # Those that are no paper hide no other: letters of a headline would hide one another.
    full = {id(face.piece) for face in faces if face.odd(np.ones(len(PLACES) ** 2, np.bool_))}
    above = [p for p in pieces if id(p) not in full]
    suspects = [face for face in faces if face.suspect]
    while none := {id(face.piece) for face in suspects if _stray(face, above)}:
        pieces = tuple(p for p in pieces if id(p) not in none)
        above = [p for p in above if id(p) not in none]
        suspects = [face for face in suspects if id(face.piece) not in none]
    return pieces


def _seen(
    pyramid: Pyramid, told: Sequence[Piece], pieces: Sequence[Piece]
) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """Of each that is told, (k * k,) which of its places are busier than this pack's paper is, and which are
    of another colour than around its letter."""
    sure = [p for p in pieces if p.best >= SURE and p.letter > p.back]
    tints = _tints(pyramid, told)
    least = np.inf
    if sure:
        usual = np.median(_steps(_tints(pyramid, sure)), axis=1)
        least = max(PRINT, BUSIER * float(np.percentile(usual, PLAINEST, method="lower")))
    for piece, steps, tint in zip(told, _steps(tints), tints, strict=True):
        yield steps > least, _strange(piece, tint)


def _strange(piece: Piece, tints: Floats) -> NDArray[np.bool_]:
    """(k * k,) which of the places are of another colour than the paper around the piece's letter."""
    if piece.glyph is None:
        return np.zeros(len(tints), np.bool_)
    away = np.linalg.norm(_at(piece.corners) - piece.glyph, axis=1)
    around = tints[away < AROUND * np.linalg.norm(axes(piece.corners[None])[0])]
    if not len(around):
        return np.zeros(len(tints), np.bool_)
    lighter = around[np.argsort(around[:, 0])[len(around) // 2 :]]
    return np.asarray(np.linalg.norm(tints - np.median(lighter, axis=0), axis=1) > OTHER, np.bool_)


def _tints(pyramid: Pyramid, cards: Sequence[Piece]) -> Floats:
    """(n, k * k, 3) the places of the cards in CIELAB, lightness 0 to 100."""
    return in_lab(colours(pyramid, corners_of(cards), PLACES, FINE))


def _steps(tints: Floats) -> Floats:
    """(n, k * k) how much lightness (0 to 100) changes from each of the places on a card to the next ones."""
    light = tints[..., 0].reshape(-1, len(PLACES), len(PLACES))
    across = np.abs(np.diff(light, axis=2, append=light[:, :, -1:]))
    down = np.abs(np.diff(light, axis=1, append=light[:, -1:]))
    return np.asarray(np.maximum(across, down).reshape(len(light), -1), np.float32)


def _stray(face: _Face, pieces: Sequence[Piece]) -> bool:
    """Whether enough of the piece shows among `pieces`, and is no paper."""
    places = _at(face.piece.corners)
    shows = np.ones(len(places), np.bool_)
    for other in pieces:
        if other is not face.piece:
            shows &= ~_holds(_grown(other.corners), places)
    return bool(np.mean(shows) >= VISIBLE) and face.odd(shows)


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
