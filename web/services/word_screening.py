"""The service for the words that are offensive at a table."""

from typing import Protocol


class WordScreening(Protocol):
    """The service that keeps this table's own list of offensive words. A further list applies to every
    table."""

    def words(self) -> tuple[str, ...]:
        """Return this table's own offensive words in alphabetical order."""

    def screen(self, word: str, *, offends: bool) -> None:
        """Add `word` to this table's own offensive words if `offends` is true, otherwise take it off. A new
        word is hidden at once; a word that was taken off is shown again from the next match on. Raise
        RefusedError if `word` is not a word or can't be stored."""
