"""Open all devices on a table's pins together, and close them together."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from device.hardware.bell import Bell, SilentBell
from device.hardware.bell_drivers import make_bell
from device.hardware.buttons import open_buttons
from device.hardware.display import Display, make_display
from device.hardware.lamps import Lamp, make_lamp
from device.settings import Settings


@dataclass(frozen=True, slots=True)
class PinDevices:
    """Hold the devices on the pins. A table without pins has only a silent bell."""

    bell: Bell = SilentBell()  # noqa: RUF009 - it has no state
    display: Display | None = None
    lamp: Lamp | None = None
    buttons: Mapping[str, Any] = field(default_factory=dict)
    """The gpiozero devices of the buttons, by the button's name, such as `pause`."""
    factory: Any = None

    def close(self) -> None:
        """Switch every device off and release the pins. A second call does nothing."""
        with ExitStack() as closing:
            for part in (self.display, self.lamp, *self.buttons.values()):
                if part is not None:
                    closing.callback(part.close)
            closing.callback(self.bell.close)


def open_devices(settings: Settings, factory: Any) -> PinDevices:
    """Return the devices of the settings, on `factory`'s pins. If a pin is not available, close all
    devices and raise UsageFault."""
    with ExitStack() as unless_all:
        bell = make_bell(settings.bell, factory)
        unless_all.callback(bell.close)
        display = make_display(settings.display, factory)
        if display is not None:
            unless_all.callback(display.close)
        lamp = make_lamp(settings.lamp, factory)
        if lamp is not None:
            unless_all.callback(lamp.close)
        buttons = open_buttons(settings.buttons, factory)
        unless_all.pop_all()
    return PinDevices(bell, display, lamp, buttons, factory)
