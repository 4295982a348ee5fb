"""Connect a table's hardware with the loop: its outputs and its buttons."""

from collections.abc import Callable

from device.hardware.buttons import Buttons
from device.hardware.pin_devices import PinDevices
from device.hardware_settings import ButtonSettings
from device.running.button_commands import listener
from device.running.inbox import Inbox
from device.running.lamp_signals import LampSignal
from device.running.loop import Loop
from device.running.timed_outputs import SecondsDisplay, TimedOutputs, TimedPart
from engine.table.timer import Timer


def assemble_hardware(
    devices: PinDevices,
    settings: ButtonSettings,
    *,
    loop: Loop,
    inbox: Inbox,
    clock: Callable[[], float],
    save: Callable[[Timer | None, float], None],
    others: tuple[TimedPart, ...] = (),
) -> TimedOutputs:
    """Return the outputs that change with time, not yet started: the display and the lamp of `devices`,
    and the parts `others`, such as a party's bell."""

    def timer() -> Timer | None:
        return loop.view.timer

    parts: list[TimedPart] = []
    if devices.display is not None:
        parts.append(SecondsDisplay("The display", devices.display.show, timer))
    if devices.lamp is not None:
        parts.append(LampSignal(devices.lamp, lambda: loop.view))
    if devices.buttons:
        pressed = listener(inbox, timer)
        parts.append(
            Buttons(devices.buttons, pressed=pressed, clock=clock, bounce=settings.bounce, hold=settings.hold)
        )
    return TimedOutputs(
        watch=timer, clock=clock, bell=devices.bell, inbox=inbox, save=save, parts=(*parts, *others)
    )
