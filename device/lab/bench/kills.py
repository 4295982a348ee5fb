"""Measure what a game loses when its process is killed again and again: at any moment, and during a write to
the journal.

A child process plays through camera, loop, journal and phones. After every picture the child reports to this
process the number of events that the phones show, and the totals. This process kills the child with SIGKILL,
and compares the journal with the reports. The next child continues the journal.
"""

import multiprocessing
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import msgspec

from device.lab.bench.brisk import FastDemo
from device.records.event_codec import decode, encode
from device.records.journal import DamagedError, Journal
from engine.events import AnyEvent, HandScored, MatchSetUp
from engine.match import fold

MAX_TABLE_SECONDS: Final = 30.0
"""Maximum seconds of table time before a child process is killed. People play a turn or two in this time, so
that most child processes have new events to lose."""
JITTER_SECONDS: Final = 0.02
"""Maximum seconds by which a kill that is not aimed is delayed at random. The loop handles every message in
less time, so that the kill may come at any point of the loop's work."""
AIMED_INTERVAL: Final = 2
"""One kill in this many is aimed: it comes during a write to the journal. The other kills come at random
moments."""
TIMEOUT_SECONDS: Final = 60.0
"""Maximum seconds to wait for a child process to report, or to write to its journal. A child process that
needs longer counts as stopped."""
UNSAFE_TROUBLES: Final = frozenset({"disk full", "disk read-only", "disk failing"})
"""The troubles of the disk during which phones show events that are not on the disk. A child process reports
nothing during them."""
LISTEN_SECONDS: Final = 0.0003
"""Seconds between two checks if SQLite's log of the journal has changed, so that a kill can come during a
write. A write takes longer, so that none is missed."""


class ShownState(msgspec.Struct, frozen=True):
    """The state that the phones of a child process showed at one moment: the number of events, and the
    totals."""

    at: float
    """The moment, in seconds of table time."""
    events: int
    """The number of events that the phones showed."""
    totals: tuple[int, ...]
    hands: tuple[str, ...] = ()
    """The cards that each simulated player really held, if a hand has just been scored; otherwise empty."""


@dataclass(slots=True)
class KillTally:
    """The losses and errors after the kills of a table's process."""

    kills: int = 0
    """The number of kills after which the journal could be read."""
    aimed: int = 0
    """The number of kills that came during a write to the journal."""
    told: int = 0
    """The highest number of events that phones have shown so far."""
    kept: int = 0
    """The number of events in the journal after the last kill."""
    unsaid: int = 0
    """The number of kills after which the journal held events that no phone had shown before the kill."""
    matches: int = 0
    """The number of matches in the journal after the last kill."""
    hands: int = 0
    """The number of scored hands in the journal after the last kill."""
    lost: int = 0
    """The number of events that phones had shown and that the journal lacks."""
    wrong: int = 0
    """The number of states, as phones showed them, whose totals differ from those of the journal, or from the
    count of the true cards."""
    damaged: int = 0
    """The number of kills after which the journal was damaged."""
    stopped: int = 0
    """The number of child processes that stopped reporting before they were killed."""

    @property
    def flawless(self) -> bool:
        """True if no event was lost, every total was right, no journal was damaged, and no child process
        stopped reporting before it was killed."""
        return not (self.lost or self.wrong or self.damaged or self.stopped)


def measure(kills: int, seed: int) -> dict[str, Any]:
    """Let a table play one evening, kill its process `kills` times, and return the results."""
    rng, tally = random.Random(seed), KillTally()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        for number in range(kills):
            one_life(context, Path(folder), seed, rng, tally, aimed=number % AIMED_INTERVAL == 0)
    seconds = round(time.perf_counter() - began, 1)
    return {**asdict(tally), "flawless": tally.flawless, "seconds": seconds}


def play(data: str, seed: int, phone: Connection) -> None:
    """Play a match in a child process until this process is killed. Report after every picture through
    `phone` what the phones show. `data` is the table's folder."""
    table = FastDemo(Path(data), seed)
    before = len(table.view.referee.events)
    while True:
        if not any(trouble.kind in UNSAFE_TROUBLES for trouble in table.view.troubles):
            phone.send_bytes(msgspec.json.encode(_shown_state(table, before)))
        before = len(table.view.referee.events)
        table.moment()


def _shown_state(table: FastDemo, before: int) -> ShownState:
    """Return the state that the phones show now. If a hand was scored after the first `before` events, the
    state has the cards that the players really held."""
    referee = table.view.referee
    just = len(referee.events) > before and isinstance(referee.events[-1], HandScored)
    company = table.company if just else None
    return ShownState(
        table.now,
        len(referee.events),
        referee.match.scores.totals if referee.match else (),
        company.hands if company else (),
    )


def one_life(
    context: multiprocessing.context.ForkServerContext,
    data: Path,
    seed: int,
    rng: random.Random,
    tally: KillTally,
    *,
    aimed: bool,
    max_seconds: float = MAX_TABLE_SECONDS,
) -> None:
    """Let a child process play a match for at most `max_seconds` seconds of table time, kill the process, and
    check its journal. Add the results to `tally`.

    If `aimed` is true, the kill comes during a write to the journal.
    """
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=play, args=(str(data), seed, sender), daemon=True)
    child.start()
    sender.close()
    reports: list[ShownState] = []
    due = rng.random() * max_seconds
    tally.stopped += not _read_reports(receiver, reports, lambda: bool(reports) and reports[-1].at >= due)
    if aimed:
        log = data / "journal.db-wal"
        before = _stamp(log)
        tally.aimed += _read_reports(receiver, reports, lambda: _stamp(log) != before)
        time.sleep(rng.choice((0.0, 0.0, 0.0005, 0.002)))
    else:
        time.sleep(rng.random() * JITTER_SECONDS)
    child.kill()
    child.join()
    _read_reports(receiver, reports, lambda: False)
    receiver.close()
    _compare(reports, data / "journal.db", tally)


def _read_reports(receiver: Connection, reports: list[ShownState], enough: Callable[[], bool]) -> bool:
    """Add the states that the child process reports to `reports`, until `enough` returns True.

    Return False if the child process first ends, or if this takes longer than `TIMEOUT_SECONDS`.
    """
    until = time.monotonic() + TIMEOUT_SECONDS
    while not enough():
        try:
            if receiver.poll(LISTEN_SECONDS):
                reports.append(msgspec.json.decode(receiver.recv_bytes(), type=ShownState))
        except (EOFError, OSError):  # killed, perhaps in the middle of saying something
            return False
        if time.monotonic() > until:
            return False
    return True


def _stamp(log: Path) -> tuple[int, int]:
    try:
        status = log.stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def _compare(reports: Sequence[ShownState], path: Path, tally: KillTally) -> None:
    """Compare the states that phones showed with the journal at `path`, and add the result to `tally`. The
    journal is opened in a copy, so that its files stay as the kill left them."""
    try:
        with tempfile.TemporaryDirectory(prefix="lexicon-table-") as copies:
            for part in path.parent.glob(f"{path.name}*"):
                shutil.copy(part, copies)
            journal = Journal(Path(copies) / path.name, encode=encode, decode=decode, clock=time.time)
            events = tuple(journal.replay())
            journal.close()
    except DamagedError:
        tally.damaged += 1
        return
    reported = reports[-1].events if reports else 0
    tally.kills += 1
    tally.told, tally.kept = max(tally.told, reported), len(events)
    tally.lost += max(reported - len(events), 0)
    tally.unsaid += len(events) > reported
    tally.hands = sum(isinstance(event, HandScored) for event in events)
    tally.matches = sum(isinstance(event, MatchSetUp) for event in events)
    tally.wrong += sum(are_totals_wrong(one, events) for one in _first_reports(reports))


def _first_reports(reports: Sequence[ShownState]) -> Iterator[ShownState]:
    """Yield, for each number of events, the first of the states that were reported with this number."""
    for _, reports_of_event in groupby(reports, key=lambda one: one.events):
        yield next(reports_of_event)


def are_totals_wrong(state: ShownState, events: Sequence[AnyEvent]) -> bool:
    """Return True if the totals in `state`, which phones showed, are wrong: they differ from those of the
    journal's `events`, or from the points of the cards that the players really held."""
    match = fold(events[: state.events])
    if (match.scores.totals if match else ()) != state.totals:
        return True
    before = fold(events[: state.events - 1]) if state.hands else None
    if match is None or before is None:
        return False
    points = map(match.game.pack.points, state.hands)
    return state.totals != tuple(t + p for t, p in zip(before.scores.totals, points, strict=True))
