"""Choose a table's pins: a Raspberry Pi's, mock ones, or none."""

from typing import Any, Final, Literal

from device.errors import UsageFault
from engine.i18n import Sentence

Pins = Literal["gpio", "mock", "none"]

_ADVICE: Final = 'set [table] pins = "mock" or "none" for a table without a bell'
_ONLY_LGPIO: Final = (
    "the table uses no other pin library, for none of gpiozero's others knows a Raspberry Pi 5"
)


def pin_factory(pins: Pins) -> Any:
    """Return gpiozero's pin factory of the kind `pins`; None for `"none"`.

    Raise UsageFault if this machine has no pins, or no library for them.
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
        why = _fault_sentence(fault)
        raise UsageFault(f"pins: {why}; {_ADVICE}; {_ONLY_LGPIO}", why) from fault


def chip(factory: Any) -> str:
    """Return the kernel's name of the chip of a factory's pins, such as `gpiochip0 (pinctrl-rp1)`; empty
    for mock pins.

    The header of a Raspberry Pi 5 is on gpiochip4 under older kernels and on gpiochip0 since 6.6.45. gpiozero
    finds it, and the label shows which one was found.
    """
    number = getattr(factory, "chip", None)
    if number is None:
        return ""
    import lgpio

    handle = lgpio.gpiochip_open(number)
    try:
        _, _, name, label = lgpio.gpio_get_chip_info(handle)
    finally:
        lgpio.gpiochip_close(handle)
    return f"{name} ({label})"


def _fault_sentence(fault: Exception) -> Sentence:
    """Return a sentence that says why this machine's pins can't be used, and how to mend it."""
    match fault:
        case FileNotFoundError(filename=str(name)) if name.startswith(".lgd-"):
            return Sentence("lgpio may not write into the current folder; begin in another one, such as /tmp")
        case ModuleNotFoundError(name="lgpio"):
            return Sentence("lgpio is missing; on a Raspberry Pi: sudo apt install python3-lgpio")
        case AttributeError():
            return Sentence(
                "the lgpio that is installed is pip's, which is empty; remove it (pip uninstall lgpio), then "
                "sudo apt install --reinstall python3-lgpio"
            )
        case _:
            return Sentence("this machine gives no access to its pins ({fault})", (("fault", str(fault)),))
