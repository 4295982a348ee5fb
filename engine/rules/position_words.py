"""Find the words of a position, as they are written."""

from collections import Counter

from engine.position import Grid, Position
from engine.rules.grid_lines import cards_of, runs_through, text_of


def words_of(position: Position) -> Counter[str]:
    """Return each word on the table, and how many times it lies on the table. A crossword's words are its
    runs of two or more cards, across and down."""
    if not isinstance(position, Grid):
        return Counter(position.lines)
    cards = cards_of(position)
    return Counter(text_of(cards, run) for run in runs_through(cards, cards))


def new_words(before: Position, after: Position) -> list[str]:
    """Return the words of `after` that are not in `before`, the longest first."""
    return sorted((words_of(after) - words_of(before)).elements(), key=lambda word: (-len(word), word))
