"""Decide which hub leads: by a lease in the broker with a term that only grows.

Terms fence: nobody listens to a leader with a lower term. A hub that wants to lead claims the term after the
highest that it knows. It leads once the broker has sent it its own claim and no higher one. The name decides
between two hubs that claim the same term. The lease ends for the hub itself before it ends for anybody else,
since the hub counts from the moment of sending, the others from hearing.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from device.party.wire import Lease


class Claim(NamedTuple):
    """A term and the hub that claims it; the higher one leads."""

    term: int
    hub: str


NOBODY: Final = Claim(0, "")


@dataclass
class Leases:
    """The leases that the hub `own` knows of. `ttl`: seconds that a lease holds unless it is renewed."""

    own: str
    ttl: float
    highest: Claim = NOBODY
    facts: int = 0
    held: Claim | None = None
    until: float = float("-inf")
    _seen: float = float("-inf")
    _beat: int = 0
    _sent: float | None = None

    def heard(self, hub: str, lease: Lease, now: float) -> None:
        """Take note of a lease; this hub's own is confirmed by it."""
        claim = Claim(lease.term, hub)
        if claim < self.highest:
            return
        self.highest, self.facts, self._seen = claim, lease.facts, now
        if hub == self.own and claim == self.held and lease.beat == self._beat and self._sent is not None:
            self.until, self._sent = self._sent + self.ttl, None

    def leads(self, now: float) -> bool:
        """Tell whether this hub leads."""
        return self.held is not None and self.held == self.highest and now < self.until

    def renewal(self, facts: int, now: float) -> Lease | None:
        """Return the next lease once a third of the present one has passed. Return None before, without a
        lease, and while the last one is unconfirmed.
        """
        if self.held is None or self._sent is not None or now < self.until - self.ttl * 2 / 3:
            return None
        return self._next(facts, now)

    def claim(self, after: int, now: float) -> Lease:
        """Return the lease that claims the term after `after`, and after all that were heard of. It counts no
        facts: its hub has said none yet."""
        self.held, self.until = Claim(max(after, self.highest.term) + 1, self.own), float("-inf")
        return self._next(0, now)

    def lapsed(self) -> bool:
        """Note that the lease ended before its renewal came back. Return whether no other hub is known to
        have claimed the lead meanwhile; then `again` may renew it.
        """
        self._sent, self.until = None, float("-inf")
        return self.held is not None and self.held == self.highest

    def again(self, facts: int, now: float) -> Lease:
        """Return the lease that renews one that has lapsed, in its own term."""
        return self._next(facts, now)

    def claimable(self, now: float) -> bool:
        """Tell whether no other hub leads: the last lease is this hub's own, or was not renewed in time."""
        return self.highest.hub in ("", self.own) or now - self._seen >= self.ttl

    def waits(self, now: float) -> bool:
        """Tell whether a claim is on its way; the broker has the time of a lease to bring it."""
        return self._sent is not None and now - self._sent < self.ttl

    def dropped(self) -> None:
        """Give up the lease and any pending claim: the connection was lost, or another hub leads."""
        self.held, self._sent, self.until = None, None, float("-inf")

    def _next(self, facts: int, now: float) -> Lease:
        assert self.held is not None
        self._beat, self._sent = self._beat + 1, now
        return Lease(term=self.held.term, beat=self._beat, facts=facts)
