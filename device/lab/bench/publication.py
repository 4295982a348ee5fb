"""Measure the cost of one event until every phone has received it, in short and in long matches.

The whole way of an event is measured. The loop receives the event, writes it to the disk and publishes the
new state. The server renders the parts of the page in every language, and packs them for the stream. The size
of the review page is measured, too.
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
from device.running.loop import CameraInterface, FrameReading, Loop
from engine.catalogue import configured_as_written
from engine.events import AnyEvent, HandDealt, HandScored, MatchSetUp, TurnFinished
from engine.observation import Observation
from engine.table.commands import Amend, RecordEvent
from engine.table.referee import replayed_referee
from engine.words import WordList
from web.languages import LANGUAGE_NAMES
from web.page_services import PageServices
from web.server import create_app
from web.stream import frames

MATCH_TURNS: Final = (24, 200, 2_000, 12_000)
"""Lengths of the measured matches, in turns: a hand, an evening, and more than anybody plays."""
HAND_TURNS: Final = 24
"""Number of turns in each hand of the match."""
LAID_WORDS: Final = ("CAT", "DOG", "SUN", "MAP", "HEN", "FIG")
"""The words that are laid in each hand, one every fourth turn. In the other turns a card is discarded."""
PLAYERS: Final = ("Anne", "Ben", "Cora")
ENDLESS_TOTAL: Final = 1_000_000
"""The total at which a player is out. It is so high that nobody reaches it, and the match never ends."""
COUNTED_EVENTS: Final = 5
"""Number of events for which the bench counts the function calls of a publication.

The median of the counts is reported, because an event costs more if it closes a hand or causes a backup.
"""


@dataclass(frozen=True, slots=True)
class TableAtPlay:
    """A table in the middle of a match, with the phones that watch it."""

    loop: Loop
    phones: Phones
    coming: Iterator[AnyEvent]
    """The events of the match that have not yet happened at the table, in order."""
    streams: tuple[Iterator[bytes], ...]
    """The streams of the phones that watch, one phone for each language."""
    browser: FlaskClient
    """A browser that requests the review page."""

    def tell(self) -> None:
        """Let the next event happen, and wait until the phones have received the change."""
        self.loop.handle(RecordEvent(next(self.coming)))
        self._send()

    def publish(self) -> None:
        """Publish the same state again, as after a picture without an event. Wait until the phones have
        received it."""
        self.phones.publish(self.loop.view)
        self._send()

    def correct(self) -> None:
        """Amend the last turn to the position that it already has. The table then folds the turns of the hand
        anew, as after a real correction."""
        last = self.loop.view.referee.journal.turns[-1]
        self.loop.handle(Amend(last.number, last.turn.after))
        self._send()

    def history(self) -> bytes:
        """Return the review page, `/history`, as HTML."""
        return bytes(self.browser.get("/history", headers={"Accept": "text/html"}).data)

    def _send(self) -> None:
        for stream in self.streams:
            next(stream)


def measure(runs: int) -> dict[str, Any]:
    """Measure a match of each length of `MATCH_TURNS`. A time is the median of `runs` runs.

    The results are the milliseconds of an event, of a publication without an event and of the review page;
    the number of Python functions that an event, a publication and a correction call; and the kilobytes of
    the review page.
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
    """Yield a table in the middle of a match in which `turns` turns were played."""
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
    camera = CameraInterface(
        lambda _image, _at: "still", lambda _image: FrameReading(Observation(1, 1)), lambda: 0.0
    )
    loop = Loop(referee, camera=camera, journal=books, bell=SilentBell(), publish=phones.publish)
    archive = Archive(lambda: phones.view.referee, books.times, folder, lambda _word: ())
    app = create_app(phones.hub, phones.submit, services=PageServices(archive=archive))
    phones.publish(loop.view)
    streams = tuple(
        frames(phones.hub, app.extensions["page_context"].renderer, language) for language in LANGUAGE_NAMES
    )
    for stream in streams:
        for _ in range(2):  # the retry interval, and the whole state
            next(stream)
    return TableAtPlay(loop, phones, coming, streams, app.test_client())


def median_calls(work: Callable[[], object]) -> int:
    """Return the median number of Python functions that `work` calls, over `COUNTED_EVENTS` calls of
    `work`."""
    return int(statistics.median(calls(work) for _ in range(COUNTED_EVENTS)))


def calls(work: Callable[[], object]) -> int:
    """Call `work` once, and return the number of Python functions that it calls. A generator counts at each
    step."""
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
    """Yield the events of a match of Lexicon that never ends.

    In each hand all of `LAID_WORDS` are laid, cards are discarded between the words, and at the end the cards
    left in the hands are scored.
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
    """Take from `events` all events up to the end of the next `turns` turns, and yield them."""
    played = 0
    while played < turns:
        event = next(events)
        played += isinstance(event, TurnFinished)
        yield event
