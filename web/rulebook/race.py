"""My Word (MW-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "MW-1": N_(
            "The first turn draws three cards; every later one, and every extra one, begins by drawing "
            "one. Who first turns up an A begins."
        ),
        "MW-2": N_(
            "Form one word, or two that cross, of exactly as many cards as the next circle asks for; "
            "crossing words share one. Two letters are the fewest, and your own words may be broken up."
        ),
        "MW-3": N_(
            "A single word moves you up one circle, and you play again. Two that cross move you up and "
            "end the turn. Nothing at all loses it. No circle is jumped, and plurals made by S count."
        ),
        "MW-4": N_("There are {seconds} seconds to form the words; the bell ends them."),
        "MW-5": N_("A joker is any letter, and is put away at the end of its turn, used or not."),
        "MW-6": N_(
            "A picture or number card is done as it says, with words of any length: then move up, put "
            "it away and play again. Who can't has ended the turn."
        ),
        "MW-7": N_(
            "The first home is paid 10. The race goes on until a second is home, who is paid 5 and has "
            "the first move of the next race, in a new match of the same players too."
        ),
        "MW-8": N_("Names of people and places do not count, nor do slang, foreign words and abbreviations."),
    }
)
"""By clause, and by clause and the form of it that some tables play."""
