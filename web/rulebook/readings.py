"""Where the booklets are silent, or their scans damaged: how this table reads them, never their own words."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

_CHALLENGED: Final = N_(
    "The booklet does not say how long a play may be challenged. The one on the party does."
)
_WHOLE_PLURAL: Final = N_("A plural that is laid whole as the first word does not count either.")

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ALL-7 crossword": N_("The booklet says so of Lexicon. Crossword Lexicon takes as many cards."),
        "ALL-8 lexigram": N_(
            "The booklet does not say what happens when the stock is used up. The table does as in Lexicon."
        ),
        "LEX-CH": _CHALLENGED,
        "XW-CH": _CHALLENGED,
        "XW-4": N_(
            "One S that completes two plurals at a corner makes both count. A plural that is laid whole as "
            "the first word does not count."
        ),
        "LG-3": _WHOLE_PLURAL,
        "KW-3": _WHOLE_PLURAL,
        "PTY-4": N_(
            "The booklet does not say how a tie is settled, nor where the winner of the last table goes: "
            "players who tie cut, and the last table's winner goes to the first."
        ),
        "S1-3": N_("Such a card may be used whatever the order in which the word is spelt."),
        "S2-3": N_("The game is won when every other card is used. The Masters need not be."),
    }
)
"""By clause, and by clause and game where one game alone reads it so."""


def reading(clause: str, game: str) -> str:
    """How `game` is read at a clause, in English; empty where its booklet says all of it."""
    return TEXTS.get(f"{clause} {game}", TEXTS.get(clause, ""))
