"""Limit the weight of the word list, so that it never outweighs the sight of a sure letter.

Sight gives a sure letter at least MIN_SURE_LETTER_PROBABILITY, here p. All other letters of its card then
have at most 1 - p together. The list multiplies the weight of a listed reading of a word. The factor is
exp(CONSISTENT_LISTED_LOG_FACTOR) if the reading keeps every sure letter, and exp(LISTED_LOG_FACTOR) if it
has another letter in place of a sure one.

Take any reading in which a sure letter was replaced, and put the sure letter back. Sight gains at least p
/ (1 - p), and the list takes away at most exp(LISTED_LOG_FACTOR). If LISTED_LOG_FACTOR is less than the
logarithm of that ratio, the sure letter wins, whatever the other cards of the word are. The same is true
of the likeliest reading and of each card's probability. A player can therefore bluff with a word that is
on no list.
"""

from collections.abc import Sequence
from math import log
from typing import Final

from engine.evidence.sure_letters import MIN_SURE_LETTER_PROBABILITY

SURE_LETTER_LOG_ODDS: Final = log(MIN_SURE_LETTER_PROBABILITY / (1 - MIN_SURE_LETTER_PROBABILITY))
"""The log odds of a letter that is just sure by sight. A smaller log weight of the word list can never
outweigh a sure letter."""

LISTED_LOG_FACTOR: Final = 0.9 * SURE_LETTER_LOG_ODDS
"""The log weight that the word list adds to a listed reading of a word with another letter in place of a
sure one: a factor of seven.

It must be below SURE_LETTER_LOG_ODDS. The difference of a tenth allows for cards that seem to lie
turned in their word (`layout.spelling.TURNED_CARD_PROBABILITY`).
"""

CONSISTENT_LISTED_LOG_FACTOR: Final = 2 * LISTED_LOG_FACTOR
"""The log weight that the word list adds to a listed reading of a word that keeps every sure letter: a
factor of fifty.

At honest tables a factor of a thousand would be right: one in eighty strings of four letters is a
word, and people seldom lay other strings. The factor is far smaller, so that the sight of a doubtful
letter still counts and a bluff is not read as a word.
"""

LISTED_CROSSING_LOG_FACTOR: Final = LISTED_LOG_FACTOR / 2
"""The log weight that the word list adds to a listed word of a crossword. It is half of LISTED_LOG_FACTOR:
a card may lie in two words, and both together must never outweigh the sight of a sure letter."""


def listing_weight(text: str, sure: Sequence[str | None]) -> float:
    """Return the log weight that a possible reading `text` gains because the word list contains it.

    `sure[i]` is the letter of card `i` if sight alone makes it sure, otherwise None. The weight is smaller
    if `text` has another letter in place of a sure one.
    """
    agrees = all(known is None or known == letter for letter, known in zip(text, sure, strict=True))
    return CONSISTENT_LISTED_LOG_FACTOR if agrees else LISTED_LOG_FACTOR
