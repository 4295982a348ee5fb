"""Provide rendered tables for the tests of conditions, and simulated readings of them."""

from functools import cache

import numpy as np

from engine.observation import Observation
from engine.shared.scene import LyingCard, Scene
from vision.crops import Outline, Picture
from vision.geometry.rectification import rectify
from vision.pieces.classify import Piece
from vision.reader import PhotoReading
from vision.render.table import project, virtual_table
from vision.tensor_format import Floats

SIZE = (1280, 720)
LOOKS = ("classic", "modern", "club")
WORDS = (("GAMES", 90), ("TABLE", 215), ("CARD", 335))


def laid(shift: float = 0.0, words: tuple[tuple[str, float], ...] = WORDS) -> Scene:
    cards = [LyingCard(c, 110 + shift + 62 * n, y, 3.0 * n) for word, y in words for n, c in enumerate(word)]
    return Scene(800, 450, tuple(cards))


@cache
def table(look: str, seed: int = 1) -> Picture:
    return virtual_table(SIZE, seed, look)(laid(), 0)


def where(scene: Scene, look: str, seed: int = 1) -> list[Floats]:
    return list(project(scene, SIZE, seed, look))


def long_side(quads: list[Floats]) -> float:
    """Return the median length of the cards' long sides, pixels."""
    return float(np.median([np.hypot(*(q[0] - q[3])) for q in quads]))


def seen(quads: list[Floats], sure: float = 1.0) -> PhotoReading:
    """Return a reading of cards with these corners and no fault. Every card is read as an A with
    probability `sure`."""
    outline = Outline(0, 0, 1, 1, 0)
    chances = np.zeros((4, 27), np.float32)
    chances[0, 0] = sure
    pieces = tuple(Piece(q, chances, 0.0, 0.0, outline) for q in quads)
    plane = rectify(np.array(quads, np.float32).reshape(-1, 4, 2), *SIZE)
    return PhotoReading(*SIZE, pieces, plane, Observation(plane.width, plane.height))


def rng() -> np.random.Generator:
    return np.random.default_rng(5)
