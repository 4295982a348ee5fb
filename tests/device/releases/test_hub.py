"""Test an upgrade of a machine that is also the hub of parties: the party is upgraded, and restored."""

from pathlib import Path

import pytest

from device.errors import UsageFault
from device.party.forgetting import forget
from device.party.records import folded_log, rows_of
from device.releases import data
from engine.party import standings
from tests.device.releases.standin import Service, Table, quick_folder

STAMP = "20261127-190000"

folder = pytest.fixture(quick_folder)


@pytest.fixture
def table(folder: Path) -> Table:
    return Table(folder).made().with_hub()


def contents(party: Path) -> dict[str, object]:
    """Return what the folder of a party holds: the rows of its journal, and the number of its schema."""
    return {"rows": rows_of(party), "schema": (party / "schema").read_text()}


def test_the_units_change_with_the_release_and_the_party_of_before_is_kept(table: Table) -> None:
    party = table.places.party_folder
    before = contents(party)
    upgrade, said = table.upgrade(Service(table))
    upgrade.install(table.archive())
    assert "Trying 1.1.0 on a copy of the table's and the party's data." in said
    assert table.systemd() == {"1.1.0"}
    assert contents(party) == before | {"schema": "1.1.0"}
    assert contents(party / "upgrades" / STAMP) == before
    assert not (party / "trial").exists()


def test_a_machine_that_is_no_hub_gets_no_units_of_one(folder: Path) -> None:
    table = Table(folder).made()
    upgrade, said = table.upgrade(Service(table))
    upgrade.install(table.archive())
    assert "Trying 1.1.0 on a copy of the table's data." in said
    assert not list((folder / "image/etc/systemd/system").glob("lexicon-party*"))
    assert not table.places.party_folder.exists()


def test_a_release_that_counts_the_party_otherwise_changes_nothing(table: Table) -> None:
    before = contents(table.places.party_folder)
    upgrade, _ = table.upgrade(Service(table))
    with pytest.raises(UsageFault, match="it counts other scores from the party's journal"):
        upgrade.install(table.archive("1.1.0", "party"))
    assert contents(table.places.party_folder) == before
    assert table.systemd() == {"1.0.0"}


@pytest.mark.parametrize("dies", [True, False])
def test_the_party_of_before_comes_back_with_the_release_of_before(table: Table, *, dies: bool) -> None:
    party = table.places.party_folder
    before, service = contents(party), Service(table)
    if dies:
        with pytest.raises(UsageFault, match=r"1\.0\.0 is in use again"):
            table.upgrade(service)[0].install(table.archive("1.1.0", "dies"))
    else:
        table.upgrade(service)[0].install(table.archive())
        table.upgrade(service)[0].revert(with_data=True)
    assert contents(party) == before
    assert table.systemd() == {"1.0.0"}
    # The broker retained later messages, which a hub would adopt.
    assert not (party / "broker").exists()
    assert (party / f"replaced-{STAMP}/broker").is_dir()


def test_a_forgotten_name_is_in_no_copy(table: Table) -> None:
    party = table.places.party_folder
    totals = [one.total for one in standings(folded_log(party).party)]
    data.copy(party, party / "upgrades" / STAMP)
    data.restore_copy(party, party / "upgrades" / STAMP, party / f"replaced-{STAMP}")
    data.copy(party, party / "upgrades" / STAMP)
    forget(party, ["p1"], 2_000_000.0)
    everything = b"".join(path.read_bytes() for path in party.rglob("*") if path.is_file())
    assert b"Ada" not in everything
    assert [one.total for one in standings(folded_log(party).party)] == totals
