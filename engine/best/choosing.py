"""Which cards of a line are Masters: every choice the hand allows, for many lines at once.

Lines equally long are laid under one another, so that a column of them is one slice. What is counted in each
of them is an octet of one big integer, and a choice of places is asked of all in a few operations: does a
Master lie at one of them already, and does the hand have what is left of each letter.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, compress
from operator import add as plus
from operator import or_
from typing import Final

from engine.best.rank import Costs, Lines

END: Final = "\n"
"""What parts the lines of a sheet."""

_OVER: Final = 0x80
"""The bit of an octet that is set where a line cannot have what is asked."""
_MASTERS: Final = bytes(_OVER * chr(code).islower() for code in range(256))

_Count = tuple[int, list[int]]
"""A count in each line, over where it reaches `_OVER`, and what a Master at each place takes off it."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Lines as long as one another: their words have `length` letters, the first of them at `first`, and
    there are `spare` Masters for them yet. If `short` each word wants more of a letter than the hand has, so
    that the lines are no plays without another Master."""

    length: int
    first: int
    spare: int
    short: bool


Choosing = dict[Batch, tuple[list[str], list[int]]]
"""Lines in which Masters can be chosen, with their ranks: the more are together the sooner each is done."""


def choose(choosing: Choosing, batch: Batch, lines: Iterable[str], ranks: Iterable[int]) -> None:
    """Add lines to those in which Masters can be chosen."""
    some, theirs = choosing.setdefault(batch, ([], []))
    some.extend(lines)
    theirs.extend(ranks)


def spread(found: Lines, choosing: Choosing, letters: Mapping[str, int], costs: Costs) -> None:
    """Add every line that has more Masters than one of `choosing`; `letters` are the hand's, how many of
    each."""
    for batch, (lines, ranks) in choosing.items():
        for places, fit in _fitting(batch, _sheet(lines), letters):
            _give(found, list(compress(lines, fit)), compress(ranks, fit), places, costs)


@cache  # there are 256
def only(code: int) -> bytes:
    """The table that makes one octet a one, and every other nought."""
    return bytes(one == code for one in range(256))


def _sheet(lines: Iterable[str]) -> bytes:
    """Lines under one another."""
    return (END.join(lines) + END).encode()


def _fitting(batch: Batch, sheet: bytes, letters: Mapping[str, int]) -> Iterator[tuple[list[int], bytes]]:
    """Places of lines that may all have Masters besides, with an octet for each line: whether it can."""
    width = batch.first + batch.length + len(END)
    columns = [sheet[place::width] for place in range(batch.first, width - len(END))]
    size = len(columns[0])
    masters = [_marked(column, _MASTERS) for column in columns]
    counts = list(_counts(batch, sheet, columns, letters)) if batch.short else []
    every = _all(_OVER, size)
    for number in range(1, batch.spare + 1):
        for places in combinations(range(batch.length), number):
            over = reduce(or_, map(masters.__getitem__, places))
            for wanted, each in counts:
                over |= wanted - sum(map(each.__getitem__, places))
            fit = every & ~over
            if fit:
                yield [batch.first + place for place in places], fit.to_bytes(size)


def _counts(
    batch: Batch, sheet: bytes, columns: Sequence[bytes], letters: Mapping[str, int]
) -> Iterator[_Count]:
    """How often the hand's letters are wanted, each that some line wants too often. No hand has so many cards
    that an octet could not count them."""
    same = _lying(batch, sheet, columns)
    size = len(columns[0])
    for letter, held in letters.items():
        if held < batch.length:
            mark = only(ord(letter))
            each = [_marked(column, mark) & ~lies for column, lies in zip(columns, same, strict=True)]
            wanted = _all(_OVER - 1 - held, size) + sum(each)
            if wanted & _all(_OVER, size):
                yield wanted, each


def _lying(batch: Batch, sheet: bytes, columns: Sequence[bytes]) -> list[int]:
    """For each place the lines whose letter there lies there already: `2:CART=COAT` tells of both words."""
    before = batch.first - len("=") - batch.length
    if before < 0:
        return [0] * batch.length
    width = batch.first + batch.length + len(END)
    return [_equal(sheet[before + place :: width], column) for place, column in enumerate(columns)]


def _equal(some: bytes, others: bytes) -> int:
    """Where two columns have the same letter."""
    differ = int.from_bytes(some) ^ int.from_bytes(others)
    return _marked(differ.to_bytes(len(some)), only(0))


def _give(
    found: Lines, lines: Sequence[str], ranks: Iterable[int], places: Iterable[int], costs: Costs
) -> None:
    """Add lines with Masters at some places besides."""
    sheet, width = bytearray(_sheet(lines)), len(lines[0]) + len(END)
    for place in places:
        column = sheet[place::width].lower()
        sheet[place::width] = column
        ranks = map(plus, ranks, map(costs.each.__getitem__, column))
    found.add(sheet.decode().splitlines(), ranks)


def _marked(column: bytes, marks: bytes) -> int:
    """A column as octets of one integer, each as `marks` has it."""
    return int.from_bytes(column.translate(marks))


def _all(octet: int, size: int) -> int:
    """An octet so many times."""
    return int.from_bytes(bytes((octet,)) * size)
