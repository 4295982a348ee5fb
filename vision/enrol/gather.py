"""Gather the cards of an enrolment photograph, each with an upright crop and the network's reading of it."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Picture, Pyramid, cut_crops
from vision.enrol.prototypes import Prototypes
from vision.figures.classify import figure_maps
from vision.network import run
from vision.pieces.classify import Piece, corners_of, tighter_outlines
from vision.reader import Reader
from vision.tensor_format import BACK, LETTERS, Floats, axes, lean

MAX_AREA_FACTOR: Final = 1.6
"""The factor by which an object's area must be larger or smaller than most for the object to be no card of
the deck. By judgement: near cards are larger in a slanted photograph, but books and buttons differ by
more."""

OPPOSITE_DIRECTION_LOG_ODDS: Final = 6.0
"""The log odds, 400 to one, from which a card is believed to face the opposite way to the rest. Most decks
are laid out facing one way. In an odd typeface single cards are often, and confidently, read upside down."""

MIN_OPPOSITE_COSINE: Final = 0.7
"""The least cosine of the angle between a card's direction and the opposite of most cards' direction for the
card to count as facing the other way. With less, the card is nearer to a quarter turn, at which a card may
well lie across."""

NEW_ROW_HEIGHTS: Final = 0.3
"""The distance by which the next card must lie lower to begin a new row, in heights of a card. By
judgement: cards of one row are less out of line, and rows lie about a whole height apart."""

ENROL_BATCH_CROPS: Final = 16
"""The number of crops of an enrolled deck that the speller sees at once, which bounds memory."""

EMPTY_DECK: Final = Prototypes(np.zeros((0, 1), np.float32), np.zeros(0, np.int64))
"""An enrolled deck without a card, with which enrolment photographs are read. The reader looks closely at
pieces that look like no letter card only if some deck is enrolled."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card that was found in an enrolment photograph."""

    photo: int
    """The number of the photograph that shows the card, from 0."""
    row: int
    """The number of the card's row in the photograph, from 0."""
    place: int
    """The number of the card in its row, from 0."""
    corners: Floats
    """The corners (4, 2) of the card, photograph pixels, clockwise from its top left."""
    crop: Picture
    """The upright crop (208, 160, 3) that shows the card."""
    log_probabilities: Floats
    """The log probabilities (27,) of the letters in `LETTERS`, as the speller reads the card."""
    is_face_down: bool
    """True if the card lies face down."""
    features: Floats
    """The speller's features (F,) of the card's crop, by which cards are compared."""
    figures: NDArray[np.float16]
    """The log odds (2 * FIGURE_COUNT, 30, 19) of each figure in each cell of the card, in half precision."""


def gather(pictures: tuple[Picture, ...]) -> tuple[FoundCard, ...]:
    """Return every card of the photographs (h, w, 3) in reading order, cards without a letter included."""
    return tuple(find for n, picture in enumerate(pictures) for find in _found_in(n, picture))


def _found_in(photo: int, picture: Picture) -> list[FoundCard]:
    reader = Reader.load(deck=EMPTY_DECK)
    seen = reader.read(picture, "cards")
    pieces = _facing(_of_the_deck((*seen.pieces, *seen.unlettered)))
    if not pieces:
        return []
    pyramid = Pyramid.of(picture)
    crops = cut_crops(pyramid, tighter_outlines(pieces))
    scores, features = _scores_both_ways(crops)
    log_probabilities = scores / reader.temperature
    figures = figure_maps(pyramid, corners_of(pieces)).astype(np.float16)
    return [
        FoundCard(
            photo,
            row,
            place,
            pieces[n].corners,
            crops[n],
            _letters(log_probabilities[n]),
            _is_face_down(pieces[n]),
            features[n],
            figures[n],
        )
        for row, line in enumerate(rows([piece.corners for piece in pieces]))
        for place, n in enumerate(line)
    ]


def _scores_both_ways(crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Return the speller's class scores of upright crops and its features. The scores are the mean of two
    looks, at the crop and at the crop turned upside down. The features are those of the first look."""
    upright, _, features = _speller_outputs(crops)
    turned, _, _ = _speller_outputs(np.ascontiguousarray(crops[:, ::-1, ::-1]))
    half = 2 * len(LETTERS)
    order = np.r_[half:BACK, 0:half, BACK : upright.shape[1]]
    return np.asarray((upright + turned[:, order]) / 2, np.float32), features


def _speller_outputs(crops: NDArray[np.uint8]) -> list[Floats]:
    """Return the speller's outputs for the crops: the class scores, the corrections of the corners, and the
    features. A few crops are computed at a time."""
    parts = [
        run("speller", crops[n : n + ENROL_BATCH_CROPS]) for n in range(0, len(crops), ENROL_BATCH_CROPS)
    ]
    return [np.concatenate(outputs) for outputs in zip(*parts, strict=True)]


def _letters(scores: Floats) -> Floats:
    """Return the log probabilities (27,) of the upright letters, from a crop's class scores (CLASSES,)."""
    upright = scores[: len(LETTERS)]
    top = float(upright.max())
    return np.asarray(upright - top - np.log(np.exp(upright - top).sum()), np.float32)


def _is_face_down(piece: Piece) -> bool:
    return piece.back_probability > max(piece.letter_probability, piece.other_probability)


def _of_the_deck(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces without those much larger or smaller than the others: books, plates, buttons."""
    areas = np.array([abs(cv2.contourArea(piece.corners)) for piece in pieces])
    usual = float(np.median(areas)) if len(areas) else 1.0
    return tuple(
        p
        for p, area in zip(pieces, areas, strict=True)
        if 1 / MAX_AREA_FACTOR < area / max(usual, 1.0) < MAX_AREA_FACTOR
    )


def _facing(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces facing one way. A piece that faces against most pieces is turned by half, unless its
    own direction was clearly read."""
    ups = [_up_direction(piece) for piece in pieces]
    most = sum(
        (
            up * min(_direction_log_odds(p), OPPOSITE_DIRECTION_LOG_ODDS)
            for up, p in zip(ups, pieces, strict=True)
        ),
        np.zeros(2),
    )
    return tuple(
        _half_turned(p)
        if up @ most < -MIN_OPPOSITE_COSINE * np.hypot(*most)
        and _direction_log_odds(p) < OPPOSITE_DIRECTION_LOG_ODDS
        else p
        for up, p in zip(ups, pieces, strict=True)
    )


def _up_direction(piece: Piece) -> NDArray[np.float64]:
    up, _ = axes(piece.corners)
    return np.asarray(up / max(1e-6, float(np.hypot(*up))), np.float64)


def _direction_log_odds(piece: Piece) -> float:
    """Return how surely the direction of a piece was read: the log odds of the direction against the opposite
    one, without their sign."""
    this, other = float(piece.probabilities[0].sum()), float(piece.probabilities[2].sum())
    return abs(float(np.log((this + 1e-4) / (other + 1e-4))))


def _half_turned(piece: Piece) -> Piece:
    return replace(
        piece,
        corners=np.roll(piece.corners, -2, axis=0),
        probabilities=np.roll(piece.probabilities, -2, axis=0),
    )


def rows(quads: list[Floats]) -> list[list[int]]:
    """Return the indices of the outlines (4, 2) by row: rows from the top down, each row from left to
    right.

    Top and left are as seen in the direction that most cards face.
    """
    ups, _ = axes(np.stack(quads))
    turn, tall = lean(ups.mean(0)), float(np.median(np.hypot(*ups.T)))
    upright = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middles = np.stack([upright @ quad.mean(0) for quad in quads])
    lines: list[list[int]] = []
    previous_y = -np.inf
    for n in np.argsort(middles[:, 1]).tolist():
        # Each card is compared with the card before it, so that a slightly slanted row stays one row.
        if middles[n, 1] - previous_y > NEW_ROW_HEIGHTS * tall:
            lines.append([])
        lines[-1].append(n)
        previous_y = middles[n, 1]
    return [sorted(line, key=lambda n: float(middles[n, 0])) for line in lines]
