"""Switch every output off, after a program was killed and could not switch them off itself.

A Pi's pins keep their levels when the program that set them dies. This module switches nothing on. It tries
each pin separately, so that a pin that is not available does not leave another pin on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from device.errors import UsageFault
from device.hardware.display import make_display
from device.settings import Settings


@dataclass(frozen=True, slots=True)
class Output:
    """An output of the table that may have been left on: a pin, and the level that switches it on."""

    key: str
    """The key in the settings that names the output."""
    pin: int
    """The BCM number of the output's pin."""
    active_high: bool
    """True if the output is on when the pin is high."""


def outputs(settings: Settings) -> Iterator[Output]:
    """Yield every pin that a table with these settings may switch on, beginning with the bell's."""
    pulses = settings.bell.kind in ("tones", "servo")
    for key, pin in settings.bell.pins():
        yield Output(key, pin, settings.bell.active_high or pulses)
    for key, pin in settings.lamp.pins():
        yield Output(key, pin, settings.lamp.active_high)
    if settings.display.kind == "digits":
        for key, pin in settings.display.pins():
            switch = key.startswith("display.digits")
            lit_high = settings.display.digits_active_high if switch else settings.display.common == "cathode"
            yield Output(key, pin, lit_high)


def quieten(settings: Settings, factory: Any) -> tuple[list[str], list[str]]:
    """Switch off every output that the table's settings name, such as the bell. Return the settings'
    keys of the outputs that are off now, and a sentence for each output that could not be switched
    off."""
    off, failed = [], []
    for output in outputs(settings):
        try:
            _switch_off(output, factory)
        except Exception as fault:  # noqa: BLE001 - whatever one pin's driver raises, the others must go off
            failed.append(f"{output.key}: pin {output.pin}: {fault}")
        else:
            off.append(output.key)
    try:
        off += _blank_display(settings, factory)
    except UsageFault as fault:
        failed.append(str(fault))
    return off, failed


def _blank_display(settings: Settings, factory: Any) -> list[str]:
    """Blank a TM1637, which otherwise keeps its last digits. Return its key in the settings; none without
    a TM1637."""
    module = make_display(settings.display, factory) if settings.display.kind == "tm1637" else None
    if module is None:
        return []
    module.close()
    return ["display"]


def _switch_off(output: Output, factory: Any) -> None:
    """Set the output's pin to the level that switches the output off, then release the pin."""
    from gpiozero import DigitalOutputDevice

    DigitalOutputDevice(
        output.pin, active_high=output.active_high, initial_value=False, pin_factory=factory
    ).close()
