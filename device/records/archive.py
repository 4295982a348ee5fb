"""What the table has written down, for the pages that look back (`web.archive`)."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from device.records.pictures import kept_pictures, picture_of
from engine.events import AnyEvent
from engine.words import WordList


class Knowing(Protocol):
    """Who knows the whole journal and the word list, e.g. a referee; a value that never changes."""

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """The whole journal."""

    @property
    def words(self) -> WordList:
        """The word list that is played with."""


class Archive:
    """The journal as the table knows it now, and the pictures in `folder`; asked from any thread."""

    def __init__(
        self,
        knowing: Callable[[], Knowing],
        times: Callable[[], tuple[float, ...]],
        folder: Path,
        meanings: Callable[[str], tuple[str, ...]],
    ) -> None:
        self._knowing, self._times, self._folder, self._meanings = knowing, times, folder, meanings

    def events(self) -> tuple[AnyEvent, ...]:
        """The whole journal, oldest first."""
        return self._knowing().events

    def times(self) -> tuple[float, ...]:
        """When each event was written down, seconds since 1970."""
        return self._times()

    def pictures(self) -> tuple[int, ...]:
        """The events that a picture is kept of, in order."""
        return tuple(int(path.stem) for path in kept_pictures(self._folder) if path.stem.isdecimal())

    def picture(self, event: int) -> bytes | None:
        """The JPEG kept of that event, None when there is none any more."""
        try:
            return picture_of(self._folder, event).read_bytes()
        except OSError:
            return None

    def meanings(self, word: str) -> tuple[str, ...]:
        """What a word (upper case) means; nothing while the file can't be read."""
        try:
            return self._meanings(word)
        except OSError:
            return ()

    def words(self) -> WordList:
        """The word list that is played with."""
        return self._knowing().words
