"""The service for the words that are offensive at a table."""

from typing import Protocol


class WordScreening(Protocol):
    """Keep the words that are offensive at this table, in addition to those that are offensive everywhere."""

    def words(self) -> tuple[str, ...]:
        """Return the added words, in alphabetical order."""

    def screen(self, word: str, *, offends: bool) -> None:
        """Make `word` offensive at once if `offends` is true. Otherwise it is no longer offensive from the
        next match on. Raise RefusedError."""
