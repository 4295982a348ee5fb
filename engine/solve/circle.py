"""Solving Lexicon Clock Patience with the order of the pack known (CLK).

Positions after the same number of third cards are compared: letters placed, and in how many ways the words
begun can still be completed with the letters left. One that leaves a word without any is dropped at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log
from typing import Final

from engine.cards import LETTERS, MASTER
from engine.game import Game
from engine.moves import TURNED, Shift, Single, Turn, TurnOver
from engine.position import FACE_DOWN, Piles
from engine.rules.circle import BY_THREES
from engine.rules.patience import COMPLETE
from engine.solve.answer import Answer, Expired, OutOfTime
from engine.solve.piles import counting_words
from engine.words import WordList
from engine.words.graph import BITS

WIDTHS: Final = (20, 100, 500, 2500)
"""Positions kept after each third card, pass by pass."""
COMPLETIONS: Final = 0.4
"""What the logarithm of a word's completions is worth, in letters placed."""


@dataclass(frozen=True, slots=True)
class _At:
    """`pack` in the order it is turned, `place` how far this time; `idle`: nothing was played since it was
    turned over. `moves` led here from `before`."""

    words: tuple[str, ...]
    pack: str
    place: int = 0
    idle: bool = True
    value: float = 0.0
    moves: tuple[Single, ...] = ()
    before: "_At | None" = None


def solve_circle(position: Piles, pack: str, words: WordList, game: Game, expired: Expired) -> Answer:
    """A complete play of the circle and its centre with `pack` in the order it is turned."""
    search = _Search(tuple(word for word in counting_words(words, game) if len(word) == COMPLETE), expired)
    return search.answer(_At(position.piles, pack))


class _Search:
    def __init__(self, listed: tuple[str, ...], expired: Expired) -> None:
        self._endings: Final = _endings(listed)
        self._expired: Final = expired
        self._hopes: Final[dict[tuple[str, int], float | None]] = {}
        self._looked = 0

    def answer(self, start: _At) -> Answer:
        try:
            for width in WIDTHS:
                won, whole = self._pass(start, width)
                if won is not None:
                    return Answer("solved", _moves(won), looked=self._looked)
                if whole:
                    break
        except OutOfTime:
            pass
        return Answer("unknown", looked=self._looked)

    def _pass(self, start: _At, width: int) -> tuple[_At | None, bool]:
        kept, whole = [start], True
        while kept:
            found: dict[object, _At] = {}
            for at in kept:
                self._look()
                for after in self._after(at):
                    if not after.pack:
                        return after, whole
                    key = (tuple(sorted(after.words)), after.pack, after.place, after.idle)
                    found.setdefault(key, after)
            ranked = sorted(found.values(), key=lambda at: -at.value)
            kept, whole = ranked[:width], whole and len(ranked) <= width
        return None, whole

    def _look(self) -> None:
        if self._expired():
            raise OutOfTime
        self._looked += 1

    def _after(self, at: _At) -> Iterator[_At]:
        """What may be done with the next third card; nothing when a whole pass played nothing (CLK-3)."""
        over: tuple[Single, ...] = ()
        if at.place >= len(at.pack):
            if at.idle:
                return
            at, over = replace(at, place=0, idle=True, before=at, moves=()), (TurnOver(),)
        third = min(at.place + BY_THREES, len(at.pack)) - 1
        card, turned = at.pack[third], third + 1 - at.place
        began = (*over, Turn(FACE_DOWN * (turned - 1) + card))
        origin = at.before if over else at
        yield replace(at, place=third + 1, moves=began, before=origin)
        rest = at.pack[:third] + at.pack[third + 1 :]
        for words, moves in _placed(at.words, card):
            value = self._value(words, rest)
            if value is not None:
                yield _At(words, rest, third, False, value, (*began, *moves), origin)

    def _value(self, words: tuple[str, ...], pack: str) -> float | None:
        """How promising a position is; None when some word can no longer be completed."""
        have = _bits(pack)
        total = -float(len(pack))
        for word in words:
            hope = self._hope(word.upper(), have)
            if hope is None:
                return None
            total += COMPLETIONS * hope
        return total

    def _hope(self, word: str, have: int) -> float | None:
        """The logarithm of how many ways `word` can be completed with letters of `have`."""
        key = (word, have)
        if key not in self._hopes:
            ways = sum(not ending & ~have for ending in self._endings.get(word, ()))
            self._hopes[key] = log(ways) if ways else None
        return self._hopes[key]


def _endings(listed: tuple[str, ...]) -> dict[str, list[int]]:
    """For each beginning the letters that complete it, as bits, one set a word."""
    found: dict[str, list[int]] = {}
    for word in listed:
        for length in range(COMPLETE + 1):
            found.setdefault(word[:length], []).append(_bits(word[length:]))
    return found


def _bits(letters: str) -> int:
    bits = 0
    for letter in letters:
        bits |= (1 << len(LETTERS)) - 1 if letter == MASTER else BITS[letter]
    return bits


def _placed(words: tuple[str, ...], card: str) -> Iterator[tuple[tuple[str, ...], tuple[Single, ...]]]:
    """The card on a word or into a vacancy, or into the place of one moved to another word (CLK-1)."""
    cards = LETTERS.lower() if card == MASTER else card
    for index in _unlike(words):
        if len(words[index]) < COMPLETE:
            for one in cards:
                yield _grown(words, index, one), (Shift(one, TURNED, index),)
    for index in _unlike(words):
        if len(words[index]) != 1:
            continue
        for other in _unlike(words):
            if other != index and 0 < len(words[other]) < COMPLETE:
                moved = _grown(words, other, words[index])
                for one in cards:
                    after = (*moved[:index], one, *moved[index + 1 :])
                    yield after, (Shift(words[index], index, other), Shift(one, TURNED, index))


def _unlike(words: tuple[str, ...]) -> list[int]:
    """One place of each word that lies there."""
    return list({word: index for index, word in reversed(list(enumerate(words)))}.values())


def _grown(words: tuple[str, ...], index: int, card: str) -> tuple[str, ...]:
    return (*words[:index], words[index] + card, *words[index + 1 :])


def _moves(at: _At | None) -> tuple[Single, ...]:
    moves: list[Single] = []
    while at is not None:
        moves[:0] = at.moves
        at = at.before
    return tuple(moves)
