"""Plays of Lexicon as lines of notation, written many at once: `+CAT`, `2:CAT<SCaT`, `2:CAT=CoT`.

The words that can be made of one word on the table are laid under one another, all equally long, so that a
column of them is one slice: the letters that no card gives are made Masters by a few operations for all the
words. A line is ranked by one number, and becomes a move only when somebody reads it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Final

from engine.best.sharing import Scarce, rationed
from engine.cards import LETTERS, MASTER, Pack
from engine.words import WordList
from engine.words.growth import insertions

POINT: Final = 1 << 16
"""What a point that leaves the hand takes off a play's rank: more than its Masters and ways come to."""
SPENT: Final = 1 << 10
"""What a Master spent adds to the rank: more than there are ways to build on a word."""

Lines = dict[int, list[str]]
"""Lines of notation by their rank."""

Figures = tuple[int, ...]
"""The figures on a pack's letter cards, A to Z, then a Master's."""

_END: Final = "\n"
_BUT_MASTERS: Final = bytes(code for code in range(128) if not chr(code).islower() and chr(code) != _END)


def figures_of(pack: Pack) -> Figures:
    """A pack's figures as a value to look up by."""
    return tuple(pack.figures[card] for card in LETTERS + MASTER)


@lru_cache(maxsize=128)  # a list has words of some thirty lengths, and tables have few lists and packs
def standings(words: WordList, length: int, figures: Figures) -> tuple[int, ...]:
    """The rank of each word of a length, laid without a Master: the points of its cards, then in how many
    ways others can build on it."""
    listed = words.of_length(length)
    points = bytes.maketrans(LETTERS.encode(), bytes(figures[:-1]))
    columns = ("".join(listed)[place::length].encode().translate(points) for place in range(length))
    ways = [insertions(words, word) for word in listed]
    return tuple(more - POINT * sum(worth) for more, *worth in zip(ways, *columns, strict=True))


class Costs(dict[str, int]):
    """What Masters add to the rank, by the letters they stand for, in lower case: reckoned once each."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._each: Final = {
            letter.lower(): POINT * (figures[number] - figures[-1]) + SPENT
            for number, letter in enumerate(LETTERS)
        }

    def __missing__(self, letters: str) -> int:
        return self.setdefault(letters, sum(map(self._each.__getitem__, letters)))


@lru_cache(maxsize=16)
def costs_of(figures: Figures) -> Costs:
    """The costs of a pack's Masters, kept."""
    return Costs(figures)


@dataclass(frozen=True, slots=True)
class Form:
    """How lines are written: `head` begins each; there are `wild` Masters to spend, and each adds to the rank
    what `costs` has for the letter it stands for. A word comes to lie where `lying` does, `.` where nothing
    lies; only Masters can stand for letters that are not in `letters` (how many of each). Where `kept` is
    given, only lines that hold its cards in their order are plays."""

    head: str
    wild: int
    costs: Costs
    lying: str
    letters: Mapping[str, int]
    kept: str = ""


def write(found: Lines, form: Form, words: Sequence[str], ranks: Sequence[int]) -> None:
    """Add every line that makes one of `words`, with every choice of its Masters; the hand has enough of each
    of its letters. `ranks` are those of the words without a Master."""
    lines, needs = _needed(form, words)
    wild = form.wild
    ranked = map(add, ranks, map(form.costs.__getitem__, needs))
    for line, need, rank in zip(lines, needs, ranked, strict=True):
        found[rank].append(line)
        if len(need) < wild:
            spread(found, form, line, rank, wild - len(need))


def write_rationed(
    found: Lines, form: Form, scarce: tuple[Scarce, ...], words: Sequence[str], ranks: Sequence[int]
) -> None:
    """As `write`, for words that want more of the `scarce` letters than the hand has."""
    lines, needs = _needed(form, words)
    for line, need, rank in zip(lines, needs, ranks, strict=True):
        for ration in rationed(line, need, scarce, form.lying):
            if not form.kept or keeps(form.kept, ration.line, len(form.head)):
                cost = rank + form.costs[ration.need]
                found[cost].append(ration.line)
                if len(ration.need) < form.wild:
                    spread(found, form, ration.line, cost, form.wild - len(ration.need), ration.cards)


def spread(
    found: Lines,
    form: Form,
    line: str,
    rank: int,
    spare: int,
    cards: Sequence[int] = (),
    start: int | None = None,
) -> None:
    """Add the lines that have up to `spare` more Masters than `line`, none of them at a place of `cards`,
    from place `start` on: from the first of its word if that is left out."""
    first, kept, costs = len(form.head), form.kept, form.costs
    masters = line.lower()
    for place in range(first if start is None else start, len(line)):
        master = masters[place]
        if master == line[place] or place in cards:
            continue
        after = f"{line[:place]}{master}{line[place + 1 :]}"
        if not kept or keeps(kept, after, first):
            cost = rank + costs[master]
            found[cost].append(after)
            if spare > 1:
                spread(found, form, after, cost, spare - 1, cards, place + 1)


def keeps(cards: str, line: str, start: int = 0) -> bool:
    """Whether a line holds `cards` in their order from place `start` on; `?` is a Master for any letter."""
    place = start
    for card in cards:
        if card == MASTER:
            place = next((i for i in range(place, len(line)) if line[i].islower()), -1) + 1
        else:
            place = line.find(card, place) + 1
        if not place:
            return False
    return True


def in_order(found: Lines) -> list[list[str]]:
    """The lines, the best first, those together that rank alike."""
    return [found[rank] for rank in sorted(found)]


def _needed(form: Form, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines with Masters for the letters that are not in the hand, and what these stand for."""
    head = form.head
    sheet = bytearray((head + (_END + head).join(words)).encode())
    width = len(head) + len(words[0]) + len(_END)
    for place, card in enumerate(form.lying, len(head)):
        sheet[place::width] = sheet[place::width].translate(_lowered(frozenset((*form.letters, card))))
    needs = sheet.translate(None, _BUT_MASTERS)
    return sheet.decode().split(_END), needs.decode().split(_END)


@lru_cache(maxsize=1024)  # a table's words and hands have so many sets of letters
def _lowered(letters: frozenset[str]) -> bytes:
    """The table that makes Masters of all letters but these."""
    some = "".join(letter for letter in LETTERS if letter not in letters)
    return bytes.maketrans(some.encode(), some.lower().encode())
