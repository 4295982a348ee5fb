"""Sentences that can be put into another language, by a translator that the caller passes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Union

Translate = Callable[[str], str]
"""Function from an English sentence to the same sentence in another language. Both have the same
`{places}`."""
Fact = Union[str, int, tuple[Union[str, "Sentence"], ...], "Sentence"]
"""A value for a place of a sentence, such as `{name}`: a number, a text, another sentence or a tuple.

The parts of a tuple are joined as a list in the reader's language, such as "A, B and C".
"""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that can later be put into its reader's language."""

    text: str
    """The English sentence. A name in braces, such as `{name}`, is the place of a value of `facts`."""
    facts: tuple[tuple[str, Fact], ...] = ()
    """The values that fill the places of `text`, as pairs of a place's name and its value."""

    def in_language(self, tr: Translate) -> str:
        """Return the sentence as text in the language of the translator `tr`."""
        facts = {name: _fact_in_language(fact, tr) for name, fact in self.facts}
        return tr(self.text).format(**facts) if facts else tr(self.text)

    def __str__(self) -> str:
        return self.in_language(english)


def _fact_in_language(fact: Fact, tr: Translate) -> str:
    if isinstance(fact, Sentence):
        return fact.in_language(tr)
    if isinstance(fact, tuple):
        return joined(tuple(_fact_in_language(one, tr) for one in fact), tr)
    return str(fact)


class UserError(ValueError):
    """The error for a request that cannot be met. It contains a sentence that tells its user why."""

    def __init__(self, text: str, **facts: Fact) -> None:
        self.sentence = Sentence(text, tuple(facts.items()))
        super().__init__(str(self.sentence))


def english(text: str) -> str:
    """Return `text` unchanged: the translator for readers of English."""
    return text


def joined(items: Sequence[str], tr: Translate) -> str:
    """Return the items as a list in a sentence: "A", "A and B", "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return tr("{some} and {last}").format(some=", ".join(items[:-1]), last=items[-1])


def cards(card_faces: str, tr: Translate = english) -> str:
    """Return cards as people name them: "DS" -> "D and S", "?" -> "a Master"."""
    return joined(tuple(tr("a Master") if card == "?" else card for card in card_faces), tr)


def cards_as_fact(card_faces: str) -> tuple[str | Sentence, ...]:
    """Return cards as a value for a place of a sentence. Any reader's language then names them: "D", "a
    Master"."""
    return tuple(Sentence("a Master") if card == "?" else card for card in card_faces)


def cards_capitalised(card_faces: str, tr: Translate = english) -> str:
    """Name cards as `cards` does, with a capital at the beginning, for the start of a sentence: "A Master".

    Only the first character changes. In a word a small letter means a Master.
    """
    named = cards(card_faces, tr)
    return named[0].upper() + named[1:]
