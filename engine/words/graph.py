"""Build a directed acyclic word graph (DAWG) of a word list, in which words with equal endings share nodes.

Each node knows the set of letters that can still follow. So a search for words with a certain letter
leaves a node at once if the letter cannot follow.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from engine.cards import LETTERS

BITS: Final[Mapping[str, int]] = {letter: 1 << place for place, letter in enumerate(LETTERS)}
"""For each letter, the number with its bit, so that an integer can be a set of letters: A is 1, B is 2, C
is 4."""


StepCounter = Callable[[], None]
"""A function that a search calls at every step, such as a node of a word graph. It can end the search by
raising an exception."""


class Node:
    """A node of a graph of words. Each path from the root spells the beginning of a word.

    `nexts` maps each next letter to its node. `ends` is true if a word ends at this node. `ahead` is the
    set of letters, as bits, on all paths from this node. `number` identifies the node while the graph is
    built.
    """

    __slots__ = ("ahead", "ends", "nexts", "number")

    def __init__(self) -> None:
        self.nexts: dict[str, Node] = {}
        self.ends = False
        self.ahead = 0
        self.number = 0

    def merge_key(self) -> tuple[object, ...]:
        """Return a key that is equal for two nodes of the word graph after which words can continue in the
        same ways. Such nodes are merged into one."""
        return (self.ends, *((letter, node.number) for letter, node in self.nexts.items()))


def build_graph(words: Iterable[str]) -> Node:
    """Return the root of a graph of `words`, which must be in alphabetical order. Each word is a path from
    the root, and equal endings share their nodes."""
    root = Node()
    nodes: dict[tuple[object, ...], Node] = {}
    path, before = [root], ""
    for word in words:
        shared = _shared(before, word)
        _settle(path, before, shared, nodes)
        for letter in word[shared:]:
            node = Node()
            path[-1].nexts[letter] = node
            path.append(node)
        path[-1].ends = True
        before = word
    _settle(path, before, 0, nodes)
    root.ahead = _ahead(root)
    return root


def no_limit() -> None:
    """Do nothing. A search without a time limit calls this function at each step."""


def spelt_with(
    node: Node, letters: Mapping[str, int], need: int = 0, count_step: StepCounter = no_limit
) -> Iterator[str]:
    """Yield the words below `node` that can be spelt with some of `letters`, a count of each letter. They
    contain at least every letter whose bit is set in `need`."""
    return _spelt(node, dict(letters), need, "", count_step)  # a copy, since a search may be left unfinished


def spelt_with_wild(
    node: Node,
    letters: dict[str, int],
    wild: int,
    longest: int,
    text: str = "",
    count_step: StepCounter = no_limit,
) -> Iterator[str]:
    """Yield the words of up to `longest` letters that can be spelt with some of `letters` and at most `wild`
    letters that these lack. The lacking letters are in lower case in the words.

    `letters` maps each letter to its count. It is changed during the search, and restored at the end.
    """
    count_step()
    if node.ends and text:
        yield text
    if len(text) == longest:
        return
    for letter, following in node.nexts.items():
        if letters.get(letter, 0):
            letters[letter] -= 1
            yield from spelt_with_wild(following, letters, wild, longest, text + letter, count_step)
            letters[letter] += 1
        elif wild:
            yield from spelt_with_wild(
                following, letters, wild - 1, longest, text + letter.lower(), count_step
            )


def _spelt(
    node: Node, letters: dict[str, int], need: int, text: str, count_step: StepCounter
) -> Iterator[str]:
    count_step()
    if node.ends and not need:
        yield text
    for letter, following in node.nexts.items():
        left = need & ~BITS[letter]
        if letters.get(letter, 0) and not left & ~following.ahead:
            letters[letter] -= 1
            yield from _spelt(following, letters, left, text + letter, count_step)
            letters[letter] += 1


def _shared(one: str, other: str) -> int:
    """Return the number of letters at the beginning that two words have in common."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _settle(path: list[Node], word: str, keep: int, merged: dict[tuple[object, ...], Node]) -> None:
    """Finish the nodes for the letters of `word` after its first `keep`. `path` are the word's nodes, from
    the root on. A node that equals an earlier one, in `merged`, is replaced by it."""
    while len(path) > keep + 1:
        node = path.pop()
        node.ahead = _ahead(node)
        node.number = len(merged) + 1
        path[-1].nexts[word[len(path) - 1]] = merged.setdefault(node.merge_key(), node)


def _ahead(node: Node) -> int:
    bits = 0
    for letter, following in node.nexts.items():
        bits |= BITS[letter] | following.ahead
    return bits
