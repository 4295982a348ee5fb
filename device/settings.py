"""Read the settings of a table from a TOML file. Every fault names its key."""

from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from device import tomltext
from device.errors import UsageFault, not_utf8, unreadable_file
from device.hardware_settings import BellSettings, ButtonSettings, DisplaySettings, LampSettings, shared_pin
from device.schema import explain, key_in_message
from engine.i18n import Sentence, UserError
from engine.shared import player_names
from engine.turn.turn_state import STILL_SECONDS

NO_CAMERA: Final = "none"
"""The camera source of a table without a camera, which people photograph with their phones."""

Seconds = Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)]
Mains = Literal[50, 60]
"""Frequency of the mains, Hz: 60 in the Americas, half of Japan and some other countries, else 50."""


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[camera]`: the source of pictures (see `device.hardware.camera_choice.open_camera`)."""

    source: str = "pi"
    """The camera, file or folder from which pictures come, such as `pi`."""
    width: Annotated[int, msgspec.Meta(ge=320, le=8192)] = 2304
    """The requested width of the camera's pictures, pixels."""
    height: Annotated[int, msgspec.Meta(ge=240, le=8192)] = 1296
    """The requested height of the camera's pictures, pixels."""
    # Pixels of the longer side in the search for cards. Fewer are faster.
    look: Annotated[int, msgspec.Meta(ge=256, le=1280)] = 640
    # Lamps flicker twice a period. A camera that knows the frequency exposes for whole flickers.
    mains: Mains | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height that are requested from the camera, pixels."""
        return self.width, self.height


class WebSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[web]`: the address of the page."""

    host: str = "::"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    """The port at which the page is served; 0 takes any free port."""
    names: tuple[str, ...] = ()
    """Further host names under which the page answers. The page always answers to the names of a home
    network."""


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`[game]`: the game, its players, and the table's behaviour."""

    name: str = "lexicon"
    """The game's name in the catalogue."""
    players: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=10)] = ()
    """The players' names. With names a new table begins at once. Without them its page asks for names."""
    mode: Literal["strict", "challenge"] = "strict"
    """`strict` if the table rules on words, `challenge` if players challenge one another."""
    patience: Seconds = STILL_SECONDS
    """Seconds without a touch after which a legal play counts as finished."""
    word_list: str = "default"
    """The name of a known word list, or the path of a text file with words."""
    options: dict[str, bool | int | str] = {}
    """The options of the game and their values, by name, such as `pack`."""
    board: str | None = None
    """The file of a board profile; None for the game's own board."""

    def __post_init__(self) -> None:
        if not all(name.strip() for name in self.players):
            raise ValueError("players: a name is empty")
        try:
            player_names.checked_names(self.players)
        except UserError as fault:
            raise ValueError(f"players: {fault}") from fault

    @property
    def board_file(self) -> Path | None:
        """Return the path of the board's profile (`device.boards`); None if the game's own board is used."""
        return None if self.board is None else Path(self.board).expanduser()


class TimerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[timer]`: the time limit that people agreed on, in place of the booklet's."""

    minutes: Annotated[float, msgspec.Meta(ge=0.0, le=99.0)] | None = None
    """The time limit in minutes; 0 for no limit, None for the booklet's limit."""
    each: Literal["turn", "hand", "match", "player"] | None = None
    """What the time limit is for: each turn, hand or match, or each player's whole time. None for what
    the booklet says."""
    grace: Annotated[float, msgspec.Meta(ge=0.0, le=600.0)] = 0.0
    """Extra seconds in every turn of a player whose own time is spent."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[table]`: its hardware, its disk and its deck."""

    pins: Literal["gpio", "mock", "none"] = "gpio"
    """The pins of the table: a Pi's own (`gpio`), pins that a page shows (`mock`), or `none`."""
    data: str = "~/.local/share/lexicon-table"
    """The path of the folder in which the table stores its data."""
    deck: str | None = None
    """The enrolled deck in use; None for a known pack."""
    # Enough for a hundred turns or more of a large camera. A long match keeps its last turns.
    pictures: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 50
    """Megabytes of the disk that the pictures of a match may take; 0 stores no pictures."""

    @property
    def picture_bytes(self) -> int:
        """Return the disk space for the pictures of a match, in bytes."""
        return self.pictures * 1_000_000


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a table, as in its settings file. The file may leave out every part."""

    game: GameSettings = GameSettings()
    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    bell: BellSettings = BellSettings()
    timer: TimerSettings = TimerSettings()
    display: DisplaySettings = DisplaySettings()
    lamp: LampSettings = LampSettings()
    buttons: ButtonSettings = ButtonSettings()
    web: WebSettings = WebSettings()

    def __post_init__(self) -> None:
        clash = shared_pin(*self.fittings())
        if clash:
            raise ValueError(clash)

    def fittings(self) -> tuple[BellSettings, DisplaySettings, LampSettings, ButtonSettings]:
        """Return the settings of the devices on the pins."""
        return (self.bell, self.display, self.lamp, self.buttons)


def parse(text: str, source: str) -> Settings:
    """Return the settings in a TOML text. Raise UsageFault, which names `source` and the key, for a
    wrong key or value."""
    data = tomltext.decode(text, source)
    try:
        return msgspec.convert(data, type=Settings)
    except msgspec.ValidationError as fault:
        raise UsageFault(
            f"{source}: {explain(str(fault), Settings, data)}", _page_sentence(str(fault))
        ) from fault


def _page_sentence(message: str) -> Sentence:
    """Return a sentence for a page about a fault of the settings, from msgspec's `message`. It names
    the key, and never the value."""
    if key := key_in_message(message):
        return Sentence("“{key}” has an invalid value.", (("key", key),))
    return Sentence("A key is unknown, or two keys name one pin.")


def load(path: Path) -> Settings:
    """Return the settings in a file. Raise UsageFault if the file can't be read, or if a setting is
    wrong."""
    try:
        text = path.read_text("utf-8")
    except OSError as fault:
        raise unreadable_file(path, fault) from fault
    except UnicodeDecodeError as fault:
        raise not_utf8(path) from fault
    return parse(text, str(path))
