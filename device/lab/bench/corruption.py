"""Damage files after kills. Check that the table goes on with the longest undamaged part of the journal,
counted from its beginning, and reports every loss.

After each kill one file of the table is damaged at random: the journal, its log, a backup, a JSON file or the
settings. Bits are flipped, or the file is cut short, emptied, deleted, or replaced by an earlier state.

Before the damage the events in each copy of the journal are counted. So the right result is known without the
code that recovers a journal. After the damage the table is started by its settings file, as its service
starts it.
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
from device.records import deck_choice, decks, known_surplus, word_choice
from device.records.decks import Deck, DeckCard
from device.records.event_codec import decode, encode
from device.records.journal import DamagedError, Journal
from device.records.last_settings import remember_settings, settings_or_last
from device.records.rescue import backups_of
from device.records.resilient_journal import ResilientJournal
from device.records.value_files import files_put_aside
from device.records.word_choice import WordChoice, with_words
from device.running.inbox import TimePassed
from device.service.keys import KEYS_FILE, new_pin
from device.settings import NO_CAMERA, CameraSettings, WebSettings, load
from engine.events import AnyEvent, HandScored, MatchEnded
from vision.enrol import learning
from vision.tensor_format import CROP_HEIGHT, CROP_WIDTH

JOURNAL: Final = "journal.db"
MAX_TABLE_SECONDS: Final = 60.0
"""Maximum seconds by the table's fast clock between two kills. In a minute of this clock people play some
turns."""
RESTORE_INTERVAL_LIVES: Final = 5
"""Number of kills after which a new copy of the table's folder is made. One kind of damage replaces a file by
its earlier copy."""

KEPT_SUFFIXES: Final = frozenset({".db", ".db-wal", ".db-shm", ".head", ".json", ".toml"})
"""Suffixes of the table's files that may be damaged. Pictures are left out, because only people look at
them."""
SETTINGS: Final = "table.toml"
_TOML: Final = """[game]
players = ["Anne", "Ben", "Cora"]
[bell]
pin = 22
"""
DECK_NAME: Final = "attic"
LOCAL_WEB: Final = WebSettings("127.0.0.1", 0)
NO_CAMERA_SETTINGS: Final = CameraSettings(NO_CAMERA)


@dataclass(slots=True)
class DamageTally:
    """What the table lost, and what it reported, after its files were damaged on purpose."""

    kills: int = 0
    """The number of kills."""
    damaged: int = 0
    """The number of files that were damaged."""
    lost: int = 0
    """The number of events that the table lost, although an undamaged copy held them."""
    untold: int = 0
    """The number of losses that the table did not report to the phones. A loss concerns events, or a file."""
    stopped: int = 0
    """The number of times that the table did not start again."""
    missing: int = 0
    """The number of events that the table lost in all. It includes events of which no undamaged copy existed,
    so that nobody could have saved them."""
    where: dict[str, int] = field(default_factory=dict)
    """The number of times that each file was damaged, by file name."""
    why: list[str] = field(default_factory=list)
    """The reason for each time that the table did not start."""

    @property
    def flawless(self) -> bool:
        """True if the table always started with all events that an undamaged copy held, and reported every
        loss."""
        return not (self.lost or self.untold or self.stopped)


def measure(kills: int, seed: int) -> dict[str, Any]:
    """Kill one table `kills` times, damage a file after each kill, and return the results."""
    rng, damage = random.Random(seed), DamageTally()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["device.lab.bench.kills"])
    with tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder:
        data, before = Path(folder) / "table", Path(folder) / "before"
        for number in range(kills):
            fill_folder(data)
            life = KillTally()
            one_life(context, data, seed, rng, life, aimed=False, max_seconds=MAX_TABLE_SECONDS)
            damage.stopped += life.stopped
            damage.why += ["the demo fell silent"] * life.stopped
            damage.kills += 1
            event_counts = _lengths(data, Path(folder) / "looked-at")
            if number % RESTORE_INTERVAL_LIVES == 0:
                shutil.rmtree(before, ignore_errors=True)
                shutil.copytree(data, before)
            harmed = damage_file(data, before, rng)
            if harmed is not None:
                damage.damaged += 1
                damage.where[harmed.name] = damage.where.get(harmed.name, 0) + 1
            check(data, event_counts, harmed, damage)
            start(data, damage)
    return {**asdict(damage), "flawless": damage.flawless}


def fill_folder(data: Path) -> None:
    """Fill a table's folder with every kind of choice that people make, such as a deck and further words.
    Choices that are already stored stay. The settings file is written anew."""
    data.mkdir(exist_ok=True)
    (data / SETTINGS).write_text(_TOML)
    if not (data / KEYS_FILE).exists():
        new_pin(data)
    if not (data / word_choice.FILE).exists():
        word_choice.choose(data, with_words(WordChoice(), ["ZAX"]))
    if DECK_NAME not in decks.names(data):
        decks.store(data, _deck())
    if not (data / deck_choice.FILE).exists():
        deck_choice.choose(data, DECK_NAME, "")
    if not (data / known_surplus.FILE).exists():
        known_surplus.learn(data, DECK_NAME, "A")
    remember_settings(data / SETTINGS, data, load(data / SETTINGS))


def _deck() -> Deck:
    """Return a deck of one card, in the form in which enrolling stores a deck."""
    crop = np.full((CROP_HEIGHT, CROP_WIDTH, 3), 200, np.uint8)
    features = learning.compute_features([crop]).astype(np.float16).tobytes()
    card = DeckCard("A", learning.encode_crop(crop))
    return Deck(DECK_NAME, "parker", {"A": 5}, (card,), learning.fingerprint(), features)


def start(data: Path, damage: DamageTally) -> None:
    """Start the table as its service does, and close it. Count in `damage` if the table does not start, and
    if it does not report a damaged file."""
    before = files_put_aside(data)
    try:
        loaded = settings_or_last(data / SETTINGS, data)
        # The damaged file may name another folder for its data, but the test writes to this one alone.
        table = replace(loaded.settings.table, data=str(data), pins="none")
        settings = replace(loaded.settings, table=table, web=LOCAL_WEB, camera=NO_CAMERA_SETTINGS)
        appliance = play(settings, known_damage=before, settings_trouble=loaded.trouble)
    except (UsageFault, OSError) as fault:
        damage.stopped += 1
        damage.why.append(str(fault))
        return
    remember_settings(data / SETTINGS, data, settings)
    appliance.server.start()
    appliance.loop.do_housekeeping()
    appliance.loop.handle(TimePassed())
    kinds = {trouble.kind for trouble in appliance.loop.view.troubles}
    appliance.server.close()
    appliance.resources.close()
    damage.untold += bool(files_put_aside(data) - before) and "file damaged" not in kinds
    damage.untold += bool(loaded.trouble) and "settings unread" not in kinds


def check(data: Path, event_counts: dict[str, int], harmed: Path | None, damage: DamageTally) -> None:
    """Open the journal after the damage to the file `harmed`. Add to `damage` the events that are lost, and a
    loss that is not reported.

    `event_counts` is the number of events that each copy of the journal held before the damage, by file name.
    """
    longest = max(event_counts.values(), default=0)
    parts = {harmed.name, harmed.name.removesuffix("-wal")} if harmed else set()
    unharmed = max((count for name, count in event_counts.items() if name not in parts), default=0)
    try:
        books = open_journal(data)
        event_count = len(books.replay())
    except (UsageFault, OSError) as fault:
        damage.stopped += 1
        damage.why.append(str(fault))
        return
    is_reported = any(trouble.kind == "journal damaged" for trouble in books.troubles)
    books.close()
    damage.lost += max(unharmed - event_count, 0)
    damage.missing += max(longest - event_count, 0)
    # Without the marked end, nobody can tell how long the journal was.
    knew = harmed is None or harmed.name != "journal.head"
    damage.untold += event_count < longest and not is_reported and knew


def open_journal(data: Path) -> ResilientJournal[AnyEvent]:
    """Open the journal in the folder `data` in the way in which a table opens it."""
    return ResilientJournal(
        data / JOURNAL,
        encode=encode,
        decode=decode,
        clock=time.time,
        needs_backup=lambda event: isinstance(event, HandScored | MatchEnded),
    )


def damage_file(data: Path, before: Path, rng: random.Random) -> Path | None:
    """Damage a random file of the folder `data`, and return its path. Return None if no file can be damaged.

    `before` is an earlier copy of the folder. One kind of damage replaces the file by the file in this copy.
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
    """Return the number of readable events in a table's journal and in each of its backups, by file name.
    They are opened in a copy of the folder `data`, at the path `looked_at`, so that the folder stays
    unchanged."""
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
