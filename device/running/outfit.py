"""A table's hardware put to work: what it shows, calls out and is told, joined to the loop."""

from collections.abc import Callable

from device.fittings import ButtonSettings
from device.hardware.buttons import Buttons
from device.hardware.fitted import Fitted
from device.running.clockwork import Clockwork, Part, Shown
from device.running.inbox import Inbox
from device.running.lamplight import Lamplight
from device.running.loop import Loop
from device.running.presses import listener
from device.running.timer import Timer


def outfit(
    fitted: Fitted,
    settings: ButtonSettings,
    *,
    loop: Loop,
    inbox: Inbox,
    clock: Callable[[], float],
    save: Callable[[Timer | None, float], None],
    others: tuple[Part, ...] = (),
) -> Clockwork:
    """The clockwork of a table with `fitted` on its pins, not started yet. `others`: what else goes by it."""

    def timer() -> Timer | None:
        return loop.view.timer

    parts: list[Part] = []
    if fitted.display is not None:
        parts.append(Shown("The display", fitted.display.show, timer))
    if fitted.lamp is not None:
        parts.append(Lamplight(fitted.lamp, lambda: loop.view))
    if fitted.buttons:
        pressed = listener(inbox, timer)
        parts.append(
            Buttons(fitted.buttons, pressed=pressed, clock=clock, bounce=settings.bounce, hold=settings.hold)
        )
    return Clockwork(
        watch=timer, clock=clock, bell=fitted.bell, inbox=inbox, save=save, parts=(*parts, *others)
    )
