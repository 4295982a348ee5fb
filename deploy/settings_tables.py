"""Write the tables of docs/settings.md: the keys of the settings file, and the options of the games.

For each key they say which values it may have, its default and its effect. These follow from the settings'
schema.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import NODEFAULT, inspect

from device.schema import describe_type
from device.settings import Settings
from engine.catalogue import GAMES
from engine.options import OPTIONS

KEY_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game.name": "the game; the names are listed below",
        "game.players": (
            "the players, clockwise, as many as the game allows. The first player deals, the next one "
            "begins. With names here a new table begins at once; without names its page asks for them. "
            "The table refuses two names that look alike"
        ),
        "game.mode": (
            "strict: a word that is not listed is an illegal play. challenge: the word stands until "
            "somebody challenges it"
        ),
        "game.patience": (
            "seconds without a touch after which a legal play counts as finished; after three times as "
            "long the table asks whether any other play is finished"
        ),
        "game.word_list": "`default`, `american`, `british`, `everyday`, `polite`, or a text file of words",
        "game.options": "the game's options, listed below",
        "game.board": (
            "the file of the Keyword board ([judging.md](judging.md)); left out: the program's own board"
        ),
        "table.pins": "how bell, display, lamp and buttons connect; `mock` draws them on the phone instead",
        "table.data": (
            "the folder for everything that the table keeps ([records.md](records.md)); an installed "
            "table uses `/var/lib/lexicon-table`"
        ),
        "table.deck": "the name of the deck in use, as given when it was enrolled ([enrol.md](enrol.md))",
        "table.pictures": "megabytes for the pictures of a match; 0 keeps none",
        "camera.source": (
            "the camera ([cameras.md](cameras.md)). The number of a USB camera is text, too: "
            '`"0"`, and so is its path: `"/dev/v4l/by-id/…"`'
        ),
        "camera.width": "pixels; the Pi's own camera uses this size, a USB camera its nearest size",
        "camera.height": "pixels",
        "camera.mains": (
            "the mains frequency in hertz. The Pi's camera and most USB cameras then show no dark bars "
            "under a flickering lamp; left out: the camera's own setting"
        ),
        "camera.look": (
            "pixels of the longer side in which the reader searches for cards. Fewer are faster on a "
            "small Pi, but miss covered cards (measured below; `read --look` tries a value)"
        ),
        "web.host": (
            'the address of the page. `"::"`: every address of the machine, IPv4 and IPv6. '
            '`"0.0.0.0"`: every IPv4 address. `"127.0.0.1"`: this machine alone'
        ),
        "web.port": "the port of the page; 0 takes any free port",
        "web.names": (
            "further names under which the page answers ([phone.md](phone.md)), for example "
            '`["table.example.org"]`'
        ),
        "timer.minutes": (
            "the time that you agreed on; left out: the time in the game's booklet, if it has one; 0: none"
        ),
        "timer.each": "the part of a game that lasts so long; left out: the booklet's choice, else a hand",
        "timer.grace": "seconds left for each turn when the player's own time is spent",
        "bell.kind": "the kind of bell",
        "bell.pin": "its pin",
        "bell.active_high": "false if a low pin switches it on",
        "bell.stroke": "seconds of a short beat; left out, as in the next three keys: the kind's default",
        "bell.long": "seconds of a long beat",
        "bell.gap": "seconds of a rest",
        "bell.limit": (
            "seconds after which a second alarm switches the bell off in any case; longer than either beat"
        ),
        "bell.away": "the angle at which a servo's arm rests, in degrees",
        "bell.struck": "the angle at which it strikes, in degrees",
        "bell.rhythms.illegal_play": (
            "a play is illegal. `.` is a short beat, `-` a long one, a blank a rest; 12 beats at most"
        ),
        "bell.rhythms.challenge_settled": "a challenge is settled, for either side",
        "bell.rhythms.play_begins": "a hand is dealt, in a game with a timer",
        "bell.rhythms.hand_over": "a player has gone out",
        "bell.rhythms.match_over": "a player has won the match",
        "bell.rhythms.minute_left": "a longer timer has one minute left",
        "bell.rhythms.ten_seconds_left": "a longer timer has ten seconds left",
        "bell.rhythms.grace_begins": "a player's own time is spent",
        "bell.rhythms.time_up": "the time is over",
        "display.kind": "four bare seven-segment digits, or a TM1637 module",
        "display.segments": "pins of the segments a to g",
        "display.point": "pin of the decimal point",
        "display.digits": "pins of the digits, from the left",
        "display.common": "the end that the segments of a digit share",
        "display.digits_active_high": "false if a low pin switches a digit on",
        "display.clock": "a TM1637's clock",
        "display.data": "a TM1637's data",
        "display.brightness": "a TM1637's brightness",
        "lamp.kind": "one RGB LED, or three LEDs",
        "lamp.red": "pin",
        "lamp.green": "pin",
        "lamp.blue": "pin",
        "lamp.active_high": "false for a common anode",
        "lamp.brightness": "a value below 1 dims the lamp by switching it quickly",
        "buttons.confirm": "pin of the button for: my turn is over",
        "buttons.pause": "pin of the button that pauses",
        "buttons.challenge": "pins of the challenge buttons, by seat",
        "buttons.pull_up": "true: buttons connect to ground; false: to 3.3 V",
        "buttons.bounce": "seconds a contact may bounce",
        "buttons.hold": "seconds after which a press is a long press",
    }
)
"""For each key of the settings file, by its full name, the text in docs/settings.md that says what it
does."""

SETTINGS_TYPE: Final = inspect.type_info(Settings)


def keys(kind: inspect.Type = SETTINGS_TYPE, before: str = "") -> Iterator[tuple[str, inspect.Field]]:
    """Yield each key of the settings file by its full name, such as `bell.rhythms.time_up`, with the schema's
    field for it."""
    assert isinstance(kind, inspect.StructType)
    for field in kind.fields:
        name = f"{before}{field.encode_name}"
        if isinstance(field.type, inspect.StructType):
            yield from keys(field.type, f"{name}.")
        else:
            yield name, field


def sections() -> tuple[str, ...]:
    """Return the names of the sections of the settings file."""
    return tuple(dict.fromkeys(key.partition(".")[0] for key, _ in keys()))


def table(section: str) -> str:
    """Return a table, in Markdown, of the keys in one section of the settings file.

    Raise KeyError if KEY_TEXTS has no text for a key.
    """
    rows = ["| key | what it may be | default | what it does |", "|---|---|---|---|"]
    for key, field in keys():
        inside, _, name = key.partition(".")
        if inside == section:
            rows.append(f"| `{name}` | {describe_type(field.type)} | {_default(field)} | {KEY_TEXTS[key]} |")
    return "\n".join(rows)


def options() -> str:
    """Return a table, in Markdown, of all options of games: their values and their effects."""
    rows = ["| option | what it may be | what it does |", "|---|---|---|"]
    return "\n".join(
        (*rows, *(f"| `{one.name}` | {one.allowed} | {one.meaning} |" for one in OPTIONS.values()))
    )


def options_by_game() -> str:
    """Return a list and a table, in Markdown: the options that all games have, and the further options of
    each game."""
    games = GAMES.values()
    common = [one for one in OPTIONS.values() if all(one.applies_to(game) for game in games)]
    rows = [f"Every game has the options {_listed(one.name for one in common)}.", ""]
    rows += ["| game | further options |", "|---|---|"]
    for game in games:
        own = [one.name for one in OPTIONS.values() if one not in common and one.applies_to(game)]
        rows.append(f"| {game.title} | {_listed(own) or 'none'} |")
    return "\n".join(rows)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _default(field: inspect.Field) -> str:
    """Return the default of a key as TOML writes it, or `left out` if it has none."""
    value: Any = field.default if field.default_factory is NODEFAULT else field.default_factory()
    if value is None:
        return "left out"
    return f"`{json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)}`"
