"""Measure what a game loses on a disk on which random writes and syncs fail.

The events are those of a simulated game. `faulty_disk.py` provides the disk. At the end of each trial the
disk works again, or the power is cut. After a power cut only the contents of the disk count.
"""

import random
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from device.lab.bench.faulty_disk import KINDS, FaultyDisk, faulty_disk
from device.lab.simulation.match import HandTally, SimulatedTable, SimulationSetting
from device.records.event_codec import decode, encode
from device.records.resilient_journal import RETRY_SECONDS, ResilientJournal
from device.virtual.company.next_steps import simulated_chooser
from device.virtual.perfect_eye import observe
from engine.catalogue import configured
from engine.events import AnyEvent, HandScored
from engine.match import fold
from engine.words import WordList

PLAYER_NAMES: Final = ("Anne", "Ben", "Cora")
CHOSEN_OPERATIONS: Final = 40
"""The disk begins to fail at one of this many writes and syncs, chosen at random. A dozen events, or one
backup, take about as many."""


@dataclass(slots=True)
class TrialTally:
    """The results of trials in which the disk failed while a journal was written."""

    trials: int = 0
    failed: int = 0
    """The number of writes and syncs that failed."""
    kept_from: int = 0
    """The number of trials in which at least one event could not be written at once."""
    lost: int = 0
    """The number of events that had been written without an error, and were not on the disk at the end of the
    trial."""
    wrong: int = 0
    """The number of trials after which the stored events, or the totals that they add up to, differ from the
    game's."""
    untold: int = 0
    """The number of times that an event was in memory only, and the journal did not warn of it."""
    unhealed: int = 0
    """The number of trials in which the disk worked again, and events were still missing on it."""

    @property
    def flawless(self) -> bool:
        """True if no event was lost, no total was wrong, every failure was reported, and every healed disk
        had all events."""
        return not (self.lost or self.wrong or self.untold or self.unhealed)


def measure(trials: int, words: WordList, seed: int) -> dict[str, Any]:
    """Store simulated games on a disk that fails, in `trials` trials, and return the results.

    Return a note if the trials are impossible, because SQLite is built into this Python and cannot use the
    faulty disk.
    """
    events, rng, outcome = game_events(words, seed), random.Random(seed), TrialTally()
    with faulty_disk() as disk, tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        if disk is None:
            return {"skipped": "this Python has its SQLite built in"}
        for number in range(trials):
            match_folder = Path(folder) / str(number)
            _trial(disk, match_folder, events, rng, outcome)
            shutil.rmtree(match_folder)
    return {**asdict(outcome), "flawless": outcome.flawless}


def game_events(words: WordList, seed: int, hands: int = 1) -> tuple[AnyEvent, ...]:
    """Return the events of a simulated game of `hands` hands."""
    game, rng = configured("lexicon"), random.Random(seed)
    stage = SimulationSetting(
        game, words, lambda scene: observe(scene, rng), simulated_chooser(game, words, 0.2)
    )
    table = SimulatedTable(stage, PLAYER_NAMES, seed, HandTally())
    table.play(hands)
    return table.referee.events


def _trial(
    disk: FaultyDisk, folder: Path, events: Sequence[AnyEvent], rng: random.Random, outcome: TrialTally
) -> None:
    """Write the journal of a game on the faulty disk, and add the results to `outcome`.

    The disk fails from a random event on. At the end the stored events are compared with `events`, the events
    of the game.
    """
    disk.heal()
    begun, failed = rng.randrange(len(events)), disk.failed
    books, now = _books(folder, disk), 0.0
    books.append(*events[:begun]) if begun else None
    disk.fail(rng.choice(KINDS), rng.randrange(CHOSEN_OPERATIONS), lasting=rng.random() < 0.5)
    safe = troubled = 0
    for event in events[begun:]:
        books.append(event)
        now += rng.random() * RETRY_SECONDS
        books.retry_writes(now)
        safe = len(books.replay()) if not books.waiting else safe
        troubled += bool(books.waiting)
        outcome.untold += bool(books.waiting and not books.troubles)
    outcome.trials += 1
    outcome.failed += disk.failed - failed
    outcome.kept_from += bool(troubled)
    _end(disk, books, folder, events, safe, outcome, pulled=rng.random() < 0.5)


def _end(
    disk: FaultyDisk,
    books: ResilientJournal[AnyEvent],
    folder: Path,
    events: Sequence[AnyEvent],
    safe: int,
    outcome: TrialTally,
    *,
    pulled: bool,
) -> None:
    """End a trial, and compare the events on the disk with the game's `events`. Add the results to `outcome`.

    If `pulled` is true, the power is cut first; otherwise the disk works again. `safe` is the number of
    events that were written without an error.
    """
    if pulled:
        shutil.copytree(folder, folder / "pulled", ignore=shutil.ignore_patterns("*-shm"))
        end_folder = folder / "pulled"
    else:
        disk.heal()
        books.retry_writes(float("inf"))
        outcome.unhealed += bool(books.waiting)
        end_folder = folder
    books.close()
    again = _books(end_folder, None)
    replayed = again.replay()
    again.close()
    outcome.lost += max(safe - len(replayed), 0)
    truth = events[: len(replayed)]
    outcome.wrong += replayed != tuple(truth) or fold(replayed) != fold(truth)


def _books(folder: Path, disk: FaultyDisk | None) -> ResilientJournal[AnyEvent]:
    make = partial(
        ResilientJournal[AnyEvent],
        folder / "journal.db",
        encode=encode,
        decode=decode,
        clock=lambda: 0.0,
        needs_backup=lambda event: isinstance(event, HandScored),
    )
    return make(connect=disk.connect) if disk else make()
