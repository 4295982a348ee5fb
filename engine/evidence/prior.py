"""What the word list may say, and why that is never more than sight says.

A letter is *clear* when sight gives it at least CLEAR; every other letter of that card then has at most
1 - CLEAR together. Being listed multiplies the weight of a text by exp(LISTED). Take any text in which a
clear letter has been replaced, and put the clear letter back: sight gains at least CLEAR / (1 - CLEAR), the
list takes at most exp(LISTED). As long as LISTED is less than the logarithm of that ratio the clear letter
wins, whatever the other cards of the word say, in the likeliest text as well as in each card's share:
somebody may bluff with a word that nobody has ever listed.
"""

from math import log
from typing import Final

CLEAR: Final = 0.9
"""From here on a letter is clear, a card is not faint; the confidence that the product is judged by."""

BOUND: Final = log(CLEAR / (1 - CLEAR))
"""What the list could say at most without ever outweighing a clear letter."""

LISTED: Final = 0.9 * BOUND
"""Natural logarithm of what being listed is worth, a factor of seven. Honest tables would bear far more: of
strings of four letters one in eighty is a word, and people seldom lay anything else. The bound is what
counts; a tenth is kept for cards taken to lie turned about in their word (`layout.spelling.UPSIDE_DOWN`)."""

LISTED_CROSSING: Final = LISTED / 2
"""The same for a word of a crossword: a card may lie in two, and both together must stay within the bound."""
