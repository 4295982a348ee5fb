"""Find the words that the cards taken from some piles may have made (S1-1 to S1-4).

The cards of a word may be lifted in any order. So a word may use a card that lay beneath another card of the
word.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

from engine.cards import LETTERS, MASTER
from engine.game import Vocabulary
from engine.moves import Spell
from engine.position import FACE_DOWN
from engine.rules.vocabulary import word_refusal
from engine.words import WordList
from engine.words.anagrams import anagrams

MAX_SPLITS: Final = 4096
MAX_SPLIT_CARDS: Final = 32
"""Greatest number of cards among which two or more words are searched. `MAX_SPLITS` limits the number of
ways to divide the cards. Beyond either limit the search finds no words: so many cards leave the table at
once only if the camera has missed several turns."""

TakenCards = Mapping[int, str]
"""The cards that left each pile, by number of the pile. The last card of each text was the top card."""


def spellings(cards: str, words: WordList, vocabulary: Vocabulary, wild: int = 0) -> Iterator[str]:
    """Yield the words that count and are spelt with all of `cards` and with `wild` Masters."""
    return (word for word in anagrams(words, cards, wild) if word_refusal(word, words, vocabulary) is None)


def words_gathered(
    taken: TakenCards, words: WordList, vocabulary: Vocabulary, least: int, *, last: bool
) -> tuple[Spell, ...] | None:
    """Return the words that the cards `taken` made, a single word if possible; None if the cards make no
    words. `least` is the least number of letters of a word. If `last` is true, these are the last cards of
    the piles, and the final word may have two letters or more (S1-4)."""
    return _Gathering(words, vocabulary, least, least_last=2 if last else least).words(taken)


class _Gathering:
    """The search for the words of a patience that the cards taken from some piles made. The search looks at
    each set of letters, and at each arrangement of cards in piles, only once."""

    def __init__(self, words: WordList, vocabulary: Vocabulary, least: int, least_last: int) -> None:
        self._words: Final = words
        self._vocabulary: Final = vocabulary
        self._least: Final = least
        self._least_last: Final = least_last
        self._spelt: Final[dict[int, str | None]] = {}
        self._lost: Final[set[tuple[tuple[int, str], ...]]] = set()

    def words(self, taken: TakenCards) -> tuple[Spell, ...] | None:
        """Return one word made of all the cards if possible, otherwise several words; None if the cards make
        no words."""
        if (known := tuple(taken.items())) in self._lost:
            return None
        total = sum(map(len, taken.values()))
        word = self._word(_packed("".join(taken.values())), taken) if total >= self._least_last else None
        spells = (spell(word, taken),) if word else self._parted(taken, total)
        if spells is None:
            self._lost.add(known)
        return spells

    def _parted(self, taken: TakenCards, total: int) -> tuple[Spell, ...] | None:
        """Return several words that the cards make; None if there are none. The first word is made of cards
        from the tops of piles, and the others of the remaining cards."""
        splits = prod(len(cards) + 1 for cards in taken.values())
        if not self._least + self._least_last <= total <= MAX_SPLIT_CARDS or splits > MAX_SPLITS:
            return None
        counts = [range(len(cards) + 1) for cards in taken.values()]
        packs = [
            [_packed(cards[len(cards) - n :]) for n in range(len(cards) + 1)] for cards in taken.values()
        ]
        for lifted, packed in zip(product(*counts), map(sum, product(*packs)), strict=True):
            if not self._least <= packed & _COUNT_MASK < total or self._spelt.get(packed, "") is None:
                continue
            tops = {i: cards[len(cards) - n :] for (i, cards), n in _with_lifted(taken, lifted) if n}
            word = self._word(packed, tops)
            if word is None:
                continue
            rest = {
                i: cards[: len(cards) - n] for (i, cards), n in _with_lifted(taken, lifted) if n < len(cards)
            }
            more = self.words(rest)
            if more is not None:
                return (spell(word, tops), *more)
        return None

    def _word(self, packed: int, taken: TakenCards) -> str | None:
        if packed not in self._spelt:
            spelt_words = spellings("".join(taken.values()), self._words, self._vocabulary)
            self._spelt[packed] = next(spelt_words, None)
        return self._spelt[packed]


_COUNT_MASK: Final = 0xFFFF
"""The bits that hold the number of all cards in a packed number (`_packed`), whose other bits count the
cards of each face."""
_PACKED_CARDS: Final = {
    card: 1 + (1 << 16 * (place + 1))
    for place, card in enumerate((*LETTERS, *LETTERS.lower(), MASTER, FACE_DOWN))
}


def _packed(cards: str) -> int:
    """Return one number that encodes how many cards of each face there are, and how many in all. The sum of
    the numbers of two piles is the number of the two piles together."""
    return sum(_PACKED_CARDS[card] for card in cards)


def _with_lifted(taken: TakenCards, lifted: Sequence[int]) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield for each pile a pair: the pile number with the cards that left the pile, and how many of these
    cards are tried for the first word."""
    return zip(taken.items(), lifted, strict=True)


def spell(word: str, taken: TakenCards, master_sources: Sequence[int] = ()) -> Spell:
    """Return `word` with the pile that gave each letter. Cards from the tops of piles are used first. A
    letter that no pile gave is a Master. Its source is the first number in `master_sources` that is not
    used yet."""
    left = {index: list(cards) for index, cards in taken.items()}
    unused_sources, text, sources = list(master_sources), [], []
    for letter in word:
        index = _pile_giving(letter, left)
        text.append(letter if index is not None else letter.lower())
        sources.append(unused_sources.pop(0) if index is None else index)
    return Spell("".join(text), tuple(sources))


def _pile_giving(letter: str, left: dict[int, list[str]]) -> int | None:
    """Return the pile that gives `letter`, and remove the card from `left`. Prefer a pile with the letter
    on top to a pile that holds it further down. Return None if no pile holds the letter."""
    holders = [index for index, cards in left.items() if letter in cards]
    if not holders:
        return None
    index = next((index for index in holders if left[index][-1] == letter), holders[0])
    cards = left[index]
    del cards[len(cards) - 1 - cards[::-1].index(letter)]
    return index


def sorted_faces(cards: Iterable[str]) -> str:
    """Return the cards as a breach names them: their faces, in alphabetical order."""
    return "".join(sorted(Counter("".join(cards)).elements()))
