"""Keyword (KW-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "KW-1": N_(
            "The first word has three letters or more, and its first three lie on the three dark "
            "squares in the middle, across or down."
        ),
        "KW-2": N_(
            "Later plays lie in one line and join what is there, and every run across and down is a "
            "word; there is no most. Who cannot play passes, and the rack is filled up to {deal} again."
        ),
        "KW-3": N_(
            "No proper nouns, foreign words or abbreviations. A plural or a third person made by adding"
            " S or ES counts only when that S or ES lay there before and the new word is built onto it "
            "from the left or from above."
        ),
        "KW-4": N_("A blank is any letter, and then stays that letter."),
        "KW-5": N_(
            "Only letters played now score: {letter} each, {own} on a square of your own colour, {key} "
            "on a Key square and {own_key} on one of your own colour. Spelling the open Keyword earns "
            "{keyword}, and the next one is turned up."
        ),
        "KW-5 alone": N_(
            "Only letters on blue squares and on Key squares score: {own} each, {key} on a Key square "
            "that is not blue and {own_key} on a blue one. Spelling the open Keyword earns {keyword}, "
            "and the next one is turned up."
        ),
        "KW-5 party": N_(
            "Only letters played now score: {letter} each, {own} on a square of your own colour, {key} "
            "on a Key square and {own_key} on one of your own colour. Spelling the open Keyword earns "
            "{keyword}, and the next one is turned up. Everybody who spells a table's prize word gets its "
            "prize; where the room has one word, the first to spell it does."
        ),
        "KW-6": N_(
            "A challenger who is wrong loses {points} and who is right earns {points}; a bad play is "
            "taken back and its turn lost."
        ),
        "KW-6 party": N_(
            "A misspelling costs nothing. What is noticed before the next player has played is "
            "corrected or replaced; after that it stands."
        ),
        "KW-7": N_(
            "When the letters are used up, who empties the rack earns {out} and {held} for each letter "
            "the others hold. If nobody can, each letter held costs {held}."
        ),
        "KW-7 alone": N_(
            "At the end each letter left costs {held}, and none left earns {out}. The goal is {out_at}."
        ),
        "KW-8": N_(
            "In the next game the player to the left of the last starter begins. Letters are not traded. "
            "A player names the word and its score when laying it."
        ),
        "KW-8 party": N_(
            "Each game of the party begins with a draw: the player with the highest letter begins, and A "
            "is highest. Letters are not traded. A player names the word and its score when laying it."
        ),
    }
)
"""By clause, and by clause and the form of it that some tables play."""
