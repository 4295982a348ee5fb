"""The clauses a ruling cites, each in a few words of our own."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from web.snapshot import Clause

SHORT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ALL-1": "The word list in use decides what a word is.",
        "ALL-2": "A Master stands for the letter it was played for.",
        "ALL-5": "No word may be left incomplete.",
        "ALL-6": "Words read left to right or downwards.",
        "LEX-1": "A turn is one action.",
        "LEX-A": "One whole new word, two letters or more.",
        "LEX-B": "Discard one card, then draw one.",
        "LEX-B2": "Discard first, draw second.",
        "LEX-C": "Cards may be added to one word; none comes out.",
        "LEX-C1": "The word's own letters keep their order.",
        "LEX-C2": "No word is turned round.",
        "LEX-C3": "Only one word is touched.",
        "LEX-CH": "The word list settles a challenge.",
        "LEX-D": "Cards change places one for one.",
        "LEX-P": "Nobody may pass.",
        "XW-1": "The first word has two to four letters.",
        "XW-2": "One to four cards in one line, joined to the rest.",
        "XW-3": "Every run across and down is a word.",
        "XW-4": "No plurals by S or ES, but where words cross.",
        "XW-5": "No proper nouns and no foreign words.",
        "XW-7": "A Master keeps its letter both ways.",
        "XW-8": "Cards on the table stay where they are.",
        "XW-CH": "The word list settles a challenge.",
    }
)
"""By clause identifier; one not in the list is shown by its identifier alone."""


def clause(identifier: str) -> Clause:
    """A clause as a phone shows it."""
    return Clause(identifier, SHORT.get(identifier, ""))
