"""A perfect eye: sees a scene as the best of cameras would, without a picture.

For tests and simulations in a hurry. It is no more than an eye: covered cards are not seen, an H reads the
same upside down, and positions carry a little error.
"""

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from device.virtual.spread import overlap
from device.virtual.tabletop import Dice, card_oblong
from engine.observation import Observation, Point, Quad, Reading, Sighting
from engine.scene import CARD_HEIGHT, CARD_WIDTH, Lying, Scene

UPSIDE_DOWN: Final = {c: c for c in "HINOSXZ?"} | {"M": "W", "W": "M"}
"""What a letter is taken for from the other side of the table."""


def look(scene: Scene, dice: Dice, *, error: float = 0.6, certainty: float = 0.985) -> Observation:
    """What lies there, with positions off by `error` mm and letters read with `certainty`."""
    seen = [card for i, card in enumerate(scene.cards) if not _covered(card, scene.cards[i + 1 :])]
    return Observation(scene.width, scene.height, tuple(_sighting(c, dice, error, certainty) for c in seen))


def _covered(card: Lying, above: Sequence[Lying]) -> bool:
    """Whether a card on top hides this one, but for its edges."""
    middle = card_oblong(card).grown(-CARD_WIDTH * 0.3, -CARD_HEIGHT * 0.3)
    return any(overlap(middle, card_oblong(other)) for other in above)


def _sighting(card: Lying, dice: Dice, error: float, certainty: float) -> Sighting:
    """One card, sometimes reported upside down as a detector may."""
    turned = dice.random() < 0.5
    corners = _corners(card, dice, error, 180.0 if turned else 0.0)
    if not card.face_up:
        return Sighting(corners, "down")
    upright = 2 if turned else 0
    other = UPSIDE_DOWN.get(card.letter)
    if other == card.letter:
        readings = [
            Reading(card.letter, upright, certainty / 2),
            Reading(card.letter, 2 - upright, certainty / 2),
        ]
    else:
        readings = [Reading(card.letter, upright, certainty)]
        readings += [Reading(other, 2 - upright, (1 - certainty) / 2)] if other else []
    return Sighting(corners, "up", tuple(readings))


def _corners(card: Lying, dice: Dice, error: float, turn: float) -> Quad:
    angle = radians(card.angle + turn)
    dx, dy = dice.gauss(0, error), dice.gauss(0, error)

    def corner(across: float, down: float) -> Point:
        x, y = across * CARD_WIDTH / 2, down * CARD_HEIGHT / 2
        return (
            card.x + dx + x * cos(angle) - y * sin(angle),
            card.y + dy + x * sin(angle) + y * cos(angle),
        )

    return (corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
