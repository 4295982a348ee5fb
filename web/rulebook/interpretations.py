"""Tell how this table interprets the booklets, where a booklet is silent or its scan is damaged. No
interpretation is in a booklet's own words."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

_CHALLENGED: Final = N_(
    "The booklet doesn't say how long you may challenge a play. The booklet on the party does."
)
_WHOLE_PLURAL: Final = N_("A plural doesn't count as the first word, either.")

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ALL-7 crossword": N_("The booklet says this of Lexicon. Crossword Lexicon needs as many cards."),
        "ALL-8 lexigram": N_(
            "The booklet doesn't say what happens when the stock is used up. We play as in Lexicon."
        ),
        "LEX-CH": _CHALLENGED,
        "XW-CH": _CHALLENGED,
        "XW-4": N_(
            "If one S completes two plurals at a corner, both count. A plural doesn't count as the first "
            "word."
        ),
        "LG-3": _WHOLE_PLURAL,
        "KW-3": _WHOLE_PLURAL,
        "PTY-4": N_(
            "The booklet doesn't say how to settle a tie, or where the winner of the last table goes. We "
            "let players who tie cut, and the last table's winner goes to the first."
        ),
        "S1-3": N_("You may use such a card wherever its letter stands in the word."),
        "S2-3": N_("You win when every other card is used. You needn't use the Masters."),
    }
)
"""The interpretations of clauses, by clause. If an interpretation concerns a single game, its key is the
clause and the game, such as `ALL-8 lexigram`."""


def interpretation(clause: str, game: str) -> str:
    """Return this table's interpretation of a clause in `game`, in English; empty if the booklet is clear."""
    return TEXTS.get(f"{clause} {game}", TEXTS.get(clause, ""))
