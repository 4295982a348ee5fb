"""Turn the pieces of a photograph into sightings on the table, for the engine."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from engine.observation import Quad, Reading, Sighting
from vision.crops import Outline
from vision.geometry.rectification import Plane
from vision.pieces.classify import (
    Piece,
    corners_of,
)
from vision.pieces.upside_down import Orientation
from vision.tensor_format import LETTERS

CUT_OFF_PIXELS: Final = 3.0
"""The distance of a corner beyond the picture from which the piece counts as cut off, pixels."""
MIN_READING_PROBABILITY: Final = 0.02
"""The probability below which a reading is not passed on."""


def sightings(
    pieces: tuple[Piece, ...], plane: Plane, width: int, height: int, told: Mapping[Outline, Orientation]
) -> tuple[Sighting, ...]:
    """Return the sightings of pieces on a table with this `plane`, from a `width` x `height` picture.
    `told` holds the orientations that the print shows, by outline, for some of the pieces.

    All pieces are computed together. One by one they took longer than their classification.
    """
    quads = corners_of(pieces)
    inside = (quads > -CUT_OFF_PIXELS) & (quads < np.array([width + CUT_OFF_PIXELS, height + CUT_OFF_PIXELS]))
    whole = [bool(corners.all()) for corners in inside]
    flat, said = plane.to_table(quads).tolist(), _readings(pieces)
    way = [told[piece.outline].turns if piece.outline in told else None for piece in pieces]
    return tuple(_sighting(*seen) for seen in zip(pieces, flat, whole, said, way, strict=True))


def _readings(pieces: tuple[Piece, ...]) -> list[list[Reading]]:
    """Return the possible letters of each piece, the likeliest first."""
    chances = np.array([piece.chances for piece in pieces]).reshape(-1, 4, len(LETTERS))
    places = np.nonzero(chances >= MIN_READING_PROBABILITY)
    said: list[list[Reading]] = [[] for _ in pieces]
    which, turned, letters = (where.tolist() for where in places)
    for n, turns, letter, chance in zip(which, turned, letters, chances[places].tolist(), strict=True):
        said[n].append(Reading(LETTERS[letter], turns, chance))
    for readings in said:
        readings.sort(key=lambda reading: -reading.probability)
    return said


def _sighting(
    piece: Piece, flat: list[list[float]], whole: bool, said: list[Reading], way: int | None
) -> Sighting:
    corners: Quad = tuple((x, y) for x, y in flat)  # type: ignore[assignment]
    if piece.back > piece.letter:
        return Sighting(corners, "down", (), whole)
    return Sighting(corners, "up", tuple(said), whole, way=way)
