"""Measure the cost of one event until every phone has it, in short and in long matches.

The measurement covers the whole way: the loop gets the event, writes it to disk and publishes; the page's
regions are rendered in every language and framed for the stream. The size of the review page is measured,
too.
"""

import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

from flask.testing import FlaskClient

from device.commands._doctor.timing import time_interleaved
from device.hardware.bell import SilentBell
from device.phones import Phones
from device.records.archive import Archive
from device.records.event_codec import decode, encode
from device.records.resilient_journal import ResilientJournal
from device.running.loop import Loop, Senses, Sight
from engine.catalogue import configured_as_written
from engine.events import AnyEvent, HandDealt, HandScored, MatchSetUp, TurnFinished
from engine.observation import Observation
from engine.table.commands import Amend, RecordEvent
from engine.table.referee import replayed_referee
from engine.words import WordList
from web.languages import NAMES
from web.page_services import PageServices
from web.server import create_app
from web.stream import frames

MATCH_TURNS: Final = (24, 200, 2_000, 12_000)
"""Numbers of turns of a match: a hand, an evening, and more than anybody plays."""
HAND_TURNS: Final = 24
"""Number of turns of a hand of play."""
LAID_WORDS: Final = ("CAT", "DOG", "SUN", "MAP", "HEN", "FIG")
"""Words laid in every hand. In the other turns a card is discarded."""
PLAYERS: Final = ("Anne", "Ben", "Cora")
ENDLESS_TOTAL: Final = 1_000_000
"""A total that would end the match, so high that nobody reaches it."""
COUNTED_EVENTS: Final = 5
"""Number of events whose calls are counted. The median is reported, because some events also close a hand
or make a backup."""


@dataclass(frozen=True, slots=True)
class TableAtPlay:
    """A table at play."""

    loop: Loop
    phones: Phones
    coming: Iterator[AnyEvent]
    """The table's next events."""
    streams: tuple[Iterator[bytes], ...]
    """Phones that watch, one of each language."""
    browser: FlaskClient
    """A browser that requests pages."""

    def tell(self) -> None:
        """Handle the next event, and wait until the phones have received the changes."""
        self.loop.handle(RecordEvent(next(self.coming)))
        self._send()

    def publish(self) -> None:
        """Publish without a new event, as after every new picture."""
        self.phones.publish(self.loop.view)
        self._send()

    def correct(self) -> None:
        """Correct the last turn to the same turn, so that the table replays the turns of its hand."""
        last = self.loop.view.referee.journal.turns[-1]
        self.loop.handle(Amend(last.number, last.turn.after))
        self._send()

    def history(self) -> bytes:
        """Return the review page."""
        return bytes(self.browser.get("/history", headers={"Accept": "text/html"}).data)

    def _send(self) -> None:
        for stream in self.streams:
            next(stream)


def measure(runs: int) -> dict[str, Any]:
    """Measure for each length of the match.

    The figures are the milliseconds of an event, and of a publication without an event; the number of Python
    functions called by an event, by a publication and by a correction; and the milliseconds and kilobytes of
    /history.
    """
    with ExitStack() as opened:
        tables = {turns: opened.enter_context(table(turns)) for turns in MATCH_TURNS}
        timings = time_interleaved({str(turns): one.tell for turns, one in tables.items()}, runs)
        again = time_interleaved({str(turns): one.publish for turns, one in tables.items()}, runs)
        back = time_interleaved({str(turns): one.history for turns, one in tables.items()}, runs)
        return {
            f"{turns} turns": {
                "an event, ms": timings[str(turns)].rounded(),
                "times that of the shortest": timings[str(turns)].ratio_to(timings[str(MATCH_TURNS[0])]),
                "no event, ms": again[str(turns)].rounded(),
                "calls of an event": median_calls(one.tell),
                "calls without one": median_calls(one.publish),
                "calls of a correction": calls(one.correct),
                "history, ms": back[str(turns)].rounded(),
                "history, kB": _kilobytes(one.history()),
            }
            for turns, one in tables.items()
        }


def _kilobytes(page: bytes) -> dict[str, float]:
    return {"plain": round(len(page) / 1000, 1), "compressed": round(len(gzip.compress(page)) / 1000, 1)}


@contextmanager
def table(turns: int) -> Iterator[TableAtPlay]:
    """Yield a table in the middle of a match, after `turns` turns."""
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        events = endless_match()
        before = tuple(_events_of_turns(events, turns))
        books = ResilientJournal(Path(folder) / "journal.db", encode=encode, decode=decode, clock=time.time)
        opened.callback(books.close)
        books.append(*before)
        yield _at_play(before, events, books, Path(folder))


def _at_play(
    before: Sequence[AnyEvent], coming: Iterator[AnyEvent], books: ResilientJournal[AnyEvent], folder: Path
) -> TableAtPlay:
    referee = replayed_referee(WordList.of(LAID_WORDS), before)
    phones = Phones(referee, configured_as_written("lexicon", {}))
    senses = Senses(lambda _image, _at: "still", lambda _image: Sight(Observation(1, 1)), lambda: 0.0)
    loop = Loop(referee, senses=senses, journal=books, bell=SilentBell(), publish=phones.publish)
    archive = Archive(lambda: phones.view.referee, books.times, folder, lambda _word: ())
    app = create_app(phones.hub, phones.submit, services=PageServices(archive=archive))
    phones.publish(loop.view)
    streams = tuple(
        frames(phones.hub, app.extensions["page_context"].renderer, language) for language in NAMES
    )
    for stream in streams:
        for _ in range(2):  # the retry interval, and the whole state
            next(stream)
    return TableAtPlay(loop, phones, coming, streams, app.test_client())


def median_calls(work: Callable[[], object]) -> int:
    """Return the median number of Python functions that `work` calls, over `COUNTED_EVENTS` runs."""
    return int(statistics.median(calls(work) for _ in range(COUNTED_EVENTS)))


def calls(work: Callable[[], object]) -> int:
    """Count the Python functions that `work` calls. A generator counts each time it resumes."""
    call_count = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal call_count
        call_count += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return call_count


def endless_match() -> Iterator[AnyEvent]:
    """Yield a match of Lexicon without an end.

    In every hand of play the words are laid, cards are discarded in between, and the remaining cards are
    counted.
    """
    yield MatchSetUp("lexicon", PLAYERS, {"out_at": ENDLESS_TOTAL})
    dealer = 0
    while True:
        dealer = (dealer + 1) % len(PLAYERS)
        yield HandDealt(exposed="Q")
        yield from _hand(dealer)
        yield HandScored(tuple("" if seat == dealer else "ETA"[seat] for seat in range(len(PLAYERS))))


def _hand(first: int) -> Iterator[AnyEvent]:
    laid, exposed, words = "", "Q", iter(LAID_WORDS)
    finished = partial(TurnFinished, ruling="legal", stands=True)
    for place in range(HAND_TURNS):
        player, before = (first + place) % len(PLAYERS), f"{laid} /{exposed}".strip()
        if place % 4 == 3:
            word = next(words)
            laid = f"{laid} {word}".strip()
            yield finished(player, before, f"{laid} /{exposed}", f"+{word}")
        else:
            exposed = "RSTLN"[place % 5]
            yield finished(player, before, f"{laid} /{exposed}".strip(), f"-{exposed}", drew="blind")


def _events_of_turns(events: Iterator[AnyEvent], turns: int) -> Iterator[AnyEvent]:
    """Yield the events of the next `turns` turns."""
    played = 0
    while played < turns:
        event = next(events)
        played += isinstance(event, TurnFinished)
        yield event
