"""Write and read the notation of a race (MW): the words in front of each player, in brackets, and the places
of the horses.

    [FOR]1* [OR;F.]2 []0

The number after each bracket is the number of circles that the player's horse has passed. `*` marks the
player who is to play. `*number` and `*picture` tell the card with which the turn began.
"""

import re
from typing import Final, cast

from engine.notation.error import NotationError
from engine.position import DrawnKind, RacePosition

FRONT_OPENING: Final = "["
_FRONT: Final = re.compile(r"\[(?P<rows>[A-Za-z?.;]*)\](?P<horse>\d{1,2})(?P<turn>\*(?:number|picture)?)?")


def parse_fronts(text: str) -> RacePosition:
    """Return the position of a race that `text` states in notation. Raise NotationError if it states none."""
    parts = [_front(part) for part in text.split()]
    turns = [seat for seat, (_, _, turn) in enumerate(parts) if turn]
    if len(turns) != 1:
        raise NotationError(f"{text!r}: one player is marked with * as to play, not {len(turns)}")
    drawn = cast(DrawnKind, parts[turns[0]][2].removeprefix("*") or "letter")
    return RacePosition(
        tuple(rows for rows, _, _ in parts), tuple(horse for _, horse, _ in parts), turns[0], drawn
    )


def format_fronts(fronts: RacePosition) -> str:
    """Return a race's position in notation, as one line of text: each player's words and the place of the
    horse."""
    mark = "*" if fronts.drawn_kind == "letter" else f"*{fronts.drawn_kind}"
    return " ".join(
        f"[{';'.join(rows)}]{horse}{mark if seat == fronts.player else ''}"
        for seat, (rows, horse) in enumerate(zip(fronts.laid, fronts.horses, strict=True))
    )


def _front(text: str) -> tuple[tuple[str, ...], int, str]:
    match = _FRONT.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is not one player's part of a race: [rows]circles")
    rows = tuple(match["rows"].split(";")) if match["rows"] else ()
    if len(set(map(len, rows))) > 1:
        raise NotationError(f"{text!r}: the rows before a player are equally long")
    return rows, int(match["horse"]), match["turn"] or ""
