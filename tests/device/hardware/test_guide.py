"""Test that docs/hardware.md agrees with the code: its tables and its settings file."""

import re
from pathlib import Path
from typing import Final

from device.hardware_settings import TEMPOS, BellSettings, DisplaySettings, LampSettings
from device.settings import parse
from device.signals import RHYTHMS, SIGNALS
from web.bell_reasons import REASONS
from web.languages import translator

GUIDE: Final = (Path(__file__).parents[3] / "docs" / "hardware.md").read_text("utf-8")
WIRING: Final = GUIDE.partition("## Wiring")[2].partition("\n## ")[0]
EXAMPLE: Final = parse(GUIDE.partition("```toml\n")[2].partition("```")[0], "docs/hardware.md")


def test_every_signal_stands_there_with_its_rhythm() -> None:
    rows = dict(re.findall(r"^\| ([a-z ]+) \| `([.\- ]+)` \|", GUIDE, re.MULTILINE))
    assert rows == dict(RHYTHMS)


def test_every_kind_of_bell_stands_there_with_its_tempo() -> None:
    rows = re.findall(
        r"^\| (\w+) \| ([\d.]+) s \| ([\d.]+) s \| ([\d.]+) s \| ([\d.]+) s \|$", GUIDE, re.MULTILINE
    )
    told = {kind: tuple(map(float, seconds)) for kind, *seconds in rows}
    real = {kind: (t.short, t.long, t.gap, t.limit) for kind, t in TEMPOS.items() if kind != "none"}
    assert told == real


def test_its_settings_file_is_one() -> None:
    kinds = (EXAMPLE.bell.kind, EXAMPLE.display.kind, EXAMPLE.lamp.kind)
    assert kinds == ("solenoid", "tm1637", "rgb")
    assert EXAMPLE.buttons.challenge == (4, 14, 15)
    assert EXAMPLE.timer.minutes == 7
    assert (EXAMPLE.bell.pin, EXAMPLE.display.clock) == (BellSettings().pin, DisplaySettings().clock)


def test_its_wiring_has_the_pins_of_the_settings() -> None:
    """The wiring table has the default pins of the settings for each part. For the buttons it has the pins
    of the example."""
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]*\d[^|]*) \| [^|]+ \|$", WIRING, re.MULTILINE))
    bell, display, lamp = BellSettings(), DisplaySettings(), LampSettings()
    bells = [pins for part, pins in rows.items() if re.search("bell|buzzer", part)]
    assert len(bells) == len(TEMPOS) - 1
    assert {re.split(",", pins)[0] for pins in bells} == {str(bell.pin)}
    assert f"{display.clock} clock, {display.data} data" in rows["TM1637 module"]
    segments, digits = " ".join(map(str, display.segments)), display.digits
    bare = f"{segments} segments a–g, {display.point} point, {digits[0]}–{digits[-1]} digits"
    assert rows["four bare digits"] == bare
    assert digits == tuple(range(digits[0], digits[-1] + 1))
    assert f"{lamp.red} red, {lamp.green} green, {lamp.blue} blue" in rows["RGB LED, or three LEDs"]
    buttons = EXAMPLE.buttons
    seats = " ".join(map(str, buttons.challenge))
    assert f"{buttons.confirm} confirm, {buttons.pause} pause, {seats} challenge" in rows["buttons"]


def test_phones_can_tell_every_signal_in_another_language() -> None:
    assert tuple(REASONS) == SIGNALS
    german = translator("de")
    assert [told for told in REASONS.values() if german(told) == told] == []
