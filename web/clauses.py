"""The clauses a ruling cites, each in a few words of our own."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts
from web.languages import translate as _
from web.snapshot import Clause

SHORT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ALL-1": N_("The word list in use decides what a word is."),
        "ALL-2": N_("A Master stands for the letter it was played for."),
        "ALL-5": N_("No word may be left incomplete."),
        "ALL-6": N_("Words read left to right or downwards."),
        "KW-1": N_("The first word begins on the dark squares."),
        "KW-2": N_("One line, joined; every run across and down is a word."),
        "KW-3": N_("No plural or third person made by adding S or ES; no proper nouns."),
        "KW-4": N_("A blank keeps its letter."),
        "LG-1": N_("The first word has two to four letters, a later play one to four."),
        "LG-2": N_("Who has no word discards beneath the exposed card, then draws."),
        "LG-3": N_("No plurals by S or ES, but where words cross."),
        "LEX-1": N_("A turn is one action."),
        "LEX-A": N_("One whole new word, two letters or more."),
        "LEX-B": N_("Discard one card, then draw one."),
        "LEX-B2": N_("Discard first, draw second."),
        "LEX-C": N_("Cards may be added to one word; none comes out."),
        "LEX-C1": N_("The word's own letters keep their order."),
        "LEX-C2": N_("No word is turned round."),
        "LEX-C3": N_("Only one word is touched."),
        "LEX-CH": N_("The word list settles a challenge."),
        "LEX-D": N_("Cards change places one for one."),
        "LEX-P": N_("Nobody may pass."),
        "XW-1": N_("The first word has two to four letters."),
        "XW-2": N_("One to four cards in one line, joined to the rest."),
        "XW-3": N_("Every run across and down is a word."),
        "XW-4": N_("No plurals by S or ES, but where words cross."),
        "XW-5": N_("No proper nouns and no foreign words."),
        "XW-7": N_("A Master keeps its letter both ways."),
        "XW-8": N_("Cards on the table stay where they are."),
        "XW-CH": N_("The word list settles a challenge."),
    }
)
"""By clause identifier; one not in the list is shown by its identifier alone."""


def clause(identifier: str) -> Clause:
    """A clause as a phone shows it."""
    return Clause(identifier, _(SHORT.get(identifier, "")))
