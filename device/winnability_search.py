"""Find out whether a patience can still be won, outside the loop. A search may take seconds, and the table
must not wait for it."""

import threading
import time
from collections.abc import Callable
from typing import Final

from engine.match import Match
from engine.position import Position
from engine.solve import Winnability, winnable
from engine.words import WordList

SEARCH_SECONDS: Final = 8.0
"""Maximum number of seconds of a search for a way to win a patience. After them the answer is
unknown. A person does not wait longer."""


class WinnabilitySearch:
    """Find out whether patiences can still be won, one position at a time. `on_result` is called in another
    thread when the answer is known."""

    def __init__(self, on_result: Callable[[], None]) -> None:
        self._on_result = on_result
        self._lock = threading.Lock()
        self._searched: Position | None = None
        self._winnability: Winnability | None = None

    def ask(self, match: Match, words: WordList) -> None:
        """Start the search for a way to win from the match's present position. Do nothing if it was
        started before."""
        with self._lock:
            if self._searched == match.position:
                return
            self._searched, self._winnability = match.position, None
        threading.Thread(target=self._look, args=(match, words), name="foresight", daemon=True).start()

    def result(self, position: Position) -> Winnability | None:
        """Return what the search for a way to win found for `position`; None if nobody has asked, or the
        search still runs."""
        with self._lock:
            return self._winnability if self._searched == position else None

    def is_running(self, position: Position) -> bool:
        """Return True if the search for a way to win from `position` is running."""
        with self._lock:
            return self._searched == position and self._winnability is None

    def _look(self, match: Match, words: WordList) -> None:
        ends = time.monotonic() + SEARCH_SECONDS
        answer = winnable(match.game, match.position, words, lambda: time.monotonic() > ends)
        with self._lock:
            if self._searched == match.position:
                self._winnability = answer.winnability
        self._on_result()
