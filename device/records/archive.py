"""Give the pages about past turns and matches (`web.archive`) the table's stored records."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from device.records.pictures import picture_path, stored_pictures
from engine.events import AnyEvent
from engine.words import WordList


class JournalAndWords(Protocol):
    """An object that has the whole journal and the word list, such as a referee. It never changes."""

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """Return the whole journal."""

    @property
    def words(self) -> WordList:
        """Return the word list in play."""


class Archive:
    """Read the current journal and the pictures in `folder`. Any thread may use it."""

    def __init__(
        self,
        knowing: Callable[[], JournalAndWords],
        times: Callable[[], tuple[float, ...]],
        folder: Path,
        meanings: Callable[[str], tuple[str, ...]],
    ) -> None:
        self._knowing, self._times, self._folder, self._meanings = knowing, times, folder, meanings

    def events(self) -> tuple[AnyEvent, ...]:
        """Return the whole journal, oldest first."""
        return self._knowing().events

    def times(self) -> tuple[float, ...]:
        """Return the time at which each event was written, seconds since 1970."""
        return self._times()

    def pictures(self) -> tuple[int, ...]:
        """Return the numbers of the events that have a picture, in order."""
        return tuple(int(path.stem) for path in stored_pictures(self._folder) if path.stem.isdecimal())

    def picture(self, event: int) -> bytes | None:
        """Return the stored JPEG of the event number `event`; None if no picture is stored for it."""
        try:
            return picture_path(self._folder, event).read_bytes()
        except OSError:
            return None

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return the meanings of a word (upper case). Return no meanings if their file can't be read."""
        try:
            return self._meanings(word)
        except OSError:
            return ()

    def words(self) -> WordList:
        """Return the word list in play."""
        return self._knowing().words
