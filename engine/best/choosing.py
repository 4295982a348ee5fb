"""Find all ways to use the hand's Masters in plays, for many plays at once.

Each play is one line of notation. Lines of equal length are joined into one text, the sheet. Every n-th
character of the sheet, a column, is the character of all plays at one place. Counts for all plays are
held in one large integer with an octet for each play. So a few operations on large integers tell for
every play whether a Master already lies at a place, and whether the hand has the letters that the play
needs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, compress
from operator import add as plus
from operator import or_
from typing import Final

from engine.best.play_rank import Costs, Lines

LINE_END: Final = "\n"
"""The character between two lines of notation that are joined into one text (a sheet)."""

_TOO_MANY_MASTERS_BIT: Final = 0x80
"""The bit of a play's octet that is set if the hand has too few cards or Masters for the play."""
_MASTER_BITS: Final = bytes(_TOO_MANY_MASTERS_BIT * chr(code).islower() for code in range(256))

_Count = tuple[int, list[int]]
"""The counts of one letter in many plays: a pair of a large integer and a list of large integers, each
with an octet for each play.

The first integer tells how many cards of the letter each play needs. A constant is added, so that an
octet reaches `_TOO_MANY_MASTERS_BIT` where the hand has too few. The list tells, for each place of the
word, by how much a Master at this place lowers the need of each play.
"""


@dataclass(frozen=True, slots=True)
class Batch:
    """The common part of a group of plays in notation."""

    length: int
    """The number of letters of the word that each play makes."""
    first: int
    """The index, in each line of notation, of the first letter of the word."""
    unused_masters: int
    """The number of Masters of the hand that the plays do not use yet."""
    needs_master: bool
    """True if the hand has too few cards of some letter for each word, so that a further Master is
    needed."""


MasterChoices = dict[Batch, tuple[list[str], list[int]]]
"""The plays in which further letters may be laid as Masters, as lines of notation with their ranks. Plays
with the same `Batch` are together, because a large batch takes less time for each play."""


def add_to_batch(
    master_choices: MasterChoices, batch: Batch, lines: Iterable[str], ranks: Iterable[int]
) -> None:
    """Add plays in notation, with their ranks, to the plays of `batch` in `master_choices`."""
    some, theirs = master_choices.setdefault(batch, ([], []))
    some.extend(lines)
    theirs.extend(ranks)


def add_masters(
    found: Lines, master_choices: MasterChoices, letters: Mapping[str, int], costs: Costs
) -> None:
    """Add to `found` the lines of `master_choices` with further letters turned into Masters, in every way
    that the hand allows. `letters` are the numbers of the hand's letter cards."""
    for batch, (lines, ranks) in master_choices.items():
        for places, fit in _fitting(batch, _sheet(lines), letters):
            _add_lines(found, list(compress(lines, fit)), compress(ranks, fit), places, costs)


@cache  # there are 256
def octet_marks(code: int) -> bytes:
    """Return the translation table that makes the octet `code` a one, and every other octet a zero."""
    return bytes(one == code for one in range(256))


def _sheet(lines: Iterable[str]) -> bytes:
    """Return the lines of notation joined into one text (a sheet), each followed by `LINE_END`."""
    return (LINE_END.join(lines) + LINE_END).encode()


def _fitting(batch: Batch, sheet: bytes, letters: Mapping[str, int]) -> Iterator[tuple[list[int], bytes]]:
    """Yield sets of places at which Masters may lie together in some of the plays. Each set comes with an
    octet for each play, which is not 0 if the play can have Masters at all places of the set."""
    width = batch.first + batch.length + len(LINE_END)
    columns = [sheet[place::width] for place in range(batch.first, width - len(LINE_END))]
    size = len(columns[0])
    masters = [_marked(column, _MASTER_BITS) for column in columns]
    counts = list(_counts(batch, sheet, columns, letters)) if batch.needs_master else []
    every = _all(_TOO_MANY_MASTERS_BIT, size)
    for number in range(1, batch.unused_masters + 1):
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
    """Yield the counts (`_Count`) of each letter of which some play needs more cards than the hand has. Every
    count fits into an octet, because no hand is that large."""
    same = _already_lying(batch, sheet, columns)
    size = len(columns[0])
    for letter, held in letters.items():
        if held < batch.length:
            mark = octet_marks(ord(letter))
            each = [
                _marked(column, mark) & ~has_letter for column, has_letter in zip(columns, same, strict=True)
            ]
            wanted = _all(_TOO_MANY_MASTERS_BIT - 1 - held, size) + sum(each)
            if wanted & _all(_TOO_MANY_MASTERS_BIT, size):
                yield wanted, each


def _already_lying(batch: Batch, sheet: bytes, columns: Sequence[bytes]) -> list[int]:
    """Return a large integer for each place of the word, with one octet for each play. The octet is 1 if the
    play leaves the letter that lies at this place, such as C and T in `2:CART=COAT`."""
    before = batch.first - len("=") - batch.length
    if before < 0:
        return [0] * batch.length
    width = batch.first + batch.length + len(LINE_END)
    return [_equal(sheet[before + place :: width], column) for place, column in enumerate(columns)]


def _equal(some: bytes, others: bytes) -> int:
    """Return an integer with one octet for each line: 1 if the two columns have the same letter."""
    differ = int.from_bytes(some) ^ int.from_bytes(others)
    return _marked(differ.to_bytes(len(some)), octet_marks(0))


def _add_lines(
    best_lines: Lines, lines: Sequence[str], ranks: Iterable[int], places: Iterable[int], costs: Costs
) -> None:
    """Add `lines` to `best_lines` with their letters at `places` turned into Masters, and with the cost of
    these Masters added to their ranks."""
    sheet, width = bytearray(_sheet(lines)), len(lines[0]) + len(LINE_END)
    for place in places:
        column = sheet[place::width].lower()
        sheet[place::width] = column
        ranks = map(plus, ranks, map(costs.each.__getitem__, column))
    best_lines.add(sheet.decode().splitlines(), ranks)


def _marked(column: bytes, marks: bytes) -> int:
    """Return the characters of all plays at one place as one large integer. The table `marks` translates each
    character to an octet."""
    return int.from_bytes(column.translate(marks))


def _all(octet: int, size: int) -> int:
    """Return an integer of `size` octets, each with the value `octet`."""
    return int.from_bytes(bytes((octet,)) * size)
