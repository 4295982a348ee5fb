"""Bound the word list's weight, so that it never outweighs clear sight.

A letter is *sure* when sight gives it at least SURE_PROBABILITY, here p; every other letter of that
card then has at most 1 - p together. The list multiplies the weight of a listed text: by
exp(LISTED_LOG_FACTOR) if the text gives a card another letter than its sure one, by
exp(UNCLEAR_LISTED_LOG_FACTOR) if it keeps every sure letter. Take any text in which a sure letter has been
replaced, and put the sure letter back: sight gains at least p / (1 - p), the list takes at most
exp(LISTED_LOG_FACTOR). As long as LISTED_LOG_FACTOR is less than the logarithm of that ratio the sure letter
wins, whatever the other cards of the word are, in the likeliest text as well as in each card's share. So
somebody may bluff with a word that nobody has ever listed.
"""

from collections.abc import Sequence
from math import log
from typing import Final

SURE_PROBABILITY: Final = 0.9
"""Probability from which a letter is sure; below it its card is faint, and drawn as doubtful."""

BARELY_UNSURE_PROBABILITY: Final = SURE_PROBABILITY - 0.001
"""Greatest probability of a letter that is not sure: it stays as near to sure as it was."""

BOUND: Final = log(SURE_PROBABILITY / (1 - SURE_PROBABILITY))
"""Greatest weight of the list that never outweighs a clear letter."""

LISTED_LOG_FACTOR: Final = 0.9 * BOUND
"""Natural logarithm of the list's factor, seven, for a text that contradicts a sure letter. The bound
matters; a tenth is kept for cards taken to lie turned in their word (`layout.spelling.UPSIDE_DOWN`).
"""

UNCLEAR_LISTED_LOG_FACTOR: Final = 2 * LISTED_LOG_FACTOR
"""The same for a text that keeps every clear letter: a factor of fifty. Honest tables would justify a
thousand: of strings of four letters one in eighty is a word, and people seldom lay anything else. It stays
far below, so that the sight of a faint letter still counts and a bluff is not read as a word.
"""

LISTED_CROSSING: Final = LISTED_LOG_FACTOR / 2
"""The same for a word of a crossword: a card may lie in two words, and both together must stay within the
bound.
"""


def listing_weight(text: str, clear: Sequence[str | None]) -> float:
    """Return the weight of `text` for being listed. `clear[i]` is the letter that sight alone is sure of, or
    None.
    """
    kept = all(known is None or known == letter for letter, known in zip(text, clear, strict=True))
    return UNCLEAR_LISTED_LOG_FACTOR if kept else LISTED_LOG_FACTOR


def clear_letter(letters: Sequence[tuple[str, float]]) -> str | None:
    """Return the sure letter, or None. `letters` come best first."""
    total = sum(p for _, p in letters)
    return letters[0][0] if letters and letters[0][1] >= SURE_PROBABILITY * total > 0 else None
