"""The tables of docs/settings.md, written from the schema: each key, what it may be, its default, and what it
does; and the table of the games' options."""

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import NODEFAULT, inspect

from device.schema import allowed
from device.settings import Settings
from engine.options import OPTIONS

SAID: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game.name": "the game; the names are listed below",
        "game.players": (
            "who plays, clockwise. The first deals, the next begins. As many as the game is for. With "
            "names here a new table begins at once; without, its page asks. Two names that look alike "
            "are refused"
        ),
        "game.mode": (
            "strict: a word that is not listed is an illegal play. challenge: it stands until somebody "
            "challenges it"
        ),
        "game.patience": (
            "seconds that cards lie untouched before a lawful play counts as finished; after three "
            "times as long the player of any other is asked"
        ),
        "game.word_list": "`default`, `american`, `british`, `everyday`, `polite`, or a text file of words",
        "game.options": "the game's options, listed below",
        "game.board": (
            "file of the board that Keyword is played on ([judging.md](judging.md)); left out: the one "
            "that comes with the program"
        ),
        "table.pins": "what bell, display, lamp and buttons hang on; `mock` draws them on the phone instead",
        "table.data": (
            "folder of all that the table keeps ([records.md](records.md)); installed: "
            "`/var/lib/lexicon-table`"
        ),
        "table.deck": "the deck played with, as it was called when it was enrolled ([enrol.md](enrol.md))",
        "table.pictures": "megabytes that the pictures of a match may take; 0 keeps none",
        "camera.source": (
            "where pictures come from, see [cameras.md](cameras.md); a USB camera's number is text too:"
            ' `"0"`; so is its path: `"/dev/v4l/by-id/…"`'
        ),
        "camera.width": "pixels; the Pi's own camera takes this size, a USB camera the nearest it has",
        "camera.height": "pixels",
        "camera.mains": (
            "periods of the mains a second where the table stands: the Pi's camera and most USB cameras"
            " then show no dark bars under a lamp that flickers; left out: as the camera is set"
        ),
        "camera.look": (
            "pixels of the longer side in which cards are looked for: fewer are faster on a small Pi, "
            "and covered cards are missed (below is what was measured; `read --look` tries it)"
        ),
        "web.host": (
            'the address the page is served on. `"::"`: every address of the machine, IPv4 and IPv6. '
            '`"0.0.0.0"`: those of IPv4. `"127.0.0.1"`: this machine alone'
        ),
        "web.port": "its port; 0 takes any that is free",
        "web.names": (
            "further names under which the page answers ([phone.md](phone.md)), for example "
            '`["table.example.org"]`'
        ),
        "timer.minutes": (
            "the time you arranged; left out: what the game's booklet says, if it says any; 0: none"
        ),
        "timer.each": "what has so many minutes; left out: what the booklet says, else a hand",
        "timer.grace": "seconds each turn still has when its player's own time is spent",
        "bell.kind": "what rings",
        "bell.pin": "where it hangs",
        "bell.active_high": "false where a low pin switches it on",
        "bell.stroke": "seconds of a short beat; left out, here and in the next three: the kind's own",
        "bell.long": "seconds of a long beat",
        "bell.gap": "seconds of a rest",
        "bell.limit": "seconds after which it is off whatever fails; longer than either beat",
        "bell.away": "degrees a servo's arm rests at",
        "bell.struck": "degrees it strikes at",
        "bell.rhythms.illegal_play": (
            "a play is ruled illegal. `.` is short, `-` long, a blank a rest; 12 beats at most"
        ),
        "bell.rhythms.challenge_settled": "a challenge is settled, either way",
        "bell.rhythms.play_begins": "a hand is dealt and there is a timer",
        "bell.rhythms.hand_over": "somebody has gone out",
        "bell.rhythms.match_over": "there is a winner",
        "bell.rhythms.minute_left": "of a timer that had more",
        "bell.rhythms.ten_seconds_left": "of a timer that had more",
        "bell.rhythms.grace_begins": "a player's own time is spent",
        "bell.rhythms.time_up": "the end of what was timed",
        "display.kind": "four bare seven-segment digits, or a TM1637 module",
        "display.segments": "pins of the segments a to g",
        "display.point": "pin of the decimal point",
        "display.digits": "pins of the digits, from the left",
        "display.common": "which end the segments of a digit share",
        "display.digits_active_high": "false where a low pin switches a digit on",
        "display.clock": "a TM1637's clock",
        "display.data": "a TM1637's data",
        "display.brightness": "a TM1637's brightness",
        "lamp.kind": "one RGB LED, or three LEDs",
        "lamp.red": "pin",
        "lamp.green": "pin",
        "lamp.blue": "pin",
        "lamp.active_high": "false for a common anode",
        "lamp.brightness": "below 1 it is dimmed by switching quickly",
        "buttons.confirm": "pin of the button that says: my turn is over",
        "buttons.pause": "pin of the button that pauses",
        "buttons.challenge": "pins of the challenge buttons, by seat",
        "buttons.pull_up": "they close to ground; false: to 3.3 V",
        "buttons.bounce": "seconds a contact may bounce",
        "buttons.hold": "seconds from which a press is a long one",
    }
)
"""What each key does."""

WHOLE: Final = inspect.type_info(Settings)


def keys(kind: inspect.Type = WHOLE, before: str = "") -> Iterator[tuple[str, inspect.Field]]:
    """Yield every key of the settings file, such as `bell.rhythms.time_up`, with its field."""
    assert isinstance(kind, inspect.StructType)
    for field in kind.fields:
        name = f"{before}{field.encode_name}"
        if isinstance(field.type, inspect.StructType):
            yield from keys(field.type, f"{name}.")
        else:
            yield name, field


def sections() -> tuple[str, ...]:
    """Return the names of the file's sections."""
    return tuple(dict.fromkeys(key.partition(".")[0] for key, _ in keys()))


def table(section: str) -> str:
    """Return the table of one section, in Markdown. Raises KeyError for a key of which nothing is said."""
    rows = ["| key | what it may be | default | what it does |", "|---|---|---|---|"]
    for key, field in keys():
        inside, _, name = key.partition(".")
        if inside == section:
            rows.append(f"| `{name}` | {allowed(field.type)} | {_default(field)} | {SAID[key]} |")
    return "\n".join(rows)


def options() -> str:
    """Return the table of the games' options, in Markdown."""
    rows = ["| option | what it may be | what it does |", "|---|---|---|"]
    return "\n".join(
        (*rows, *(f"| `{one.name}` | {one.allowed} | {one.meaning} |" for one in OPTIONS.values()))
    )


def _default(field: inspect.Field) -> str:
    """Return a default as TOML writes it."""
    made: Any = field.default if field.default_factory is NODEFAULT else field.default_factory()
    if made is None:
        return "left out"
    return f"`{json.dumps(list(made) if isinstance(made, tuple) else made, ensure_ascii=False)}`"
