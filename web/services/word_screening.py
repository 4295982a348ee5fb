"""The service for the words that are offensive at a table."""

from typing import Protocol


class WordScreening(Protocol):
    """The service that keeps the words that are offensive at this table. Other words are offensive at every
    table."""

    def words(self) -> tuple[str, ...]:
        """Return the words that are offensive at this table only, in alphabetical order."""

    def screen(self, word: str, *, offends: bool) -> None:
        """Make `word` offensive at once if `offends` is true. Otherwise it is no longer offensive from the
        next match on. Raise RefusedError."""
