"""Keep the table's PIN as a hash, and slow down guesses."""

import hashlib
import hmac
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

PIN_DIGITS: Final = 6
"""Number of digits of the PIN that the table makes at its first start. A million PINs are enough, because the
waits after wrong tries make it impossible to try them all within an evening."""
MIN_PIN_DIGITS, MAX_PIN_DIGITS = 4, 12
"""The minimum and the maximum number of digits of a PIN that a person chooses."""

SCRYPT_N: Final = 2**14
"""scrypt's cost n. With r = 8 it takes 16 MiB and about a tenth of a second on a Raspberry Pi."""
SCRYPT_R: Final = 8
SCRYPT_MAX_BYTES: Final = 32 * 2**20
"""Maximum number of bytes of memory that scrypt may use: twice as many as `SCRYPT_N` and `SCRYPT_R` need."""

FREE_TRIES: Final = 5
"""Number of wrong tries before the first wait."""
FIRST_WAIT_SECONDS: Final = 30.0
MAX_WAIT_SECONDS: Final = 900.0
"""Maximum number of seconds from a wrong PIN to the next try. The wait is `FIRST_WAIT_SECONDS` after the last
free try, and doubles with each further wrong try."""
MAX_STRANGERS_WRONG_TRIES: Final = 25
"""Number of wrong tries by unknown phones within `WRONG_TRIES_SECONDS` that suggests guessing from many
addresses. From then on a new address has one free try, and new addresses have to wait for each other,
`WRONG_TRY_SECONDS` each. New addresses are slowed and not blocked, so that an attacker can't lock the players
out."""
WRONG_TRIES_SECONDS: Final = 3600.0
WRONG_TRY_SECONDS: Final = 1.0
MAX_REMEMBERED_PHONES: Final = 1000
"""Maximum number of phones and addresses whose wrong PINs are counted. Beyond it, the one whose last wrong
try is oldest is forgotten."""


class WrongPinError(ValueError):
    """Report that the PIN is wrong, or that it is too early to try again. `wait_seconds` is the time
    until the next try, 0 for none."""

    def __init__(self, wait_seconds: float = 0.0) -> None:
        super().__init__("wrong PIN")
        self.wait_seconds = wait_seconds


@dataclass(frozen=True, slots=True)
class PinSource:
    """The source of PINs under which wrong tries are counted: an address, or a phone on which the right PIN
    was entered before. Such a phone has a count of its own, whatever others do at its address (a device
    cookie, as OWASP calls it)."""

    address: str
    """The network address from which the PIN was sent."""
    known_phone: str | None = None
    """The lasting name of a phone on which the right PIN was entered; None for other phones."""


@dataclass(frozen=True, slots=True)
class _WrongGuesses:
    count: int = 0
    last_at: float = 0.0
    blocked_until: float = 0.0


_NO_GUESSES: Final = _WrongGuesses()


class Tries:
    """Count wrong tries, for a known phone by its name and for other phones by address. Not thread-safe:
    `Lock` calls one method at a time. All times are seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._tallies: dict[PinSource, _WrongGuesses] = {}
        self._next_stranger_at = 0.0

    def wait_seconds(self, who: PinSource, now: float) -> float:
        """Return the seconds from `now` (a monotonic time in seconds) until `who` may try again; 0 if `who`
        may try at once."""
        mine = self._tallies.get(_key(who))
        if mine is None and who.known_phone is None and self._is_under_attack(now):
            return max(0.0, self._next_stranger_at - now)
        return max(0.0, (mine or _NO_GUESSES).blocked_until - now)

    def note_wrong(self, who: PinSource, now: float) -> None:
        """Count a wrong try of `who` at the time `now` (seconds of a monotonic clock)."""
        under_attack = who.known_phone is None and self._is_under_attack(now)
        mine = self._tallies.pop(_key(who), _NO_GUESSES)
        if under_attack and mine is _NO_GUESSES:
            self._next_stranger_at = now + WRONG_TRY_SECONDS
        self._tallies[_key(who)] = _with_wrong_guess(mine, 1 if under_attack else FREE_TRIES, now)
        while len(self._tallies) > MAX_REMEMBERED_PHONES:
            del self._tallies[next(iter(self._tallies))]

    def note_right(self, who: PinSource) -> None:
        """Forget the wrong tries of `who`, because the right PIN was entered."""
        self._tallies.pop(_key(who), None)

    def _is_under_attack(self, now: float) -> bool:
        """Return True if somebody seems to be guessing from many addresses."""
        strangers = (
            t
            for who, t in self._tallies.items()
            if who.known_phone is None and now - t.last_at < WRONG_TRIES_SECONDS
        )
        return sum(tally.count for tally in strangers) >= MAX_STRANGERS_WRONG_TRIES


def _key(who: PinSource) -> PinSource:
    return who if who.known_phone is None else PinSource("", who.known_phone)


class Lock:
    """Check PINs against a hash. Thread-safe. One thread computes all hashes, one after another, in the same
    memory. The server's own threads would need 16 MiB each."""

    def __init__(self, pin: str, on_change: Callable[[str], None]) -> None:
        """Take the hash `pin` of the table's PIN, as `hashed` returned it. Call `on_change` with the new hash
        whenever the PIN changes, so that it is stored."""
        self._hash = pin
        self._on_change = on_change
        self._tries = Tries()
        self._hashing = ThreadPoolExecutor(1, "pin")
        self._lock = threading.Lock()

    def open(self, pin: str, who: PinSource, now: float) -> None:
        """Check `pin`, entered by `who`. Raise WrongPinError if it is wrong, or if `who` has to wait after
        wrong tries. During the wait even the right PIN is refused."""
        with self._lock:
            if wait := self._tries.wait_seconds(who, now):
                raise WrongPinError(wait)
            if not self._hashing.submit(matches, pin, self._hash).result():
                self._tries.note_wrong(who, now)
                raise WrongPinError(self._tries.wait_seconds(who, now))
            self._tries.note_right(who)

    def change(self, pin: str, salt: bytes) -> None:
        """Make `pin` the table's PIN. Raise ValueError, with a sentence for people, if `pin` has an
        invalid form."""
        if not (pin.isascii() and pin.isdigit() and MIN_PIN_DIGITS <= len(pin) <= MAX_PIN_DIGITS):
            raise ValueError(N_("A PIN is 4 to 12 digits."))
        with self._lock:
            self._hash = self._hashing.submit(hashed, pin, salt).result()
            self._on_change(self._hash)


def hashed(pin: str, salt: bytes, cost: int = SCRYPT_N) -> str:
    """Return the hash of `pin` in the form that is stored. The text includes `cost`, so that hashes of
    another cost can be checked too."""
    key = hashlib.scrypt(pin.encode(), salt=salt, n=cost, r=SCRYPT_R, p=1, maxmem=SCRYPT_MAX_BYTES, dklen=32)
    return f"scrypt:{cost}:{SCRYPT_R}:{salt.hex()}:{key.hex()}"


def matches(pin: str, stored_hash: str) -> bool:
    """Return True if `stored_hash` is a hash of `pin`; False for a text that `hashed` did not make."""
    try:
        _, cost, block, salt, key = stored_hash.split(":")
        n, r = int(cost), int(block)
        found = hashlib.scrypt(
            pin.encode(), salt=bytes.fromhex(salt), n=n, r=r, p=1, maxmem=SCRYPT_MAX_BYTES, dklen=32
        )
        return hmac.compare_digest(found, bytes.fromhex(key))
    except ValueError:
        return False


def _with_wrong_guess(tally: _WrongGuesses, free: int, now: float) -> _WrongGuesses:
    wrong = tally.count + 1
    if wrong < free:
        return _WrongGuesses(wrong, now)
    return _WrongGuesses(
        wrong, now, now + min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0 ** min(wrong - free, 12))
    )
