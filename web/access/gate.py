"""The table's gate: its secret key, its seats, its PIN, its invitation, and what of them is kept on disk."""

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

import msgspec

from web.access import pin
from web.access.seats import Holder, Seats

STEWARD_HOURS = 12
"""How long an entered PIN holds: an evening, and not the next one."""


class NotKeptError(Exception):
    """It holds until the table is switched off and is not on its disk; the message says why."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept: the key that signs cookies (hexadecimal), the PIN's hash, and who sits where."""

    secret: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,}$")]
    pin: Annotated[str, msgspec.Meta(pattern="^scrypt:[0-9]+:[0-9]+:[0-9a-f]+:[0-9a-f]+$")]
    seats: dict[int, Holder] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Phone:
    """The phone that asks: `id` is None for one that has no cookie yet; `seats` it holds; whether on it the
    PIN was entered."""

    id: str | None = None
    seats: tuple[int, ...] = ()
    steward: bool = False


class Gate:
    """Everything that decides what a phone may do."""

    def __init__(
        self,
        kept: Kept,
        keep: Callable[[Kept], None] = lambda _: None,
        *,
        clock: Callable[[], float] = time.time,
        invitation: str = "",
    ) -> None:
        """`keep` is told of every change and may raise NotKeptError; `clock`: seconds since the epoch;
        `invitation`: what the first phone that brings it needs no PIN with, empty for none."""
        self._kept = kept
        self._invitation = invitation
        self._keep = keep
        self._keeping = threading.Lock()
        self.clock = clock
        self.secret = bytes.fromhex(kept.secret)
        self.seats = Seats(kept.seats, self._seated)
        self.lock = pin.Lock(kept.pin, self._locked)

    def invites(self, code: str) -> bool:
        """Whether `code` is the invitation. It is good for one phone."""
        with self._keeping:
            good = bool(self._invitation) and hmac.compare_digest(code.encode(), self._invitation.encode())
            self._invitation = "" if good else self._invitation
            return good

    def _seated(self, seats: Mapping[int, Holder]) -> None:
        with self._keeping:
            self._kept = replace(self._kept, seats=dict(seats))
            self._keep(self._kept)

    def _locked(self, kept_pin: str) -> None:
        with self._keeping:
            self._kept = replace(self._kept, pin=kept_pin)
            self._keep(self._kept)


def fresh() -> tuple[Kept, str]:
    """Keys for a table that has none, and its PIN, which nothing keeps: print it."""
    number = f"{secrets.randbelow(10**pin.LENGTH):0{pin.LENGTH}d}"
    return Kept(secrets.token_hex(32), pin.hashed(number, secrets.token_bytes(16))), number
