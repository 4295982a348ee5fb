"""Choose the Masters of one play: every choice that the hand allows, as bit sets of places."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final

Wanted = Sequence[tuple[int, str]]
"""Pairs of a place (from 0) and the letter needed there, upper case."""

_NO_MASTERS: Final = (0,)


def choices(wanted: Wanted, letters: Mapping[str, int], wild: int, others: int = 0) -> Iterator[int]:
    """Yield every choice of places for Masters with which the text `wanted` can be laid, as a bit set in
    which bit i stands for place i. Letter cards, counted by letter in `letters`, are laid at the other
    places.

    At most `wild` Masters are used. The places in the bit set `others` need no card, but may get a Master.
    """
    lacking = _lacking_letters(wanted, letters)
    spare = wild - sum(lacking.values())
    if spare < 0:
        return
    needed = _needed(wanted, lacking) if lacking else _NO_MASTERS
    if not spare:
        yield from needed
        return
    free = others
    for place, _ in wanted:
        free |= 1 << place
    extras = _subsets_up_to(free, spare)
    if needed is _NO_MASTERS:
        yield from extras
    else:
        yield from {one | more for one in needed for more in extras}


def count_lacking(wanted: Sequence[str], letters: Mapping[str, int]) -> int:
    """Return how many letters of `wanted` the hand lacks. Each of them needs a Master. `letters` are the
    counts of the hand's letter cards."""
    left, lacking = dict(letters), 0
    for letter in wanted:
        held = left.get(letter, 0)
        left[letter] = held - 1
        lacking += held <= 0
    return lacking


def with_masters(word: str, masters: int) -> str:
    """Return `word` with the letters at the places of the bit set `masters` in lower case."""
    place = 0
    while masters:
        if masters & 1:
            word = word[:place] + word[place].lower() + word[place + 1 :]
        masters >>= 1
        place += 1
    return word


def _lacking_letters(wanted: Wanted, letters: Mapping[str, int]) -> dict[str, int]:
    """Return how many cards of each letter the hand lacks to make the text `wanted`. `letters` are the counts
    of the hand's letter cards. Letters that are not lacking are left out."""
    count: dict[str, int] = {}
    for _, letter in wanted:
        count[letter] = count.get(letter, 0) + 1
    return {letter: n - has for letter, n in count.items() if n > (has := letters.get(letter, 0))}


def _needed(wanted: Wanted, lacking: Mapping[str, int]) -> tuple[int, ...]:
    """Return every choice of places for the Masters that a hand needs to make the text `wanted`, as bit sets.
    `lacking` is the number of letter cards that the hand lacks, by letter."""
    each = []
    for letter, number in lacking.items():
        places = [1 << place for place, one in wanted if one == letter]
        each.append([sum(some) for some in combinations(places, number)])
    if len(each) == 1:
        return tuple(each[0])
    return tuple(sum(some) for some in product(*each))


@cache  # one entry for each set of places and number
def _subsets_up_to(places: int, number: int) -> tuple[int, ...]:
    """Return every bit set that has at most `number` of the bits of the bit set `places`."""
    single = [1 << place for place in range(places.bit_length()) if places >> place & 1]
    return tuple(sum(some) for n in range(number + 1) for some in combinations(single, n))
