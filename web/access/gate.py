"""The table's gate: its secret key, its seats, its PIN and its invitation, and the form in which the gate
is stored."""

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Annotated

import msgspec

from web.access import pin
from web.access.seats import Holder, SeatRegistry
from web.access.stewards import SAVE_SECONDS, Stewards


class NotStoredError(Exception):
    """Report that a change could not be stored. The change applies until the table is switched off. The
    message gives the reason."""


@dataclass(frozen=True, slots=True)
class StoredGate:
    """The data that the gate stores on disk."""

    secret: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,}$")]
    """The key that signs cookies, in hexadecimal."""
    pin: Annotated[str, msgspec.Meta(pattern="^scrypt:[0-9]+:[0-9]+:[0-9a-f]+:[0-9a-f]+$")]
    """The PIN's hash."""
    seats: dict[int, Holder] = field(default_factory=dict)
    """For each taken seat, the phone that holds it."""
    stewards: dict[str, Annotated[float, msgspec.Meta(ge=0)]] = field(default_factory=dict)
    """The number of seconds for which each steward's PIN is still valid, by the phone's name."""
    away: tuple[str, ...] = ()
    """The names of the phones that the steward sent away."""


@dataclass(frozen=True, slots=True)
class Phone:
    """The phone that sent a request, as the table knows it: its name, its seats, and the steward's rights."""

    id: str | None = None
    """The phone's name; None for a phone without a cookie."""
    seats: tuple[int, ...] = ()
    """The seats that the phone holds."""
    is_steward: bool = False
    """True if the PIN was entered on the phone."""


class Gate:
    """Keep what decides on the rights of phones: the seats, the stewards' phones, the PIN, the invitation and
    the key of the cookies."""

    def __init__(
        self,
        stored: StoredGate,
        store: Callable[[StoredGate], None] = lambda _: None,
        *,
        clock: Callable[[], float] = time.monotonic,
        invitation: str = "",
    ) -> None:
        """Take the stored data `stored`. `store` stores every change and may raise NotStoredError. `clock`
        counts the seconds that the table runs, independent of the time of day. The first phone that brings
        `invitation` needs no PIN; if `invitation` is empty, no phone is invited."""
        self._stored = stored
        self._invitation = invitation
        self._write = store
        self._lock = threading.Lock()
        self.clock = clock
        self.secret = bytes.fromhex(stored.secret)
        self.seats = SeatRegistry(stored.seats, self._store_seats, stored.away)
        self.stewards = Stewards(stored.stewards, self._store_stewards, clock)
        self.pin_lock = pin.Lock(stored.pin, self._store_pin)

    def use_invitation(self, code: str) -> bool:
        """Return True if `code` is the invitation and no phone has used it yet. If it is, nobody can use it
        again."""
        with self._lock:
            valid = bool(self._invitation) and hmac.compare_digest(code.encode(), self._invitation.encode())
            self._invitation = "" if valid else self._invitation
            return valid

    def admit(self, phone: str, name: str) -> None:
        """Make `phone` a steward's phone, because the PIN was entered on it. From now on the phone's name is
        `name`."""
        try:  # a disk error is reported after both steps
            self.seats.rename(phone, name)
        finally:
            self.stewards.admit(name, phone)

    def dismiss(self, phone: str, name: str) -> None:
        """Take the steward's rights from `phone`. From now on the phone's name is `name`."""
        try:
            self.seats.rename(phone, name)
        finally:
            self.stewards.dismiss(phone)

    def pin_is_valid(self, phone: str | None) -> bool:
        """Return True if the PIN was entered on `phone` and is still valid there."""
        with suppress(NotStoredError):
            self.stewards.save(every=SAVE_SECONDS)
        return self.stewards.is_steward(phone)

    def _store_seats(self, seats: Mapping[int, Holder], away: tuple[str, ...]) -> None:
        self._store(lambda stored: replace(stored, seats=dict(seats), away=away))

    def _store_stewards(self, seconds_left: Mapping[str, float]) -> None:
        self._store(lambda stored: replace(stored, stewards=dict(seconds_left)))

    def _store_pin(self, pin_hash: str) -> None:
        try:
            self._store(lambda stored: replace(stored, pin=pin_hash))
        finally:
            self.stewards.clear()  # the old PIN no longer counts

    def _store(self, change: Callable[[StoredGate], StoredGate]) -> None:
        with self._lock:
            self._stored = change(self._stored)
            self._write(self._stored)


def new_gate() -> tuple[StoredGate, str]:
    """Return the data of a new gate, and the table's PIN. The caller must print the PIN, because the data
    hold only its hash."""
    number = f"{secrets.randbelow(10**pin.PIN_DIGITS):0{pin.PIN_DIGITS}d}"
    return StoredGate(secrets.token_hex(32), pin.hashed(number, secrets.token_bytes(16))), number
