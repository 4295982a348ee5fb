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
        raise UsageFault(f"pins: {_why(fault)}; {_HOW}") from fault


def _why(fault: Exception) -> str:
    """Why there are no pins, and what helps."""
    match fault:
        case FileNotFoundError(filename=str(name)) if name.startswith(".lgd-"):
            return "lgpio may not write into the current folder; begin in another one, such as /tmp"
        case ModuleNotFoundError(name="lgpio"):
            return "lgpio is missing; on a Raspberry Pi: sudo apt install python3-lgpio"
        case AttributeError():
            return (
                "the lgpio that is installed is pip's, which is empty; remove it (pip uninstall lgpio), then "
                "sudo apt install --reinstall python3-lgpio"
            )
        case _:
            return f"this machine gives no access to any ({fault})"
