"""Parting a clock's cards into its thirteen words, wherever they lie: what every play of it comes to (CLK).

An exact cover, searched where the fewest words are left: at the letter that fewest can use up, or the place
that fewest can complete.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import LETTERS
from engine.solve.answer import Expired, OutOfTime
from engine.solve.letters import ONE, count, holds, packed

ENOUGH: Final = 3
"""Partitions taken that differ only in the words found last: more are too much alike to be worth trying."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A word for a place: `need` are the letters it still takes, packed."""

    place: int
    word: str
    need: int


class Partitions:
    """All ways to complete the places' words with just the letters there are."""

    __slots__ = ("_expired", "looked")

    def __init__(self, expired: Expired) -> None:
        self._expired: Final = expired
        self.looked = 0

    def found(self, choices: Sequence[Choice], letters: int, places: int) -> Iterator[tuple[str, ...]]:
        """The words by place, one partition after the other, those first that use hard letters early."""
        yield from self._search(tuple(choices), letters, {}, places)

    def _search(
        self, choices: Sequence[Choice], left: int, chosen: dict[int, str], places: int
    ) -> Iterator[tuple[str, ...]]:
        if self._expired():
            raise OutOfTime
        self.looked += 1
        if len(chosen) == places:
            if not left:
                yield tuple(chosen[place] for place in range(places))
            return
        fitting = [choice for choice in choices if holds(left, choice.need)]
        some = _fewest(fitting, left, [place for place in range(places) if place not in chosen])
        few, given = places - len(chosen) <= ENOUGH, 0
        for choice in some:
            rest = [other for other in fitting if other.place != choice.place]
            deeper = {**chosen, choice.place: choice.word}
            for partition in self._search(rest, left - choice.need, deeper, places):
                yield partition
                given += 1
                if few and given == ENOUGH:
                    return


def _fewest(choices: Sequence[Choice], left: int, places: Sequence[int]) -> list[Choice]:
    """The choices of the letter or place that has the fewest; one of them is in every partition."""
    at: dict[int, list[Choice]] = {place: [] for place in places}
    with_letter: dict[str, list[Choice]] = {letter: [] for letter in LETTERS if count(left, letter)}
    for choice in choices:
        at[choice.place].append(choice)
        for letter in set(choice.word):
            if letter in with_letter and choice.need // ONE[letter] & 31:
                with_letter[letter].append(choice)
    return min((*at.values(), *with_letter.values()), key=len)


def choices_for(place: int, begun: str, listed: Sequence[str]) -> Iterator[Choice]:
    """The words a place that holds `begun` may be completed to."""
    for word in listed:
        if word.startswith(begun):
            yield Choice(place, word, packed(word[len(begun) :]))
