"""Show all pins at one moment, for a table whose hardware is out of sight."""

from collections.abc import Callable
from dataclasses import dataclass

from device.hardware.lamps import Colour
from device.hardware.pin_devices import Fitted
from device.settings import Settings


@dataclass(frozen=True, slots=True)
class PinLevel:
    """One pin: its number, the `key` of the settings that names it, and its `level` from 0 to 1."""

    pin: int
    key: str
    level: float


@dataclass(frozen=True, slots=True)
class Panel:
    """The state of the pins. `struck`: the bell sounds; `time`: the display's text; `lamp`: its colour, None
    without one; `down`: the buttons held down; `leads`: every pin in use except the display's, which switch
    too quickly to be seen.
    """

    struck: bool = False
    time: str = ""
    lamp: Colour | None = None
    down: tuple[str, ...] = ()
    leads: tuple[PinLevel, ...] = ()


def panel(fitted: Fitted, settings: Settings) -> Panel:
    """Return the visible state of `fitted`, which was fitted by `settings`."""
    leads = _leads(fitted, settings)
    low = not settings.bell.active_high and settings.bell.kind in ("buzzer", "solenoid")
    return Panel(
        struck=any((lead.level > 0) != low for lead in leads if lead.key == "bell.pin"),
        time=fitted.display.text if fitted.display else "",
        lamp=fitted.lamp.colour if fitted.lamp else None,
        down=tuple(name for name, device in fitted.buttons.items() if device.value),
        leads=leads,
    )


@dataclass(frozen=True, slots=True)
class WatchedOutputs:
    """Show the panel of `fitted` whenever it changes."""

    fitted: Fitted
    settings: Settings
    show: Callable[[Panel], None]
    name: str = "The panel"

    def look(self, now: float) -> None:
        """Look at the pins."""
        self.show(panel(self.fitted, self.settings))


def _leads(fitted: Fitted, settings: Settings) -> tuple[PinLevel, ...]:
    if fitted.factory is None:
        return ()
    parts = (settings.bell, settings.lamp, settings.buttons)
    wanted = (named for part in parts for named in part.pins())
    return tuple(PinLevel(pin, key, float(fitted.factory.pin(pin).state)) for key, pin in wanted)
