"""Draw the wiring of a table's pins as SVG, from its settings.

The drawing shows the Pi's 40-pin header with pin 1 at the top left. Beside it is a box for each part, with a
wire from every terminal to its pin. The resistors are those of docs/hardware.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, cycle
from typing import Final
from xml.sax.saxutils import escape

from device.settings import Settings

GROUND: Final = "GND"
SUPPLY_3V3: Final = "3V3"
SUPPLY_5V: Final = "5V"

_PINS: Final = (
    "3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3 GPIO24 "
    "GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 GPIO13 GND GPIO19 "
    "GPIO16 GPIO26 GPIO20 GND GPIO21"
)
HEADER: Final = dict(enumerate(_PINS.split(" "), 1))
"""The names of the pins of a Pi's 40-pin GPIO header, by their number on the header. Every Pi since
the B+ has this header. A test compares the names with gpiozero's."""

_ROW: Final = 26
"""The distance from one row of pins to the next, and from one terminal of a part to the next, pixels."""
_TOP: Final = 70
_LEFT: Final = 96
"""The distance from the drawing's left edge to the header's odd pins, pixels."""
_LANES: Final = 236
"""The distance from the drawing's left edge to the leftmost vertical line along which a wire may
run, pixels."""
_LANE: Final = 8
_COLOURS: Final = ("#b3261e", "#0b57d0", "#146c2e", "#8430ce", "#b06000", "#00796b", "#ad1457", "#5d4037")
_GROUND_COLOUR: Final = "#333"
_FONT: Final = "font-family='DejaVu Sans,Verdana,sans-serif'"


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal of a part, such as a lead of the bell, with the wire from it."""

    label: str
    """The name of the terminal in the drawing."""
    pin: int | str
    """The pin to which the terminal is wired: a BCM number, or `GROUND`, `SUPPLY_3V3` or `SUPPLY_5V`."""
    through: str = ""
    """The component in the wire, such as "330 Ω"; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part to be wired, such as the bell, with its terminals. Each of `notes` is a line for the builder."""

    title: str
    terminals: tuple[Terminal, ...]
    notes: tuple[str, ...] = ()


def parts(settings: Settings) -> tuple[Part, ...]:
    """Return the parts that the table has by its `settings`, in the order in which they are drawn."""
    return tuple(chain(_bell(settings), _display(settings), _lamp(settings), _buttons(settings)))


def wiring_svg(settings: Settings) -> str:
    """Return the drawing of the wiring that the table needs by its `settings`, as an SVG document."""
    drawn = parts(settings)
    wires = sum(len(part.terminals) for part in drawn)
    boxes = _LANES + _LANE * (wires + 2)
    height = max(_TOP + 20 * _ROW, _TOP + sum(_tall(part) for part in drawn)) + 30
    width = boxes + 430
    inside = [*_board(), *_draw_parts(drawn, boxes), *_pins(drawn)]
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' {_FONT} font-size='13'>",
            f"<rect width='{width}' height='{height}' fill='#fff'/>",
            *inside,
            "</svg>\n",
        ]
    )


def _bell(settings: Settings) -> Iterator[Part]:
    bell = settings.bell
    ground = Terminal("−", GROUND)
    match bell.kind:
        case "buzzer":
            low = (
                () if bell.active_high else ("Its module is switched on by a low pin (active_high = false).",)
            )
            yield Part(
                "Buzzer", (Terminal("+", bell.pin), ground), ("Active, less than 10 mA at 3.3 V.", *low)
            )
        case "tones":
            yield Part("Passive buzzer", (Terminal("+", bell.pin, "100 Ω"), ground))
        case "servo":
            signal = (Terminal("signal", bell.pin), Terminal("+", SUPPLY_5V), ground)
            yield Part("Servo beside a desk bell", signal, ("More than a micro servo: a supply of its own.",))
        case "solenoid":
            yield Part(
                "Solenoid bell, N-MOSFET (such as IRLZ44N)",
                (Terminal("gate", bell.pin, "220 Ω"), Terminal("source", GROUND)),
                (
                    "10 kΩ from gate to source keeps the coil off while the Pi starts.",
                    "Drain to one end of the coil; the other end to its own supply's +.",
                    "Diode 1N4007 across the coil, its band to +. The supply's − to source.",
                ),
            )


def _display(settings: Settings) -> Iterator[Part]:
    display = settings.display
    if display.kind == "tm1637":
        yield Part(
            "Display TM1637",
            (
                Terminal("CLK", display.clock),
                Terminal("DIO", display.data),
                Terminal("VCC", SUPPLY_3V3),
                Terminal("GND", GROUND),
            ),
            ("3.3 V, not 5 V: its data line must not lift the Pi's pin.",),
        )
    elif display.kind == "digits":
        letters = [*zip("abcdefg", display.segments, strict=True), ("point", display.point)]
        segments = (Terminal(name, pin, "330 Ω") for name, pin in letters if pin is not None)
        digits = (Terminal(f"digit {n}", pin, "1 kΩ") for n, pin in enumerate(display.digits, 1))
        kind, supply = ("NPN", GROUND) if display.common == "cathode" else ("PNP", SUPPLY_3V3)
        notes = (f"A digit's common {display.common} hangs on a {kind} transistor, 1 kΩ at its base.",)
        yield Part("Four bare digits", (*segments, *digits, Terminal("emitters", supply)), notes)


def _lamp(settings: Settings) -> Iterator[Part]:
    lamp = settings.lamp
    if lamp.kind == "none":
        return
    colours = (("red", lamp.red), ("green", lamp.green), ("blue", lamp.blue))
    common = Terminal("cathode", GROUND) if lamp.active_high else Terminal("anode", SUPPLY_3V3)
    title = "RGB LED" if lamp.kind == "rgb" else "Three LEDs"
    yield Part(title, (*(Terminal(name, pin, "330 Ω") for name, pin in colours), common))


def _buttons(settings: Settings) -> Iterator[Part]:
    buttons = settings.buttons
    named = [("turn over", buttons.confirm), ("pause", buttons.pause)]
    named += [(f"challenge, seat {seat}", pin) for seat, pin in enumerate(buttons.challenge, 1)]
    fitted = tuple(Terminal(name, pin) for name, pin in named if pin is not None)
    if fitted:
        other = GROUND if buttons.pull_up else SUPPLY_3V3
        yield Part(
            "Buttons", (*fitted, Terminal("other sides", other)), ("No resistor: the Pi has its own.",)
        )


def _tall(part: Part) -> int:
    return 34 + _ROW * len(part.terminals) + 17 * len(part.notes) + 22


def _board() -> Iterator[str]:
    yield f"<text x='{_LEFT + 13}' y='34' text-anchor='middle' font-weight='700'>Pin 1 is top left</text>"
    size = f"width='{26 + 34}' height='{19 * _ROW + 34}'"
    yield f"<rect x='{_LEFT - 17}' y='{_TOP - 17}' {size} rx='4' fill='#1f2a1f'/>"


def _pins(drawn: tuple[Part, ...]) -> Iterator[str]:
    """Yield the header's pins with their names, to be drawn over the wires. Pins in use are filled."""
    used = {_name(terminal.pin) for part in drawn for terminal in part.terminals}
    for number, name in HEADER.items():
        x, y = _place(number)
        fill = "#f4b400" if name in used and name.startswith("GPIO") else "#9aa39a"
        yield f"<circle cx='{x}' cy='{y}' r='8' fill='{fill}'/>"
        yield f"<text x='{x}' y='{y + 3}' text-anchor='middle' font-size='8'>{number}</text>"
        anchor, at = ("end", x - 26) if number % 2 else ("start", x + 26)
        weight = "700" if name in used else "400"
        yield (
            f"<text x='{at}' y='{y + 4}' text-anchor='{anchor}' font-size='11' font-weight='{weight}' "
            f"stroke='#fff' stroke-width='5' paint-order='stroke'>{name}</text>"
        )


def _draw_parts(drawn: tuple[Part, ...], left: int) -> Iterator[str]:
    """Yield the boxes of the parts, `left` pixels from the left edge, with their terminals and wires."""
    supplies = {name: cycle(_numbers(name)) for name in (GROUND, SUPPLY_3V3, SUPPLY_5V)}
    colours, lane, top = cycle(_COLOURS), left - 2 * _LANE, _TOP - 17
    for part in drawn:
        tall = _tall(part) - 22
        yield (
            f"<rect x='{left}' y='{top}' width='410' height='{tall}' rx='8' fill='#faf7f0' stroke='#8a8170'/>"
        )
        yield f"<text x='{left + 14}' y='{top + 22}' font-weight='700'>{escape(part.title)}</text>"
        for row, terminal in enumerate(part.terminals):
            y = top + 42 + row * _ROW
            number = next(supplies[terminal.pin]) if isinstance(terminal.pin, str) else _number(terminal.pin)
            colour = _GROUND_COLOUR if terminal.pin == GROUND else next(colours)
            yield _wire(number, lane, left, y, colour)
            yield from _terminal(terminal, number, left, y, colour)
            lane -= _LANE
        for row, note in enumerate(part.notes):
            y = top + 42 + len(part.terminals) * _ROW + row * 17
            yield f"<text x='{left + 14}' y='{y}' font-size='11' fill='#444'>{escape(note)}</text>"
        top += _tall(part)


def _wire(number: int, lane: int, left: int, y: int, colour: str) -> str:
    """Return a wire from pin `number` to a terminal at (`left`, `y`), with its vertical part at `lane`,
    pixels.

    The wire of an odd pin leaves the header between two rows of pins.
    """
    x, from_y = _place(number)
    out = f"v{_ROW // 2}" if number % 2 else ""
    return (
        f"<path d='M{x} {from_y}{out}H{lane}V{y}H{left}' fill='none' stroke='{colour}' stroke-width='2.2' "
        "stroke-linejoin='round'/>"
    )


def _terminal(terminal: Terminal, number: int, left: int, y: int, colour: str) -> Iterator[str]:
    yield f"<circle cx='{left}' cy='{y}' r='4.5' fill='{colour}'/>"
    through = f" through {terminal.through}" if terminal.through else ""
    yield (
        f"<text x='{left + 14}' y='{y + 4}'>{escape(terminal.label)}"
        f"<tspan fill='#666' font-size='11'>  to {_name(terminal.pin)} (pin {number}){escape(through)}"
        "</tspan>"
        "</text>"
    )


def _place(number: int) -> tuple[int, int]:
    """Return the position of pin `number` of the header: x and y, pixels."""
    return _LEFT + 26 * ((number + 1) % 2), _TOP + _ROW * ((number - 1) // 2)


def _name(to: int | str) -> str:
    return f"GPIO{to}" if isinstance(to, int) else to


def _number(pin: int) -> int:
    return _numbers(_name(pin))[0]


def _numbers(name: str, header: Mapping[int, str] = HEADER) -> tuple[int, ...]:
    return tuple(number for number, own in header.items() if own == name)
