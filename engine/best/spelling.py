"""Find the words that top cards of fanned piles spell, in any order of their letters (S1-2, S1-3).

Each word is searched by its letters in sorted order, the rarest first, so that each choice of cards is found
once. A letter may be taken from beneath other cards if the word also uses those cards. The search counts
these passed cards, and gives up a word as soon as its remaining letters cannot use them. This happens soon
with the rarest letters first: fifty cards in piles of three have about 60,000 plays, which take a second.
They take five seconds with the commonest letters first, and ten seconds in the order of spelling.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.words.graph import BITS, Node, build_graph

Heights = tuple[int, ...]
"""The number of cards taken off each pile."""


class Anagrams:
    """The words of a list, grouped by their letters. A word's letters are sorted from the rarest letter on.

    `first` is the first node of a graph of these letter sequences. `words` has the words of each sequence.
    """

    __slots__ = ("first", "words")

    def __init__(self, listed: Sequence[str]) -> None:
        rank = _rarest_first(listed)
        words_by_letters: dict[str, list[str]] = {}
        for word in listed:
            words_by_letters.setdefault("".join(sorted(word, key=rank.__getitem__)), []).append(word)
        self.words: Final[Mapping[str, list[str]]] = words_by_letters
        self.first: Final = build_graph(sorted(words_by_letters))


@lru_cache(maxsize=4)
def anagrams_of(listed: tuple[str, ...]) -> Anagrams:
    """Return the `Anagrams` of a list, cached for the last few lists."""
    return Anagrams(listed)


def spelt_from(words: Anagrams, piles: Sequence[str]) -> Iterator[tuple[str, Heights]]:
    """Yield every word that top cards of `piles` (top card first) spell, with the number of cards taken
    off each pile."""
    for letters, heights in _WordSearch(piles).words_below(words.first, 0, 0):
        for word in words.words[letters]:
            yield word, heights


def _rarest_first(listed: Sequence[str]) -> dict[str, int]:
    """Return the rank of each letter by its rarity: 0 for the rarest."""
    text = "".join(listed)
    return {letter: place for place, letter in enumerate(sorted(BITS, key=text.count))}


class _WordSearch:
    """A search for words through fanned piles. `_taken` holds for each pile a bit set of the depths of the
    cards taken, 0 for the top card."""

    def __init__(self, piles: Sequence[str]) -> None:
        self._places: Final[dict[str, list[tuple[int, int]]]] = {}
        for pile, cards in enumerate(piles):
            for depth, card in enumerate(cards):
                self._places.setdefault(card, []).append((pile, depth))
        self._bits: Final = tuple(tuple(BITS[card] for card in pile) for pile in piles)
        self._taken: Final = [0] * len(piles)
        self._text: Final[list[str]] = []

    def words_below(self, node: Node, cards_due: int, start: int) -> Iterator[tuple[str, Heights]]:
        """Yield the words that can be taken from the piles and end below `node` of the word graph. Each is a
        pair: the letters, and the number of cards taken off each pile.

        `cards_due` is the number of cards that lie on taken ones and must still be taken. If the next letter
        equals the last one, only the occurrences of the letter from index `start` on are tried. So equal
        letters are taken in one order only.
        """
        if node.is_word and not cards_due:
            yield "".join(self._text), tuple(map(int.bit_count, self._taken))
        last = self._text[-1] if self._text else ""
        for letter, following in node.children.items():
            places = self._places.get(letter, ())
            for number in range(start if letter == last else 0, len(places)):
                pile, depth = places[number]
                was = self._taken[pile]
                now = was | 1 << depth
                new_cards_due = cards_due + _gaps(now) - _gaps(was)
                self._taken[pile] = now
                if not new_cards_due or not self._letters_due() & ~following.letters_below:
                    self._text.append(letter)
                    yield from self.words_below(following, new_cards_due, number + 1)
                    self._text.pop()
                self._taken[pile] = was

    def _letters_due(self) -> int:
        """Return, as a bit set, the letters of those cards that were passed over and are still to be
        taken."""
        due = 0
        for pile, taken in enumerate(self._taken):
            if taken & (taken + 1):
                bits = self._bits[pile]
                for depth in range(taken.bit_length()):
                    if not taken >> depth & 1:
                        due |= bits[depth]
        return due


def _gaps(taken: int) -> int:
    """Return how many cards of a pile must still be taken because a card beneath them was taken. `taken` is a
    bit set of the depths of the cards taken."""
    return taken.bit_length() - taken.bit_count()
