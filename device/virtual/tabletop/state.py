"""Hold the virtual table as values: words or a board, the stock, the exposed pile."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from device.virtual.tabletop.free_places import Oblong, oblong_around, word_oblong
from engine.cards import MASTER
from engine.observation import Point
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, Arm, LyingBoard, LyingCard, Scene

MAX_SHOWN_PILE_CARDS: Final = 3
"""Number of cards of a pile that are drawn. The cards below are hidden."""


class Dice(Protocol):
    """The interface of the random numbers by which simulated hands lay cards imprecisely. A `random.Random`
    has these methods."""

    def gauss(self, mu: float, sigma: float) -> float:
        """Return a normally distributed number with the mean `mu` and the standard deviation `sigma`."""

    def uniform(self, a: float, b: float) -> float:
        """Return a uniformly distributed number from `a` to `b`."""

    def random(self) -> float:
        """Return a uniformly distributed number from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Wobble:
    """The imprecision of cards laid by hand: standard deviations in millimetres and degrees."""

    mm: float = 0.8
    degrees: float = 1.0


@dataclass(frozen=True, slots=True)
class Tabletop:
    """The cards on the virtual table and their places. The table measures `width` by `height` mm."""

    width: float
    height: float
    words: tuple[tuple[LyingCard, ...], ...] = ()
    """The cards of each word in reading order; empty for a word that is gone. A crossword is one group, in
    the order in which its cards were laid."""
    exposed: tuple[LyingCard, ...] = ()
    """The cards of the exposed pile, the lowest card first."""
    stock: int = 0
    """The number of cards in the stock."""
    piece: tuple[float, float] = (CARD_WIDTH, CARD_HEIGHT)
    """The size of a card or a letter block, mm."""
    board: LyingBoard | None = None
    """The printed game board on which the cards lie, with its place; None in a game without a board."""

    @property
    def stock_at(self) -> Point:
        """The centre of the stock on the table, mm."""
        return (self.width - 48.0, self.height / 2 - 56.0)

    @property
    def exposed_at(self) -> Point:
        """The centre of the exposed pile on the table, mm."""
        return (self.width - 48.0, self.height / 2 + 56.0)

    def with_word(self, index: int, cards: Sequence[LyingCard]) -> "Tabletop":
        """Return the table with `cards` as the word number `index`, from 0. If the table has fewer words,
        empty words are added before the new word."""
        words = [*self.words, *[()] * (index + 1 - len(self.words))]
        words[index] = tuple(cards)
        return replace(self, words=tuple(words))

    def blocked_areas(self, except_index: int | None = None) -> list[Oblong]:
        """Return the rectangles (mm) where no word may be laid: those of all words except the word number
        `except_index`, and those of the piles with some space around them."""
        words = [oblong_around(cards) for i, cards in enumerate(self.words) if cards and i != except_index]
        piles = [word_oblong(1, *at, 0.0).grown(0, 8) for at in (self.stock_at, self.exposed_at)]
        return words + piles


def printed(card: str) -> str:
    """Return the face printed on a card of a position. A lower-case letter is a Master."""
    return card if card.isupper() else MASTER


def put(
    letter: str, at: Point, angle: float, wobble: Wobble, dice: Dice, *, face_up: bool = True
) -> LyingCard:
    """Return a card laid by hand near `at`, with a random error of its place and direction."""
    x, y = (v + dice.gauss(0, wobble.mm) for v in at)
    return LyingCard(letter, x, y, angle + dice.gauss(0, wobble.degrees), face_up)


def scene(top: Tabletop, arm: Arm | None = None, carried: LyingCard | None = None) -> Scene:
    """Return the scene for the renderer. A carried card is above the other cards and under the arm."""
    words = tuple(card for cards in top.words for card in cards)
    pile = top.exposed[-MAX_SHOWN_PILE_CARDS:]
    cards = (*_stock(top), *pile, *words, *((carried,) if carried else ()))
    arms = (arm,) if arm else ()
    return Scene(top.width, top.height, cards, arms, top.piece, top.board)


def _stock(top: Tabletop) -> tuple[LyingCard, ...]:
    x, y = top.stock_at
    shown = min(MAX_SHOWN_PILE_CARDS, top.stock)
    return tuple(LyingCard("A", x + 0.7 * i, y - 0.5 * i, 0.6 * i, face_up=False) for i in range(shown))


def card_oblong(card: LyingCard, piece: tuple[float, float] = (CARD_WIDTH, CARD_HEIGHT)) -> Oblong:
    """Return the rectangle of one card, or of another piece of the size `piece`."""
    return Oblong(card.x, card.y, *piece, card.angle)
