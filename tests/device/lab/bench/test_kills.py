"""Test small runs of three bench measurements: killed programs, a failing disk, and minutes of play."""

import sqlite3
from pathlib import Path

import pytest

from device.lab.bench import corruption, faults, kills, soak
from device.lab.bench.faulty_disk import KINDS, Kind, faulty_disk
from device.words.lists import load
from engine.events import HandDealt, HandScored, MatchSetUp


def test_three_kills_lose_nothing() -> None:
    tally = kills.measure(3, seed=5)
    assert tally["kills"] == 3
    assert tally["flawless"]
    assert tally["kept"] >= tally["told"] > 0


EVENTS = (MatchSetUp("lexicon", ("Anne", "Ben")), HandDealt(), HandScored(("A", "")))


def test_a_wrong_total_is_seen() -> None:
    right = kills.ShownState(1.0, 3, (10, 0), ("A", ""))
    assert not kills.are_totals_wrong(right, EVENTS)
    assert kills.are_totals_wrong(kills.ShownState(1.0, 3, (9, 0)), EVENTS)
    assert kills.are_totals_wrong(kills.ShownState(1.0, 3, (10, 0), ("AB", "")), EVENTS)
    assert kills.are_totals_wrong(kills.ShownState(1.0, 4, (10, 8)), EVENTS)


def test_a_disk_that_fails_loses_nothing() -> None:
    outcome = faults.measure(12, load(), seed=4)
    if "skipped" in outcome:
        pytest.skip(str(outcome["skipped"]))
    assert outcome["flawless"]
    assert outcome["failed"] > 0
    assert outcome["kept_from"] > 0


@pytest.mark.parametrize("kind", KINDS)
def test_the_failing_disk_fails_where_it_is_told_to_and_heals(kind: Kind, tmp_path: Path) -> None:
    with faulty_disk() as disk:
        if disk is None:
            pytest.skip("this Python has its SQLite built in")
        db = disk.connect(tmp_path / "x.db")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE t (x)")
        disk.fail(kind, 0, lasting=True)
        with pytest.raises(sqlite3.OperationalError):
            db.execute("INSERT INTO t VALUES (1)")
        disk.heal()
        db.execute("INSERT INTO t VALUES (2)")
        assert db.execute("SELECT x FROM t").fetchall() == [(2,)]
        assert disk.failed > 0
        assert {path.name for path in tmp_path.iterdir()} == {"x.db", "x.db-wal", "x.db-shm"}
        db.close()


def test_a_minute_at_the_table_is_sampled() -> None:
    found = soak.measure(0.02, seed=2)
    if not found:
        pytest.skip("this system does not tell what a process holds")
    assert found["last"]["hours"] == pytest.approx(0.02, abs=0.001)
    assert found["last"]["events"] > found["first"]["events"] >= 2
    assert found["handles_more"] == 0
    assert found["threads_more"] == 0


def test_the_slope_is_that_of_the_line() -> None:
    assert soak.slope([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]) == pytest.approx(2.0)
    assert soak.slope([(1.0, 4.0)]) == 0.0


def test_files_damaged_between_two_kills_lose_nothing_that_a_copy_holds() -> None:
    damage = corruption.measure(2, seed=3)
    assert damage["kills"] == 2
    assert damage["damaged"] > 0
    assert damage["flawless"]


def test_a_loss_that_nobody_tells_is_seen(tmp_path: Path) -> None:
    books = corruption.open_journal(tmp_path)
    books.append(*EVENTS)
    books.close()
    damage = corruption.DamageTally()
    corruption.check(tmp_path, {"journal.db": 5, "journal.backup.db": 4}, tmp_path / "journal.db", damage)
    assert (damage.lost, damage.missing, damage.untold, damage.flawless) == (1, 2, 1, False)
