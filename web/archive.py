"""Define the interface to a table's records, for the pages about past turns and matches. The composition
layer implements it."""

from typing import Protocol

from engine.events import AnyEvent
from engine.words import WordList


class Archive(Protocol):
    """The table's journal, its pictures, and its words. Call from any thread."""

    def events(self) -> tuple[AnyEvent, ...]:
        """Return the whole journal, oldest first."""

    def times(self) -> tuple[float, ...]:
        """Return the time when each event was written, in seconds since 1970. The tuple may be one or two
        entries shorter or longer than the result of `events`, because the journal may grow between the two
        calls."""

    def pictures(self) -> tuple[int, ...]:
        """Return the numbers of the journal's events that have a stored picture, in order."""

    def picture(self, event: int) -> bytes | None:
        """Return the stored JPEG of the event number `event`; None if no picture of the event is stored."""

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return the English meanings of a word (upper case); empty if the table knows none."""

    def words(self) -> WordList:
        """Return the word list of the match."""


class EmptyArchive:
    """The archive of a table that stores nothing."""

    def events(self) -> tuple[AnyEvent, ...]:
        """Return no events, because the table has no journal."""
        return ()

    def times(self) -> tuple[float, ...]:
        """Return no times of events, because the table has no journal."""
        return ()

    def pictures(self) -> tuple[int, ...]:
        """Return no numbers of events, because the table stores no pictures of turns."""
        return ()

    def picture(self, event: int) -> bytes | None:
        """Return None, because the table stores no picture of the turn of event `event`."""
        return None

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return no meanings of `word`, because the table has no dictionary."""
        return ()

    def words(self) -> WordList:
        """Return an empty word list, because the table has none."""
        return WordList.of(())
