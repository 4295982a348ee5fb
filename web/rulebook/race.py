"""Tell the rules of My Word (MW-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "MW-1": N_(
            "In your first turn you draw three cards. Every later turn, and every extra one, begins with "
            "drawing one card. The player who first turns up an A begins."
        ),
        "MW-2": N_(
            "Form one word, or two that cross, of exactly as many cards as the next circle asks for. "
            "Crossing words share a card. A word has two letters or more. You may break up your own words."
        ),
        "MW-3": N_(
            "One word moves you up one circle, and you play again. Two words that cross move you up one "
            "circle and end your turn. If you make no word, you lose your turn. You can't jump a circle. "
            "Plurals with S count."
        ),
        "MW-4": N_("You have {seconds} seconds to form your words. The bell ends them."),
        "MW-5": N_("A joker stands for any letter. Put it away at the end of the turn, used or not."),
        "MW-6": N_(
            "Do what a picture or number card says, with words of any length. Then move up, put the card "
            "away and play again. If you can't, your turn is over."
        ),
        "MW-7": N_(
            "The first player home earns 10. The race goes on until a second is home; that player earns 5 "
            "and moves first in the next race, even in a new match of the same players."
        ),
        "MW-8": N_("Names of people and places, slang, foreign words and abbreviations don't count."),
    }
)
"""The texts of the clauses of My Word (MW-*), by clause. A text that an option changes has a second version,
whose key has a word added, such as `LEX-E exceeds`."""
