"""Test that the journal keeps every acknowledged event, whatever happens to the program."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from device.errors import UsageFault
from device.records.journal import DamagedError, Journal, JournalRow, record, row_checksum


def encode(event: str) -> bytes:
    return f'"{event}"'.encode()


def decode(body: bytes) -> str:
    if not body.startswith(b'"'):
        raise ValueError("not a string")
    return body.decode().strip('"')


def journal(path: Path) -> Journal[str]:
    return Journal(path, encode=encode, decode=decode, clock=lambda: 1.0)


def test_what_was_appended_is_replayed_in_order(tmp_path: Path) -> None:
    first = journal(tmp_path / "deep" / "journal.db")
    first.append("dealt")
    record(first, ["laid", "ruled"])
    record(first, [])
    first.close()
    again = journal(tmp_path / "deep" / "journal.db")
    assert list(again.replay()) == ["dealt", "laid", "ruled"]
    assert len(again) == 3
    again.close()


def test_it_is_written_through_to_the_disk(tmp_path: Path) -> None:
    book = journal(tmp_path / "j.db")
    (mode,) = book._db.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = book._db.execute("PRAGMA synchronous").fetchone()
    book.close()
    assert (mode, synchronous) == ("wal", 2)


def test_events_of_one_batch_are_kept_all_or_none(tmp_path: Path) -> None:
    book = journal(tmp_path / "j.db")
    book.append("a")

    class Unwritable(str):
        def __format__(self, spec: str) -> str:
            raise RuntimeError("half-way")

    with pytest.raises(RuntimeError):
        book.append("b", Unwritable("c"))
    assert list(book.replay()) == ["a"]
    book.close()


WRITER = """
import sys
from pathlib import Path
from device.records.journal import Journal
book = Journal(Path(sys.argv[1]), encode=lambda n: str(n).encode(), decode=int, clock=lambda: 0.0)
n = len(book)
while True:
    book.append(n, n + 1)
    n += 2
    print(n, flush=True)
"""


@pytest.mark.parametrize("round_number", range(3))
def test_nothing_acknowledged_is_lost_when_it_is_killed(tmp_path: Path, round_number: int) -> None:
    path = tmp_path / "j.db"
    for kill in range(3):
        acknowledged = _killed_after(path, 7 + 5 * kill + round_number)
        book = Journal(path, encode=lambda n: str(n).encode(), decode=int, clock=lambda: 0.0)
        kept = list(book.replay())
        book.close()
        assert len(kept) >= acknowledged
        assert kept == list(range(len(kept)))
        assert len(kept) % 2 == 0


def _killed_after(path: Path, lines: int) -> int:
    """Let a process write batches to a journal. Kill it when it has acknowledged `lines` batches. Return
    the number of the last batch acknowledged."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert writer.stdout is not None
    said = [int(writer.stdout.readline()) for _ in range(lines)]
    writer.send_signal(signal.SIGKILL)
    rest, _ = writer.communicate()
    complete = rest.splitlines()[: rest.count("\n")]
    return max([*said, *(int(line) for line in complete)])


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("CREATE TABLE other (x)", "not a journal of this program"),
        ("PRAGMA user_version = 99", "later version"),
    ],
)
def test_somebody_elses_file_is_left_alone(tmp_path: Path, sql: str, said: str) -> None:
    path = tmp_path / "j.db"
    with sqlite3.connect(path) as db:
        db.execute(sql)
    db.close()
    before = path.read_bytes()
    with pytest.raises(UsageFault, match=said):
        journal(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_and_a_row_that_is_no_event_are_named(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    path.write_bytes(b"this is a letter to my aunt, not a database" * 30)
    with pytest.raises(DamagedError, match=r"j\.db"):
        journal(path)
    path.unlink()
    book = journal(path)
    book.write([JournalRow(1, 0.0, "gibberish")])
    with pytest.raises(UsageFault, match="event 1"):
        list(book.replay())
    book.close()


def test_a_letter_changed_on_the_disk_is_found_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    book = journal(path)
    book.append("dealt", "laid", "ruled")
    book._db.execute("UPDATE event SET body = '\"said\"' WHERE number = 2")
    book.close()
    with pytest.raises(DamagedError, match="event 2"):
        journal(path)


def test_a_row_that_is_gone_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    book = journal(path)
    book.append("dealt", "laid", "ruled")
    book._db.execute("DELETE FROM event WHERE number = 2")
    book.close()
    with pytest.raises(DamagedError, match="event 2"):
        journal(path)


def test_a_journal_of_the_first_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with sqlite3.connect(path) as db:
        db.execute(
            "CREATE TABLE event (number INTEGER PRIMARY KEY, at REAL NOT NULL, body TEXT NOT NULL) STRICT"
        )
        db.execute("INSERT INTO event (at, body) VALUES (1.0, '\"dealt\"'), (2.0, '\"laid\"')")
        db.execute("PRAGMA application_id = 1279613012")
        db.execute("PRAGMA user_version = 1")
    db.close()
    book = journal(path)
    book.append("ruled")
    book.close()
    again = journal(path)
    assert list(again.replay()) == ["dealt", "laid", "ruled"]
    again.close()


def second_schema(path: Path, *rows: tuple[int, str, int]) -> None:
    with sqlite3.connect(path) as db:
        db.execute(
            "CREATE TABLE event (number INTEGER PRIMARY KEY, at REAL NOT NULL, body TEXT NOT NULL, "
            "crc INTEGER NOT NULL DEFAULT 0) STRICT"
        )
        db.executemany("INSERT INTO event VALUES (?, 1.0, ?, ?)", rows)
        db.execute("PRAGMA application_id = 1279613012")
        db.execute("PRAGMA user_version = 2")
    db.close()


def test_the_checksums_of_the_second_schema_are_made_to_run_on(tmp_path: Path) -> None:
    path, bodies = tmp_path / "j.db", ('"dealt"', '"laid"')
    second_schema(path, *((n, body, row_checksum(n, body)) for n, body in enumerate(bodies, 1)))
    book = journal(path)
    book.append("ruled")
    book.close()
    again = journal(path)
    assert list(again.replay()) == ["dealt", "laid", "ruled"]
    again.close()


def test_damage_in_the_second_schema_is_not_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    second_schema(path, (1, '"dealt"', row_checksum(1, '"dealt"')), (2, '"lard"', row_checksum(2, '"laid"')))
    with pytest.raises(DamagedError, match="event 2"):
        journal(path)


def test_a_journal_of_a_later_version_is_told_from_one_whose_version_was_damaged(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    book = journal(path)
    book.append("dealt", "laid")
    book.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 7")
    db.close()
    with pytest.raises(DamagedError, match="not of schema 7"):
        journal(path)
    with sqlite3.connect(path) as db:  # as a later version begins its checksums
        db.execute("UPDATE event SET crc = crc + 1")
    db.close()
    before = path.read_bytes()
    with pytest.raises(UsageFault, match="later version"):
        journal(path)
    assert path.read_bytes() == before


def test_rows_of_another_journal_are_no_rows_of_this_one(tmp_path: Path) -> None:
    """The checksum of row 2 is replaced by that of another journal, where other rows came before it. The
    journal reports that event 2 is damaged: a checksum covers the earlier rows, too."""
    for name, word in (("j.db", "laid"), ("other.db", "lard")):
        book = journal(tmp_path / name)
        book.append(word, "ruled")
        book.close()
    with sqlite3.connect(tmp_path / "other.db") as db:
        (foreign,) = db.execute("SELECT crc FROM event WHERE number = 2").fetchone()
    db.close()
    with sqlite3.connect(tmp_path / "j.db") as db:
        db.execute("UPDATE event SET crc = ? WHERE number = 2", (foreign,))
    db.close()
    with pytest.raises(DamagedError, match="event 2"):
        journal(tmp_path / "j.db")


def test_a_copy_is_a_whole_journal_in_one_file(tmp_path: Path) -> None:
    book = journal(tmp_path / "j.db")
    book.append("dealt", "laid")
    book.copy_to(tmp_path / "copy.db")
    book.close()
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("copy")] == ["copy.db"]
    copy = journal(tmp_path / "copy.db")
    assert list(copy.replay()) == ["dealt", "laid"]
    copy.close()


def test_a_log_cut_off_anywhere_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Only the first bytes of the write-ahead log remain, as after a short write or a power cut."""
    book, path = journal(tmp_path / "j.db"), tmp_path / "j.db"
    log, acknowledged = path.with_name("j.db-wal"), [0]
    for n in range(12):
        book.append(f"event {n}", "x" * (n * 40))
        acknowledged.append(log.stat().st_size)
    file, whole = path.read_bytes(), log.read_bytes()
    book.close()
    for length in range(0, len(whole) + 1, 997):
        cut = tmp_path / f"cut-{length}" / "j.db"
        cut.parent.mkdir()
        cut.write_bytes(file)
        cut.with_name("j.db-wal").write_bytes(whole[:length])
        again = journal(cut)
        kept = list(again.replay())
        again.close()
        assert len(kept) >= 2 * sum(size <= length for size in acknowledged[1:])
        assert kept == [e for n in range(12) for e in (f"event {n}", "x" * (n * 40))][: len(kept)]
