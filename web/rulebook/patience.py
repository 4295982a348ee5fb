"""The patiences (S1-*, S2-*, CLK-*, WS-*, KP-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "S1-1": N_(
            "Words have four letters or more. Proper nouns and foreign words do not count, and there is"
            " no hurry: a word may wait."
        ),
        "S1-2": N_("Only the top cards of the piles may be taken."),
        "S1-3": N_(
            "A card that a letter of the word uncovers may serve in the same word: H over O over M, "
            "with an E elsewhere, spells HOME."
        ),
        "S1-4": N_(
            "When two or three cards are all that is left, a word of two or three letters may end it. "
            "It is won when no card is left."
        ),
        "S1-5": N_("When one card is left, or cards of which no word can be made, the game is lost."),
        "S2-1": N_(
            "While no word can be made, or none is wanted, a vowel on top of a pile may move to an "
            "empty place; the card it covered is turned up."
        ),
        "S2-2": N_("When no vowel lies on top, the turned-up card of the nest may fill an empty place."),
        "S2-3": N_(
            "Otherwise one card of the nest is turned up onto those turned up before. The nest is gone "
            "through once, and each Master serves once."
        ),
        "CLK-1": N_(
            "A card of the circle that has not been moved and has no second letter yet may be moved "
            "once, to help form another word; a third card of the pack takes its place. The card in the "
            "centre is never moved."
        ),
        "CLK-2": N_(
            "A letter that was placed stays, and what stands there is always the beginning of a word of"
            " four letters."
        ),
        "CLK-3": N_(
            "The pack is turned by threes, and only each third card may be played. It is gone through "
            "again and again until the circle is done, or a whole pass has played nothing and all is "
            "lost."
        ),
        "WS-1": N_(
            "A column reads downwards as words that overlap by one letter, the last of which may be "
            "only begun. A word may also be lengthened into a longer one."
        ),
        "WS-2": N_(
            "A card that fits no column is laid face down at the end of one and closes it. The eighth "
            "closed column ends the game."
        ),
        "WS-3": N_(
            "The score is the letters added to the first eight: ten are fair, twenty excellent, more "
            "than twenty-five splendid."
        ),
        "WS-4": N_(
            "One card is turned up at a time, and placed before the next: under a column, or face down at "
            "the end of one. No card is passed over."
        ),
        "WS-5": N_("Words have two letters or more."),
        "KP-1": N_("The first word starts on the board's top left square."),
        "KP-2": N_(
            "Every later word contains one letter of a word already played, and the game ends when the "
            "last letter of one fills the bottom right square. The fewer words, the better: twelve are "
            "very good."
        ),
    }
)
"""By clause, and by clause and the form of it that some tables play."""
