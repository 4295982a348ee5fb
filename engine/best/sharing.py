"""Which of equal letters come from the hand, and which are Masters.

A word that wants three Es of a hand with two gets the third from a Master: any of the three. So that all such
words can be written at once, a set of words is parted here by the places at which Masters stand for letters
that the hand has, but not often enough.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.cards import LETTERS
from engine.words.pattern import LengthIndex


@dataclass(frozen=True, slots=True)
class Share:
    """Some words of a length, as a set, in which the same places need Masters. `masters[i]` has the letters
    that only a Master gives at place i. A letter of `real[i]` is a card at place i: as a Master it is found
    in another share."""

    some: int
    masters: tuple[frozenset[str], ...]
    real: tuple[frozenset[str], ...]


def shares(
    index: LengthIndex, some: int, lying: str, letters: Mapping[str, int], wild: int
) -> Iterator[Share]:
    """The words of the set `some`, which have `lying` changed into them card by card, `.` where nothing lies,
    by how the hand's `letters` (how many of each) are shared out; at most `wild` they cannot give."""
    scarce = []
    for letter, held in letters.items():
        more = index.holding_each(letter) if letter not in lying else index.brought(lying, letter)
        if len(more) > held and more[held] & some:
            scarce.append((letter, more[held:]))
    yield from _parted(index, whole(some, lying, letters), lying, scarce, wild)


def whole(some: int, lying: str, letters: Iterable[str]) -> Share:
    """As `shares`, when the hand has enough of each of its letters."""
    others = frozenset(LETTERS).difference(letters)
    return Share(some, tuple([others - {card} for card in lying]), (frozenset(),) * len(lying))


def _parted(
    index: LengthIndex, share: Share, lying: str, scarce: Sequence[tuple[str, tuple[int, ...]]], wild: int
) -> Iterator[Share]:
    """`scarce` has letters with the words that want one more than there are, two more, ..."""
    some = share.some
    for number, (letter, more) in enumerate(scarce):
        wanting = some & more[0]
        some ^= wanting
        for short in range(1, wild + 1):
            if not wanting:
                break
            longer = wanting & more[short] if short < len(more) else 0
            for one in _given(index, share, wanting ^ longer, lying, letter, short):
                yield from _parted(index, one, lying, scarce[number + 1 :], wild - short)
            wanting = longer
    if some:
        yield Share(some, share.masters, share.real)


def _given(
    index: LengthIndex, share: Share, among: int, lying: str, letter: str, short: int
) -> Iterator[Share]:
    """The words `among` parted by which `short` places a Master stands for `letter` at, the first such
    places."""
    wanted = [place for place, card in enumerate(lying) if card != letter] if among else []
    for places in combinations(wanted, short):
        some = among
        for place in places:
            some &= index.at(place, letter)
        if some:
            masters, real = list(share.masters), list(share.real)
            for place in wanted[: wanted.index(places[-1]) + 1]:
                changed = masters if place in places else real
                changed[place] |= {letter}
            yield Share(some, tuple(masters), tuple(real))
