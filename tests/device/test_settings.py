"""Test settings: a missing key has a default, and a faulty key is named."""

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
        ("[bell]\npin = 'x'", "table.toml: bell.pin: 'x', but it must be a whole number from 0 to 27"),
        (
            "[bell]\nkind = 'gong'",
            "bell.kind: 'gong', but it must be one of buzzer, none, servo, solenoid,",
        ),
        (
            "[bell]\npins = 4",
            "bell.pins: there is no such key; did you mean 'pin'? Known: kind, pin, active_high",
        ),
        (
            "[bell]\nkind = 'solenoid'\ngap = 0.1",
            "bell: a solenoid that strikes 0.06 s and rests 0.1 s grows",
        ),
        ("[bell.rhythms]\nhand_over = 'ring'", "bell.rhythms: hand_over: a rhythm is written with . and -"),
        ("[bell.rhythms]\ntime_up = '.............'", "bell.rhythms: time_up: a rhythm has at most 12 beats"),
        ("[display]\nsegments = [1, 2]", "display.segments: [1, 2], but it must be a list of 7"),
        ("[display]\nsegments = [1, 2, 3, 4, 5, 6, 28]", "display.segments[6]: 28, but"),
        ("[lamp]\nbrightness = 0", "lamp.brightness: 0, but it must be a number over 0 up to 1"),
        ("[timer]\neach = 'year'", "timer.each: 'year', but it must be one of hand, match, player, turn"),
        ("[buttons]\nconfirm = 17", "bell.pin and buttons.confirm are both on pin 17"),
        ("[buttons]\nchallenge = [2, 2]", "buttons.challenge[0] and buttons.challenge[1] are both on pin 2"),
        ("[lamp]\nkind = 'rgb'\n[display]\nkind = 'tm1637'\nclock = 9", "display.clock and lamp.red"),
        ("bell = 3", "bell: 3, but it must be a table of its own"),
        ("[bell]\npin = 99", "table.toml: bell.pin"),
        ("[bell]\nstroke = 1.0\nlimit = 0.5", "table.toml: bell"),
        (
            "[bel]\npin = 4",
            "bel: there is no such key; did you mean 'bell'? Known: game, table, camera, bell",
        ),
        ("[game]\nplayers = []", "table.toml: game.players"),
        ("[game]\nplayers = ['Anne', ' ']", "table.toml: game: players: a name is empty"),
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
