"""Test the display on mock pins, and a TM1637 through its own library with a stand-in for the kernel's
lines."""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.errors import UsageFault
from device.hardware.display import Display, make_display
from device.hardware.pins import pin_factory
from device.hardware.quiet import quieten
from device.hardware_settings import BellSettings, DisplaySettings
from device.settings import Settings
from engine.table.countdown import clock_text

DIGITS = DisplaySettings(kind="digits")


@pytest.fixture
def factory() -> MockFactory:
    made: MockFactory = pin_factory("mock")
    return made


@pytest.fixture
def display(factory: MockFactory) -> Iterator[Display]:
    made = make_display(DIGITS, factory)
    assert made is not None
    yield made
    made.close()


@pytest.mark.parametrize(
    ("left", "shown"),
    [(420.0, "7:00"), (419.2, "7:00"), (59.999, "1:00"), (0.01, "0:01"), (0.0, "0:00"), (1e6, "99:59")],
)
def test_a_clock_shows_nought_only_when_it_is_over(left: float, shown: str) -> None:
    assert clock_text(left) == shown


def lit(factory: MockFactory, settings: DisplaySettings) -> tuple[str, int]:
    """Return the names of the segments whose pins are on, and the number of digits whose pins are on."""
    segments = "".join(
        name for name, pin in zip("abcdefg", settings.segments, strict=True) if factory.pin(pin).state
    )
    return segments, sum(bool(factory.pin(pin).state) for pin in settings.digits)


def test_the_right_segments_are_lit(factory: MockFactory) -> None:
    settings = DisplaySettings(kind="digits", point=None)
    made = make_display(settings, factory)
    assert made is not None
    made.show(11 * 60.0 + 11)  # four digits that are the same are lit together, without any switching
    assert lit(factory, settings) == ("bc", 4)
    made.close()
    assert lit(factory, settings) == ("", 0)


def test_it_shows_the_time_with_a_point_for_the_colon(factory: MockFactory) -> None:
    made = make_display(DIGITS, factory)
    assert made is not None
    made.show(65.0)
    assert made._digits._display.value == (" ", "1.", "0", "5")  # type: ignore[attr-defined]
    made.show(None)
    assert lit(factory, DIGITS)[1] == 0
    made.close()


def test_a_common_anode_is_lit_by_a_low_pin(factory: MockFactory) -> None:
    settings = DisplaySettings(kind="digits", point=None, common="anode", digits_active_high=False)
    made = make_display(settings, factory)
    assert made is not None
    made.show(11 * 60.0 + 11)
    assert [bool(factory.pin(pin).state) for pin in settings.segments] == [n not in (1, 2) for n in range(7)]
    assert not any(factory.pin(pin).state for pin in settings.digits)
    made.close()


def test_without_pins_or_wish_there_is_none(factory: MockFactory) -> None:
    assert make_display(DisplaySettings(), factory) is None
    assert make_display(DIGITS, None) is None
    assert make_display(DisplaySettings(kind="tm1637"), factory) is None


def test_pins_in_use_are_said_in_one_line(display: Display, factory: MockFactory) -> None:
    with pytest.raises(UsageFault, match=r"display\.segments"):
        make_display(DIGITS, factory)


class Lines:
    """Two lines of the kernel, and the bytes that a TM1637 would receive over them."""

    def __init__(self) -> None:
        self.level: dict[int, bool] = {}
        self.frames: list[list[int]] = []
        self.bits: list[int] = []
        self.released = False

    def set_value(self, pin: int, value: Any) -> None:
        now, before = bool(value.value), self.level.get(pin, False)
        self.level[pin] = now
        clock = self.level.get(DisplaySettings().clock, False)
        if pin == DisplaySettings().data and clock and before != now:
            if not now:  # data falls while the clock is high: a frame begins
                self.frames.append([])
            self.bits = []
        elif pin == DisplaySettings().clock and now and not before:
            self._bit(self.level.get(DisplaySettings().data, False))

    def _bit(self, bit: bool) -> None:
        self.bits.append(bit)
        if len(self.bits) == 9:  # eight bits and the module's acknowledgement
            self.frames[-1].append(sum(b << i for i, b in enumerate(self.bits[:8])))
            self.bits = []

    def release(self) -> None:
        self.released = True


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    library = importlib.import_module("tm1637.tm1637")
    made = Lines()
    monkeypatch.setattr(library.glob, "glob", lambda _: ["/dev/gpiochip0"])
    monkeypatch.setattr(library.gpiod, "request_lines", lambda *_, **__: made)
    return made


def test_a_module_is_sent_the_segments_of_the_time_with_its_colon(lines: Lines) -> None:
    made = make_display(DisplaySettings(kind="tm1637"), object())
    assert made is not None
    made.show(65.0)
    address = [frame for frame in lines.frames if frame and frame[0] & 0xC0 == 0xC0]
    assert address[-1] == [0xC0, 0x00, 0x06 | 0x80, 0x3F, 0x6D]
    assert lines.frames[-1] == [0x88 | 4]
    sent = len(lines.frames)
    made.show(64.9)
    assert len(lines.frames) == sent  # the same face is not sent again
    made.close()
    address = [frame for frame in lines.frames if frame and frame[0] & 0xC0 == 0xC0]
    assert address[-1] == [0xC0, 0, 0, 0, 0]
    assert lines.released


def test_a_module_that_a_killed_program_left_lit_is_darkened(lines: Lines) -> None:
    made = make_display(DisplaySettings(kind="tm1637"), object())
    assert made is not None
    made.show(65.0)
    settings = Settings(bell=BellSettings(kind="none"), display=DisplaySettings(kind="tm1637"))
    assert quieten(settings, object()) == (["display"], [])
    address = [frame for frame in lines.frames if frame and frame[0] & 0xC0 == 0xC0]
    assert address[-1] == [0xC0, 0, 0, 0, 0]


def test_a_module_on_lines_that_can_not_be_had_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    library = importlib.import_module("tm1637.tm1637")
    monkeypatch.setattr(library.glob, "glob", lambda _: [])
    with pytest.raises(UsageFault, match=r"display\.clock 23"):
        make_display(DisplaySettings(kind="tm1637"), object())
