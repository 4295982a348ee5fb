"""The table's PIN: hashed where it is kept, and slow to guess."""

import hashlib
import hmac
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

LENGTH: Final = 6
"""Digits of a PIN made at first start: a million, which at `Tries`' pace takes longer than an evening."""
SHORTEST, LONGEST = 4, 12
"""Digits of a PIN a person chooses."""

COST: Final = 2**14
"""scrypt's n: with r = 8 it takes 16 MiB and about a tenth of a second on a Raspberry Pi."""
BLOCK: Final = 8
MEMORY: Final = 32 * 2**20
"""What scrypt may use: twice what `COST` and `BLOCK` need."""

FREE_TRIES: Final = 5
FREE_TRIES_ALL: Final = 25
"""Wrong tries before waiting: of one address, and of all together, since addresses cost nothing."""
FIRST_WAIT: Final = 30.0
LONGEST_WAIT: Final = 3600.0
"""Seconds to wait after the last free try; each further wrong one doubles it."""
MOST_ADDRESSES: Final = 1000
"""Addresses remembered; the oldest is forgotten first, and the tally of all keeps counting."""


class WrongPinError(ValueError):
    """The PIN is wrong, or it is too early to try again; `wait` is how many seconds, 0 when it is not."""

    def __init__(self, wait: float = 0.0) -> None:
        super().__init__("wrong PIN")
        self.wait = wait


@dataclass(frozen=True, slots=True)
class _Tally:
    wrong: int = 0
    until: float = 0.0


class Tries:
    """Wrong tries by address. Not thread-safe: `Lock` asks it one at a time."""

    def __init__(self) -> None:
        self._by_address: dict[str, _Tally] = {}
        self._all = _Tally()

    def wait(self, address: str, now: float) -> float:
        """Seconds until `address` may try again."""
        return max(0.0, self._all.until - now, self._by_address.get(address, _Tally()).until - now)

    def wrong(self, address: str, now: float) -> None:
        """Count a wrong try."""
        mine = self._by_address.pop(address, _Tally())
        self._by_address[address] = _counted(mine, FREE_TRIES, now)
        self._all = _counted(self._all, FREE_TRIES_ALL, now)
        while len(self._by_address) > MOST_ADDRESSES:
            del self._by_address[next(iter(self._by_address))]

    def right(self, address: str) -> None:
        """Somebody at `address` knows the PIN."""
        self._by_address.pop(address, None)
        self._all = _Tally()


class Lock:
    """Checks PINs against a hash. Thread-safe; one hash at a time, so that guessing can't fill the memory."""

    def __init__(self, pin: str, changed: Callable[[str], None]) -> None:
        """`pin` as `hashed` gives it; `changed` is told of a new one, to keep it."""
        self._hash = pin
        self._changed = changed
        self._tries = Tries()
        self._lock = threading.Lock()

    @property
    def mark(self) -> str:
        """Changes whenever the PIN does; tells nothing of it."""
        return hashlib.blake2b(self._hash.encode(), digest_size=6).hexdigest()

    def open(self, pin: str, address: str, now: float) -> None:
        """Raises WrongPinError when `pin` is wrong, or `address` has to wait (even with the right one)."""
        with self._lock:
            if wait := self._tries.wait(address, now):
                raise WrongPinError(wait)
            if not matches(pin, self._hash):
                self._tries.wrong(address, now)
                raise WrongPinError(self._tries.wait(address, now))
            self._tries.right(address)

    def change(self, pin: str, salt: bytes) -> None:
        """Make `pin` the table's. Raises ValueError, with a sentence, when it is no PIN."""
        if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
            raise ValueError(N_("A PIN is 4 to 12 digits."))
        with self._lock:
            self._hash = hashed(pin, salt)
            self._changed(self._hash)


def hashed(pin: str, salt: bytes, cost: int = COST) -> str:
    """`pin` as it may be kept; the hash names its own `cost`, so that one of another cost opens as well."""
    key = hashlib.scrypt(pin.encode(), salt=salt, n=cost, r=BLOCK, p=1, maxmem=MEMORY, dklen=32)
    return f"scrypt:{cost}:{BLOCK}:{salt.hex()}:{key.hex()}"


def matches(pin: str, kept: str) -> bool:
    """Whether `pin` is the one `kept` was made of; False for what was not made by `hashed`."""
    try:
        _, cost, block, salt, key = kept.split(":")
        n, r = int(cost), int(block)
        found = hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=n, r=r, p=1, maxmem=MEMORY, dklen=32)
        return hmac.compare_digest(found, bytes.fromhex(key))
    except ValueError:
        return False


def _counted(tally: _Tally, free: int, now: float) -> _Tally:
    wrong = tally.wrong + 1
    if wrong < free:
        return _Tally(wrong)
    return _Tally(wrong, now + min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(wrong - free, 12)))
