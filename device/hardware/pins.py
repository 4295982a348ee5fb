"""Which pins a table has: a Raspberry Pi's, mock ones, or none."""

from typing import Any, Final, Literal

from device.errors import UsageFault

Pins = Literal["gpio", "mock", "none"]

_HOW: Final = 'set [table] pins = "mock" or "none" for a table without a bell'


def pin_factory(pins: Pins) -> Any:
    """gpiozero's pin factory of that kind, or None for `"none"`.

    Raises UsageFault when this machine has no pins or no library for them.
    """
    if pins == "none":
        return None
    if pins == "mock":
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        return MockFactory(pin_class=MockPWMPin)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except Exception as fault:  # lgpio raises its own error, ImportError or OSError
        raise UsageFault(f"pins: this machine gives no access to any ({fault}); {_HOW}") from fault
