"""Damaged files after kills: is the longest beginning played on, and every loss reported?

After each kill one file of the table is damaged at random, be it journal, log, backup, JSON or settings: bits
flipped, cut short, emptied, deleted, or replaced by its state some lives ago. The events in each copy are
counted before the damage, so the right result is known without asking the code that saves it. Then the table
itself is started as its service does, by its settings file.
"""

import multiprocessing
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from device.app import play
from device.errors import UsageFault
from device.lab.bench.kills import KillTally, one_life
from device.records import deckchoice, decks, known_surplus, wordchoice
from device.records.decks import Deck, DeckCard
from device.records.eventcodec import decode, encode
from device.records.journal import DamagedError, Journal
from device.records.lastsettings import as_before, remember
from device.records.rescue import backups_of
from device.records.resilient_journal import ResilientJournal
from device.records.value_files import files_put_aside
from device.records.wordchoice import WordChoice, added
from device.running.inbox import TimePassed
from device.service.keys import KEYS, new_pin
from device.settings import NO_CAMERA, CameraSettings, WebSettings, load
from engine.events import AnyEvent, HandScored, MatchEnded
from vision.enrol import learning
from vision.tensor_format import CROP_HEIGHT, CROP_WIDTH

JOURNAL: Final = "journal.db"
MAX_TABLE_SECONDS: Final = 60.0
"""Seconds of table time between two kills, at the most: some turns."""
RESTORE_INTERVAL_LIVES: Final = 5
"""The number of lives after which a file may come back in its earlier state."""

KEPT_SUFFIXES: Final = frozenset({".db", ".db-wal", ".db-shm", ".head", ".json", ".toml"})
"""Endings of what the table keeps; its pictures are read by nobody but people."""
SETTINGS: Final = "table.toml"
_TOML: Final = """[game]
players = ["Anne", "Ben", "Cora"]
[bell]
pin = 22
"""
DECK: Final = "attic"
LOCAL: Final = WebSettings("127.0.0.1", 0)
UNWATCHED: Final = CameraSettings(NO_CAMERA)


@dataclass(slots=True)
class Damage:
    """The results of the damages.

    `lost` are events that an undamaged copy still held and that were not played on. `untold` are losses that
    the page did not report, of events or of a file that was put aside. `stopped` are tables that did not
    start again, and `why`. `missing` are events that no copy held any more. `where` counts the damages of
    each file.
    """

    kills: int = 0
    damaged: int = 0
    lost: int = 0
    untold: int = 0
    stopped: int = 0
    missing: int = 0
    where: dict[str, int] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)

    @property
    def flawless(self) -> bool:
        """Tell whether every table started with everything that any copy held, and reported every loss."""
        return not (self.lost or self.untold or self.stopped)


def measure(kills: int, seed: int) -> dict[str, Any]:
    """Return the tally of `kills` kills of one table, a file damaged after each."""
    rng, damage = random.Random(seed), Damage()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["device.lab.bench.kills"])
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        data, before = Path(folder) / "table", Path(folder) / "before"
        for number in range(kills):
            furnish(data)
            life = KillTally()
            one_life(context, data, seed, rng, life, aimed=False, longest=MAX_TABLE_SECONDS)
            damage.stopped += life.stopped
            damage.why += ["the demo fell silent"] * life.stopped
            damage.kills += 1
            whole = _lengths(data, Path(folder) / "looked-at")
            if number % RESTORE_INTERVAL_LIVES == 0:
                shutil.rmtree(before, ignore_errors=True)
                shutil.copytree(data, before)
            harmed = harm(data, before, rng)
            if harmed is not None:
                damage.damaged += 1
                damage.where[harmed.name] = damage.where.get(harmed.name, 0) + 1
            check(data, whole, harmed, damage)
            start(data, damage)
    return {**asdict(damage), "flawless": damage.flawless}


def furnish(data: Path) -> None:
    """Make a table's folder in which its people have made every kind of choice. Choices reported as lost are
    made anew, and the settings file is mended.
    """
    data.mkdir(exist_ok=True)
    (data / SETTINGS).write_text(_TOML)
    if not (data / KEYS).exists():
        new_pin(data)
    if not (data / wordchoice.FILE).exists():
        wordchoice.choose(data, added(WordChoice(), ["ZAX"]))
    if DECK not in decks.names(data):
        decks.store(data, _deck())
    if not (data / deckchoice.FILE).exists():
        deckchoice.choose(data, DECK, "")
    if not (data / known_surplus.FILE).exists():
        known_surplus.learn(data, DECK, "A")
    remember(data / SETTINGS, data, load(data / SETTINGS))


def _deck() -> Deck:
    """Return a deck of one card, as enrolling it would keep it."""
    crop = np.full((CROP_HEIGHT, CROP_WIDTH, 3), 200, np.uint8)
    features = learning.features([crop]).astype(np.float16).tobytes()
    card = DeckCard("A", learning.encode_crop(crop))
    return Deck(DECK, "parker", {"A": 5}, (card,), learning.fingerprint(), features)


def start(data: Path, damage: Damage) -> None:
    """Start the table itself, as its service does, and end it."""
    before = files_put_aside(data)
    try:
        asked = as_before(data / SETTINGS, data)
        # Whatever path the damaged file names for its data, the test writes to this folder alone.
        table = replace(asked.settings.table, data=str(data), pins="none")
        settings = replace(asked.settings, table=table, web=LOCAL, camera=UNWATCHED)
        appliance = play(settings, before=before, unread=asked.why)
    except (UsageFault, OSError) as fault:
        damage.stopped += 1
        damage.why.append(str(fault))
        return
    remember(data / SETTINGS, data, settings)
    appliance.server.start()
    appliance.loop.tend()
    appliance.loop.handle(TimePassed())
    told = {trouble.kind for trouble in appliance.loop.view.troubles}
    appliance.server.close()
    appliance.opened.close()
    damage.untold += bool(files_put_aside(data) - before) and "file damaged" not in told
    damage.untold += bool(asked.why) and "settings unread" not in told


def check(data: Path, whole: dict[str, int], harmed: Path | None, damage: Damage) -> None:
    """Open the journal again and compare; `whole` counts the events in each copy before the damage."""
    most = max(whole.values(), default=0)
    parts = {harmed.name, harmed.name.removesuffix("-wal")} if harmed else set()
    unharmed = max((count for name, count in whole.items() if name not in parts), default=0)
    try:
        books = open_journal(data)
        found = len(books.replay())
    except (UsageFault, OSError) as fault:
        damage.stopped += 1
        damage.why.append(str(fault))
        return
    told = any(trouble.kind == "journal damaged" for trouble in books.troubles)
    books.close()
    damage.lost += max(unharmed - found, 0)
    damage.missing += max(most - found, 0)
    # Without its head nothing is left that could tell how long the journal was.
    knew = harmed is None or harmed.name != "journal.head"
    damage.untold += found < most and not told and knew


def open_journal(data: Path) -> ResilientJournal[AnyEvent]:
    """Open the table's journal, as the table does."""
    return ResilientJournal(
        data / JOURNAL,
        encode=encode,
        decode=decode,
        clock=time.time,
        closes=lambda event: isinstance(event, HandScored | MatchEnded),
    )


def harm(data: Path, before: Path, rng: random.Random) -> Path | None:
    """Damage one file of `data` at random, and return it; None where there was none to damage.

    `before` is the folder as it was earlier.
    """
    files = sorted(path for path in data.rglob("*") if path.is_file() and path.suffix in KEPT_SUFFIXES)
    whole = [path for path in files if "damaged" not in path.name]
    if not whole:
        return None
    path = rng.choice(whole)
    rng.choice((_flip, _cut, _empty, _delete, _swap))(path, before / path.relative_to(data), rng)
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


def _swap(path: Path, older: Path, _: random.Random) -> None:
    if older.exists():
        shutil.copyfile(older, path)


def _lengths(data: Path, looked_at: Path) -> dict[str, int]:
    """Count the whole events in the journal and in each backup, in copies of them."""
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
