"""Test that a bell left on by a killed program is switched off, with real processes and pins whose level
outlives them."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory

from device.cli import main
from device.commands import quiet
from device.faults import state_folder
from device.hardware.quiet import outputs, quieten
from device.records.last_settings import remember_settings
from device.settings import Settings, load, parse
from tests.device.hardware.filed_pins import filed_factory

RINGING = """
import sys
from pathlib import Path
from device.hardware_settings import Tempo
from device.hardware.bell import PinBell
from device.hardware.bell_drivers import make_striker
from device.settings import Settings
from tests.device.hardware.filed_pins import filed_factory

striker = make_striker(Settings().bell, filed_factory(Path(sys.argv[1])))
bell = PinBell(striker, tempo=Tempo(60.0, 60.0, 0.1, 61.0))
bell.ring("time is up")
print("ringing", flush=True)
"""
"""A program whose bell is on for a minute. Only its end can switch the bell off."""

WAYS = {"is done": "", "raises": "raise RuntimeError('in the middle')", "exits": "sys.exit(3)"}


def ringing(folder: Path, then: str) -> "subprocess.Popen[str]":
    program = subprocess.Popen(
        [sys.executable, "-c", RINGING + then, str(folder)],
        cwd=Path(__file__).parents[3],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "ringing\n"
    return program


def level(folder: Path, pin: int = 17) -> float:
    return float((folder / str(pin)).read_text())


@pytest.mark.parametrize("way", WAYS)
def test_a_program_that_ends_leaves_its_bell_off(tmp_path: Path, way: str) -> None:
    with ringing(tmp_path, WAYS[way]) as program:
        program.wait(30)
    assert level(tmp_path) == 0


def test_what_a_killed_program_left_on_is_switched_off(tmp_path: Path) -> None:
    with ringing(tmp_path, "sys.stdin.read()") as program:
        assert level(tmp_path) == 1
        program.send_signal(signal.SIGKILL)
        program.wait(30)
        assert program.stdin is not None
    assert level(tmp_path) == 1  # nothing in a killed program runs any more, and the pin stays as it was
    off, failed = quieten(Settings(), filed_factory(tmp_path))
    assert (off, failed) == (["bell.pin"], [])
    assert level(tmp_path) == 0


EVERYTHING = """
[bell]
kind = "solenoid"
active_high = false
[lamp]
kind = "rgb"
[display]
kind = "digits"
common = "anode"
"""


def test_every_output_goes_off_whichever_level_that_is(tmp_path: Path) -> None:
    settings, factory = parse(EVERYTHING, "table.toml"), filed_factory(tmp_path)
    every = list(outputs(settings))
    for output in every:
        pin = factory.pin(output.pin)
        pin.function = "output"
        pin.state = output.active_high
    assert all(level(tmp_path, output.pin) == output.active_high for output in every)
    off, failed = quieten(settings, factory)
    assert failed == []
    assert len(off) == len(every) == 1 + 3 + 12
    assert all(level(tmp_path, output.pin) != output.active_high for output in every)


def test_a_pin_that_can_not_be_had_keeps_no_other_one_on() -> None:
    class Broken(MockFactory):  # type: ignore[misc]
        def pin(self, name: object, pin_class: object = None, **named: object) -> object:
            if name == 17:
                raise OSError("busy")
            return super().pin(name, pin_class, **named)

    off, failed = quieten(parse('[lamp]\nkind = "rgb"', "table.toml"), Broken())
    assert off == ["lamp.red", "lamp.green", "lamp.blue"]
    assert failed == ["bell.pin: pin 17: busy"]


@pytest.fixture
def pins_of_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the program keep the level of each pin in a file. Return the folder of these files. The program's
    own state is in a folder beside it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    pins = tmp_path / "pins"
    pins.mkdir()
    monkeypatch.setattr(quiet, "pin_factory", lambda _: filed_factory(pins))
    return pins


def switched_on(folder: Path, *pins: int) -> None:
    for number in pins:
        pin = filed_factory(folder).pin(number)
        pin.function = "output"
        pin.state = True
        assert level(folder, number) == 1


@pytest.mark.parametrize("harm", [b"[bell\npin = 22", b"\xff\xfe", None], ids=["no TOML", "no text", "gone"])
def test_settings_that_cannot_be_read_leave_nothing_on(
    tmp_path: Path, pins_of_file: Path, harm: bytes | None
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[bell]\npin = 22\n")
    remember_settings(file, state_folder(), load(file))
    switched_on(pins_of_file, 22)
    if harm is None:
        file.unlink()
    else:
        file.write_bytes(harm)
    done = CliRunner().invoke(main, ["quiet", "--settings", str(file)])
    assert level(pins_of_file, 22) == 0
    assert "off: bell.pin" in done.output
    assert done.exit_code == 2
    assert "table.toml" in done.output


def test_a_pin_that_the_settings_no_longer_name_goes_off_as_well(tmp_path: Path, pins_of_file: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[bell]\npin = 22\n")
    remember_settings(file, state_folder(), load(file))
    file.write_text("[bell]\npin = 23\n")
    switched_on(pins_of_file, 22, 23)
    assert CliRunner().invoke(main, ["quiet", "--settings", str(file)]).exit_code == 0
    assert (level(pins_of_file, 22), level(pins_of_file, 23)) == (0, 0)


def test_without_a_record_the_file_s_fault_is_told(tmp_path: Path, pins_of_file: Path) -> None:
    done = CliRunner().invoke(main, ["quiet", "--settings", str(tmp_path / "table.toml")])
    assert done.exit_code == 2
    assert "No such file" in done.output


def test_the_command_says_what_is_off(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\npins = "mock"\n[lamp]\nkind = "three"\n')
    done = CliRunner().invoke(main, ["quiet", "--settings", str(file)])
    assert done.exit_code == 0
    assert "off: bell.pin, lamp.red, lamp.green, lamp.blue" in done.output
    none = CliRunner().invoke(main, ["quiet", "--pins", "none"])
    assert none.exit_code == 0
