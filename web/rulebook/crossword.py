"""Tell the rules of Crossword Lexicon (XW-*) and Lexigram (LG-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "XW-1": N_(
            "The first word has {first_least} to {first_most} letters. If you can't lay one, discard a card "
            "and draw one; that is your turn."
        ),
        "XW-1 any": N_(
            "The first word has {first_least} letters or more. If you can't lay one, discard a card and "
            "draw one; that is your turn."
        ),
        "XW-2": N_(
            "In later turns, lay up to {later_most} cards in one row or one column, joined to the "
            "cards on the table."
        ),
        "XW-2 any": N_(
            "In later turns, lay as many cards as you like in one row or one column, joined to the "
            "cards on the table."
        ),
        "XW-3": N_("Every run of two or more cards you make, across or down, must be a word."),
        "XW-4": N_(
            "A plural made by adding S or ES doesn't count, unless that S or ES belongs to a new word that "
            "crosses there. A verb's third person counts, even if it could be a plural as well."
        ),
        "XW-4 open": N_("Plurals and names count in this variant."),
        "XW-5": N_("Names and foreign words don't count. The word list decides."),
        "XW-6": N_("You may add to either end of a word: TAR and ART both become TART."),
        "XW-7": N_("A Master keeps its letter until the hand is over, across and down."),
        "XW-8": N_("Don't move or take cards on the table, and don't trade cards with other players."),
        "XW-9": N_(
            "The first player to go out ends the hand and is charged nothing. The others are charged the "
            "figures on the cards they hold. As soon as one total reaches {out_at}, the game is over and "
            "the lowest wins."
        ),
        "XW-CH": N_(
            "Anybody may challenge a play until the next player has acted. If the play is good, the "
            "challenger is charged {points}. If it is bad, the cards go back, the turn is lost, and "
            "{points} come off the challenger's total."
        ),
        "XW-CH offender": N_(
            "Anybody may challenge a play until the next player has acted. If the play is good, the "
            "challenger is charged {points}. If it is bad, the cards go back, the turn is lost, and its "
            "player is charged {points}."
        ),
        "LG-1": N_(
            "Everybody gets {deal} cards. The first word has {first_least} to {first_most} letters. In a "
            "later turn, lay up to {later_most} cards."
        ),
        "LG-2": N_(
            "If you have no word, put a card face up under the exposed one. Then take the exposed card or "
            "the top card of the stock."
        ),
        "LG-3": N_(
            "A word made longer by S or ES counts only if that S or ES is part of another word, too. Verbs "
            "are no exception: SMILES from SMILE doesn't count by itself."
        ),
        "LG-4": N_("After a challenge, the player who was wrong is charged {points}."),
        "LG-5": N_(
            "The first player to go out ends the hand. The others are charged the numbers on the cards they "
            "hold. When a total reaches {out_at}, the game is over and the lowest wins."
        ),
        "LG-6": N_(
            "You make one word on purpose in a turn. Other words you complete on the way are its "
            "cross-words, and they must be words, too."
        ),
        "LG-7": N_("Names of people and places, slang, foreign words and abbreviations don't count."),
    }
)
"""The texts of the clauses of Crossword Lexicon (XW-*) and Lexigram (LG-*), by clause. A text that an option
changes has a second version, whose key has a word added, such as `LEX-E exceeds`."""
