"""The reader: one photograph in, everything on the table out. Keeps nothing between photographs.

fit -> locate -> spell -> spell again, tighter -> same piece only once -> flatten -> Observation
"""

import json
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

import cv2
import numpy as np

from engine.observation import Observation, Quad, Reading, Sighting
from vision.codes import LETTERS, Floats
from vision.crops import Picture, Pyramid
from vision.flatten import Plane, flatten
from vision.letters import Piece, again, spell
from vision.locate import FLOOR, LOOK, locate
from vision.network import WEIGHTS

Kind = Literal["cards", "tiles"]

SAME: Final = 0.7
"""Overlap (intersection over union) above which two outlines are one piece. Fanned cards overlap less."""

OBLONG: Final = 1.25
"""Height over width from which a piece is a card and no square tile."""

EDGE: Final = 3.0
"""Pixels beyond the picture that a corner may lie before the piece counts as cut off."""

LEAST: Final = 0.02
"""Readings less likely than this are not passed on."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one photograph shows. `pieces[i]` (pixels) and `observation.cards[i]` (millimetres) are the same
    piece."""

    width: int
    height: int
    pieces: tuple[Piece, ...]
    plane: Plane
    observation: Observation


@dataclass(frozen=True, slots=True)
class Reader:
    """How to read: `look` pixels for finding (speed against reach), `floor` heat for being a piece,
    `temperature` of the calibration."""

    look: int = LOOK
    floor: float = FLOOR
    temperature: float = 1.0

    @classmethod
    def load(cls, look: int = LOOK) -> "Reader":
        """The reader with the calibration measured for the committed weights."""
        return cls(look, FLOOR, _calibration())

    def read(self, picture: Picture, kind: Kind | None = None) -> Seen:
        """Read a (h, w, 3) blue-green-red photograph. `kind` says what the pieces are when it is known."""
        height, width = picture.shape[:2]
        outlines = locate(picture, self.look, self.floor)
        pyramid = Pyramid.of(picture)
        rough = tuple(p for p in spell(pyramid, outlines, self.temperature) if p.nothing < 0.9)
        # The second look starts from corners that are right within a few pixels: letter and corners gain.
        close = spell(pyramid, again(rough), self.temperature)
        pieces = _once(tuple(_oblong(p) if kind != "tiles" else p for p in close if p.nothing < 0.5))
        quads = np.array([p.corners for p in pieces], np.float32).reshape(-1, 4, 2)
        plane = flatten(quads, width, height, np.array([p.outline.score for p in pieces], np.float32))
        cards = tuple(_sighting(p, plane, width, height) for p in pieces)
        return Seen(width, height, pieces, plane, Observation(plane.width, plane.height, cards, ()))


@cache
def _calibration() -> float:
    path = WEIGHTS / "calibration.json"
    return float(json.loads(path.read_text())["temperature"]) if path.exists() else 1.0


def _oblong(piece: Piece) -> Piece:
    """A clearly oblong piece stands upright or on its head, never on its side."""
    outline = piece.outline
    if outline.height < OBLONG * outline.width or piece.chances[[1, 3]].sum() == 0:
        return piece
    chances = piece.chances.copy()
    chances[[1, 3]] = 0
    if (left := float(chances.sum())) <= 0:
        return piece
    return replace(piece, chances=chances * (piece.letter / left))


def _once(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Each piece once: of outlines that lie on each other the surest stays."""
    kept: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: -(p.outline.score * (1 - p.nothing))):
        if all(overlap(piece.corners, other.corners) < SAME for other in kept):
            kept.append(piece)
    return tuple(kept)


def overlap(one: Floats, two: Floats) -> float:
    """Intersection over union of two convex (4, 2) outlines."""
    shared = float(cv2.intersectConvexConvex(one, two)[0])
    union = abs(cv2.contourArea(one)) + abs(cv2.contourArea(two)) - shared
    return shared / union if union > 0 else 0.0


def _sighting(piece: Piece, plane: Plane, width: int, height: int) -> Sighting:
    flat = plane.to_table(piece.corners)
    whole = bool(((piece.corners > -EDGE) & (piece.corners < np.array([width + EDGE, height + EDGE]))).all())
    corners: Quad = tuple((float(x), float(y)) for x, y in flat)  # type: ignore[assignment]
    if piece.back > piece.letter:
        return Sighting(corners, "down", (), whole)
    readings = [
        Reading(LETTERS[i], k, float(piece.chances[k, i]))
        for k in range(4)
        for i in range(len(LETTERS))
        if piece.chances[k, i] >= LEAST
    ]
    return Sighting(corners, "up", tuple(sorted(readings, key=lambda r: -r.probability)), whole)
