"""A source of random numbers for simulated players, and choices made with it."""

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Chance(Protocol):
    """The interface of a source of random numbers, such as `random.Random`."""

    def random(self) -> float:
        """Return a random number from 0 up to, but not including, 1."""

    def randrange(self, start: int, /) -> int:
        """Return a random whole number from 0 to below `start`."""


def random_choice(items: Sequence[Item], rng: Chance) -> Item:
    """Return one of the items, each with equal probability."""
    return items[rng.randrange(len(items))]


def in_random_order(items: list[Item], rng: Chance) -> Iterator[Item]:
    """Yield the elements of `items` one by one in random order, and remove them from `items`."""
    while items:
        yield items.pop(rng.randrange(len(items)))
