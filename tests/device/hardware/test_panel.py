"""Test that the panel shows the state of mock pins by reading the pins alone."""

from io import StringIO

import pytest
from rich.console import Console

from device.commands._panel import draw_panel
from device.errors import UsageFault
from device.hardware.panel import Panel, PinLevel, WatchedOutputs, panel
from device.hardware.pin_devices import PinDevices, open_devices
from device.hardware.pins import pin_factory
from device.settings import Settings, parse

TABLE = """
[bell]
kind = "solenoid"
active_high = false
[lamp]
kind = "rgb"
[display]
kind = "digits"
[buttons]
confirm = 26
"""


@pytest.fixture
def settings() -> Settings:
    return parse(TABLE, "table.toml")


def test_it_shows_bell_display_lamp_buttons_and_every_pin(settings: Settings) -> None:
    fitted = open_devices(settings, pin_factory("mock"))
    assert panel(fitted, settings).pin_levels == (
        PinLevel(17, "bell.pin", 1.0),
        PinLevel(9, "lamp.red", 0.0),
        PinLevel(10, "lamp.green", 0.0),
        PinLevel(11, "lamp.blue", 0.0),
        PinLevel(26, "buttons.confirm", 1.0),
    )
    fitted.factory.pin(17).state = 0
    fitted.factory.pin(26).drive_low()
    assert fitted.display is not None
    assert fitted.lamp is not None
    fitted.display.show(65.0)
    fitted.lamp.show("illegal", 0.0)
    seen = panel(fitted, settings)
    assert (seen.is_ringing, seen.display_text, seen.lamp, seen.pressed_buttons) == (
        True,
        "1:05",
        (1, 0, 0),
        ("confirm",),
    )
    fitted.close()
    fitted.close()


def test_whoever_watches_is_shown_it(settings: Settings) -> None:
    fitted, seen = open_devices(settings, pin_factory("mock")), list[Panel]()
    WatchedOutputs(fitted, settings, seen.append).update(0.0)
    assert seen == [panel(fitted, settings)]
    fitted.close()


def test_a_table_without_pins_has_an_empty_panel(settings: Settings) -> None:
    assert panel(open_devices(settings, None), settings) == Panel()
    PinDevices().close()


def test_what_was_opened_is_let_go_when_something_can_not_be(settings: Settings) -> None:
    factory = pin_factory("mock")
    taken = open_devices(parse("[bell]\nkind = 'none'\n[buttons]\nconfirm = 26", "table.toml"), factory)
    with pytest.raises(UsageFault, match=r"buttons\.confirm: 26"):
        open_devices(settings, factory)
    taken.close()
    open_devices(settings, factory).close()


def test_it_is_drawn_in_the_terminal() -> None:
    text = StringIO()
    shown = Panel(
        True, "1:05", (1, 0, 0), ("confirm",), (PinLevel(17, "bell.pin", 0.0), PinLevel(9, "lamp.red", 0.25))
    )
    Console(file=text, width=100).print(draw_panel(shown))
    drawing = text.getvalue()
    assert ")))" in drawing
    assert "1:05" in drawing
    assert "(*) lamp" in drawing
    assert "pressed: confirm" in drawing
    assert "25%" in drawing
    Console(file=text, width=100).print(draw_panel(Panel()))
    assert "no lamp" in text.getvalue()
