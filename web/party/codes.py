"""The codes on place cards, as QR codes to scan. The phone of a code's holder speaks for a table's players,
acts as a steward, or acts as the host. A code is signed with the party's secret, so nobody can make one for
another table."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from itsdangerous import BadData, URLSafeSerializer

Purpose = Literal["table", "steward", "host"]

SALT: Final = "a place at a party"
_WRITTEN: Final = re.compile(r"(table|steward|host)/([0-9]{1,4})(?:/([0-3]))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class CodeTarget:
    """The table, seat, steward or host that a party's code stands for."""

    purpose: Purpose
    """For whom the code is: a table, a steward or the host."""
    number: int = 0
    """The number of the table or steward, from 0; 0 for the host."""
    seat: int | None = None
    """The seat at the table, from 0; None for a code of the whole table."""


def code(secret: bytes, purpose: Purpose, number: int = 0, seat: int | None = None) -> str:
    """Return the text of the code for a table, a seat, a steward or the host. It consists of letters, digits,
    `.`, `-` and `_`. Raise ValueError if `number` or `seat` is out of range."""
    written = f"{purpose}/{number}" if seat is None else f"{purpose}/{number}/{seat}"
    if _parsed(written) is None:
        raise ValueError(f"no place at a party: {written}")
    return URLSafeSerializer(secret, salt=SALT).dumps(written)


def address(secret: bytes, purpose: Purpose, number: int = 0, seat: int | None = None) -> str:
    """Return the path of the page that a code opens, such as `/t/…` for a table's code. `purpose`, `number`
    and `seat` say for whom the code is."""
    return f"/{purpose[0]}/{code(secret, purpose, number, seat)}"


def code_target(secret: bytes, text: str) -> CodeTarget | None:
    """Return the table, seat, steward or host that the text `text` of a scanned code stands for; None if
    `text` is no code of this party."""
    try:
        written = URLSafeSerializer(secret, salt=SALT).loads(text)
    except BadData:
        return None
    return _parsed(written) if isinstance(written, str) else None


def _parsed(written: str) -> CodeTarget | None:
    found = _WRITTEN.fullmatch(written)
    if found is None or (found[3] is not None and found[1] != "table"):
        return None
    purpose: Purpose = "table" if found[1] == "table" else "steward" if found[1] == "steward" else "host"
    return CodeTarget(purpose, int(found[2]), None if found[3] is None else int(found[3]))
