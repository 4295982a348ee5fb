"""Find anagrams: the listed words that a set of letters spells, in any order."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

from engine.cards import LETTERS
from engine.words.wordlist import WordList


def anagrams(words: WordList, letters: str, wild: int = 0) -> Iterator[str]:
    """Yield the listed words that can be spelt with all of `letters` (upper case) and exactly `wild` more
    letters.

    Words with the same further letters come together, in alphabetical order.
    """
    spelt = _by_letters(words, len(letters) + wild)
    for more in combinations_with_replacement(LETTERS, wild) if spelt else ():
        yield from spelt.get("".join(sorted((*letters, *more))), ())


@lru_cache(maxsize=64)  # a list has words of some thirty lengths, and a table few lists
def _by_letters(words: WordList, length: int) -> Mapping[str, tuple[str, ...]]:
    words_by_letters: dict[str, list[str]] = defaultdict(list)
    for word in words.of_length(length):
        words_by_letters["".join(sorted(word))].append(word)
    return {letters: tuple(group) for letters, group in words_by_letters.items()}
