"""Tell the rules of Keyword (KW-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "KW-1": N_(
            "The first word has three letters or more. Its first three lie on the three dark squares in the "
            "middle, across or down."
        ),
        "KW-2": N_(
            "In later turns, lay as many letters as you like in one line, joined to the letters on the "
            "board. Every run, across and down, must be a word. If you can't play, pass. Fill your rack up "
            "to {deal} again."
        ),
        "KW-3": N_(
            "Names, foreign words and abbreviations don't count. A plural or third person made with S or ES "
            "counts only if that S or ES lay there before and you build the new word onto it from the left "
            "or from above."
        ),
        "KW-4": N_("A blank stands for any letter and keeps it."),
        "KW-5": N_(
            "Only the letters you lay now score: {letter} each, {own} on a square of your colour, {key} on "
            "a Key square, {own_key} on a Key square of your colour. Spell the open Keyword to earn "
            "{keyword}, then turn up the next one."
        ),
        "KW-5 alone": N_(
            "Only letters on blue squares and on Key squares score: {own} on a blue square, {key} on a Key "
            "square that isn't blue, {own_key} on a blue Key square. Spell the open Keyword to earn "
            "{keyword}, then turn up the next one."
        ),
        "KW-5 party": N_(
            "Only the letters you lay now score: {letter} each, {own} on a square of your colour, {key} on "
            "a Key square, {own_key} on a Key square of your colour. Spell the open Keyword to earn "
            "{keyword}, then turn up the next one. If each table has a prize word, everybody who spells it "
            "wins the prize. If the room has one, the first to spell it wins."
        ),
        "KW-6": N_(
            "A challenger who is wrong loses {points}; one who is right earns {points}. A bad play is taken "
            "back and the turn is lost."
        ),
        "KW-6 party": N_(
            "A misspelling costs nothing. Correct or replace the word if somebody notices before the next "
            "player has played. After that it stands."
        ),
        "KW-7": N_(
            "When the letters are used up, the player who empties the rack earns {out}, and {held} for each "
            "letter the others hold. If nobody can, each letter you hold costs you {held}."
        ),
        "KW-7 alone": N_(
            "At the end, each letter you have left costs {held}. With no letters left you earn {out}. "
            "The goal is {out_at}."
        ),
        "KW-8": N_(
            "In the next game, the player to the left of the last starter begins. Don't trade letters. When "
            "you lay a word, say the word and its score."
        ),
        "KW-8 party": N_(
            "Each game of the party begins with a draw. The highest letter begins; A is the highest. Don't "
            "trade letters. When you lay a word, say the word and its score."
        ),
    }
)
"""The texts of the clauses of Keyword (KW-*), by clause. A text that an option changes has a second version,
whose key has a word added, such as `LEX-E exceeds`."""
