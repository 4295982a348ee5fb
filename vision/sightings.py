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
    orientations: Mapping[Outline, Orientation],
) -> tuple[Sighting, ...]:
    """Return the sighting of each piece. `orientations` gives the direction of some pieces by their
    outlines.

    All pieces are computed together. One by one, they took longer than their classification.
    """
    quads = corners_of(pieces)
    inside = (quads > -MAX_BEYOND_PICTURE_PIXELS) & (
        quads < np.array([width + MAX_BEYOND_PICTURE_PIXELS, height + MAX_BEYOND_PICTURE_PIXELS])
    )
    whole = [bool(corners.all()) for corners in inside]
    flat, readings = plane.to_table(quads).tolist(), _readings(pieces)
    card_orientations = (orientations.get(piece.outline) for piece in pieces)
    turns = [None if orientation is None else orientation.turns for orientation in card_orientations]
    return tuple(_sighting(*seen) for seen in zip(pieces, flat, whole, readings, turns, strict=True))


def _readings(pieces: tuple[Piece, ...]) -> list[list[Reading]]:
    """Return the possible letters of each piece, the likeliest first."""
    probabilities = np.array([piece.probabilities for piece in pieces]).reshape(-1, 4, len(LETTERS))
    places = np.nonzero(probabilities >= MIN_PASSED_READING_PROBABILITY)
    per_piece: list[list[Reading]] = [[] for _ in pieces]
    which, turned, letters = (where.tolist() for where in places)
    for n, turns, letter, probability in zip(
        which, turned, letters, probabilities[places].tolist(), strict=True
    ):
        per_piece[n].append(Reading(LETTERS[letter], turns, probability))
    for readings in per_piece:
        readings.sort(key=lambda reading: -reading.probability)
    return per_piece


def _sighting(
    piece: Piece, flat: list[list[float]], whole: bool, readings: list[Reading], turns: int | None
) -> Sighting:
    corners: Quad = tuple((x, y) for x, y in flat)  # type: ignore[assignment]
    if piece.back_probability > piece.letter_probability:
        return Sighting(corners, "down", (), whole)
    return Sighting(corners, "up", tuple(readings), whole, printed_turns=turns)
