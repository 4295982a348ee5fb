"""Tell the rules of the patiences (S1-*, S2-*, CLK-*, WS-*, KP-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "S1-1": N_(
            "Words have four letters or more. Names and foreign words don't count. You may leave a word for "
            "later."
        ),
        "S1-2": N_("Take only the top cards of the piles."),
        "S1-3": N_(
            "You may use a card that your word uncovers in the same word: H over O over M, and an E "
            "elsewhere, spell HOME."
        ),
        "S1-4": N_(
            "If only two or three cards are left, you may end with a word of two or three letters. You win "
            "when no card is left."
        ),
        "S1-5": N_("You lose if one card is left, or cards that make no word."),
        "S2-1": N_(
            "If you can't make a word, or don't want to, you may move a vowel from the top of a pile to an "
            "empty place. Then turn up the card it covered."
        ),
        "S2-2": N_(
            "If no vowel lies on top of a pile, you may fill an empty place with the card turned up from "
            "the nest."
        ),
        "S2-3": N_(
            "Otherwise turn up the next card of the nest. You go through the nest once, and each Master "
            "helps once."
        ),
        "CLK-1": N_(
            "You may move a card of the circle once, to help form another word, as long as it has no second "
            "letter. A third card of the pack takes its place. Never move the card in the centre."
        ),
        "CLK-2": N_(
            "A letter you have placed stays. The letters of a place must always begin a word of four letters."
        ),
        "CLK-3": N_(
            "Turn the pack by threes and play only each third card. Go through the pack again and again "
            "until the circle is complete. If you play nothing in a whole pass, you have lost."
        ),
        "WS-1": N_(
            "Read a column downwards: its words overlap by one letter, and the last one may be unfinished. "
            "You may also make a word longer."
        ),
        "WS-2": N_(
            "If a card fits no column, lay it face down at the end of one: that closes the column. The "
            "eighth closed column ends the game."
        ),
        "WS-3": N_(
            "You score the letters added to the first eight: ten is fair, twenty excellent, more than "
            "twenty-five splendid."
        ),
        "WS-4": N_(
            "Turn up one card at a time and place it before the next: under a column, or face down at the "
            "end of one. Don't pass over a card."
        ),
        "WS-5": N_("Words have two letters or more."),
        "KP-1": N_("The first word starts on the board's top left square."),
        "KP-2": N_(
            "Every later word shares a letter with a word already played. The game ends when the last "
            "letter of a word fills the bottom right square. The fewer words the better: twelve is very "
            "good."
        ),
    }
)
"""The texts of the clauses of the patiences (S1-*, S2-*, CLK-*, WS-*, KP-*), by clause. A text that an option
changes has a second version, whose key has a word added, such as `LEX-E exceeds`."""
