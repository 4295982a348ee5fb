"""Test a disk that is truly full: a small file system is mounted, and filled."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.records.disk_space import RESERVE_BYTES, has_room, is_full, keep_reserve, make_room
from device.records.pictures import FOLDER, Album
from device.records.resilient_journal import RETRY_SECONDS, ResilientJournal
from tests.device.records.test_resilient_journal import decode, encode, on_disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Provide a file system of three megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    try:
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=3000k", "tmpfs", place], check=True, capture_output=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def filled(disk: Path, *, but_for: int = 0) -> None:
    """Fill the disk, but leave `but_for` bytes free."""
    handle = os.open(disk / "other", os.O_WRONLY | os.O_CREAT)
    try:
        while os.write(handle, bytes(4096)):
            pass
    except OSError:
        os.truncate(handle, os.fstat(handle).st_size - but_for)
    finally:
        os.close(handle)


def books(disk: Path) -> ResilientJournal[str]:
    data = disk / "table"
    data.mkdir(exist_ok=True)
    keep_reserve(data)
    return ResilientJournal(
        data / "journal.db",
        encode=encode,
        decode=decode,
        clock=lambda: 1.0,
        needs_backup=lambda event: event == "scored",
        make_room=lambda: make_room(data, Album(data / FOLDER, 10**9)),
        has_room=lambda: has_room(data),
    )


@pytest.mark.parametrize("but_for", [0, 4096, 12288])
def test_an_evening_goes_on_in_the_room_held_back(disk: Path, but_for: int) -> None:
    with closing(books(disk)) as book:
        book.append("dealt")
        filled(disk, but_for=but_for)
        for number in range(200):
            book.append("a" * 300 if number % 30 else "scored")
            assert book.waiting == 0
        assert [one.kind for one in book.troubles] == ["disk full"]
    assert len(on_disk(disk / "table/journal.db")) == 201


def test_a_start_on_a_full_disk_is_told_rightly_and_uses_the_room_held_back(disk: Path) -> None:
    with closing(books(disk)) as book:
        book.append("dealt")
    filled(disk)
    with closing(books(disk)) as book:
        book.append("laid")
        assert (book.waiting, [one.kind for one in book.troubles]) == (0, ["disk full"])
        assert not (disk / "table/reserve").exists()
    assert on_disk(disk / "table/journal.db") == ["dealt", "laid"]


def test_a_new_table_on_a_full_disk_plays_on_in_memory_until_there_is_room(disk: Path) -> None:
    (disk / "table").mkdir()
    filled(disk)
    with closing(books(disk)) as book:
        book.append("dealt", "laid")
        assert (book.waiting, [one.kind for one in book.troubles]) == (2, ["disk full"])
        (disk / "other").unlink()
        assert book.retry_writes(RETRY_SECONDS) == ()
    assert on_disk(disk / "table/journal.db") == ["dealt", "laid"]


def test_half_a_backup_takes_no_room(disk: Path) -> None:
    with closing(books(disk)) as book:
        (disk / "table/reserve").unlink()
        book.append(*["a" * 300] * 40)
        filled(disk, but_for=16384)
        book.append("scored")
        assert {path.name for path in (disk / "table").iterdir()} == {
            "journal.db", "journal.db-wal", "journal.db-shm", "journal.head",
        }  # fmt: skip


def test_full_is_what_takes_nothing_more(disk: Path) -> None:
    assert not is_full(disk)
    filled(disk)
    assert is_full(disk)
    assert [path.name for path in disk.iterdir()] == ["other"]
    assert not is_full(disk / "nowhere")
    assert not has_room(disk)


def test_where_there_is_room_again_the_reserve_is_taken_anew_and_no_more_is_said(tmp_path: Path) -> None:
    assert has_room(tmp_path)
    assert (tmp_path / "reserve").stat().st_size == RESERVE_BYTES


def test_a_disk_that_was_filled_twice_and_emptied_has_its_reserve_again(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.records.disk_space.ROOM_AGAIN_BYTES", RESERVE_BYTES)
    with closing(books(disk)) as book:
        for _ in range(2):
            filled(disk)
            for _ in range(20):
                book.append("a" * 300)
        assert book.waiting
        (disk / "other").unlink()
        assert book.retry_writes(RETRY_SECONDS) == ()
        assert (disk / "table/reserve").stat().st_size == RESERVE_BYTES
    assert len(on_disk(disk / "table/journal.db")) == 40
