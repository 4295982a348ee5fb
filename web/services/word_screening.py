"""The service that knows the words that offend at a table."""

from typing import Protocol


class WordScreening(Protocol):
    """Keep the words that offend at this table, besides those that offend everywhere."""

    def words(self) -> tuple[str, ...]:
        """Return the added words, in alphabetical order."""

    def screen(self, word: str, *, offends: bool) -> None:
        """Screen `word` from now on; or, if it no longer `offends`, accept it from the next match on. May
        raise RefusedError."""
