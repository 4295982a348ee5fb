"""A killed game whose files are then damaged: is the longest beginning played on, and every loss told?

After each kill one file of the table is damaged at random: bits flipped, cut short, emptied, deleted, or
swapped for what it was some lives ago. How many events each copy held is counted before the damage, so what
should be saved is known without asking the code that saves it.
"""

import multiprocessing
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from device.commands._bench.kills import Tally, one_life
from device.errors import UsageFault
from device.records.books import Books
from device.records.eventcodec import decode, encode
from device.records.journal import DamagedError, Journal
from device.records.rescue import backups_of
from engine.events import AnyEvent, HandScored, MatchEnded

JOURNAL: Final = "journal.db"
LONGEST: Final = 300.0
"""Seconds of table time between two kills, at the most: a hand or so."""
LEFT: Final = 5
"""Lives after which a file may come back as it was."""


@dataclass(slots=True)
class Damage:
    """What came of the damages. `lost`: events that an undamaged copy still held and that were not played on;
    `untold`: losses of which the page said nothing; `stopped`: tables that did not start again; `missing`:
    events that no copy held any more, each of which was told."""

    kills: int = 0
    damaged: int = 0
    lost: int = 0
    untold: int = 0
    stopped: int = 0
    missing: int = 0

    @property
    def flawless(self) -> bool:
        """Whether every table started, with all that any copy held, and told every loss."""
        return not (self.lost or self.untold or self.stopped)


def measure(kills: int, seed: int) -> dict[str, Any]:
    """The tally of `kills` kills of one table, a file damaged after each."""
    rng, damage = random.Random(seed), Damage()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["device.commands._bench.kills"])
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        data, before = Path(folder) / "table", Path(folder) / "before"
        data.mkdir()
        for number in range(kills):
            one_life(context, data, seed, rng, Tally(), aimed=False, longest=LONGEST)
            damage.kills += 1
            whole = _lengths(data, Path(folder) / "looked-at")
            if number % LEFT == 0:
                shutil.rmtree(before, ignore_errors=True)
                shutil.copytree(data, before)
            harmed = harm(data, before, rng)
            damage.damaged += harmed is not None
            check(data, whole, harmed, damage)
    return {**asdict(damage), "flawless": damage.flawless}


def check(data: Path, whole: dict[str, int], harmed: Path | None, damage: Damage) -> None:
    """Start the books again and compare. `whole`: how many events each copy held before the damage."""
    most = max(whole.values(), default=0)
    parts = {harmed.name, harmed.name.removesuffix("-wal")} if harmed else set()
    unharmed = max((count for name, count in whole.items() if name not in parts), default=0)
    try:
        books = opened(data)
        found = len(books.replay())
    except (UsageFault, OSError):
        damage.stopped += 1
        return
    told = any(trouble.kind == "journal damaged" for trouble in books.troubles)
    books.close()
    damage.lost += max(unharmed - found, 0)
    damage.missing += max(most - found, 0)
    # Without its head nothing is left that could tell how long the journal was.
    knew = harmed is None or harmed.name != "journal.head"
    damage.untold += found < most and not told and knew


def opened(data: Path) -> Books[AnyEvent]:
    """The table's books, as the table opens them."""
    return Books(
        data / JOURNAL,
        encode=encode,
        decode=decode,
        clock=time.time,
        closes=lambda event: isinstance(event, HandScored | MatchEnded),
    )


def harm(data: Path, before: Path, rng: random.Random) -> Path | None:
    """Damage one file of `data` at random; `before` is the folder as it was earlier. The file, or None where
    there was none to damage."""
    files = sorted(path for path in data.iterdir() if path.is_file() and path.name != "reserve")
    whole = [path for path in files if "damaged" not in path.name]
    if not whole:
        return None
    path = rng.choice(whole)
    rng.choice((_flip, _cut, _empty, _delete, _swap))(path, before, rng)
    return path


def _flip(path: Path, _: Path, rng: random.Random) -> None:
    content = bytearray(path.read_bytes())
    for _bit in range(3 if content else 0):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(bytes(content))


def _cut(path: Path, _: Path, rng: random.Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: rng.randrange(len(content) + 1)])


def _empty(path: Path, _: Path, __: random.Random) -> None:
    path.write_bytes(b"")


def _delete(path: Path, _: Path, __: random.Random) -> None:
    path.unlink()


def _swap(path: Path, before: Path, _: random.Random) -> None:
    older = before / path.name
    if older.exists():
        shutil.copyfile(older, path)


def _lengths(data: Path, looked_at: Path) -> dict[str, int]:
    """How many whole events the journal and each backup hold, counted in copies of them."""
    shutil.rmtree(looked_at, ignore_errors=True)
    shutil.copytree(data, looked_at)
    counts = {}
    for path in (looked_at / JOURNAL, *backups_of(looked_at / JOURNAL)):
        if path.exists():
            counts[path.name] = _length(path)
    return counts


def _length(path: Path) -> int:
    decoded: Callable[[bytes], AnyEvent] = decode
    try:
        journal = Journal(path, encode=encode, decode=decoded, clock=time.time)
    except DamagedError:
        return 0
    count = len(journal)
    journal.close()
    return count
