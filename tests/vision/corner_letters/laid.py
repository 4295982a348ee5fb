"""Provide cards, outlines and corner letters for the tests of vision/corner_letters."""

import numpy as np

from vision.corner_letters.card_size import PhotoCardSize
from vision.corner_letters.detect import CornerLetter
from vision.corner_letters.placement import card_at_corner
from vision.crops import Outline
from vision.pieces.classify import Piece
from vision.pieces.zoom import PictureBox
from vision.tensor_format import LETTERS, Floats, axes, lean

HEIGHT, WIDTH = 200.0, 128.0
HERE = np.array([400, 200], np.float32)
SHEET = PictureBox(0, 0, 1000, 800)


def quad_at(x: float, y: float, degrees: float) -> Floats:
    """Return the corners of a card, pixels. Its upper left corner is (x, y), and it is turned clockwise by
    `degrees` about this corner."""
    turn = np.radians(degrees)
    right = np.array([np.cos(turn), np.sin(turn)]) * WIDTH
    down = np.array([-np.sin(turn), np.cos(turn)]) * HEIGHT
    start = np.array([x, y])
    return np.array([start, start + right, start + right + down, start + down], np.float32)


def piece_at(quad: Floats, letter: str, chance: float = 0.99) -> Piece:
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0, LETTERS.index(letter)] = chance
    up, right = axes(quad)
    x, y = quad.mean(0).tolist()
    outline = Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up))
    return Piece(quad, chances, 0.0, 1 - chance, outline)


def spot_at(quad: Floats, letter: str, corner: int = 0, upside_down: bool = False) -> CornerLetter:
    """Return the corner letter of the card `quad` at its upper left corner (`corner` 0) or its lower right
    one (2). With `upside_down` it is printed upside down."""
    up, right = (axis / np.hypot(*axis) for axis in axes(quad))
    sign = -1 if upside_down else 1
    inwards = (right - up) * 12 if corner == 0 else (up - right) * 12
    chances = np.full(len(LETTERS), 0.001, np.float32)
    chances[LETTERS.index(letter)] = 0.97
    middle = (quad[corner] + inwards).astype(np.float32)
    return CornerLetter(middle, (sign * up).astype(np.float32), quad[corner], chances, 0.9)


def card_at(spot: CornerLetter, shape: PhotoCardSize) -> Piece:
    card = card_at_corner(spot, shape)
    assert card is not None
    return card


def letters_of(pieces: tuple[Piece, ...]) -> str:
    return "".join(sorted(LETTERS[piece.likeliest_letter] for piece in pieces))


def fan_of(letters: str, step: float = 16.0) -> tuple[list[Floats], list[CornerLetter]]:
    quads = [quad_at(300 + step * n, 200, 4 * n) for n in range(len(letters))]
    return quads, [spot_at(quad, letter) for quad, letter in zip(quads, letters, strict=True)]
