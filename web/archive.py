"""The records of a table for the pages that look back: an interface that the composition layer implements."""

from typing import Protocol

from engine.events import AnyEvent
from engine.words import WordList


class Archive(Protocol):
    """The table's journal, its pictures, and its words. Call from any thread."""

    def events(self) -> tuple[AnyEvent, ...]:
        """Return the whole journal, oldest first."""

    def times(self) -> tuple[float, ...]:
        """Return when each event was written down, seconds since 1970; at times one or two fewer or more than
        `events`, which is asked at another moment.
        """

    def pictures(self) -> tuple[int, ...]:
        """Return the events (numbers in the journal) that a picture is kept of, in order."""

    def picture(self, event: int) -> bytes | None:
        """Return the JPEG kept of that event, None when there is none any more."""

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return the meanings of a word (upper case), in English; empty when nobody wrote one down."""

    def words(self) -> WordList:
        """Return the word list that is played with."""


class Empty:
    """The archive of a table that keeps nothing."""

    def events(self) -> tuple[AnyEvent, ...]:
        """Return no events."""
        return ()

    def times(self) -> tuple[float, ...]:
        """Return no times."""
        return ()

    def pictures(self) -> tuple[int, ...]:
        """Return no pictures."""
        return ()

    def picture(self, event: int) -> bytes | None:
        """Return no picture."""
        return None

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return no meanings."""
        return ()

    def words(self) -> WordList:
        """Return a list without words."""
        return WordList.of(())
