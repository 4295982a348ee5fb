"""Which pins a table has: a Raspberry Pi's, mock ones, or none; and the bell that hangs on them."""

from typing import Any, Final, Literal

from device.errors import UsageFault
from device.hardware.bell import Bell, PinBell, SilentBell
from device.settings import BellSettings

Pins = Literal["gpio", "mock", "none"]

_HOW: Final = 'set [table] pins = "mock" or "none" for a table without a bell'


def pin_factory(pins: Pins) -> Any:
    """gpiozero's pin factory of that kind, or None for `"none"`.

    Raises UsageFault when this machine has no pins or no library for them.
    """
    if pins == "none":
        return None
    if pins == "mock":
        from gpiozero.pins.mock import MockFactory

        return MockFactory()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except Exception as fault:  # lgpio raises its own error, ImportError or OSError
        raise UsageFault(f"pins: this machine gives no access to any ({fault}); {_HOW}") from fault


def make_bell(settings: BellSettings, factory: Any) -> Bell:
    """The bell on its pin, or the silent one when there are no pins. Raises UsageFault for a bad pin."""
    if factory is None:
        return SilentBell()
    from gpiozero import DigitalOutputDevice, GPIOZeroError

    try:
        output = DigitalOutputDevice(
            settings.pin, active_high=settings.active_high, initial_value=False, pin_factory=factory
        )
    except GPIOZeroError as fault:
        raise UsageFault(f"bell.pin: {settings.pin}: {fault}") from fault
    return PinBell(output, stroke=settings.stroke, gap=settings.gap, limit=settings.limit)
