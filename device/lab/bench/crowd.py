"""Render a crowded table: words, a fanned hand, and rows of overlapping cards.

Reading this table takes the most work. It needs all four networks, and as many closer looks as a reading may
take.
"""

from math import cos, radians, sin
from typing import Final

import numpy as np

from engine.shared.scene import CARD_WIDTH, LyingCard, Scene
from vision.crops import Picture
from vision.lab.measuring.measure import LabelledPiece
from vision.render.table import project, virtual_table

DECK: Final = "club"
"""The virtual table's deck with corner letters. All cards of the crowded table are of this deck."""

TABLE_WIDTH_MM: Final = 920.0
"""Width in mm of the crowded table. The table's height follows from the picture's shape."""

WORDS: Final = (("HOUSE", 80.0, 70.0), ("LAMP", 520.0, 70.0), ("BIRD", 80.0, 175.0))
ROWS: Final = (("ASDFGHJKLZ", 560.0, 230.0), ("XCVBNMABCD", 560.0, 400.0))
FAN: Final = "QWERTYUIOP"
ROW_STEP_MM: Final = 20.0
"""The distance from one card of a row to the next, mm."""
FAN_TURN_DEGREES: Final = 8.0
"""The angle from one card of the fan to the next, degrees. At this angle little more than the corner letter
of a card shows."""


def crowded(size: tuple[int, int]) -> Picture:
    """Render the crowded table: cards with corner letters on baize. `size` is the width and height of the
    picture in pixels."""
    return virtual_table(size, look=DECK)(_scene(size), 1)


def truths(size: tuple[int, int]) -> tuple[LabelledPiece, ...]:
    """Return the letter and the corners of each card, in pixels of a picture of `size` (width and height)."""
    scene = _scene(size)
    quads = project(scene, size, look=DECK)
    return tuple(
        LabelledPiece(c.letter, np.asarray(q, np.float32)) for c, q in zip(scene.cards, quads, strict=True)
    )


def _scene(size: tuple[int, int]) -> Scene:
    return Scene(TABLE_WIDTH_MM, TABLE_WIDTH_MM * size[1] / size[0], (*_words(), *_fan(), *_rows()))


def _words() -> tuple[LyingCard, ...]:
    return tuple(
        LyingCard(letter, x + n * (CARD_WIDTH + 1), y)
        for word, x, y in WORDS
        for n, letter in enumerate(word)
    )


def _rows() -> tuple[LyingCard, ...]:
    return tuple(
        LyingCard(letter, x + n * ROW_STEP_MM, y)
        for letters, x, y in ROWS
        for n, letter in enumerate(letters)
    )


def _fan() -> tuple[LyingCard, ...]:
    angles = [FAN_TURN_DEGREES * (n - (len(FAN) - 1) / 2) for n in range(len(FAN))]
    return tuple(
        LyingCard(letter, 300 + 200 * sin(radians(angle)), 500 - 200 * cos(radians(angle)), angle)
        for letter, angle in zip(FAN, angles, strict=True)
    )
