"""Which of equal letters come from the hand, and which are Masters.

A word that wants three Es of a hand with two gets the third from a Master: any of the three. Such words are
few: they are parted from the others, and written one by one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from engine.words.pattern import LengthIndex


@dataclass(frozen=True, slots=True)
class Scarce:
    """A letter that the hand has `held` times, and some word wants more often."""

    letter: str
    held: int


@dataclass(frozen=True, slots=True)
class Ration:
    """A line in which Masters stand for what the hand has too few of: `need` are their letters, in lower
    case. A letter at one of the places `cards` comes from the hand: as a Master it is found in another
    ration."""

    line: str
    need: str
    cards: tuple[int, ...] = ()


def scarce_letters(
    index: LengthIndex, some: int, lying: str, letters: Mapping[str, int]
) -> tuple[int, tuple[Scarce, ...]]:
    """Of the words `some`, which have `lying` changed into them card by card, `.` where nothing lies, those
    that want more of some letter than the hand has (`letters`, how many of each), as a set; and which letters
    these are."""
    short, scarce = 0, []
    for letter, held in letters.items():
        more = index.holding_each(letter) if letter not in lying else index.brought(lying, letter)
        wanting = more[held] & some if len(more) > held else 0
        if wanting:
            short |= wanting
            scarce.append(Scarce(letter, held))
    return short, tuple(scarce)


def rationed(line: str, need: str, scarce: tuple[Scarce, ...], lying: str) -> Iterator[Ration]:
    """Every way to give Masters for the scarce letters of `line`, as few as can be. It ends with a word as
    long as `lying`; `need` are the letters that Masters stand for already."""
    first = len(line) - len(lying)
    rations = [Ration(line, need)]
    for one in scarce:
        letter, held = one.letter, one.held
        if line.count(letter, first) <= held:
            continue
        wanted = [
            place
            for place, (card, was) in enumerate(zip(line[first:], lying, strict=True), first)
            if card == letter != was
        ]
        short = len(wanted) - held
        if short > 0:
            rations = [
                _given(ration, letter.lower(), wanted, places)
                for ration in rations
                for places in combinations(wanted, short)
            ]
    yield from rations


def _given(ration: Ration, master: str, wanted: list[int], places: tuple[int, ...]) -> Ration:
    """Masters at `places`, the first of those `wanted` that have one."""
    line, kept, last = ration.line, ration.cards, places[-1]
    for place in wanted:
        if place in places:
            line = f"{line[:place]}{master}{line[place + 1 :]}"
        elif place < last:
            kept = (*kept, place)
    return Ration(line, ration.need + master * len(places), kept)
