"""Draw the table's pins in the terminal, for a table without hardware."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console, RenderableType
from rich.live import Live
from rich.panel import Panel as Frame
from rich.table import Table
from rich.text import Text

from device.hardware.lamps import Colour
from device.hardware.panel import Panel, PinLevel

DARK: Final = "bright_black"


@contextmanager
def shown_panel(wanted: bool) -> Iterator[Callable[[Panel], None] | None]:
    """Yield a function that draws the mock pins' present state on standard error, in the place of the
    state before. Yield None unless `wanted` is true."""
    if not wanted:
        yield None
        return
    last = Panel()
    with Live(draw_panel(last), console=Console(stderr=True), auto_refresh=False, transient=True) as live:

        def show(panel: Panel) -> None:
            nonlocal last
            if panel != last:
                last = panel
                live.update(draw_panel(panel), refresh=True)

        yield show


def draw_panel(panel: Panel) -> RenderableType:
    """Draw the bell, display and lamp as people see them, and every pin's level."""
    fittings = Table.grid(padding=(0, 3))
    fittings.add_row(
        Text("))) bell (((", "bold yellow") if panel.is_ringing else Text("    bell    ", DARK),
        Text(f" {panel.display_text:>5} ", "bold red on black")
        if panel.display_text
        else Text("  --:-- ", DARK),
        _lamp(panel.lamp),
        Text(f"pressed: {', '.join(panel.pressed_buttons)}", "bold")
        if panel.pressed_buttons
        else Text("no button pressed", DARK),
    )
    pins = Table.grid(padding=(0, 2))
    for lead in panel.pin_levels:
        pins.add_row(f"GPIO{lead.pin}", lead.key, _level(lead))
    both = Table.grid()
    both.add_row(fittings)
    both.add_row(pins)
    return Frame.fit(both, title="the table's pins", title_align="left")


def _lamp(colour: Colour | None) -> Text:
    if colour is None:
        return Text("no lamp", DARK)
    if not any(colour):
        return Text("( ) lamp", DARK)
    red, green, blue = (round(255 * part) for part in colour)
    return Text("(*) lamp", f"bold rgb({red},{green},{blue})")


def _level(lead: PinLevel) -> Text:
    if lead.level in (0, 1):
        return Text("high", "bold") if lead.level else Text("low", DARK)
    return Text(f"{lead.level:.0%}")
