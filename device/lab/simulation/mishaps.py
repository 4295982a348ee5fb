"""Simulate mishaps of people who do nothing wrong: they bump into cards, and photograph the wrong thing.

The functions change nothing, but return a changed table. Random numbers are an argument.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Final, Protocol

from device.virtual.tabletop.free_places import find_room, is_free, oblong_around, word_oblong
from device.virtual.tabletop.state import Tabletop, card_oblong
from engine.cards import MASTER
from engine.game import Game
from engine.observation import Observation, Point
from engine.shared.scene import LyingCard
from engine.words import WordList

MAX_FOREIGN_WORDS: Final = 4
"""Maximum number of words on other people's table. The minimum is two, because a single word could be taken
for the first word of this table."""
FREE_TABLE_MM: Final = (6.0, 6.0)
"""The free space around a pushed word, mm: at its ends, and above and below it. With less, the word could be
read together with another word."""


class Chance(Protocol):
    """The interface of the source of random numbers, such as a `random.Random`."""

    def random(self) -> float:
        """Return a uniformly distributed number from 0 to 1, without 1."""

    def uniform(self, a: float, b: float) -> float:
        """Return a uniformly distributed number from `a` to `b`."""

    def gauss(self, mu: float, sigma: float) -> float:
        """Return a normally distributed number with the mean `mu` and the standard deviation `sigma`."""

    def randrange(self, below: int, /) -> int:
        """Return a random whole number from 0 to `below` - 1."""


@dataclass(frozen=True, slots=True)
class BumpedTable:
    """The table after somebody bumped into cards. `lasts` is true if every word can still be read, so that
    people may leave the cards as they lie now."""

    top: Tabletop
    lasts: bool


def bump(top: Tabletop, chance: Chance) -> BumpedTable | None:
    """Return the table after somebody bumped into a word, a card or the whole table.

    Return None if no words lie on the table, or if a pushed word would lie on other cards.
    """
    lying = [i for i, cards in enumerate(top.words) if cards]
    if not lying:
        return None
    index = lying[chance.randrange(len(lying))]
    kind = chance.randrange(3)
    if kind == 0 and len(lying) > 1:
        word = _pushed(top, index, chance)
        return None if word is None else BumpedTable(word, lasts=True)
    if kind == 1:
        return _shaken(top, chance)
    return BumpedTable(_with_one_card_moved(top, index, chance), lasts=False)


def _pushed(top: Tabletop, index: int, chance: Chance) -> Tabletop | None:
    """Return the table after the word `index` was pushed and turned a little. Return None if its new place is
    not free."""
    cards = top.words[index]
    middle = oblong_around(cards)
    turn, by = chance.gauss(0, 6), (chance.gauss(0, 15), chance.gauss(0, 12))
    moved = [_turned(card, (middle.x, middle.y), turn, by) for card in cards]
    fits = is_free(oblong_around(moved), top.blocked_areas(index), top.width, top.height, FREE_TABLE_MM)
    return top.with_word(index, moved) if fits else None


def _shaken(top: Tabletop, chance: Chance) -> BumpedTable:
    """Return the table after all words have moved a little by the same distance."""
    by = (chance.gauss(0, 4), chance.gauss(0, 4))
    words = tuple(tuple(_turned(card, (0.0, 0.0), 0.0, by) for card in cards) for cards in top.words)
    return BumpedTable(replace(top, words=words), lasts=True)


def _with_one_card_moved(top: Tabletop, index: int, chance: Chance) -> Tabletop:
    """Return the table after one card of the word `index` was pushed out of line, or turned upside down."""
    cards = top.words[index]
    n = chance.randrange(len(cards))
    card = cards[n]
    if chance.random() < 0.3:
        moved = replace(card, angle=card.angle + 180)
    else:
        turn, by = chance.gauss(0, 9), (chance.gauss(0, 3), chance.gauss(0, 10))
        moved = _turned(card, (card.x, card.y), turn, by)
    return top.with_word(index, (*cards[:n], moved, *cards[n + 1 :]))


def _turned(card: LyingCard, about: Point, turn: float, by: Point) -> LyingCard:
    c, s = cos(radians(turn)), sin(radians(turn))
    dx, dy = card.x - about[0], card.y - about[1]
    x, y = about[0] + dx * c - dy * s + by[0], about[1] + dx * s + dy * c + by[1]
    return replace(card, x=x, y=y, angle=card.angle + turn)


def another_table(game: Game, words: WordList, top: Tabletop, chance: Chance) -> Tabletop:
    """Return a table at which other people play. The table has the size and the piles of `top`, but other
    words and another exposed card."""
    listed = [word for word in _random_words(words, chance) if 3 <= len(word) <= 7][
        : 2 + chance.randrange(MAX_FOREIGN_WORDS - 1)
    ]
    bare = piles_alone(top)
    other = replace(
        bare, exposed=tuple(replace(card, letter=_another_letter(card, chance)) for card in top.exposed)
    )
    for word in listed:
        place = find_room(len(word), other.blocked_areas(), other.width, other.height, 0.0)
        if place is None:
            break
        other = other.with_word(len(other.words), _laid(word, place.x, place.y))
    if game.layout == "grid" and other.words:  # a crossword is one group, so take its first word
        other = replace(other, words=other.words[:1])
    return other


def _random_words(words: WordList, chance: Chance) -> Iterator[str]:
    every = tuple(words)
    yield from (every[chance.randrange(len(every))] for _ in range(60))


def _another_letter(card: LyingCard, chance: Chance) -> str:
    return card.letter if card.letter == MASTER else "AEILNORST"[chance.randrange(9)]


def _laid(word: str, x: float, y: float) -> Sequence[LyingCard]:
    whole = word_oblong(len(word), x, y, 0.0)
    first = x - whole.width / 2
    step = whole.width / len(word)
    return [LyingCard(letter, first + step * (n + 0.5), y) for n, letter in enumerate(word)]


def piles_alone(top: Tabletop) -> Tabletop:
    """Return the table without its words, as a photograph of the piles alone shows it."""
    return replace(top, words=())


def cut_off(top: Tabletop, chance: Chance) -> Tabletop:
    """Return the table as a photograph shows it that misses the left or the right side. The words that reach
    into the missing side are left out."""
    left = chance.random() < 0.5

    def inside(card: LyingCard) -> bool:
        x = card_oblong(card).x
        return x > top.width * 0.45 if left else x < top.width * 0.55

    return replace(top, words=tuple(cards if all(map(inside, cards)) else () for cards in top.words))


def taken_from_elsewhere(seen: Observation, chance: Chance) -> Observation:
    """Return the observation `seen` as a photograph from another place would give it: all its cards are
    moved, turned and scaled together."""
    turn, scale = chance.gauss(0, 4), 1 + chance.gauss(0, 0.015)
    c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    dx, dy = chance.uniform(-30, 30), chance.uniform(-30, 30)
    middle = (seen.width / 2, seen.height / 2)

    def moved(point: Point) -> Point:
        x, y = point[0] - middle[0], point[1] - middle[1]
        return middle[0] + x * c - y * s + dx, middle[1] + x * s + y * c + dy

    cards = []
    for card in seen.cards:
        one, two, three, four = map(moved, card.corners)
        cards.append(replace(card, corners=(one, two, three, four)))
    return replace(seen, cards=tuple(cards))


def wrong_photograph(
    game: Game, words: WordList, top: Tabletop, past: Sequence[Tabletop], dice: Chance
) -> tuple[str, Tabletop]:
    """Choose a photograph that is sent by mistake. Return the kind of mistake in words, and the table that
    the photograph shows.

    `past` has earlier states of the table, for an old photograph.
    """
    kinds: list[Callable[[], Tabletop]] = [
        lambda: another_table(game, words, top, dice),
        lambda: piles_alone(top),
        lambda: cut_off(top, dice),
        lambda: past[-1 - dice.randrange(min(3, len(past)))],
    ]
    n = dice.randrange(4 if past else 3)
    return ("another table", "the stock alone", "cut off", "an old photograph")[n], kinds[n]()
