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

    `children` maps each next letter to its node. `is_word` is true if a word ends at this node.
    `letters_below` is the set of letters, as bits, on all paths from this node. `number` identifies the
    node while the graph is built.
    """

    __slots__ = ("children", "is_word", "letters_below", "number")

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.is_word = False
        self.letters_below = 0
        self.number = 0

    def merge_key(self) -> tuple[object, ...]:
        """Return a key that is equal for two nodes of the word graph after which words can continue in the
        same ways. Such nodes are merged into one."""
        return (self.is_word, *((letter, node.number) for letter, node in self.children.items()))


def build_graph(words: Iterable[str]) -> Node:
    """Return the root of a graph of `words`, which must be in alphabetical order. Each word is a path from
    the root, and equal endings share their nodes."""
    root = Node()
    nodes: dict[tuple[object, ...], Node] = {}
    path, previous = [root], ""
    for word in words:
        shared = _common_prefix_length(previous, word)
        _merge_finished(path, previous, shared, nodes)
        for letter in word[shared:]:
            node = Node()
            path[-1].children[letter] = node
            path.append(node)
        path[-1].is_word = True
        previous = word
    _merge_finished(path, previous, 0, nodes)
    root.letters_below = _letters_below(root)
    return root


def no_limit() -> None:
    """Do nothing. A search without a time limit calls this function at each step."""


def words_from_letters(
    node: Node, letters: Mapping[str, int], required: int = 0, count_step: StepCounter = no_limit
) -> Iterator[str]:
    """Yield the words below `node` that can be spelt with some of `letters`, a count of each letter. They
    contain at least every letter whose bit is set in `required`."""
    counts = dict(letters)  # a copy, since a search may be left unfinished
    return _words_below(node, counts, required, "", count_step)


def words_with_wild_letters(
    node: Node,
    letters: dict[str, int],
    wild: int,
    max_length: int,
    text: str = "",
    count_step: StepCounter = no_limit,
) -> Iterator[str]:
    """Yield the words of up to `max_length` letters that can be spelt with some of `letters` and at most
    `wild` letters that these lack. The lacking letters are in lower case in the words.

    `letters` maps each letter to its count. It is changed during the search, and restored at the end.
    """
    count_step()
    if node.is_word and text:
        yield text
    if len(text) == max_length:
        return
    for letter, following in node.children.items():
        if letters.get(letter, 0):
            letters[letter] -= 1
            yield from words_with_wild_letters(
                following, letters, wild, max_length, text + letter, count_step
            )
            letters[letter] += 1
        elif wild:
            yield from words_with_wild_letters(
                following, letters, wild - 1, max_length, text + letter.lower(), count_step
            )


def _words_below(
    node: Node, letters: dict[str, int], required: int, text: str, count_step: StepCounter
) -> Iterator[str]:
    count_step()
    if node.is_word and not required:
        yield text
    for letter, following in node.children.items():
        missing = required & ~BITS[letter]
        if letters.get(letter, 0) and not missing & ~following.letters_below:
            letters[letter] -= 1
            yield from _words_below(following, letters, missing, text + letter, count_step)
            letters[letter] += 1


def _common_prefix_length(first: str, second: str) -> int:
    """Return the number of letters at the beginning that two words have in common."""
    count = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        count += 1
    return count


def _merge_finished(path: list[Node], word: str, shared: int, merged: dict[tuple[object, ...], Node]) -> None:
    """Finish the nodes for the letters of `word` after its first `shared` letters. `path` are the word's
    nodes, from the root on. A node that equals an earlier one, in `merged`, is replaced by it."""
    while len(path) > shared + 1:
        node = path.pop()
        node.letters_below = _letters_below(node)
        node.number = len(merged) + 1
        path[-1].children[word[len(path) - 1]] = merged.setdefault(node.merge_key(), node)


def _letters_below(node: Node) -> int:
    bits = 0
    for letter, following in node.children.items():
        bits |= BITS[letter] | following.letters_below
    return bits
