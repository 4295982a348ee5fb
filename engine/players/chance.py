"""Where a simulated player's whims come from, and what is done with them."""

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Chance(Protocol):
    """A source of whims; `random.Random` is one."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def randrange(self, start: int, /) -> int:
        """A whole number from 0 to below `start`."""


def picked(items: Sequence[Item], rng: Chance) -> Item:
    """One of the items, each as likely."""
    return items[rng.randrange(len(items))]


def drawn(items: list[Item], rng: Chance) -> Iterator[Item]:
    """The items one by one, in any order; `items` loses those that are drawn."""
    while items:
        yield items.pop(rng.randrange(len(items)))
