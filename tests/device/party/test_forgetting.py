"""Test that a forgotten name is gone from the disk, and that the rest of the party is unchanged."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.commands.forget import command
from device.errors import UsageFault
from device.party import fact_log
from device.party.forgetting import (
    BROKER_FILE,
    DAY_SECONDS,
    NameExpiry,
    forget,
    players_to_forget,
    scrub,
    without_forgotten_names,
)
from device.party.records import JOURNAL, folded_log, rows_of
from device.records.journal import Journal
from device.records.value_files import locked_folder
from engine.party import HUB, Entry, PlayerEntered, PlayerForgotten, standings, with_entry
from tests.device.party.kept import NAMES, kept, played

WRITTEN = 1_000_000.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "broker").mkdir()
    (tmp_path / BROKER_FILE).write_text("Ada")
    return kept(tmp_path, played(), WRITTEN)


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def ran(*arguments: object) -> Result:
    return CliRunner().invoke(command, ["--party", *(str(one) for one in arguments)])


def test_a_forgotten_name_is_nowhere_on_the_disk(folder: Path) -> None:
    assert b"Ada" in on_disk(folder)
    assert b"Zo\xc3\xab" in on_disk(folder)
    result = ran("--data", folder, "--player", "Ada")
    assert result.exit_code == 0, result.output
    assert result.stderr == f"{folder}: 1 name forgotten\n"
    assert b"Ada" not in on_disk(folder)
    assert b"Zo\xc3\xab" in on_disk(folder)


def test_everything_but_the_name_stays(folder: Path) -> None:
    before = folded_log(folder)
    forget(folder, ["p1"], WRITTEN)
    after = folded_log(folder)
    told = with_entry(before.party, Entry(HUB, before.party.last_taken[HUB] + 1, PlayerForgotten("p1")))
    assert after.party == told
    assert after.party.names["p1"] == "?"
    assert standings(after.party) == standings(before.party)
    assert [at for at, _ in rows_of(folder)] == [WRITTEN] * len(rows_of(folder))


def test_a_journal_without_the_name_is_a_whole_one(folder: Path) -> None:
    forget(folder, ["p1", "p5"], WRITTEN)
    journal = Journal(folder / JOURNAL, encode=fact_log.encode, decode=fact_log.decode, clock=lambda: WRITTEN)
    journal.append(*journal.replay())  # it goes on
    journal.close()
    assert len(rows_of(folder)) == len(journal)


def test_a_journal_that_is_open_goes_on_after_it_was_scrubbed(folder: Path) -> None:
    journal = Journal(folder / JOURNAL, encode=fact_log.encode, decode=fact_log.decode, clock=lambda: WRITTEN)
    draft = played()
    draft.add_own(PlayerForgotten("p1"))
    journal.append(draft.rows[-1])
    scrub(journal)
    journal.append(draft.rows[-1])
    (folder / BROKER_FILE).unlink()
    assert b"Ada" not in on_disk(folder)
    assert list(journal.replay())[-2:] == [draft.rows[-1]] * 2
    journal.close()


def test_who_comes_back_has_a_name_again() -> None:
    draft = played()
    draft.add_own(PlayerForgotten("p1"))
    draft.add_own(PlayerEntered("p1", "Ada L."))
    facts = [row.taken.fact for row in without_forgotten_names(draft.rows) if row.taken]
    assert [fact.name for fact in facts if isinstance(fact, PlayerEntered) and fact.player == "p1"] == [
        "",
        "Ada L.",
    ]


def test_a_hub_that_runs_on_forgets_once_the_days_are_over(folder: Path) -> None:
    now, said = [WRITTEN + 29.5 * DAY_SECONDS], list[PlayerForgotten]()
    forgetting = NameExpiry(folder, lambda *facts: said.extend(facts), lambda: now[0])
    forgetting.check()
    now[0] += DAY_SECONDS - 1
    forgetting.check()
    assert not said
    now[0] += 1
    forgetting.check()
    assert [fact.player for fact in said] == [f"p{n}" for n in range(1, 9)]
    forgetting.check()
    assert len(said) == 8


def test_names_are_due_once_the_agreed_days_are_over(folder: Path) -> None:
    assert players_to_forget(folder, WRITTEN + 30 * DAY_SECONDS - 1) == ()
    assert players_to_forget(folder, WRITTEN + 30 * DAY_SECONDS) == tuple(f"p{n}" for n in range(1, 9))
    assert ran("--data", folder, "--due").stderr == f"{folder}: 8 names forgotten\n"
    assert not any(name.encode() in on_disk(folder) for name in NAMES)
    assert ran("--data", folder, "--due").stderr == f"{folder}: 0 names forgotten\n"


def test_a_name_that_nobody_has_and_a_party_that_goes_on_are_refused_in_one_line(folder: Path) -> None:
    found = ran("--data", folder, "--player", "Eve").exception
    assert str(found) == "Nobody at the party is called Eve."
    with locked_folder(folder):
        found = ran("--data", folder).exception
        assert isinstance(found, UsageFault)
    assert b"Ada" in on_disk(folder)
