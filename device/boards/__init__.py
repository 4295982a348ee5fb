"""Read board profiles: TOML files in which people describe a game's board (KW).

    name = "ours"
    note = "counted on the board of 1953"
    squares = ["rrrrrrrrr.ggggggggg", ...]   # one line a row: r b y g an area, the capital its Key square,
                                             # + a Key square of no colour, # the dark squares, . any other

The default profile is `reasoned.toml` beside this module.
"""

from pathlib import Path
from typing import Annotated, Final

import msgspec

from device import tomltext
from device.errors import UsageFault, not_utf8, unreadable_file
from device.schema import explain
from engine.board import Board, BoardFault, board_of
from engine.i18n import Sentence

SHIPPED: Final = Path(__file__).with_name("reasoned.toml")
"""The path of the default board's profile. Its squares are reasoned from the rules, because nobody
has described the real board yet."""

_LONGEST: Final = 100
"""Maximum number of rows of a board, and of characters in a row. A profile with more is refused.
No board is so large, and a file might be endless."""


_NO_BOARD: Final = Sentence(
    "A board's description has “squares”, and may have “name” and “note”. Compare it with the guide."
)


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board profile: the squares of a game's board, as people describe them in a file."""

    squares: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=_LONGEST)], ...], msgspec.Meta(max_length=_LONGEST)
    ]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "of this table"
    note: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    """The source of the board's squares, such as "counted on the board of 1953"."""


def parse(text: str, source: str) -> Board:
    """Return the board that `text`, a profile in TOML, describes. Raise UsageFault for a wrong key or
    value. Its sentence names `source`, the key and the allowed values."""
    data = tomltext.decode(text, source)
    try:
        profile = msgspec.convert(data, Profile)
    except msgspec.ValidationError as fault:
        raise UsageFault(f"{source}: {explain(str(fault), Profile, data)}", _NO_BOARD) from fault
    try:
        return board_of(profile.name, profile.squares, profile.note)
    except BoardFault as fault:
        raise UsageFault(f"{source}: squares: {fault}", fault.sentence) from None


def load(path: Path) -> Board:
    """Return the board of a profile file. Raise UsageFault if the file is wrong or cannot be read."""
    try:
        text = path.read_text("utf-8")
    except OSError as fault:
        raise unreadable_file(path, fault) from fault
    except UnicodeDecodeError as fault:
        raise not_utf8(path) from fault
    return parse(text, str(path))


def board_option(path: Path | None) -> dict[str, str]:
    """Return the game's option `board` with the board in a profile file. Without a file return no
    option, so that the game's own board counts."""
    return {} if path is None else {"board": load(path).text}
