"""Test the drawing of the parts on the pins, and that it is drawn from the settings."""

from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from gpiozero.pins.pi import PiBoardInfo

from device.commands.wiring import command
from device.printing.wiring import GROUND, HEADER, parts, wiring_svg
from device.settings import Settings, parse

ROOT: Final = Path(__file__).parents[3]
PI_4: Final = 0xC03111


def settings(text: str) -> Settings:
    return parse(text, "table.toml")


def pins_of(told: Settings) -> dict[str, int | str]:
    return {f"{part.title}: {t.label}": t.pin for part in parts(told) for t in part.terminals}


def test_the_header_is_that_of_gpiozero() -> None:
    header = PiBoardInfo.from_revision(PI_4).headers["J8"]
    assert {number: pin.name for number, pin in header.pins.items()} == HEADER


def test_the_defaults_have_a_buzzer_alone() -> None:
    assert pins_of(Settings()) == {"Buzzer: +": Settings().bell.pin, "Buzzer: −": GROUND}


@pytest.mark.parametrize("pin", [4, 26])
def test_another_pin_in_the_settings_is_another_pin_in_the_drawing(pin: int) -> None:
    drawn = wiring_svg(settings(f"[bell]\npin = {pin}\n"))
    number = next(number for number, name in HEADER.items() if name == f"GPIO{pin}")
    assert f"to GPIO{pin} (pin {number})" in drawn
    assert "GPIO17 (pin" not in drawn


def test_every_pin_that_the_settings_name_is_drawn() -> None:
    told = settings(
        '[bell]\nkind = "solenoid"\n[display]\nkind = "digits"\n[lamp]\nkind = "three"\nactive_high = false\n'
        "[buttons]\nconfirm = 26\npause = 27\nchallenge = [4, 14, 15]\n"
    )
    named = {to for to in pins_of(told).values() if isinstance(to, int)}
    display, lamp = told.display, told.lamp
    assert named == {
        *(17, 26, 27, 4, 14, 15, lamp.red, lamp.green, lamp.blue),
        *(*display.segments, display.point, *display.digits),
    }
    ElementTree.fromstring(wiring_svg(told))


def test_the_drawing_in_the_documents_is_that_of_the_settings_shown_there(tmp_path: Path) -> None:
    """docs/hardware.md shows settings, and the drawing of these settings below them."""
    text = (ROOT / "docs" / "hardware.md").read_text("utf-8")
    shown = text.split("```toml\n")[1].split("```")[0]
    assert (ROOT / "docs" / "pictures" / "wiring.svg").read_text("utf-8") == wiring_svg(settings(shown))


def test_a_table_without_parts_has_nothing_to_draw(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[bell]\nkind = "none"\n')
    done = CliRunner().invoke(command, ["--settings", str(file), "--out", str(tmp_path / "w.svg")])
    assert "nothing to draw" in str(done.exception)
    assert not (tmp_path / "w.svg").exists()
