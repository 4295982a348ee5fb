"""Test that docs/hardware.md agrees with the code: its tables and its settings file."""

import re
from pathlib import Path
from typing import Final

from device.hardware_settings import TEMPOS
from device.settings import parse
from device.signals import RHYTHMS, SIGNALS
from web.bell_reasons import REASONS
from web.languages import translator

GUIDE: Final = (Path(__file__).parents[3] / "docs" / "hardware.md").read_text("utf-8")


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
    example = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert example is not None
    settings = parse(example[1], "docs/hardware.md")
    assert (settings.bell.kind, settings.display.kind, settings.lamp.kind) == ("solenoid", "tm1637", "rgb")
    assert settings.buttons.challenge == (4, 14, 15)
    assert settings.timer.minutes == 7


def test_phones_can_tell_every_signal_in_another_language() -> None:
    assert tuple(REASONS) == SIGNALS
    german = translator("de")
    assert [told for told in REASONS.values() if german(told) == told] == []
