"""Test the files that keep one value, such as the table's keys: what was written is read again, damage is
noticed, and two tables can't share a folder."""

from pathlib import Path

import pytest

from device.errors import UsageFault
from device.records.value_files import DamagedFault, keep, locked_folder, read_or_set_aside, read_value
from device.records.word_choice import WordChoice
from device.service.keys import KEYS_FILE, first_pin, new_pin
from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from engine.catalogue import configured
from engine.position import Grid
from web.access.gate import StoredGate


def test_a_company_is_put_away_and_woken_up(tmp_path: Path) -> None:
    company = company_state.seated(configured("crossword"), ("Anne", "Ben", "Cora"), seed=1)
    company = company_state.lay(company, Grid(), Grid((company.hands[1][:3],))).company
    keep(tmp_path / "company.json", company)
    assert read_value(tmp_path / "company.json", Company) == company
    assert read_value(tmp_path / "nobody.json", Company) is None


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "company.json").write_text('{"seed": "many"}')
    with pytest.raises(UsageFault, match=r"company\.json"):
        read_value(tmp_path / "company.json", Company)
    (tmp_path / "nowhere").write_text("a file, not a folder")
    with pytest.raises(UsageFault, match="nowhere"):
        keep(tmp_path / "nowhere" / "company.json", 1)


def test_two_tables_can_not_share_a_folder(tmp_path: Path) -> None:
    with (
        locked_folder(tmp_path / "data"),
        pytest.raises(UsageFault, match="another table"),
        locked_folder(tmp_path / "data"),
    ):
        pytest.fail("both hold it")
    with locked_folder(tmp_path / "data"):
        pass


@pytest.mark.parametrize("seed", range(8))
def test_no_flipped_bit_is_taken_for_what_was_written(tmp_path: Path, seed: int) -> None:
    path, chosen = tmp_path / "words.json", WordChoice(70, "gb", ("slang",), ("ZAX",), ("DRAT",))
    keep(path, chosen)
    whole = path.read_bytes()
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << seed
        path.write_bytes(bytes(flipped))
        try:
            assert read_value(path, WordChoice) == chosen, (at, bytes(flipped))
        except DamagedFault:
            continue


def test_keys_with_a_flipped_bit_are_put_aside_and_there_is_a_new_pin(tmp_path: Path) -> None:
    new_pin(tmp_path)
    path = tmp_path / KEYS_FILE
    keys = read_value(path, StoredGate)
    assert keys is not None
    other = {"0": "1", "1": "0"}.get(keys.secret[0], "0")
    path.write_bytes(path.read_bytes().replace(keys.secret.encode(), (other + keys.secret[1:]).encode()))
    assert first_pin(tmp_path) is not None
    assert (tmp_path / "keys.damaged-1.json").exists()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_of_an_earlier_edition_or_written_by_hand_has_no_checksum(tmp_path: Path) -> None:
    path = tmp_path / "words.json"
    path.write_text('{"tier":70,"house":["ZAX"]}')
    chosen = read_or_set_aside(path, WordChoice)
    assert chosen == WordChoice(70, house=("ZAX",))
    keep(path, chosen)
    assert path.read_text().endswith("}")
    assert read_value(path, WordChoice) == chosen
