"""Turn the pieces of a photograph into sightings on the table, for the engine."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from engine.observation import Quad, Reading, Sighting
from vision.crops import MAX_BEYOND_PICTURE_PIXELS, Outline
from vision.geometry.rectification import Plane
from vision.pieces.classify import (
    Piece,
    corners_of,
)
from vision.pieces.upside_down import Orientation
from vision.tensor_format import LETTERS

MIN_PASSED_READING_PROBABILITY: Final = 0.02
"""The probability below which a reading is not passed on to the engine."""


def sightings(
    pieces: tuple[Piece, ...],
    plane: Plane,
    width: int,
    height: int,
    orientations_found: Mapping[Outline, Orientation],
) -> tuple[Sighting, ...]:
    """Return the sighting of each piece. `orientations_found` gives the direction of some pieces by their
    outlines.

    All pieces are computed together. One by one, they took longer than their classification.
    """
    quads = corners_of(pieces)
    inside = (quads > -MAX_BEYOND_PICTURE_PIXELS) & (
        quads < np.array([width + MAX_BEYOND_PICTURE_PIXELS, height + MAX_BEYOND_PICTURE_PIXELS])
    )
    whole = [bool(corners.all()) for corners in inside]
    flat, readings = plane.to_table(quads).tolist(), _readings(pieces)
    orientations = (orientations_found.get(piece.outline) for piece in pieces)
    turns = [None if orientation is None else orientation.turns for orientation in orientations]
    return tuple(_sighting(*seen) for seen in zip(pieces, flat, whole, readings, turns, strict=True))


def _readings(pieces: tuple[Piece, ...]) -> list[list[Reading]]:
    """Return the possible letters of each piece, the likeliest first."""
    chances = np.array([piece.chances for piece in pieces]).reshape(-1, 4, len(LETTERS))
    places = np.nonzero(chances >= MIN_PASSED_READING_PROBABILITY)
    per_piece: list[list[Reading]] = [[] for _ in pieces]
    which, turned, letters = (where.tolist() for where in places)
    for n, turns, letter, chance in zip(which, turned, letters, chances[places].tolist(), strict=True):
        per_piece[n].append(Reading(LETTERS[letter], turns, chance))
    for readings in per_piece:
        readings.sort(key=lambda reading: -reading.probability)
    return per_piece


def _sighting(
    piece: Piece, flat: list[list[float]], whole: bool, readings: list[Reading], turns: int | None
) -> Sighting:
    corners: Quad = tuple((x, y) for x, y in flat)  # type: ignore[assignment]
    if piece.back > piece.letter:
        return Sighting(corners, "down", (), whole)
    return Sighting(corners, "up", tuple(readings), whole, way=turns)
