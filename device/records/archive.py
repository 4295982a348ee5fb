"""Give the pages about past turns and matches what they need of the stored records (the interface of
`web.archive`)."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from device.records.pictures import picture_path, stored_pictures
from engine.events import AnyEvent
from engine.words import WordList


class JournalAndWords(Protocol):
    """An object that has the whole journal and the word list, such as a referee. The object never changes."""

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """All events of the journal, oldest first."""

    @property
    def words(self) -> WordList:
        """The word list in play."""


class Archive:
    """The stored records of a table, for the pages: the current journal, and the pictures in `folder`.

    Any thread may use it. `journal_and_words` returns an object that has the journal and the word
    list. `times` returns the times of the events, and `meanings` the meanings of a word.
    """

    def __init__(
        self,
        journal_and_words: Callable[[], JournalAndWords],
        times: Callable[[], tuple[float, ...]],
        folder: Path,
        meanings: Callable[[str], tuple[str, ...]],
    ) -> None:
        self._journal_and_words, self._times, self._folder, self._meanings = (
            journal_and_words,
            times,
            folder,
            meanings,
        )

    def events(self) -> tuple[AnyEvent, ...]:
        """Return all events of the journal, oldest first."""
        return self._journal_and_words().events

    def times(self) -> tuple[float, ...]:
        """Return the times at which the events were written, seconds since 1970, in the order of the
        events."""
        return self._times()

    def pictures(self) -> tuple[int, ...]:
        """Return the numbers of the events that have a stored picture, in ascending order."""
        return tuple(int(path.stem) for path in stored_pictures(self._folder) if path.stem.isdecimal())

    def picture(self, event: int) -> bytes | None:
        """Return the stored JPEG of the event with the number `event`; None if none is stored."""
        try:
            return picture_path(self._folder, event).read_bytes()
        except OSError:
            return None

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return the meanings of a word (upper case). Return none if the file of meanings can't be read."""
        try:
            return self._meanings(word)
        except OSError:
            return ()

    def words(self) -> WordList:
        """Return the word list in play."""
        return self._journal_and_words().words
