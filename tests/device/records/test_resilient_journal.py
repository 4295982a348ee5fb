"""Test that the table plays on when its disk fails, reports the fault, and saves everything that can be
saved."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from device.errors import UsageFault
from device.records.journal import Journal, WriteError, connect
from device.records.rescue import last_time
from device.records.resilient_journal import BACKUP_EVENTS, RETRY_SECONDS, ResilientJournal


def encode(event: str) -> bytes:
    return f'"{event}"'.encode()


def decode(body: bytes) -> str:
    return body.decode().strip('"')


class Disk:
    """Database connections that fail at one kind of statement, before or after they carry it out."""

    def __init__(self) -> None:
        self.fault: sqlite3.OperationalError | None = None
        self.after = False
        self.at = "COMMIT"

    def fails(self, code: int, at: str = "COMMIT", *, after: bool = False) -> None:
        self.fault = sqlite3.OperationalError("as the test says")
        self.fault.sqlite_errorcode = code
        self.at, self.after = at, after

    def works(self) -> None:
        self.fault = None

    def connect(self, path: Path) -> sqlite3.Connection:
        disk = self

        class Failing(sqlite3.Connection):
            def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
                struck = disk.fault is not None and sql.startswith(disk.at)
                if struck and not disk.after and disk.fault is not None:
                    raise disk.fault
                done = super().execute(sql, *values)  # type: ignore[arg-type]
                if struck and disk.fault is not None:
                    raise disk.fault
                return done

        return sqlite3.connect(path, isolation_level=None, factory=Failing)


def books(
    path: Path, disk: Disk | None = None, room: Callable[[], bool] = lambda: False, now: float = 1.0
) -> ResilientJournal[str]:
    return ResilientJournal(
        path,
        encode=encode,
        decode=decode,
        clock=lambda: now,
        needs_backup=lambda event: event == "scored",
        make_room=room,
        connect=disk.connect if disk else connect,
    )


def on_disk(path: Path) -> list[str]:
    journal = Journal(path, encode=encode, decode=decode, clock=lambda: 0.0)
    kept = list(journal.replay())
    journal.close()
    return kept


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, "disk full"),
        (sqlite3.SQLITE_READONLY, "disk read-only"),
        (sqlite3.SQLITE_IOERR, "disk failing"),
    ],
)
@pytest.mark.parametrize("after", [False, True])
def test_what_the_disk_refuses_waits_in_memory_and_is_written_once_when_it_works_again(
    tmp_path: Path, code: int, kind: str, after: bool
) -> None:
    disk = Disk()
    book = books(tmp_path / "j.db", disk)
    book.append("dealt")
    assert not book.troubles
    disk.fails(code, after=after)
    book.append("laid")
    book.append("ruled", "laid again")
    assert [trouble.kind for trouble in book.retry_writes(100.0)] == [kind]
    assert f"its last {2 if after else 3} events" in str(book.troubles[0].text)
    assert book.replay() == ("dealt", "laid", "ruled", "laid again")
    disk.works()
    assert [t.kind for t in book.retry_writes(100.0 + RETRY_SECONDS / 2)] == [kind]
    assert book.retry_writes(100.0 + RETRY_SECONDS) == ()
    book.append("scored")
    book.close()
    assert on_disk(tmp_path / "j.db") == ["dealt", "laid", "ruled", "laid again", "scored"]


def test_a_full_disk_gets_what_the_table_can_spare(tmp_path: Path) -> None:
    disk = Disk()

    def room() -> bool:
        disk.works()
        return True

    book = books(tmp_path / "j.db", disk, room)
    disk.fails(sqlite3.SQLITE_FULL)
    book.append("dealt")
    assert book.waiting == 0
    assert [t.kind for t in book.troubles] == ["disk full"]
    book.append("laid")
    disk.fails(sqlite3.SQLITE_IOERR)
    book.append("ruled")
    assert [t.kind for t in book.troubles] == ["disk failing"]
    disk.works()
    assert book.retry_writes(0.0) == ()
    book.close()
    assert on_disk(tmp_path / "j.db") == ["dealt", "laid", "ruled"]


@pytest.mark.parametrize("at", [None, "noon", b"\xff"])
def test_a_backup_whose_times_are_damaged_stops_no_table(tmp_path: Path, at: object) -> None:
    path = tmp_path / "journal.db"
    for _ in range(2):  # the second run makes the evening's backup, the third the week's
        book = books(path)
        book.append("scored")
        book.close()
    evening = tmp_path / "journal.evening.db"
    with closing(sqlite3.connect(evening, isolation_level=None)) as db:
        (last,) = db.execute("SELECT max(number) FROM event").fetchone()
        db.execute("DROP TABLE event")
        db.execute("CREATE TABLE event (number, at, body, crc)")
        db.execute("INSERT INTO event VALUES (?, ?, 'x', 0)", (last, at))
    assert last_time(evening) == 0.0
    book = books(path)
    book.append("scored")
    assert not book.troubles
    book.close()


@pytest.mark.parametrize(
    ("at", "byte"),
    [(68, b"\0"), (60, b"\x40"), (63, b"\x83"), (None, b"\xff")],
    ids=["whose it is", "its version", "an impossible version", "a name in it"],
)
@pytest.mark.parametrize("which", ["journal.db", "journal.backup.db"])
def test_a_damaged_head_of_a_file_loses_nothing(
    tmp_path: Path, which: str, at: int | None, byte: bytes
) -> None:
    book = books(tmp_path / "journal.db")
    book.append("dealt", "scored")
    book.append("laid")
    book.close()
    file = tmp_path / which
    data = file.read_bytes()
    at = data.index(b"event") + 2 if at is None else at
    file.write_bytes(data[:at] + byte + data[at + 1 :])
    book = books(tmp_path / "journal.db")
    saved = 2 if at > 100 and which == "journal.db" else 3
    assert book.replay() == ("dealt", "scored", "laid")[:saved]
    book.append("scored")
    book.close()
    assert len(on_disk(tmp_path / "journal.db")) == saved + 1


def test_what_has_no_end_in_sight_is_backed_up_now_and_then(tmp_path: Path) -> None:
    book = books(tmp_path / "journal.db")
    for _ in range(BACKUP_EVENTS + 3):
        book.append("laid")
    assert len(on_disk(tmp_path / "journal.backup.db")) == BACKUP_EVENTS
    book.close()


def test_it_is_not_well_again_before_everything_is_in_the_file_itself(tmp_path: Path) -> None:
    disk = Disk()
    book = books(tmp_path / "j.db", disk)
    disk.fails(sqlite3.SQLITE_IOERR)
    book.append("dealt")
    disk.fails(sqlite3.SQLITE_IOERR, at="PRAGMA wal_checkpoint")
    assert [t.kind for t in book.retry_writes(100.0)] == ["disk failing"]
    disk.works()
    assert book.retry_writes(200.0) == ()
    assert (tmp_path / "j.db-wal").stat().st_size == 0
    book.append("laid")
    book.close()
    assert on_disk(tmp_path / "j.db") == ["dealt", "laid"]


def test_what_still_waits_is_written_when_the_table_closes(tmp_path: Path) -> None:
    disk = Disk()
    book = books(tmp_path / "j.db", disk)
    disk.fails(sqlite3.SQLITE_IOERR)
    book.append("dealt")
    disk.works()
    book.close()
    assert on_disk(tmp_path / "j.db") == ["dealt"]


def test_a_disk_that_can_not_be_opened_to_write_is_read_and_played_on(tmp_path: Path) -> None:
    first = books(tmp_path / "j.db")
    first.append("dealt", "laid")
    first.close()
    disk = Disk()
    disk.fails(sqlite3.SQLITE_READONLY, at="PRAGMA journal_mode")
    book = books(tmp_path / "j.db", disk)
    assert book.replay() == ("dealt", "laid")
    assert [t.kind for t in book.troubles] == ["disk read-only"]
    book.append("ruled")
    disk.works()
    assert book.retry_writes(0.0) == ()
    book.close()
    assert on_disk(tmp_path / "j.db") == ["dealt", "laid", "ruled"]


def filled(path: Path) -> None:
    """Write a journal of five events. Its backup holds the first three."""
    book = books(path)
    book.append("dealt", "laid", "scored")
    book.append("dealt again", "laid again")
    book.close()


def scribble(path: Path) -> None:
    path.write_bytes(b"\xff" * 9000)


def flip(path: Path) -> None:
    """Change a letter of the second event in the file. SQLite does not notice the change; the journal's
    checksum does."""
    data = path.read_bytes()
    at = data.index(b'"laid"')
    path.write_bytes(data[:at] + b'"lard"' + data[at + 6 :])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def flip_bits(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for at in (50, len(data) // 2, len(data) - 50):
        data[at] ^= 0x55
    path.write_bytes(bytes(data))


def tail_gone(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096])


@pytest.mark.parametrize(
    ("harm", "saved"),
    [(scribble, 3), (flip, 5), (tail_gone, 3), (Path.unlink, 3)],
    ids=["scribbled over", "one letter", "cut off", "gone"],
)
def test_a_damaged_journal_is_put_aside_and_what_can_be_saved_is(
    tmp_path: Path, harm: Callable[[Path], None], saved: int
) -> None:
    path = tmp_path / "journal.db"
    filled(path)
    harm(path)
    harmed = path.read_bytes() if path.exists() else None
    book = books(path, now=77.0)
    every = ("dealt", "laid", "scored", "dealt again", "laid again")
    assert book.replay() == every[:saved]
    assert [t.kind for t in book.troubles] == ["journal damaged"]
    assert f"{saved} events" in str(book.troubles[0].text)
    book.append("ruled")
    book.close()
    assert on_disk(path) == [*every[:saved], "ruled"]
    if harmed is not None:
        assert (tmp_path / "journal.damaged-77.db").read_bytes() == harmed


def test_a_journal_damaged_while_in_use_is_written_anew_from_memory(tmp_path: Path) -> None:
    path, disk = tmp_path / "journal.db", Disk()
    book = books(path, disk)
    book.append("dealt", "laid")
    disk.fails(sqlite3.SQLITE_CORRUPT)
    book.append("ruled")
    assert book.waiting == 1
    scribble(path)
    disk.works()
    assert [t.kind for t in book.retry_writes(50.0)] == ["journal damaged"]
    assert book.waiting == 0
    book.close()
    assert on_disk(path) == ["dealt", "laid", "ruled"]


@pytest.mark.parametrize("then", ["plays on", "stops", "is put back"])
def test_a_journal_deleted_while_in_use_is_written_anew_from_memory(tmp_path: Path, then: str) -> None:
    path = tmp_path / "table" / "journal.db"
    book = books(path)
    book.append("dealt", "laid")
    shutil.copy(path, older := tmp_path / "older.db")
    shutil.rmtree(path.parent)
    if then == "is put back":
        path.parent.mkdir()
        shutil.copy(older, path)
    if then != "stops":
        book.append("ruled")
        assert book.retry_writes(50.0 + RETRY_SECONDS) == book.troubles
        assert book.waiting == 0
        assert "disk failing" not in [trouble.kind for trouble in book.troubles]
    book.close()
    assert on_disk(path) == ["dealt", "laid", *(["ruled"] if then != "stops" else [])]


def test_after_a_hand_the_backup_holds_everything_and_stands_alone(tmp_path: Path) -> None:
    book = books(tmp_path / "journal.db")
    book.append("dealt")
    assert not (tmp_path / "journal.backup.db").exists()
    book.append("laid", "scored")
    book.append("dealt")
    assert on_disk(tmp_path / "journal.backup.db") == ["dealt", "laid", "scored"]
    book.close()


def test_a_backup_that_can_not_be_written_is_said_and_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: Journal[str], path: Path) -> None:
        raise WriteError(f"{path}: database or disk is full", sqlite3.SQLITE_FULL)

    book = books(tmp_path / "journal.db")
    with monkeypatch.context() as full:
        full.setattr(Journal, "copy_to", refused)
        book.append("dealt", "scored")
    assert [t.kind for t in book.troubles] == ["no backup"]
    book.append("scored")
    assert book.troubles == ()
    book.close()


@pytest.mark.parametrize(
    ("part", "harm", "saved"),
    [
        ("", empty, 3),
        ("", Path.unlink, 3),
        ("", flip_bits, 5),  # its log holds every page anew
        ("-wal", empty, 3),
        ("-wal", Path.unlink, 3),
        ("-wal", flip_bits, 3),
    ],
)
def test_the_longest_beginning_that_any_copy_holds_is_played_on_and_every_loss_is_told(
    tmp_path: Path, part: str, harm: Callable[[Path], None], saved: int
) -> None:
    path = tmp_path / "journal.db"
    book = books(path)
    book.append("dealt", "laid", "scored")
    book.append("dealt again", "laid again")
    taken = {one.name: one.read_bytes() for one in tmp_path.glob("journal.*")}
    book.close()
    for name, data in taken.items():  # as a kill leaves it
        (tmp_path / name).write_bytes(data)
    harm(path.with_name(path.name + part))
    again = books(path, now=9.0)
    assert again.replay() == ("dealt", "laid", "scored", "dealt again", "laid again")[:saved]
    told = [str(trouble.text) for trouble in again.troubles]
    assert (
        told == ["The journal was damaged. 3 events were saved. The last 2 events are missing."][saved - 3 :]
    )
    again.append("dealt for the third time", "scored")
    again.close()
    assert on_disk(path) == on_disk(tmp_path / "journal.backup.db")
    assert books(path).troubles == ()


def test_a_journal_in_use_keeps_everything_in_the_file_itself_after_each_hand(tmp_path: Path) -> None:
    book = books(tmp_path / "journal.db")
    book.append("dealt", "laid", "scored")
    assert (tmp_path / "journal.db-wal").stat().st_size == 0
    book.close()


def test_a_journal_swapped_for_an_older_one_is_no_match_for_its_backup(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    book = books(path)
    book.append("dealt", "scored")
    book.close()
    older = path.read_bytes()
    book = books(path)
    book.append("dealt", "laid", "scored")
    book.close()
    path.write_bytes(older)
    again = books(path)
    assert again.replay() == ("dealt", "scored", "dealt", "laid", "scored")
    assert [told.kind for told in again.troubles] == ["journal damaged"]
    again.close()


def test_a_backup_is_never_replaced_by_a_shorter_one(tmp_path: Path) -> None:
    """A backup that has more events than the journal is kept under another name before a new backup takes
    its place."""
    path, backup = tmp_path / "journal.db", tmp_path / "journal.backup.db"
    book = books(path)
    book.append("dealt", "laid", "ruled", "scored")
    book.close()
    longer = backup.read_bytes()
    for one in tmp_path.iterdir():
        one.unlink()
    book = books(path, now=5.0)
    book.append("dealt")
    backup.write_bytes(longer)
    book.append("scored")
    book.close()
    assert (tmp_path / "journal.backup.damaged-5.db").read_bytes() == longer
    assert on_disk(backup) == ["dealt", "scored"]


def test_backups_of_the_evening_before_and_of_a_week_ago_are_kept(tmp_path: Path) -> None:
    path, day = tmp_path / "journal.db", 24 * 3600.0
    for evening in range(12):
        book = books(path, now=1e9 + evening * day)
        book.append("dealt", "scored")
        book.append("dealt", "scored")
        book.close()
    kept = [len(on_disk(tmp_path / f"journal.{name}.db")) for name in ("backup", "evening", "week")]
    assert kept == [48, 44, 32]  # of the twelfth evening, the eleventh, and the eighth
    (tmp_path / "journal.backup.db").unlink()
    path.unlink()
    assert len(books(path).replay()) == 44


def test_a_table_that_is_never_switched_off_keeps_the_evening_before_and_a_week_ago_too(
    tmp_path: Path,
) -> None:
    now, day, hour = 1e9, 24 * 3600.0, 3600.0
    book = ResilientJournal(
        tmp_path / "journal.db",
        encode=encode,
        decode=decode,
        clock=lambda: now,
        needs_backup=lambda event: event == "scored",
    )
    for evening in range(12):
        for hand in range(3):
            now = 1e9 + evening * day + hand * hour
            book.append("dealt", "scored")
    kept = [len(on_disk(tmp_path / f"journal.{name}.db")) for name in ("backup", "evening", "week")]
    assert kept == [72, 66, 48]  # of now, the evening before, and three evenings before that
    book.close()


@pytest.mark.parametrize("bit", range(32))
def test_a_journal_whose_version_was_damaged_is_played_on(tmp_path: Path, bit: int) -> None:
    path = tmp_path / "journal.db"
    book = books(path)
    book.append("dealt", "laid", "ruled")
    book.close()
    damaged = bytearray(path.read_bytes())
    damaged[60 + bit // 8] ^= 1 << bit % 8  # the version, as SQLite's header has it
    path.write_bytes(bytes(damaged))
    again = books(path)
    assert again.replay() == ("dealt", "laid", "ruled")
    assert [one.kind for one in again.troubles] == ["journal damaged"]
    again.close()


@pytest.mark.parametrize("sql", ["CREATE TABLE other (x)", "PRAGMA user_version = 99"])
def test_somebody_elses_file_is_not_damage(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "journal.db"
    with sqlite3.connect(path) as db:
        db.execute(sql)
    db.close()
    before = path.read_bytes()
    with pytest.raises(UsageFault):
        books(path)
    assert path.read_bytes() == before
