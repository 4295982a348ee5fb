"""Return observations of a scene without a picture, as good as those of the best camera.

Quick tests and simulations use this module. Like a camera, it does not see covered cards, and reads an H
upside down as an H. Positions have a small error.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from device.virtual.tabletop.free_places import Oblong, offset_point, overlaps
from device.virtual.tabletop.state import Dice, card_oblong
from engine.cards import MASTER
from engine.observation import Observation, Point, Quad, Reading, Sighting
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, TILE_EDGE, LyingCard, Scene

UPSIDE_DOWN_LETTERS: Final = {c: c for c in "HINOSXZ?"} | {"M": "W", "W": "M"}
"""The letters that are also letters upside down, by the upright letter: an upright M reads as W."""
CORNER_LETTER_MM: Final = 16.0
"""Size in mm of the area at a card's corner in which the corner letter is printed."""
SIDEWAYS_LETTERS: Final = {"N": "Z", "Z": "N", "O": "O", "X": "X"}
"""The letters of square blocks that are also letters from the side, by the upright letter: an N reads as
Z."""


def observe(scene: Scene, dice: Dice, *, error: float = 0.6, certainty: float = 0.985) -> Observation:
    """Return the observation of a scene, with random errors.

    `error` is the standard deviation in mm of a card's place. For smaller pieces it shrinks with
    their width. Each letter is reported with the probability `certainty`. Blank blocks are not
    reported.
    """
    blocks, error = scene.piece_size[0] == scene.piece_size[1], error * scene.piece_size[0] / CARD_WIDTH
    cards = [card for card in scene.cards if not (blocks and card.letter == MASTER)]
    seen = [card for i, card in enumerate(cards) if not _is_covered(card, cards[i + 1 :], scene.piece_size)]
    look_at = _block if blocks else _sighting
    return Observation(scene.width, scene.height, tuple(look_at(c, dice, error, certainty) for c in seen))


def _is_covered(card: LyingCard, above: Sequence[LyingCard], piece: tuple[float, float]) -> bool:
    """Return True if the cards `above` hide every letter of `card`: the big letter, and the corner
    letter if the card lies face up."""
    whole = card_oblong(card, piece)
    middle = whole.grown(-piece[0] * 0.3, -piece[1] * 0.3)
    hidden = _is_hidden(middle, above, piece)
    return hidden and (not card.face_up or _is_hidden(_corner_letter_area(whole), above, piece))


def _is_hidden(part: Oblong, above: Sequence[LyingCard], piece: tuple[float, float]) -> bool:
    return any(overlaps(part, card_oblong(other, piece)) for other in above)


def _corner_letter_area(card: Oblong) -> Oblong:
    """Return the rectangle (mm) of the corner letter of the card `card`, which is at the card's top left."""
    x, y = offset_point(card, (CORNER_LETTER_MM - card.width) / 2, (CORNER_LETTER_MM - card.height) / 2)
    return Oblong(x, y, CORNER_LETTER_MM, CORNER_LETTER_MM, card.angle)


def _block(card: LyingCard, dice: Dice, error: float, certainty: float) -> Sighting:
    """Return the sighting of one square block. Its outline begins at a random corner."""
    turns = int(dice.random() * 4)
    corners = _corners(card, dice, error, 90.0 * turns, (TILE_EDGE, TILE_EDGE))
    likely: dict[tuple[str, int], float] = defaultdict(float)
    alike = {0: card.letter, 2: UPSIDE_DOWN_LETTERS.get(card.letter), 1: SIDEWAYS_LETTERS.get(card.letter)}
    same = [turn for turn, letter in alike.items() if letter == card.letter]
    for turn, letter in alike.items():
        if letter == card.letter:
            likely[letter, turn] += certainty / len(same)
        elif letter is not None:
            likely[letter, turn] += (1 - certainty) / 2
    readings = [Reading(letter, (turn - turns) % 4, p) for (letter, turn), p in likely.items()]
    return Sighting(corners, "up", tuple(sorted(readings, key=lambda reading: -reading.probability)))


def _sighting(card: LyingCard, dice: Dice, error: float, certainty: float) -> Sighting:
    """Return the sighting of one card, sometimes upside down, as a detector may report it."""
    turned = dice.random() < 0.5
    corners = _corners(card, dice, error, 180.0 if turned else 0.0)
    if not card.face_up:
        return Sighting(corners, "down")
    upright = 2 if turned else 0
    other = UPSIDE_DOWN_LETTERS.get(card.letter)
    if other == card.letter:
        readings = [
            Reading(card.letter, upright, certainty / 2),
            Reading(card.letter, 2 - upright, certainty / 2),
        ]
    else:
        readings = [Reading(card.letter, upright, certainty)]
        readings += [Reading(other, 2 - upright, (1 - certainty) / 2)] if other else []
    return Sighting(corners, "up", tuple(readings))


def _corners(
    card: LyingCard,
    dice: Dice,
    error: float,
    turn: float,
    piece: tuple[float, float] = (CARD_WIDTH, CARD_HEIGHT),
) -> Quad:
    angle = radians(card.angle + turn)
    dx, dy = dice.gauss(0, error), dice.gauss(0, error)

    def corner(across: float, down: float) -> Point:
        x, y = across * piece[0] / 2, down * piece[1] / 2
        return (
            card.x + dx + x * cos(angle) - y * sin(angle),
            card.y + dy + x * sin(angle) + y * cos(angle),
        )

    return (corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
