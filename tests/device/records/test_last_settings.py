"""Test a table whose settings file is faulty: it starts with the last good settings, and reports the
fault."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import main
from device.commands import play
from device.faults import state_folder
from device.records.last_settings import remember_settings, remembered_settings, settings_or_last
from device.records.troubles import Trouble
from device.settings import Settings, TableSettings, load

TEXT = """
[bell]
pin = 17
[display]
kind = "digits"
[game]
players = ["Ann", "Ben"]
options = { draw_when_passing = true }
"""


def test_what_was_remembered_is_the_same_and_each_file_has_its_own(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TEXT)
    remember_settings(file, tmp_path / "state", load(file))
    assert remembered_settings(file, tmp_path / "state") == load(file)
    assert remembered_settings(tmp_path / "other.toml", tmp_path / "state") is None


def test_a_file_that_can_be_read_counts_and_a_damaged_one_gives_way(tmp_path: Path) -> None:
    file, state = tmp_path / "table.toml", tmp_path / "state"
    file.write_text("[bell]\npin = 23\n")
    remember_settings(file, state, Settings())
    assert settings_or_last(file, state) == (load(file), None, True)
    file.write_text("[bell]\npin = 99\n")
    asked = settings_or_last(file, state)
    assert asked.settings == Settings()
    assert "bell.pin: 99" in str(asked.fault)
    assert "“bell.pin” has an invalid value." in str(asked.trouble and asked.trouble.text)
    assert "last start" in str(asked.trouble and asked.trouble.text)


@pytest.mark.parametrize("remembered_text", [None, "{"])
def test_before_the_first_start_the_built_in_settings_apply(
    tmp_path: Path, remembered_text: str | None
) -> None:
    file, state = tmp_path / "table.toml", tmp_path / "state"
    if remembered_text is not None:
        file.write_text("")
        remember_settings(file, state, load(file))
        for path in state.rglob("*.json"):
            path.write_text(remembered_text)
    file.write_text("[bell")
    asked = settings_or_last(file, state)
    assert asked.settings == Settings(table=TableSettings(data=str(state), pins="none"))
    assert "table.toml" in str(asked.fault)
    assert "built-in settings" in str(asked.trouble and asked.trouble.text)


def test_the_service_of_a_table_whose_first_settings_are_broken_serves_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(play, "play", Table)
    STARTED.clear()
    file = tmp_path / "table.toml"
    file.write_text("[bell]\npin = 99\n")
    started = CliRunner().invoke(main, ["play", "--settings", str(file), "--as-before", "--start-anyway"])
    assert started.exit_code == 0
    assert "bell.pin: 99" in started.stderr
    (table,) = STARTED
    assert table.settings.table == TableSettings(data=str(state_folder()), pins="none")
    assert "“bell.pin” has an invalid value." in str(table.settings_trouble and table.settings_trouble.text)


def test_a_state_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    remember_settings(tmp_path / "table.toml", tmp_path / "state", Settings())
    assert (tmp_path / "state").read_text() == "a file"


class Table:
    """A stand-in for the running table. It only notes the settings with which it was started."""

    def __init__(self, settings: Settings, *, settings_trouble: Trouble | None, **_: object) -> None:
        self.settings, self.settings_trouble = settings, settings_trouble

    def run(self, *_: object) -> None:
        STARTED.append(self)


STARTED: list[Table] = []


def test_play_starts_as_before_only_when_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(play, "play", Table)
    STARTED.clear()
    file = tmp_path / "table.toml"
    file.write_text(f'[table]\ndata = "{tmp_path / "data"}"\npins = "none"\n')
    started = ["play", "--settings", str(file)]
    assert CliRunner().invoke(main, started).exit_code == 0
    good = load(file)
    assert remembered_settings(file, state_folder()) == good
    file.write_text("[table")
    assert CliRunner().invoke(main, started).exit_code == 2
    again = CliRunner().invoke(main, [*started, "--as-before"])
    assert again.exit_code == 0
    assert "table.toml: not TOML: it ends too soon" in again.stderr
    assert [one.settings for one in STARTED] == [good, good]
    assert STARTED[0].settings_trouble is None
    text = "The text can't be read as TOML. Compare it with the guide."
    assert text in str(STARTED[1].settings_trouble and STARTED[1].settings_trouble.text)
