"""Where cards may lie of which nothing was found: under the uppermost of a hand, seen whole, or where paper
like the pack's lies and nothing was read on it."""

from collections.abc import Sequence
from itertools import compress
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats, axes
from vision.crops import Pyramid
from vision.pieces.letters import Piece, corners_of
from vision.pieces.neighbours import lies_on, unlapped
from vision.sifting.choosing import SURE
from vision.sifting.paper import in_lab, paper

FINE: Final = 1000
"""Longer side, pixels, of the picture that is asked: strips of paper are all that it must show."""

ALONG: Final = np.linspace(0.1, 0.9, 17, dtype=np.float32)
"""Shares of an edge beside which paper is looked for: corners are round."""

BESIDE: Final = (0.04, 0.07)
"""Card lengths beyond the edge: past its shadow, and less than cards of a fan are apart."""

SAME: Final = 0.12
"""Share of the paper's own brightness by which what shows beside the edge may differ, in any colour: less
light falls on what lies below."""

ENOUGH: Final = 0.4
"""Share of these places where paper must show: two cards of a fan part from where they are held."""

ALL: Final = 0.9
"""Share of them that must lie under nothing that was seen: where a card abuts whose corners are a few
hundredths off, its own paper shows."""

SEEN: Final = 0.25
"""How sure the finder must be of something on which nothing was read (`locate.FLOOR`) ..."""

LARGE: Final = 0.4
"""... that is so much of a card's area at least: a part of a hand, and no figure ..."""

LIGHT: Final = 20.0
"""... and whose paper differs from the pack's by so much in CIELAB's lightness, for light falls off across a
table, ..."""

HUE: Final = 8.0
"""... and so much in colour. By judgement: what lies there is only looked at."""

SIDES: Final = 2
"""Sides at which that may be so: where it is so at more of them, the table is of the paper's colour, and a
card goes on beneath only where print stands beside one ..."""

STRIP: Final = (0.05, 0.09, 0.13, 0.17, 0.21, 0.25)
"""... within so many card lengths of its edge: corner letters of cards fanned out, and their figures ..."""

DARK: Final = 0.6
"""... darker than this share of the paper, in some colour ..."""

PRINT: Final = (0.02, 0.35)
"""... at such a share of the places: a letter covers a fiftieth of the strip, and what is dark all over is no
paper."""

FEW: Final = 3
"""Cards of which that may be so: as many as there are hands on a table. Where it is so of more, and of ..."""

PART: Final = 0.25
"""... this share of all that are asked, the table is a pale one, or its cloth has pale squares."""


def unread(pyramid: Pyramid, pieces: tuple[Piece, ...], among: tuple[Piece, ...] = ()) -> tuple[Piece, ...]:
    """Those of `pieces` on which nothing was read, a few, beside all cards and of their paper: a hand of
    which the finder saw something, though to read it is too blank."""
    sure = [p for p in (*pieces, *among) if p.best >= SURE and p.letter > p.back]
    seen = [p for p in pieces if not p.likely and p.outline.score >= SEEN]
    large = [p for p in seen if p.area >= LARGE * float(np.median([s.area for s in sure] or [np.inf]))]
    if not large:
        return ()
    lab = in_lab(paper(pyramid, corners_of([*sure, *large])))
    usual, there = np.median(lab[: len(sure)], axis=0), lab[len(sure) :]
    off = np.abs(there - usual)
    alike = (off[:, 0] <= LIGHT) & (np.hypot(off[:, 1], off[:, 2]) <= HUE)
    known = [p for p in (*pieces, *among) if p.likely]
    found = [p for p in compress(large, alike.tolist()) if not lies_on(p, known)]
    return tuple(sorted(found, key=lambda p: -p.outline.score)[:FEW])


def onto(
    pyramid: Pyramid,
    pieces: tuple[Piece, ...],
    among: tuple[Piece, ...] = (),
    printed: tuple[Piece, ...] = (),
) -> tuple[Piece, ...]:
    """Those of `pieces` read for sure and lying over none of the others nor of those `among`, beside which
    paper like theirs shows all the same: a hand may go on beneath, of which the finder saw no card. What is
    `printed` on cards lies under none."""
    alone = unlapped((*pieces, *among))[: len(pieces)]
    every = (*pieces, *among, *printed)
    sure = [p for p in compress(pieces, alone) if p.best >= SURE and p.letter > p.back]
    if not sure:
        return ()
    quads = corners_of(sure)
    places = _places(quads)
    there = _colours(pyramid, places)
    own = paper(pyramid, quads)[:, None, None]
    like = np.abs(there - own).max(3) <= SAME * own.max(3)
    shows = (like.mean(2) >= ENOUGH).any(1)
    if not shows.any():  # as on most tables
        return ()
    like, places, sure = like[shows], places[shows], list(compress(sure, shows.tolist()))
    free = _free(pyramid, places, every)
    paper_shows = ((like & free).mean(2) >= ENOUGH) & (free.mean(2) >= ALL)
    sides = paper_shows.sum(1)
    over = (sides > 0) & (sides <= SIDES)
    for n in np.flatnonzero(sides > SIDES).tolist():
        over[n] = bool((paper_shows[n] & _printed(pyramid, sure[n].corners, own[shows][n], every)).any())
    return tuple(compress(sure, over.tolist())) if over.sum() <= max(FEW, PART * len(shows)) else ()


def _printed(pyramid: Pyramid, quad: Floats, own: Floats, every: Sequence[Piece]) -> NDArray[np.bool_]:
    """(4,) beside which edges of a card print stands on paper that is none of the pieces'."""
    places = _places(quad[None], STRIP, np.linspace(0.0, 1.0, 33, dtype=np.float32))
    dark = ((_colours(pyramid, places) <= DARK * own).any(3) & _free(pyramid, places, every))[0].mean(1)
    return np.asarray((dark >= PRINT[0]) & (dark <= PRINT[1]), np.bool_)


def _places(quads: Floats, beyond: Sequence[float] = BESIDE, along: Floats = ALONG) -> Floats:
    """(n, 4, k, 2) places beside the upper, right, lower and left edges of (n, 4, 2) quads, so many card
    lengths `beyond` them at these shares `along`."""
    ups, rights = axes(quads)
    long = np.maximum(np.hypot(*ups.T), np.hypot(*rights.T))
    out = np.stack([ups, rights, -ups, -rights], 1)
    out = out / np.maximum(1e-6, np.linalg.norm(out, axis=2, keepdims=True)) * long[:, None, None]
    ends = np.roll(quads, -1, 1)
    feet = quads[:, :, None] + along[:, None] * (ends - quads)[:, :, None]
    rows = [feet + far * out[:, :, None] for far in beyond]
    return np.concatenate(rows, axis=2).astype(np.float32)


def _colours(pyramid: Pyramid, places: Floats) -> Floats:
    """(n, 4, k, 3) blue, green, red at the (n, 4, k, 2) places."""
    picture = pyramid.near(FINE)
    rows = (places * (picture.shape[1] / pyramid.levels[0].shape[1])).reshape(len(places), -1, 2)
    x, y = (np.ascontiguousarray(rows[..., axis]) for axis in (0, 1))
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(*places.shape[:3], 3), np.float32)


def _free(pyramid: Pyramid, places: Floats, every: Sequence[Piece]) -> NDArray[np.bool_]:
    """(n, 4, k) whether the places lie in the picture, and in none of the pieces."""
    picture = pyramid.near(FINE)
    height, width = picture.shape[:2]
    scale = width / pyramid.levels[0].shape[1]
    covered = np.zeros((height, width), np.uint8)
    for quad in corners_of(every):
        cv2.fillConvexPoly(covered, np.round(quad * scale).astype(np.int32), 1)
    x, y = np.moveaxis(np.floor(places * scale).astype(np.intp), 3, 0)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    return np.asarray(inside & (covered[y.clip(0, height - 1), x.clip(0, width - 1)] == 0), np.bool_)
