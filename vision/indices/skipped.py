"""Corner letters that the spotter passed over, looked for where a fan's even steps leave room for one.

A hand is fanned in about even steps. Where two corner letters stand twice as far apart as their neighbours,
one between them was perhaps not spotted; what is printed half-way, turned half as far as they are, is read.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.codes import GLYPH_NOTHING, Floats
from vision.crops import Pyramid
from vision.effort import FULL, Effort
from vision.indices.glyphs import read_glyphs
from vision.indices.relations import FANNED, HALFWAY, STEPS, SURE
from vision.indices.spots import FLOOR, Spot

EVEN: Final = 0.3
"""Share by which the step beside such a gap may differ from half the gap: fans are uneven."""

AHEAD: Final = 0.7
"""Cosine between that step and the gap: a fan bends."""


def skipped(pyramid: Pyramid, spots: Sequence[Spot], long: float, effort: Effort = FULL) -> list[Spot]:
    """The letters between two of the `spots` that are printed where a fan's steps leave room for one. `long`:
    pixels of a card's long side."""
    sure = [spot for spot in spots if float(spot.chances.max()) >= SURE]
    if not (gaps := _gaps(sure, spots, long)):
        return []
    asked = [_halfway(sure[n], sure[m]) for n, m in gaps]
    at, ups = np.array([s.middle for s in asked]), np.array([s.up for s in asked])
    said = read_glyphs(pyramid, at, ups, long, effort)
    found = list[Spot]()
    for n, spot in enumerate(asked):
        chances, corner = said.chances[n, :GLYPH_NOTHING], said.corners[n]
        near = float(np.hypot(*(corner - spot.corner))) < HALFWAY * long
        if near and float(chances.max()) >= SURE:
            found.append(replace(spot, up=said.ups[n], corner=corner, chances=chances))
    return found


def _gaps(sure: Sequence[Spot], spots: Sequence[Spot], long: float) -> list[tuple[int, int]]:
    """Pairs of the sure ones between which there is room for just one."""
    if len(sure) < 3:
        return []
    corners = np.array([s.corner for s in sure], np.float32) / long
    every = np.array([s.corner for s in spots], np.float32) / long
    ups = np.array([s.up for s in sure], np.float32)
    steps = corners[None] - corners[:, None]
    far = np.hypot(*np.moveaxis(steps, 2, 0))
    turned = ups @ ups.T
    gaps = list[tuple[int, int]]()
    wide = (far > 2 * STEPS[0]) & (far < 2 * STEPS[1]) & (turned > np.cos(2 * FANNED))
    for n, m in np.argwhere(wide).tolist():
        half = (corners[n] + corners[m]) / 2
        free = np.hypot(*(every - half).T).min() > far[n, m] / 4
        if n < m and free and any(_evenly(steps[a], far[a], turned[a], steps[n, m]) for a in (n, m)):
            gaps.append((n, m))
    return gaps


def _evenly(steps: Floats, far: Floats, turned: Floats, gap: Floats) -> bool:
    """Whether the fan goes on beside one end of the gap with steps half as long."""
    long = float(np.hypot(*gap))
    like = (np.abs(far - long / 2) < EVEN * long / 2) & (turned > np.cos(FANNED))
    ahead = np.abs(steps @ gap) > AHEAD * long * np.maximum(far, 1e-6)
    return bool((like & ahead).any())


def _halfway(one: Spot, other: Spot) -> Spot:
    """A letter half-way between two, of which it is not known yet which."""
    up = one.up + other.up
    return replace(
        one,
        middle=np.mean([one.middle, other.middle], axis=0, dtype=np.float32),
        corner=np.mean([one.corner, other.corner], axis=0, dtype=np.float32),
        up=up / np.float32(max(1e-6, float(np.hypot(*up)))),
        score=FLOOR,
        ink=np.mean([one.ink, other.ink], axis=0, dtype=np.float32),
        tall=0.0,
    )
