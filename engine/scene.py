"""What lies on a table, as the truth a renderer draws and a test expects: no pixels, only millimetres.

The virtual table owns such a scene, the renderer turns it into a picture, the reader must get it back.
"""

from dataclasses import dataclass
from typing import Final

CARD_WIDTH: Final = 57.0
CARD_HEIGHT: Final = 89.0
"""Millimetres of a Lexicon card, portrait as its letter is read."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One card on the table.

    `letter` is what is printed: `A`-`Z`, or `?` for a Master. `x`, `y` are the card's centre in
    millimetres, x to the right and y downwards as the camera sees the table. `angle` is how far, in
    degrees clockwise, the top of the letter is turned away from the top of the picture.
    """

    letter: str
    x: float
    y: float
    angle: float = 0.0
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand reaching over the table: finger tips at (`x`, `y`) mm, coming from `angle` degrees
    clockwise of the picture's bottom edge (0 = from the bottom, 90 = from the left)."""

    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A table of `width` by `height` mm with its cards from bottom to top and the arms over them."""

    width: float
    height: float
    cards: tuple[Lying, ...] = ()
    arms: tuple[Arm, ...] = ()
