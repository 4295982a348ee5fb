"""Plays of Lexicon as lines of notation, written many at once: `+CAT`, `2:CAT<SCaT`, `2:CAT=CoT`.

The words that can be made of one word on the table are laid under one another, all equally long, so that a
column of them is one slice: the letters that no card gives are made Masters by a few operations for all the
words. A line is ranked by one number, and becomes a move only when somebody reads it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Final

from engine.best.sharing import Share
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
    """How lines are written: `head` begins each; `wild` Masters there are to spend, and each adds to the rank
    what `costs` has for the letter it stands for. Only lines whose word is `kept` are plays."""

    head: str
    wild: int
    costs: Costs
    kept: re.Pattern[str] | None = None


def write(found: Lines, form: Form, share: Share, words: Sequence[str], ranks: Iterable[int]) -> None:
    """Add every line that makes one of `words`, those of a share, with every choice of its Masters; `ranks`
    are those of the words without one."""
    lines, needs = _needed(form.head, share.masters, words)
    for line, need, rank in zip(
        lines, needs, map(add, ranks, map(form.costs.__getitem__, needs)), strict=True
    ):
        if form.kept is None or form.kept.match(line, len(form.head)):
            found[rank].append(line)
            if len(need) < form.wild:
                spread(found, form, share, line, rank, form.wild - len(need))


def spread(found: Lines, form: Form, share: Share, line: str, rank: int, spare: int, start: int = 0) -> None:
    """Add the lines that have up to `spare` more Masters than `line`, from place `start` of its word on."""
    first, kept, costs = len(form.head), form.kept, form.costs
    masters = line.lower()
    for place, real in enumerate(share.real[start:], first + start):
        letter, master = line[place], masters[place]
        if master == letter or letter in real:
            continue
        after = f"{line[:place]}{master}{line[place + 1 :]}"
        if kept is None or kept.match(after, first):
            cost = rank + costs[master]
            found[cost].append(after)
            if spare > 1:
                spread(found, form, share, after, cost, spare - 1, place - first + 1)


def in_order(found: Lines) -> list[list[str]]:
    """The lines, the best first, those together that rank alike."""
    return [found[rank] for rank in sorted(found)]


def _needed(
    head: str, masters: Sequence[frozenset[str]], words: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The lines with as few Masters as can be, and the letters these stand for."""
    sheet = bytearray((head + (_END + head).join(words)).encode())
    width = len(head) + len(words[0]) + len(_END)
    for place, letters in enumerate(masters, len(head)):
        sheet[place::width] = sheet[place::width].translate(_lowered(letters))
    needs = sheet.translate(None, _BUT_MASTERS)
    return sheet.decode().split(_END), needs.decode().split(_END)


@lru_cache(maxsize=1024)  # a table's words and hands have so many sets of letters
def _lowered(letters: frozenset[str]) -> bytes:
    some = "".join(letters)
    return bytes.maketrans(some.encode(), some.lower().encode())
