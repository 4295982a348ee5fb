"""Each game in a sentence or two."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "lexicon": N_(
            "Words lie apart on the table. Everybody has {deal} cards and wants to be rid of them."
        ),
        "lexicon-party": N_("Lexicon for a room full of tables, against the clock."),
        "crossword": N_(
            "One crossword grows on the table. Everybody has {deal} cards and wants to be rid of them."
        ),
        "lexigram": N_("A crossword with rules of its own for the deal, for discards and for challenges."),
        "keyword": N_("A crossword on a board of four colours and Key squares; the highest total wins."),
        "partnership-keyword": N_(
            "Keyword for two pairs: Red and Blue against Green and Yellow. A pair has one total, and "
            "either partner's colour counts as its own."
        ),
        "keyword-solitaire": N_("Keyword for one, from the blue rack."),
        "keyword-party": N_(
            "Keyword for many tables: {minutes} minutes at most, the two highest of each table move on,"
            " and the highest total wins."
        ),
        "keyword-patience": N_(
            "From the board's top left square to its bottom right one in as few words as you can. Ten "
            "letters lie ready and are filled up again."
        ),
        "solitaire-1": N_(
            "All cards lie face up in fanned piles of three; the Masters stay out. Words leave the "
            "table until nothing is left."
        ),
        "solitaire-2": N_(
            "Seven piles of one to seven cards with their tops turned up, a nest beside them, and the "
            "Masters to help out."
        ),
        "clock": N_("Twelve cards in a circle and one in its centre begin thirteen words of four letters."),
        "word-solitaire": N_(
            "Eight letters in a row begin eight columns; one card after the other is turned up and "
            "finds its place."
        ),
        "my-word": N_("A race of horses round a track: each circle asks for words of so many letters."),
    }
)
"""By game."""
