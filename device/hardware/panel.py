"""Show the state of all pins, for a table whose hardware is out of sight."""

from collections.abc import Callable
from dataclasses import dataclass

from device.hardware.lamps import Colour
from device.hardware.pin_devices import PinDevices
from device.settings import Settings


@dataclass(frozen=True, slots=True)
class PinLevel:
    """A pin of the table, and its level at one moment."""

    pin: int
    """The BCM number of the pin."""
    key: str
    """The key in the settings that names the pin."""
    level: float
    """The level of the pin, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The state of the devices on the pins at one moment: the display, the lamp, the bell and the
    buttons."""

    is_ringing: bool = False
    """True if the bell is sounding."""
    display_text: str = ""
    """The text on the display."""
    lamp: Colour | None = None
    """The colour of the lamp; None without a lamp."""
    pressed_buttons: tuple[str, ...] = ()
    """The names of the buttons that are held down."""
    pin_levels: tuple[PinLevel, ...] = ()
    """The levels of all pins in use, except those of the display, which switch too quickly to be seen."""


def panel(devices: PinDevices, settings: Settings) -> Panel:
    """Return the visible state of the `devices`, which were opened by `settings`."""
    levels = _pin_levels(devices, settings)
    low = not settings.bell.active_high and settings.bell.kind in ("buzzer", "solenoid")
    return Panel(
        is_ringing=any((one.level > 0) != low for one in levels if one.key == "bell.pin"),
        display_text=devices.display.text if devices.display else "",
        lamp=devices.lamp.colour if devices.lamp else None,
        pressed_buttons=tuple(name for name, device in devices.buttons.items() if device.value),
        pin_levels=levels,
    )


@dataclass(frozen=True, slots=True)
class WatchedOutputs:
    """Call `show` with the state of all `devices` on the pins whenever it changes."""

    devices: PinDevices
    settings: Settings
    """The settings by which `devices` were opened."""
    show: Callable[[Panel], None]
    """A function that is called with the panel whenever it changes."""
    name: str = "The panel"
    """The name of this part in messages to people."""

    def update(self, now: float) -> None:
        """Read the pins, and show the panel if it has changed."""
        self.show(panel(self.devices, self.settings))


def _pin_levels(devices: PinDevices, settings: Settings) -> tuple[PinLevel, ...]:
    if devices.factory is None:
        return ()
    parts = (settings.bell, settings.lamp, settings.buttons)
    wanted = (named for part in parts for named in part.pins())
    return tuple(PinLevel(pin, key, float(devices.factory.pin(pin).state)) for key, pin in wanted)
