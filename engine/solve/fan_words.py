"""Find the words that the top cards of fanned piles spell, with the cards that they uncover (S1-2, S1-3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.words.graph import BITS, Node, StepCounter


@dataclass(frozen=True, slots=True)
class TakenWord:
    """A word taken from piles."""

    word: str
    sources: tuple[int, ...]
    """The pile of each letter."""
    heights: tuple[int, ...]
    """The number of cards gone from each pile after the word was taken."""


class FanSearch:
    """A search, letter by letter, for words from the tops of fanned piles. A letter can be taken only while
    it is the top card of its pile.

    `heights` are the numbers of cards already taken off the `piles` (top card first). If several piles show
    the needed letter, all of them are tried if `every`; otherwise only the pile with the most cards left.
    """

    def __init__(
        self, piles: Sequence[str], heights: Sequence[int], count_step: StepCounter, *, every: bool
    ) -> None:
        self.piles: Final = piles
        self.heights: Final = list(heights)
        self.count_step: Final = count_step
        self.every: Final = every
        self.text: Final[list[str]] = []
        self.sources: Final[list[int]] = []
        self.tops: Final[dict[str, list[int]]] = {}
        for index, height in enumerate(heights):
            if height < len(piles[index]):
                self.tops.setdefault(piles[index][height], []).append(index)

    def taken_words(self, words: Node, letter: str, barred: str = "") -> Iterator[TakenWord]:
        """Yield a `TakenWord` for each word of the graph `words` that can be taken, contains `letter`, and
        contains none of the letters `barred`."""
        closed = 0
        for other in barred:
            closed |= BITS[other]
        yield from self._words(words, BITS[letter], closed)

    def _words(self, node: Node, need: int, closed: int) -> Iterator[TakenWord]:
        self.count_step()
        if node.is_word and not need and self._is_complete():
            yield TakenWord("".join(self.text), tuple(self.sources), self._heights_now())
        for letter, following in node.children.items():
            holders = self.tops.get(letter)
            bit = BITS[letter]
            left = need & ~bit
            if not holders or bit & closed or left & ~following.letters_below:
                continue
            for index in self._chosen(holders):
                self._lift(letter, index)
                yield from self._words(following, left, closed)
                self._put_back(letter, index)

    def _is_complete(self) -> bool:
        return True

    def _heights_now(self) -> tuple[int, ...]:
        return tuple(self.heights)

    def _chosen(self, holders: Sequence[int]) -> list[int]:
        """Return the piles from which the next letter is to be taken. `holders` are the piles that show it.
        If `every`, return one pile for each different rest of cards. Otherwise return only the pile with the
        most cards left."""
        if len(holders) == 1:
            return list(holders)
        left = {}
        for index in holders:
            self.count_step()
            left[self.piles[index][self.heights[index] :]] = index
        if self.every:
            return list(left.values())
        return [left[max(left, key=len)]]

    def _lift(self, letter: str, index: int) -> None:
        self.text.append(letter)
        self.sources.append(index)
        self.tops[letter].remove(index)
        self.heights[index] += 1
        if self.heights[index] < len(self.piles[index]):
            self.tops.setdefault(self.piles[index][self.heights[index]], []).append(index)

    def _put_back(self, letter: str, index: int) -> None:
        self.text.pop()
        self.sources.pop()
        if self.heights[index] < len(self.piles[index]):
            self.tops[self.piles[index][self.heights[index]]].remove(index)
        self.heights[index] -= 1
        self.tops[letter].append(index)


class AnyOrderFanSearch(FanSearch):
    """A search for words whose letters may be taken in any order, so that a word may use a letter before the
    letter that covers it. When the word is complete, its letters must be the top cards of their piles."""

    def __init__(
        self, piles: Sequence[str], heights: Sequence[int], count_step: StepCounter, *, every: bool
    ) -> None:
        super().__init__(piles, heights, count_step, every=every)
        self.begun: Final = tuple(heights)
        self.gone: Final[dict[int, list[int]]] = {index: [] for index in range(len(piles))}
        self.tops.clear()
        for index, pile in enumerate(piles):
            for depth in range(heights[index], len(pile)):
                self.tops.setdefault(pile[depth], []).append(index)

    def _is_complete(self) -> bool:
        """Return True if the cards taken from each pile are its top cards."""
        return all(
            max(depths) - self.begun[index] + 1 == len(depths)
            for index, depths in self.gone.items()
            if depths
        )

    def _chosen(self, holders: Sequence[int]) -> list[int]:
        alike = {}
        for index in dict.fromkeys(holders):
            self.count_step()
            alike[self.piles[index][self.begun[index] :], tuple(sorted(self.gone[index]))] = index
        return list(alike.values())

    def _lift(self, letter: str, index: int) -> None:
        self.text.append(letter)
        self.sources.append(index)
        self.tops[letter].remove(index)
        pile, lifted = self.piles[index], self.gone[index]
        lifted.append(
            next(d for d in range(self.begun[index], len(pile)) if pile[d] == letter and d not in lifted)
        )
        self.heights[index] += 1

    def _put_back(self, letter: str, index: int) -> None:
        self.text.pop()
        self.sources.pop()
        self.tops[letter].append(index)
        self.gone[index].pop()
        self.heights[index] -= 1
