"""What every game shares (ALL-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ALL-1": N_(
            "A word counts when the word list of this table has it, and the list is never argued with."
        ),
        "ALL-2": N_(
            "A Master stands for any one letter, which is named as it is played. Left in a hand it "
            "costs its own figure, whatever it could have been."
        ),
        "ALL-3": N_(
            "Everybody draws a card for the first deal or the first play: A is highest, Z lowest, and "
            "those who tie draw again."
        ),
        "ALL-4": N_(
            "Turns go round to the left and begin at the dealer's left hand; the deal moves left after "
            "every hand."
        ),
        "ALL-5": N_(
            "When a turn is over only whole words lie there: none has a gap, a card out of line, or a "
            "letter taken and none put back."
        ),
        "ALL-6": N_(
            "Words read from left to right or downwards, never backwards and never aslant. Words that "
            "lie apart may each face a player of their own."
        ),
        "ALL-7": N_("From {two_packs} players on two packs are shuffled together."),
        "ALL-8": N_(
            "When the stock is used up, the exposed pile is shuffled to make another, and its top card "
            "turned up. Words stay where they lie."
        ),
    }
)
"""By clause, and by clause and the form of it that some tables play."""
