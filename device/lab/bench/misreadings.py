"""Imitate a reader of bad pictures without drawing pictures. This simulated reader is called the *hard eye*.

First, pictures of random cards are drawn, degraded (made dark, blurred, noisy and small) and read. The
reading of each card is stored. When the hard eye sees a card, it returns one of the stored readings of cards
with this letter. So the mistakes and confidences of the hard eye are those of the real reader.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from random import Random
from typing import Final

import cv2
import numpy as np

from engine.cards import LETTERS, MASTER
from engine.observation import Observation, Point, Quad, Reading, Sighting
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, LyingCard, Scene
from vision.crops import Picture
from vision.lab.measuring.measure import LabelledPiece, matched
from vision.pieces.classify import Piece
from vision.reader import Reader
from vision.render.table import LOOKS, view, virtual_table
from vision.tensor_format import Floats

PICTURE_PIXELS: Final = (1280, 720)
TABLE_MM: Final = (900.0, 506.0)
_COLUMNS, _ROWS = 9, 4

CardReading = tuple[Reading, ...]
"""The possible letters of one card as a reader sees them. Each has its probability and its direction, which
is 0 quarter turns if it is the card's true direction."""
Bank = Mapping[str, Sequence[CardReading]]
"""The stored readings of cards, by the true letter of the card."""


def store_readings(pictures: int, seed: int) -> Bank:
    """Draw, degrade and read `pictures` pictures of 36 cards each. Return the reading of each card that was
    found."""
    reader, readings = Reader.load(), defaultdict(list)
    for n in range(pictures):
        rng = Random(seed * 1000 + n)
        scene = _random_scene(rng)
        look = LOOKS[n % len(LOOKS)]
        picture = _degrade(virtual_table(PICTURE_PIXELS, n, look)(scene, n), rng)
        truths = tuple(_truth(card, n, picture.shape[1] / PICTURE_PIXELS[0]) for card in scene.cards)
        seen = reader.read(picture, "cards")
        place = {id(piece): i for i, piece in enumerate(seen.pieces)}
        for t, piece in matched(truths, seen.pieces).items():
            card = seen.observation.cards[place[id(piece)]]
            if card.readings:
                readings[scene.cards[t].letter].append(_turned_to_truth(card, piece, truths[t].quad))
    return readings


def _random_scene(rng: Random) -> Scene:
    cards = []
    for n in range(_COLUMNS * _ROWS):
        x = 62 + (n % _COLUMNS) * 97 + rng.uniform(-6, 6)
        y = 64 + (n // _COLUMNS) * 125 + rng.uniform(-6, 6)
        letter = MASTER if rng.random() < 0.03 else rng.choice(LETTERS)
        cards.append(LyingCard(letter, x, y, rng.choice((0, 180)) + rng.uniform(-9, 9)))
    return Scene(*TABLE_MM, tuple(cards))


def _degrade(picture: Picture, rng: Random) -> Picture:
    """Return the picture as a small camera would take it in a dim room, out of focus and strongly
    compressed."""
    scale = rng.uniform(0.3, 0.55)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.6, 2.2))
    noise = np.random.default_rng(rng.randrange(2**32)).normal(0, rng.uniform(3, 14), small.shape)
    dim = np.clip(small * rng.uniform(0.25, 0.9) + noise, 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", dim, [cv2.IMWRITE_JPEG_QUALITY, rng.randrange(25, 80)])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _truth(card: LyingCard, seed: int, scale: float) -> LabelledPiece:
    corners = np.array(quad_of(card), np.float32)
    pixels = view(PICTURE_PIXELS, *TABLE_MM, seed).project(corners)
    return LabelledPiece(card.letter, np.asarray(pixels, np.float32) * np.float32(scale))


def _turned_to_truth(card: Sighting, piece: Piece, truth: Floats) -> CardReading:
    top_left = int(np.hypot(*(piece.corners - truth[0]).T).argmin())
    return tuple(Reading(r.letter, (r.turns - top_left) % 4, r.probability) for r in card.readings)


def quad_of(card: LyingCard, dx: float = 0.0, dy: float = 0.0) -> Quad:
    """Return the corners of a card on the table, clockwise from the top left, shifted by `dx` and `dy`. All
    lengths are in mm."""
    c, s = cos(radians(card.angle)), sin(radians(card.angle))

    def corner(across: float, down: float) -> Point:
        x, y = across * CARD_WIDTH / 2, down * CARD_HEIGHT / 2
        return card.x + dx + x * c - y * s, card.y + dy + x * s + y * c

    return corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)


def observe(cards: Sequence[LyingCard], bank: Bank, rng: Random, clear: float = 0.0) -> Observation:
    """Return what the hard eye, a simulated poor reader, sees of the cards `cards`. For each card it
    repeats a reading from `bank`, the stored readings of cards with the same letter.

    If `clear` is not 0, only those stored readings are used that give the true letter at least the
    probability `clear`. A letter for which there is no stored reading is seen right.
    """
    seen = []
    for card in cards:
        pool = [s for s in bank[card.letter] if not clear or _is_clear(s, card.letter, clear)]
        readings = rng.choice(pool) if pool else (Reading(card.letter, 0, 1.0),)
        seen.append(Sighting(quad_of(card, rng.gauss(0, 0.6), rng.gauss(0, 0.6)), "up", readings))
    return Observation(1400, 1100, tuple(seen))


def _is_clear(card_reading: CardReading, letter: str, clear: float) -> bool:
    """Return True if the readings of a card give `letter` at least the probability `clear` in all directions
    together."""
    return sum(r.probability for r in card_reading if r.letter == letter) >= clear
