"""Provide cards as people lay them, and simulated observations of them. Random errors are seeded. Lengths
are in millimetres."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

import pytest

from engine.observation import Observation, Quad, Reading, Sighting
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, LyingCard
from engine.words import WordList

HALF_TURNS = {c: c for c in "HINOSXZ?"} | {"M": "W", "W": "M"}
WORDS = """
MOTHER SMOTHERED SMOTHER CAT CUT COT AT TO TEA EAT HAT THATCHED MAN MANY MEN MO HIDE MALE MILLS FIBS CARD
POKEY MIN EXPERT EXPORT LARCH LURCH FAIRY FAR HOUSE STONE WIND NOON MOW WOW SWIMS PODS SIS NUN DAB FONT
PACKER SEPALS GAME SALT EVEN TOE LOVE MOO TART ART TAR WIDELY HERETO EXPOSE BOY SAY KNOWN TAKEOFFS
"""


@dataclass(frozen=True)
class Eye:
    """The accuracy with which a simulated camera sees cards: errors of place and angle, and the certainty
    of letters."""

    error: float = 1.0
    tilt: float = 1.0
    certainty: float = 0.98


@dataclass(frozen=True)
class Laid:
    """A table with the cards laid so far. `shape` is the width and height of a card, mm."""

    rng: random.Random
    cards: tuple[LyingCard, ...] = ()
    shape: tuple[float, float] = (CARD_WIDTH, CARD_HEIGHT)

    def word(
        self,
        text: str,
        x: float,
        y: float,
        angle: float = 0.0,
        *,
        step: float = 1.04,
        jitter: float = 0.0,
        bend: float = 0.0,
    ) -> "Laid":
        """Lay a row of cards round (x, y), mm, `step` card widths apart. `jitter` is the usual error of a
        card's place, in cards."""
        width, height = self.shape
        laid, rng = [], self.rng
        for i, letter in enumerate(text):
            from_middle = i - (len(text) - 1) / 2
            along = from_middle * step * width + rng.gauss(0, jitter) * width
            down = rng.gauss(0, jitter) * height + bend * from_middle**2
            a = radians(angle)
            at = (x + along * cos(a) - down * sin(a), y + along * sin(a) + down * cos(a))
            laid.append(LyingCard(letter, *at, angle + rng.gauss(0, 40 * jitter)))
        return replace(self, cards=(*self.cards, *laid))

    def grid(
        self, rows: Sequence[str], x: float, y: float, angle: float = 0.0, *, jitter: float = 0.0
    ) -> "Laid":
        """Lay a crossword round (x, y), mm, with cards edge to edge."""
        width, height = self.shape
        middle = ((max(map(len, rows)) - 1) / 2, (len(rows) - 1) / 2)
        laid, a = [], radians(angle)
        for r, row in enumerate(rows):
            for c, letter in enumerate(row):
                if letter != ".":
                    right = (c - middle[0] + self.rng.gauss(0, jitter)) * width * 1.02
                    down = (r - middle[1] + self.rng.gauss(0, jitter)) * height * 1.02
                    at = (x + right * cos(a) - down * sin(a), y + right * sin(a) + down * cos(a))
                    laid.append(LyingCard(letter, *at, angle + self.rng.gauss(0, 30 * jitter)))
        return replace(self, cards=(*self.cards, *laid))

    def card(self, letter: str, x: float, y: float, angle: float = 0.0, *, up: bool = True) -> "Laid":
        """Lay one card at (x, y), mm."""
        return replace(self, cards=(*self.cards, LyingCard(letter, x, y, angle, up)))

    def piles(self, exposed: str = "Q", x: float = 900.0, y: float = 300.0) -> "Laid":
        """Lay the stock at (x, y), mm, and the exposed card below it."""
        return self.card("A", x, y, up=False).card(exposed, x, y + 100)

    def seen(self, eye: Eye | None = None) -> Observation:
        """Return the camera's observation, with the cards in no particular order."""
        eye = eye or Eye()
        cards = list(self.cards)
        self.rng.shuffle(cards)
        return Observation(1200, 900, tuple(_sighting(c, self.shape, eye, self.rng) for c in cards))


def _sighting(card: LyingCard, shape: tuple[float, float], eye: Eye, rng: random.Random) -> Sighting:
    square = abs(shape[0] - shape[1]) < 1
    turn = rng.choice((0, 1, 2, 3) if square else (0, 2))
    corners = _corners(card, shape, eye, rng, 90.0 * turn)
    if not card.face_up:
        return Sighting(corners, "down")
    upright, p = -turn % 4, eye.certainty
    other = HALF_TURNS.get(card.letter)
    if other == card.letter:
        readings: tuple[Reading, ...] = (
            Reading(card.letter, upright, p / 2),
            Reading(card.letter, (upright + 2) % 4, p / 2),
        )
    else:
        wrong = "E" if card.letter != "E" else "F"
        readings = (
            Reading(card.letter, upright, p),
            Reading(wrong, upright, (1 - p) * 0.5),
            Reading(other or wrong, (upright + 2) % 4, (1 - p) * 0.4),
        )
    return Sighting(corners, "up", readings)


def _corners(
    card: LyingCard, shape: tuple[float, float], eye: Eye, rng: random.Random, turned: float
) -> Quad:
    a = radians(card.angle + turned + rng.gauss(0, eye.tilt))
    x, y = card.x + rng.gauss(0, eye.error), card.y + rng.gauss(0, eye.error)
    across, down = (shape[1], shape[0]) if turned % 180 else shape

    def corner(i: float, j: float) -> tuple[float, float]:
        return (
            x + i * across / 2 * cos(a) - j * down / 2 * sin(a),
            y + i * across / 2 * sin(a) + j * down / 2 * cos(a),
        )

    return (corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))


@pytest.fixture
def empty_table() -> Callable[..., Laid]:
    """Return a function that makes empty tables: `empty_table(seed)`. With `shape=(20, 20)` tiles are laid
    on them."""
    return lambda seed=0, **how: Laid(random.Random(seed), **how)


@pytest.fixture(scope="session")
def words() -> WordList:
    """Return a small word list."""
    return WordList.of(WORDS.split())


@pytest.fixture
def eye() -> type[Eye]:
    """Return the class `Eye`. With an object of it, a test can make an observation more or less accurate."""
    return Eye
