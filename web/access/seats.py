"""Assign seats to phones. Each seat belongs to at most one phone, until the phone gives it back."""

import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

SEAT_TAKEN: Final = N_("Another phone has that seat. That phone or the steward can free it.")


SENT_AWAY: Final = N_("The steward has sent this phone away. It may watch.")
MAX_PHONES_AWAY: Final = 100
"""Maximum number of phones that are remembered as sent away. The oldest is forgotten first."""


class SeatTakenError(ValueError):
    """Report that another phone has the seat. The message is for the person who asked."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The phone that holds a seat, and the player who had the seat when the phone took it."""

    phone: str
    """The phone's name."""
    name: str
    """The name of the seat's player."""


class SeatRegistry:
    """Keep the phones that hold seats. Thread-safe.

    A phone may hold several seats, as a family's phone on the table often does. Another phone may take one of
    these seats, but not the only seat of a phone. A seat belongs to the phone only while the same player has
    it. If another match gives the seat to another player, the seat is free again.
    """

    def __init__(
        self,
        holders: Mapping[int, Holder],
        on_change: Callable[[Mapping[int, Holder], tuple[str, ...]], None],
        away: tuple[str, ...] = (),
    ) -> None:
        """Take what an earlier run stored: the phone that holds each seat (`holders`, by seat), and the
        phones that were sent away (`away`). Call `on_change` with both after every change, so that they are
        stored."""
        self._holders, self._away = dict(holders), away
        self._on_change = on_change
        self._lock = threading.Lock()

    def seats_of(self, phone: str | None, names: Sequence[str]) -> tuple[int, ...]:
        """Return the seats that `phone` holds in a match of the players `names`, in ascending order."""
        with self._lock:
            return tuple(seat for seat, name in enumerate(names) if self._holds(seat, name, phone))

    def taken_seats(self, names: Sequence[str]) -> frozenset[int]:
        """Return the seats that any phone holds, in a match of the players `names`."""
        with self._lock:
            return frozenset(
                seat
                for seat, name in enumerate(names)
                if seat in self._holders and self._holders[seat].name == name
            )

    def reserved_seats(self, names: Sequence[str]) -> frozenset[int]:
        """Return the seats that are the only seat of their phone. No other phone may take these seats."""
        with self._lock:
            return self._reserved_seats(names)

    def sit(self, seats: Collection[int], phone: str, names: Sequence[str]) -> None:
        """Give `seats`, and no others, to `phone`. Raise SeatTakenError and change nothing if one of them
        is the only seat of another phone, if a seat does not exist, or if the steward has sent `phone`
        away."""
        if not all(0 <= seat < len(names) for seat in seats):
            raise SeatTakenError(N_("There is no such seat at this table."))
        with self._lock:
            if phone in self._away:
                raise SeatTakenError(SENT_AWAY)
            if any(
                seat in self._reserved_seats(names) and self._holders[seat].phone != phone for seat in seats
            ):
                raise SeatTakenError(SEAT_TAKEN)
            others = {seat: holder for seat, holder in self._holders.items() if holder.phone != phone}
            self._holders = others | {seat: Holder(phone, names[seat]) for seat in seats}
            self._store()

    def release(self, seat: int) -> None:
        """Make `seat` free. Do nothing if it is free."""
        with self._lock:
            if self._holders.pop(seat, None) is not None:
                self._store()

    def phones_with_seats(self, names: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return each phone that holds seats, with its seats, in the order of the seats."""
        with self._lock:
            holders = [
                (h.phone, seat)
                for seat, h in sorted(self._holders.items())
                if names[seat : seat + 1] == (h.name,)
            ]
            order = dict.fromkeys(phone for phone, _ in holders)
            return tuple((phone, tuple(seat for p, seat in holders if p == phone)) for phone in order)

    def phones_sent_away(self) -> tuple[str, ...]:
        """Return the names of the phones that the steward sent away."""
        return self._away

    def send_away(self, phone: str) -> None:
        """Make the seats of `phone` free. The phone can take no seat until the steward lets it back."""
        with self._lock:
            self._holders = {seat: holder for seat, holder in self._holders.items() if holder.phone != phone}
            self._away = (*(one for one in self._away if one != phone), phone)[-MAX_PHONES_AWAY:]
            self._store()

    def let_back(self) -> None:
        """Let all phones that the steward sent away take seats again."""
        with self._lock:
            self._away = ()
            self._store()

    def rename(self, phone: str, name: str) -> None:
        """Change the name of `phone` to `name`. The phone keeps its seats."""
        with self._lock:
            if phone in self._away:
                self._away = (*self._away, name)[-MAX_PHONES_AWAY:]
            mine = {s: Holder(name, h.name) for s, h in self._holders.items() if h.phone == phone}
            if mine:
                self._holders |= mine
                self._store()

    def _reserved_seats(self, names: Sequence[str]) -> frozenset[int]:
        holders = {s: h.phone for s, h in self._holders.items() if names[s : s + 1] == (h.name,)}
        many = Counter(holders.values())
        return frozenset(seat for seat, phone in holders.items() if many[phone] == 1)

    def _holds(self, seat: int, name: str, phone: str | None) -> bool:
        holder = self._holders.get(seat)
        return phone is not None and holder == Holder(phone, name)

    def _store(self) -> None:
        self._on_change(MappingProxyType(dict(self._holders)), self._away)
