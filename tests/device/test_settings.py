"""Settings: what is left out has a default, what is wrong names its key."""

from pathlib import Path

import pytest

from device.errors import UsageFault
from device.settings import Settings, load, parse


def test_an_empty_file_is_a_table() -> None:
    assert parse("", "table.toml") == Settings()


def test_what_is_set_is_taken() -> None:
    settings = parse('[game]\nname = "crossword"\npatience = 2.5\n[bell]\npin = 4\n', "table.toml")
    assert settings.game.name == "crossword"
    assert settings.game.patience == 2.5
    assert settings.bell.pin == 4


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[bell]\npin = 'x'", "table.toml: bell.pin"),
        ("[bell]\npin = 99", "table.toml: bell.pin"),
        ("[bell]\nstroke = 1.0\nlimit = 0.5", "table.toml: bell"),
        ("[bel]\npin = 4", "bel"),
        ("[game]\nplayers = ['Anne']", "table.toml: game.players"),
        ("[web]\nport = 70000", "table.toml: web.port"),
        ("[game", "table.toml: not TOML"),
    ],
)
def test_a_fault_names_the_file_and_the_key(text: str, named: str) -> None:
    with pytest.raises(UsageFault) as fault:
        parse(text, "table.toml")
    assert named in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_missing_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match=r"none\.toml: No such file"):
        load(tmp_path / "none.toml")
