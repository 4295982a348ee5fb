"""The words of a position, as they lie."""

from collections import Counter

from engine.position import Grid, Position
from engine.rules.gridlines import cards_of, runs_through, text_of


def words_of(position: Position) -> Counter[str]:
    """Count each word on the table; in a crossword across and down, where two cards or more touch."""
    if not isinstance(position, Grid):
        return Counter(position.lines)
    cards = cards_of(position)
    return Counter(text_of(cards, run) for run in runs_through(cards, cards))


def made(before: Position, after: Position) -> list[str]:
    """Return the words that lie in `after` and not in `before`, the longest first."""
    return sorted((words_of(after) - words_of(before)).elements(), key=lambda word: (-len(word), word))
