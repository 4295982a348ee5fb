"""Show the table's state on the lamp: one RGB LED or three LEDs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from device.errors import UsageFault
from device.hardware_settings import LampSettings

Light = Literal["dark", "open", "legal", "illegal", "look", "trouble"]
"""The states of a lamp: off; a turn in progress; legal; illegal; look at the phone; the table can't see,
or can't save its records."""

Colour = tuple[float, float, float]
"""Red, green, blue, each 0 to 1."""

COLOURS: Final[Mapping[Light, Colour]] = MappingProxyType(
    {
        "dark": (0, 0, 0),
        "open": (0, 1, 0),
        "legal": (0, 1, 0),
        "illegal": (1, 0, 0),
        "look": (0, 0, 1),
        "trouble": (0, 0, 1),
    }
)
"""The colour of the lamp for each state of the table. No colour is mixed, so that three separate
LEDs show the same as one RGB LED."""

BLINKS: Final[Mapping[Light, float]] = MappingProxyType({"open": 2.0, "trouble": 0.5})
"""Seconds of a blink, half of them dark, by state. A slow blink means wait, a quick blink means act."""


def colour_at(light: Light, now: float) -> Colour:
    """Return the lamp's colour at `now`. A blinking lamp is dark in the second half of each blink."""
    period = BLINKS.get(light)
    return COLOURS["dark"] if period and now % period >= period / 2 else COLOURS[light]


class Lamp:
    """The LEDs of `device`, a `gpiozero.RGBLED` whose `value` is their three brightnesses."""

    def __init__(self, device: Any, *, brightness: float = 1.0) -> None:
        self._device, self._brightness = device, brightness
        self.colour: Colour = COLOURS["dark"]

    def show(self, light: Light, now: float) -> None:
        """Make the lamp show the state `light`. `now`, in seconds, decides if a blinking lamp is on or
        off."""
        colour = colour_at(light, now)
        if colour != self.colour:
            self._device.value = tuple(part * self._brightness for part in colour)
            self.colour = colour

    def close(self) -> None:
        """Switch off and release the pins."""
        self._device.close()


def make_lamp(settings: LampSettings, factory: Any) -> Lamp | None:
    """Return the lamp on its pins. Return None without pins, or if the settings want no lamp. Raise
    UsageFault if a pin is not available."""
    if factory is None or settings.kind == "none":
        return None
    from gpiozero import RGBLED, GPIOZeroError

    dimmed = settings.brightness < 1
    try:
        device = RGBLED(
            settings.red,
            settings.green,
            settings.blue,
            active_high=settings.active_high,
            pwm=dimmed,
            pin_factory=factory,
        )
    except GPIOZeroError as fault:
        raise UsageFault(f"lamp: {fault}") from fault
    return Lamp(device, brightness=settings.brightness)
