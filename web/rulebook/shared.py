"""Tell the rules that all games share (ALL-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ALL-1": N_("A word counts if this table's word list has it. Nobody argues with the list."),
        "ALL-2": N_(
            "A Master stands for any letter. Name the letter when you play it. A Master left in your hand "
            "costs its own figure."
        ),
        "ALL-3": N_(
            "Everybody draws a card for the first deal or the first play. A is the highest, Z the lowest. "
            "Players who tie draw again."
        ),
        "ALL-4": N_(
            "Play goes round to the left, and begins on the dealer's left. After every hand the deal moves "
            "left."
        ),
        "ALL-5": N_(
            "When your turn is over, only whole words lie there: without a gap, a card out of line, or a "
            "letter taken and none put back."
        ),
        "ALL-6": N_(
            "Words read from left to right or downwards, never backwards and never slanting. Words that lie "
            "apart may each face a different player."
        ),
        "ALL-7": N_("With {two_packs} players or more, shuffle two packs together."),
        "ALL-8": N_(
            "When the stock is used up, shuffle the exposed pile to make a new one, and turn up its top "
            "card. The words stay where they lie."
        ),
    }
)
"""The texts of the clauses that all games share (ALL-*), by clause. A text that an option changes has a
second version, whose key has a word added, such as `LEX-E exceeds`."""
