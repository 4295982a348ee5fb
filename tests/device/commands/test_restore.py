"""Test `restore`: a table goes back to one of its backups, and no earlier data is lost."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli import main
from device.records.event_codec import decode, encode
from device.records.journal import Journal
from device.records.rescue import BACKUP, EVENING_BACKUP, HEAD_FILE, salvage
from device.records.value_files import locked_folder
from engine.events import AnyEvent, HandDealt, MatchSetUp, TurnFinished

EARLIER: tuple[AnyEvent, ...] = (MatchSetUp("lexicon", ("Anne", "Ben")), HandDealt())
LATER: tuple[AnyEvent, ...] = (TurnFinished(1, "", "CAT", "+CAT", "legal", stands=True),)


def journal(path: Path) -> Journal[AnyEvent]:
    return Journal(path, encode=encode, decode=decode, clock=lambda: 1_700_000_000.0)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "table"
    book = journal(folder / "journal.db")
    book.append(*EARLIER)
    book.copy_to(folder / EVENING_BACKUP)
    book.append(*LATER)
    book.copy_to(folder / BACKUP)
    book.close()
    return folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["restore", *(str(a) for a in arguments)])


def kept(folder: Path) -> tuple[AnyEvent, ...]:
    book = journal(folder / "journal.db")
    try:
        return tuple(book.replay())
    finally:
        book.close()


def test_the_backups_are_listed_with_what_they_hold(data: Path) -> None:
    done = run("--data", data)
    assert done.exit_code == 0, done.output
    hand, evening = done.stdout.splitlines()
    assert hand.startswith("hand ")
    assert hand.endswith("3 events, Lexicon: Anne, Ben")
    assert evening.startswith("evening ")
    assert evening.endswith("2 events, Lexicon: Anne, Ben")
    assert kept(data) == EARLIER + LATER


def test_a_table_goes_back_and_stays_there(data: Path) -> None:
    """A table is restored to an older backup, and then started. The later events must not come back from a
    newer backup, although it has more of them."""
    assert run("evening", "--data", data).exit_code == 0
    assert kept(data) == EARLIER
    assert len(salvage(data / "journal.db")) == len(EARLIER)
    assert not [data / name for name in (BACKUP, EVENING_BACKUP, HEAD_FILE) if (data / name).exists()]


def test_what_was_there_before_is_kept_whole(data: Path) -> None:
    done = run("evening", "--data", data)
    (replaced,) = data.glob("replaced-*")
    assert str(replaced) in done.stderr
    assert kept(replaced) == EARLIER + LATER
    assert {BACKUP, EVENING_BACKUP} <= {one.name for one in replaced.iterdir()}


def test_a_table_that_plays_is_left_alone(data: Path) -> None:
    with locked_folder(data):
        done = run("evening", "--data", data)
    assert "another table is playing" in done.stderr
    assert kept(data) == EARLIER + LATER
    assert not list(data.glob("replaced-*"))


def test_a_backup_that_is_not_there_is_named(data: Path, tmp_path: Path) -> None:
    assert "there is hand, evening" in run("week", "--data", data).stderr
    (tmp_path / "empty").mkdir()
    assert "no backup is there" in run("--data", tmp_path / "empty").stderr
    assert "no such file or folder" in run("--data", tmp_path / "nowhere").stderr


def test_the_whole_beginning_of_a_damaged_backup_is_restored(data: Path) -> None:
    backup = data / BACKUP
    backup.write_bytes(backup.read_bytes().replace(b'"+CAT"', b'"+CAR"'))
    assert run("hand", "--data", data).exit_code == 0
    assert kept(data) == EARLIER


def test_a_disk_that_refuses_leaves_the_journal(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copy2", full)
    assert "No space left on device" in run("evening", "--data", data).stderr
    assert kept(data) == EARLIER + LATER


def test_what_was_replaced_is_forgotten_with_the_matches(data: Path) -> None:
    assert run("evening", "--data", data).exit_code == 0
    assert CliRunner().invoke(main, ["forget", "--matches", "--data", str(data)]).exit_code == 0
    assert not list(data.glob("replaced-*"))


def test_a_table_goes_back_to_before_an_upgrade(data: Path) -> None:
    before = data / "upgrades/20261127-190000/journal.db"
    before.parent.mkdir(parents=True)
    (data / EVENING_BACKUP).rename(before)
    listed = run("--data", data).stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["hand", "upgrade-20261127-190000"]
    assert run("upgrade-20261127-190000", "--data", data).exit_code == 0
    assert kept(data) == EARLIER
    assert before.exists()
    forgotten = CliRunner().invoke(main, ["forget", "--matches", "--data", str(data)])
    assert forgotten.exit_code == 0
    assert not (data / "upgrades").exists()
