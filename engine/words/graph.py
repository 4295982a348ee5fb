"""A word list as a graph of letters: words that go on alike share their way on (a minimal automaton).

Each node knows which letters can still come, so that a search for words with a certain letter turns back in
time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from engine.cards import LETTERS

BITS: Final[Mapping[str, int]] = {letter: 1 << place for place, letter in enumerate(LETTERS)}
"""Each letter's bit in a set of letters."""


Step = Callable[[], None]
"""Called at every node of a search, which it may end by raising."""


class Node:
    """A place in the graph. `ends`: a word may end here. `ahead`: the letters that some way on holds, as
    bits. `number` tells the nodes apart while the graph is made."""

    __slots__ = ("ahead", "ends", "nexts", "number")

    def __init__(self) -> None:
        self.nexts: dict[str, Node] = {}
        self.ends = False
        self.ahead = 0
        self.number = 0

    def known(self) -> tuple[object, ...]:
        """What tells this node from others: where it leads."""
        return (self.ends, *((letter, node.number) for letter, node in self.nexts.items()))


def graph(words: Iterable[str]) -> Node:
    """The graph of `words`, which come in alphabetical order; its first node."""
    root = Node()
    kept: dict[tuple[object, ...], Node] = {}
    path, before = [root], ""
    for word in words:
        shared = _shared(before, word)
        _settle(path, before, shared, kept)
        for letter in word[shared:]:
            node = Node()
            path[-1].nexts[letter] = node
            path.append(node)
        path[-1].ends = True
        before = word
    _settle(path, before, 0, kept)
    root.ahead = _ahead(root)
    return root


def on_and_on() -> None:
    """The step of a search without end."""


def spelt_with(
    node: Node, letters: Mapping[str, int], need: int = 0, step: Step = on_and_on
) -> Iterator[str]:
    """The words spelt with some of `letters` (how many of each) that hold all letters of the set `need`."""
    return _spelt(node, dict(letters), need, "", step)  # its own: a search may be left half-way


def spelt_with_wild(
    node: Node, letters: dict[str, int], wild: int, longest: int, text: str = "", step: Step = on_and_on
) -> Iterator[str]:
    """The words of up to `longest` letters spelt with some of `letters` and up to `wild` others, which are
    written in lower case. `letters` is changed meanwhile and is as before at the end."""
    step()
    if node.ends and text:
        yield text
    if len(text) == longest:
        return
    for letter, following in node.nexts.items():
        if letters.get(letter, 0):
            letters[letter] -= 1
            yield from spelt_with_wild(following, letters, wild, longest, text + letter, step)
            letters[letter] += 1
        elif wild:
            yield from spelt_with_wild(following, letters, wild - 1, longest, text + letter.lower(), step)


def _spelt(node: Node, letters: dict[str, int], need: int, text: str, step: Step) -> Iterator[str]:
    step()
    if node.ends and not need:
        yield text
    for letter, following in node.nexts.items():
        left = need & ~BITS[letter]
        if letters.get(letter, 0) and not left & ~following.ahead:
            letters[letter] -= 1
            yield from _spelt(following, letters, left, text + letter, step)
            letters[letter] += 1


def _shared(one: str, other: str) -> int:
    """How many letters two words have in common from their beginning."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _settle(path: list[Node], word: str, keep: int, kept: dict[tuple[object, ...], Node]) -> None:
    """The nodes of `word` beyond its first `keep` letters get no more ways on: one of each is kept."""
    while len(path) > keep + 1:
        node = path.pop()
        node.ahead = _ahead(node)
        node.number = len(kept) + 1
        path[-1].nexts[word[len(path) - 1]] = kept.setdefault(node.known(), node)


def _ahead(node: Node) -> int:
    bits = 0
    for letter, following in node.nexts.items():
        bits |= BITS[letter] | following.ahead
    return bits
