"""Test buttons on gpiozero's mock pins: bouncing contacts, short and long presses, elbows that lean on
them."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.errors import UsageFault
from device.hardware.buttons import Buttons, Press, open_buttons
from device.hardware_settings import ButtonSettings

SETTINGS = ButtonSettings(confirm=5, pause=6, challenge=(13, 19))


@dataclass
class Bench:
    """Buttons on mock pins, polled ten times a second by the test's clock."""

    now: float = 0.0
    heard: list[tuple[str, Press]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.buttons = Buttons(
            open_buttons(SETTINGS, self.factory),
            pressed=lambda name, press: self.heard.append((name, press)),
            clock=lambda: self.now,
            bounce=SETTINGS.bounce,
            hold=SETTINGS.hold,
        )

    def pin(self, name: str) -> Any:
        return self.factory.pin(SETTINGS.by_name()[name])

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            self.buttons.update(self.now)

    def press(self, name: str, seconds: float) -> None:
        self.pin(name).drive_low()
        self.wait(seconds)
        self.pin(name).drive_high()
        self.wait(0.2)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_press_is_heard_once_when_it_is_let_go(bench: Bench) -> None:
    bench.press("confirm", 0.2)
    bench.press("challenge[1]", 0.2)
    assert bench.heard == [("confirm", "short"), ("challenge[1]", "short")]


def test_a_contact_that_bounces_is_one_press(bench: Bench) -> None:
    pin = bench.pin("confirm")
    for edge in range(7):
        bench.now += 0.004
        pin.drive_low() if edge % 2 == 0 else pin.drive_high()
    bench.wait(0.3)
    for edge in range(7):
        bench.now += 0.004
        pin.drive_high() if edge % 2 == 0 else pin.drive_low()
    bench.wait(0.3)
    assert bench.heard == [("confirm", "short")]


def test_a_spark_is_no_press(bench: Bench) -> None:
    bench.pin("pause").drive_low()
    bench.now += 0.01
    bench.pin("pause").drive_high()
    bench.wait(1.0)
    assert bench.heard == []


def test_a_press_between_two_looks_is_not_missed(bench: Bench) -> None:
    bench.pin("confirm").drive_low()
    bench.now += 0.05
    bench.pin("confirm").drive_high()
    bench.now += 0.04
    bench.buttons.update(bench.now)
    assert bench.heard == [("confirm", "short")]


def test_held_for_a_second_it_is_a_long_press(bench: Bench) -> None:
    bench.press("pause", 1.5)
    assert bench.heard == [("pause", "long")]


def test_held_for_three_seconds_it_is_heard_at_once_and_only_once(bench: Bench) -> None:
    bench.pin("pause").drive_low()
    bench.wait(3.2)
    assert bench.heard == [("pause", "very long")]
    bench.wait(60.0)
    bench.pin("pause").drive_high()
    bench.wait(1.0)
    assert bench.heard == [("pause", "very long")]


def test_two_buttons_at_once_are_two_presses(bench: Bench) -> None:
    bench.pin("confirm").drive_low()
    bench.pin("pause").drive_low()
    bench.wait(0.2)
    assert sorted(bench.buttons.held_down()) == ["confirm", "pause"]
    bench.pin("confirm").drive_high()
    bench.pin("pause").drive_high()
    bench.wait(0.2)
    assert sorted(bench.heard) == [("confirm", "short"), ("pause", "short")]
    assert list(bench.buttons.held_down()) == []


def test_a_pin_in_use_names_the_button_and_lets_go_of_the_others() -> None:
    factory = MockFactory()
    taken = open_buttons(ButtonSettings(pause=6), factory)
    with pytest.raises(UsageFault, match=r"buttons\.pause: 6"):
        open_buttons(SETTINGS, factory)
    taken["pause"].close()
    for device in open_buttons(SETTINGS, factory).values():
        device.close()
