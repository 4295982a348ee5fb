"""Turn bouncing contacts into presses, short or long. The meaning of a press is decided elsewhere."""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from device.errors import UsageFault
from device.hardware_settings import ButtonSettings

Press = Literal["short", "long", "very long"]
"""Lengths of a press. A very long press is reported while the button is held, a short or long press when it
is released."""

VERY_LONG_PRESS_FACTOR: Final = 3.0
"""How many times longer than a long press a press must last to count as very long."""


@dataclass(frozen=True, slots=True)
class Contact:
    """The state of a contact, as a value. All times are in seconds."""

    bounce: float
    """The number of seconds for which a new state must last until it is accepted."""
    hold: float
    """The number of seconds after which a press is long."""
    closed: bool = False
    """True if the button counts as down. A new state counts only after it has lasted for `bounce`
    seconds."""
    raw: bool = False
    """True if the pin was last reported as closed. This state may still bounce."""
    changed: float = 0.0
    """The time since which the reported state of the pin, `raw`, has been the same, seconds."""
    pressed: float | None = None
    """The time at which a press began that is not reported yet; None without one."""

    def after(self, raw: bool, at: float) -> tuple["Contact", Press | None]:
        """Return the contact as it is after its pin had the state `raw` at the time `at`, seconds. Return
        also a press that is complete now, or None."""
        contact, press = self._accept_level(at)
        return (contact if raw == contact.raw else replace(contact, raw=raw, changed=at)), press

    def _accept_level(self, at: float) -> tuple["Contact", Press | None]:
        if self.raw != self.closed and at - self.changed >= self.bounce:
            if self.raw:
                return replace(self, closed=True, pressed=self.changed)._still_down(at)
            return replace(self, closed=False, pressed=None), self._press_at_release(self.changed)
        return self._still_down(at)

    def _still_down(self, at: float) -> tuple["Contact", Press | None]:
        """Return the contact at the time `at`, seconds. Return also a very long press when the button has
        been held for that long, before it is released; otherwise None."""
        if self.pressed is None or not self.raw or at - self.pressed < VERY_LONG_PRESS_FACTOR * self.hold:
            return self, None
        return replace(self, pressed=None), "very long"

    def _press_at_release(self, released: float) -> Press | None:
        if self.pressed is None:
            return None
        return "long" if released - self.pressed >= self.hold else "short"


class Buttons:
    """Report the presses of the buttons on their pins to `pressed`, with the button's name.

    `devices` are `gpiozero.DigitalInputDevice` by name. Edges arrive in gpiozero's threads. Call `update`
    several times a second, for presses that only the passing of time completes.
    """

    name = "The buttons"

    def __init__(
        self,
        devices: Mapping[str, Any],
        *,
        pressed: Callable[[str, Press], None],
        clock: Callable[[], float],
        bounce: float,
        hold: float,
    ) -> None:
        self._devices, self._pressed, self._clock = dict(devices), pressed, clock
        self._lock = threading.Lock()
        self._contacts = {name: Contact(bounce, hold) for name in devices}
        for name, device in self._devices.items():
            device.when_activated = lambda name=name: self._edge(name, True)
            device.when_deactivated = lambda name=name: self._edge(name, False)

    def update(self, now: float) -> None:
        """Report the presses that are complete now. `now` is not used: the contacts read the same clock as
        when their pins change."""
        for name, device in self._devices.items():
            self._edge(name, bool(device.value))

    def held_down(self) -> Iterator[str]:
        """Yield the names of the buttons that are held down."""
        with self._lock:
            yield from [name for name, contact in self._contacts.items() if contact.closed]

    def close(self) -> None:
        """Release the pins."""
        for device in self._devices.values():
            device.close()

    def _edge(self, name: str, raw: bool) -> None:
        with self._lock:
            self._contacts[name], press = self._contacts[name].after(raw, self._clock())
        if press is not None:
            self._pressed(name, press)


def open_buttons(settings: ButtonSettings, factory: Any) -> dict[str, Any]:
    """Return the devices of the buttons by name. Raise UsageFault if a pin is not available."""
    if factory is None:
        return {}
    from gpiozero import DigitalInputDevice, GPIOZeroError

    opened: dict[str, Any] = {}
    for name, pin in settings.by_name().items():
        try:
            opened[name] = DigitalInputDevice(pin, pull_up=settings.pull_up, pin_factory=factory)
        except GPIOZeroError as fault:
            for device in opened.values():
                device.close()
            raise UsageFault(f"buttons.{name}: {pin}: {fault}") from fault
    return opened
