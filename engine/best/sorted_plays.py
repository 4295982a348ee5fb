"""A sequence of all plays of a hand, best first. Each play is kept as a line of notation, and becomes a
value when it is read."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final, TypeVar, overload

T = TypeVar("T")


class Ranking(Sequence[T]):
    """A sequence of plays, best first. A play is kept as a line of notation, and becomes a value when it is
    read.

    All lines are found and ranked in advance. Lines of equal rank are sorted, in the order of the notation,
    when a play of this rank is read. A search has about fifty thousand plays, and a caller usually reads ten.
    """

    def __init__(self, ties: Sequence[Sequence[str]], play_of_line: Callable[[str], T]) -> None:
        """Make the sequence from `ties`: lists of lines of equal rank, the best list first. `play_of_line`
        is a function that returns the play of a line."""
        self._ties: Final = ties
        self._ends: Final = list(accumulate(map(len, ties)))
        self._play_of_line: Final = play_of_line

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[T]:
        for lines in self._ties:
            yield from map(self._play_of_line, sorted(lines))

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = index if index >= 0 else len(self) + index
        if not 0 <= number < len(self):
            raise IndexError(f"play {index} of {len(self)}")
        tie = bisect_right(self._ends, number)
        lines = sorted(self._ties[tie])
        return self._play_of_line(lines[number - self._ends[tie]])
