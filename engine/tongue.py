"""Sentences in another language: the engine says what it says through a translator it is given."""

from collections.abc import Callable, Sequence

Translate = Callable[[str], str]
"""From an English sentence with its `{places}` still in it to another language's, with the same places."""


def english(text: str) -> str:
    """The sentence as it stands."""
    return text


def joined(items: Sequence[str], tr: Translate) -> str:
    """One after the other: "A", "A and B", "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return tr("{some} and {last}").format(some=", ".join(items[:-1]), last=items[-1])


def cards(shown: str, tr: Translate = english) -> str:
    """Cards as people name them: "DS" -> "D and S", "?" -> "a Master"."""
    return joined(tuple(tr("a Master") if card == "?" else card for card in shown), tr)


def first(shown: str, tr: Translate = english) -> str:
    """`cards` at the beginning of a sentence. Words never get a capital: their case says what is a Master."""
    named = cards(shown, tr)
    return named[0].upper() + named[1:]
