"""The service that knows the words that offend at a table."""

from typing import Protocol


class WordScreening(Protocol):
    """Know the words that offend at this table besides those that offend everywhere."""

    def words(self) -> tuple[str, ...]:
        """Return the words that were added, in alphabetical order."""

    def screen(self, word: str, *, offends: bool) -> None:
        """Add `word` to those that offend from now on, or take it out from the next match on. May raise
        RefusedError.
        """
