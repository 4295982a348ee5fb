"""Show the timer on four seven-segment digits: digits wired to eleven pins, a TM1637 module on two pins,
or none.

gpiozero's own thread switches digits on eleven pins one after the other, two hundred times a second.
A TM1637 does that by itself and costs two pins and no work, so it is the better choice.
"""

from typing import Any, Protocol

from device.errors import UsageFault
from device.hardware_settings import DisplaySettings
from engine.table.countdown import clock_text

BLANK = "    "


class Digits(Protocol):
    """Define the methods of a display with four digits."""

    def show(self, four: str, colon: bool) -> None:
        """Make the display show the four characters `four`. If `colon` is true, show a colon between the
        middle two."""

    def close(self) -> None:
        """Switch off and release the pins."""


class Display:
    """Show the timer on `digits`, and write to them only when the text changes."""

    def __init__(self, digits: Digits) -> None:
        self._digits = digits
        self.text = ""

    def show(self, left: float | None) -> None:
        """Show `left` seconds as minutes and seconds; with None show nothing."""
        text = "" if left is None else clock_text(left)
        if text != self.text:
            self._digits.show(text.replace(":", "").rjust(4) if text else BLANK, bool(text))
            self.text = text

    def close(self) -> None:
        """Switch off and release the pins."""
        self._digits.close()


class BareDigits:
    """Show characters on four digits without a driver chip, a `gpiozero.LEDMultiCharDisplay`. With
    `points` each digit has a decimal point, and the point of the second digit stands for the colon."""

    def __init__(self, display: Any, *, points: bool) -> None:
        self._display, self._points = display, points

    def show(self, four: str, colon: bool) -> None:
        """Make the display show the four characters `four`, and a colon if `colon` is true."""
        second = f"{four[1]}." if colon and self._points else four[1]
        self._display.value = (four[0], second, *four[2:])

    def close(self) -> None:
        """Switch off, and end gpiozero's thread."""
        self._display.close()


class TM1637Digits:
    """Show characters on four digits with a TM1637 driver chip, a `tm1637.TM1637`."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def show(self, four: str, colon: bool) -> None:
        """Make the display show the four characters `four`, and a colon if `colon` is true. The module
        keeps showing them by itself."""
        self._module.show(four, sep=colon)

    def close(self) -> None:
        """Switch the display off, and drop the library's object, which then releases its pins."""
        self._module.show(BLANK)
        self._module = None


def make_display(settings: DisplaySettings, factory: Any) -> Display | None:
    """Return the display that the settings describe. Return None without pins, or if the settings want
    no display. Return None also for a TM1637 on mock pins, because its library can only drive real
    pins.

    Raise UsageFault if the pins are not available.
    """
    if factory is None or settings.kind == "none":
        return None
    if settings.kind == "tm1637":
        return Display(TM1637Digits(_module(settings))) if not _is_mock(factory) else None
    return Display(_bare_digits(settings, factory))


def _is_mock(factory: Any) -> bool:
    from gpiozero.pins.mock import MockFactory

    return isinstance(factory, MockFactory)


def _module(settings: DisplaySettings) -> Any:
    try:
        return _quiet_module()(clk=settings.clock, dio=settings.data, brightness=settings.brightness)
    except (ImportError, RuntimeError, OSError) as fault:
        where = f"display.clock {settings.clock}, display.data {settings.data}"
        raise UsageFault(f"{where}: {fault}; are the pins free, and may this user use them?") from fault


def _quiet_module() -> Any:
    """Return the class `tm1637.TM1637`, changed so that an object whose pins could not be opened prints no
    error when Python deletes it."""
    from tm1637 import TM1637

    class Quiet(TM1637):  # type: ignore[misc]
        def __del__(self) -> None:
            if hasattr(self, "_lines"):
                super().__del__()

    return Quiet


def _bare_digits(settings: DisplaySettings, factory: Any) -> BareDigits:
    from gpiozero import Device, GPIOZeroError, LEDCharDisplay, LEDMultiCharDisplay

    lit, usual = settings.common == "cathode", Device.pin_factory
    try:
        # The multiplexer passes its factory to all of its parts but one, which takes the default one.
        Device.pin_factory = factory
        char = LEDCharDisplay(*settings.segments, dp=settings.point, active_high=lit, pin_factory=factory)
        display = LEDMultiCharDisplay(
            char, *settings.digits, active_high=settings.digits_active_high, pin_factory=factory
        )
    except GPIOZeroError as fault:
        raise UsageFault(f"display.segments, display.digits: {fault}") from fault
    finally:
        Device.pin_factory = usual
    return BareDigits(display, points=settings.point is not None)
