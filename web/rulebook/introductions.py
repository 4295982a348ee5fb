"""Describe each game in a sentence or two."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "lexicon": N_(
            "Words lie apart on the table. Everybody has {deal} cards and wants to get rid of them."
        ),
        "lexicon-party": N_("Lexicon for a room full of tables, against the clock."),
        "crossword": N_(
            "One crossword grows on the table. Everybody has {deal} cards and wants to get rid of them."
        ),
        "lexigram": N_("A crossword with rules of its own for the deal, for discards and for challenges."),
        "keyword": N_("A crossword on a board of four colours and Key squares. The highest total wins."),
        "partnership-keyword": N_(
            "Keyword for two pairs: Red and Blue against Green and Yellow. Partners share one total, and "
            "both their colours count."
        ),
        "keyword-solitaire": N_("Keyword for one, from the blue rack."),
        "keyword-party": N_(
            "Keyword for many tables, {minutes} minutes at most. The two highest of each table move on, and "
            "the highest total wins."
        ),
        "keyword-patience": N_(
            "Go from the top left square of the board to the bottom right one in as few words as you can. "
            "You always have ten letters to choose from."
        ),
        "solitaire-1": N_(
            "All cards but the Masters lie face up in fanned piles of three. Take words away until nothing "
            "is left."
        ),
        "solitaire-2": N_(
            "Seven piles of one to seven cards, the top cards face up. A nest of cards lies beside them, "
            "and the Masters help out."
        ),
        "clock": N_("Twelve cards in a circle and one in its centre begin thirteen words of four letters."),
        "word-solitaire": N_(
            "Eight letters in a row begin eight columns. Turn up one card after the other and find its place."
        ),
        "my-word": N_("A horse race round a track. Each circle asks for words of its own length."),
    }
)
"""A description of each game in a sentence or two, by the game's name."""
