"""Test the table's keys: made once, private, and renewed on request."""

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import main
from device.service.keys import KEYS_FILE, first_pin, gate, new_pin
from web.access.pin import PinSource, WrongPinError


def test_keys_are_made_at_first_start_and_are_their_owners_alone(tmp_path: Path) -> None:
    pin = first_pin(tmp_path / "table")
    file = tmp_path / "table" / KEYS_FILE
    assert pin is not None
    assert len(pin) == 6
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert pin not in file.read_text()
    assert first_pin(tmp_path / "table") is None


def test_the_printed_pin_opens_and_seats_outlast_a_restart(tmp_path: Path) -> None:
    pin = first_pin(tmp_path) or ""
    first = gate(tmp_path)
    first.pin_lock.open(pin, PinSource("phone"), 0.0)
    first.seats.sit([1], "a phone", ("Ann", "Ben"))
    assert stat.S_IMODE((tmp_path / KEYS_FILE).stat().st_mode) == 0o600
    again = gate(tmp_path)
    assert again.seats.seats_of("a phone", ("Ann", "Ben")) == (1,)
    assert again.secret == first.secret


def test_a_left_over_of_a_crash_lends_its_mode_to_nothing(tmp_path: Path) -> None:
    (tmp_path / f"{KEYS_FILE}.new").write_text("half")
    (tmp_path / f"{KEYS_FILE}.new").chmod(0o644)
    new_pin(tmp_path)
    assert stat.S_IMODE((tmp_path / KEYS_FILE).stat().st_mode) == 0o600


def test_a_lost_pin_is_made_anew_from_the_command_line(tmp_path: Path) -> None:
    old = first_pin(tmp_path) or ""
    result = CliRunner().invoke(main, ["pin", "--data", str(tmp_path)])
    assert result.exit_code == 0
    new = "".join(filter(str.isdigit, result.output))
    keys = gate(tmp_path)
    keys.pin_lock.open(new, PinSource("phone"), 0.0)
    if old != new:
        with pytest.raises(WrongPinError):
            keys.pin_lock.open(old, PinSource("phone"), 0.0)
