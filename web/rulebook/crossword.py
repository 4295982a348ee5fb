"""Crossword Lexicon (XW-*) and Lexigram (LG-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "XW-1": N_(
            "The first word has {first_least} to {first_most} letters. Who can lay none discards one "
            "card and draws one, and that was the turn."
        ),
        "XW-1 any": N_(
            "The first word has {first_least} letters or more. Who can lay none discards one card and "
            "draws one, and that was the turn."
        ),
        "XW-2": N_(
            "Later turns lay up to {later_most} cards in one row or one column, joined to what lies there."
        ),
        "XW-2 any": N_(
            "Later turns lay as many cards as you like in one row or one column, joined to what lies there."
        ),
        "XW-3": N_("Every run of two or more cards that comes of it, across and down, is a word."),
        "XW-4": N_(
            "A plural made by adding S or ES does not count, unless that S or ES belongs to a new word "
            "that crosses there. A verb's third person does count, even when it could be a plural as "
            "well."
        ),
        "XW-4 open": N_("Plurals and proper names count in this form of the game."),
        "XW-5": N_("Proper nouns and foreign words do not count; the word list decides."),
        "XW-6": N_("A word may grow at either end: TAR and ART both become TART."),
        "XW-7": N_("A Master keeps, across and down, the letter it was played for until the hand is over."),
        "XW-8": N_("Cards on the table are neither moved nor taken, and players do not trade."),
        "XW-9": N_(
            "The first to go out ends the hand and is charged nothing; the others are charged the "
            "figures they hold. As soon as one total reaches {out_at} the game is over, and the lowest "
            "wins."
        ),
        "XW-CH": N_(
            "A play may be challenged until the next player has acted. A good one costs the challenger "
            "{points}; a bad one goes back, its turn is lost, and {points} are taken off the "
            "challenger's total."
        ),
        "XW-CH offender": N_(
            "A play may be challenged until the next player has acted. A good one costs the challenger "
            "{points}; a bad one goes back, its turn is lost, and costs the one who laid it {points}."
        ),
        "LG-1": N_(
            "Each is dealt {deal} cards. The first word has {first_least} to {first_most} letters; a "
            "later play lays up to {later_most} cards."
        ),
        "LG-2": N_(
            "Who has no word puts a card face up beneath the exposed one, then takes the exposed card "
            "or the top one of the stock."
        ),
        "LG-3": N_(
            "A word made longer by S or ES counts only where that S or ES is part of another word. That "
            "goes for verbs as well: SMILES from SMILE does not count by itself."
        ),
        "LG-4": N_("After a challenge, whoever was wrong is charged {points}."),
        "LG-5": N_(
            "The first to go out ends the hand; the others are charged the numbers they hold. When a "
            "total reaches {out_at} the game is over, and the lowest wins."
        ),
        "LG-6": N_(
            "One word is made on purpose in a turn. Other words that it completes in passing are its "
            "cross-words, and must be words too."
        ),
        "LG-7": N_("Names of people and places do not count, nor do slang, foreign words and abbreviations."),
    }
)
"""By clause, and by clause and the form of it that some tables play."""
