"""What is kept comes back, and one folder serves one table."""

from pathlib import Path

import pytest

from device.errors import UsageFault
from device.records.keeping import held, keep, kept
from device.virtual.company import seats
from device.virtual.company.seats import Company
from engine.catalogue import configured
from engine.position import Grid


def test_a_company_is_put_away_and_woken_up(tmp_path: Path) -> None:
    company = seats.seated(configured("crossword"), ("Anne", "Ben", "Cora"), seed=1)
    company = seats.lay(company, Grid(), Grid((company.hands[1][:3],))).company
    keep(tmp_path / "company.json", company)
    assert kept(tmp_path / "company.json", Company) == company
    assert kept(tmp_path / "nobody.json", Company) is None


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "company.json").write_text('{"seed": "many"}')
    with pytest.raises(UsageFault, match=r"company\.json"):
        kept(tmp_path / "company.json", Company)
    (tmp_path / "nowhere").write_text("a file, not a folder")
    with pytest.raises(UsageFault, match="nowhere"):
        keep(tmp_path / "nowhere" / "company.json", 1)


def test_two_tables_can_not_share_a_folder(tmp_path: Path) -> None:
    first = held(tmp_path / "data")
    with pytest.raises(UsageFault, match="another table"):
        held(tmp_path / "data")
    first.close()
    held(tmp_path / "data").close()
