"""What a table has written down, for the pages that look back: a promise that the composition layer keeps."""

from typing import Protocol

from engine.events import AnyEvent
from engine.words import WordList


class Archive(Protocol):
    """The table's journal, its pictures, and its words. Everything here is asked from any thread."""

    def events(self) -> tuple[AnyEvent, ...]:
        """The whole journal, oldest first."""

    def times(self) -> tuple[float, ...]:
        """When each event was written down, seconds since 1970; at times one or two fewer or more than
        `events`, which is asked at another moment."""

    def pictures(self) -> tuple[int, ...]:
        """The events (numbers in the journal) that a picture is kept of, in order."""

    def picture(self, event: int) -> bytes | None:
        """The JPEG kept of that event, None when there is none any more."""

    def meanings(self, word: str) -> tuple[str, ...]:
        """What a word (upper case) means, in English; empty when nobody wrote it down."""

    def words(self) -> WordList:
        """The word list that is played with."""


class Empty:
    """The archive of a table that keeps nothing."""

    def events(self) -> tuple[AnyEvent, ...]:
        """None."""
        return ()

    def times(self) -> tuple[float, ...]:
        """None."""
        return ()

    def pictures(self) -> tuple[int, ...]:
        """None."""
        return ()

    def picture(self, event: int) -> bytes | None:
        """None."""
        return None

    def meanings(self, word: str) -> tuple[str, ...]:
        """None."""
        return ()

    def words(self) -> WordList:
        """A list without words."""
        return WordList.of(())
