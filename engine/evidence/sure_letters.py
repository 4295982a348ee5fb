"""Decide which letters are sure. A letter is *sure* if its probability is at least
MIN_SURE_LETTER_PROBABILITY, otherwise *doubtful*."""

from collections.abc import Sequence
from typing import Final

MIN_SURE_LETTER_PROBABILITY: Final = 0.9
"""Least probability of a sure letter. A less probable letter is *doubtful*."""

BARELY_UNSURE_PROBABILITY: Final = MIN_SURE_LETTER_PROBABILITY - 0.001
"""The probability that a letter gets if it must not count as sure: just below MIN_SURE_LETTER_PROBABILITY."""


def sure_letter(letters: Sequence[tuple[str, float]]) -> str | None:
    """Return the sure letter of a card; None if its letter is doubtful. `letters` are the card's possible
    letters with their probabilities, the likeliest first."""
    total = sum(p for _, p in letters)
    return letters[0][0] if letters and letters[0][1] >= MIN_SURE_LETTER_PROBABILITY * total > 0 else None
