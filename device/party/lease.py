"""Decide which hub leads, by a lease in the broker.

Each lease has a term, a number that only grows. A hub with a term below the highest known term is ignored. A
hub that wants to lead claims the next term. The hub leads as soon as its own claim comes back from the
broker, and no higher claim has come. If two hubs claim the same term, their names decide.

The leading hub counts its lease from the moment of sending. The other hubs count the lease from its arrival.
So the lease ends for the leading hub first.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from device.party.party_messages import Lease


class Claim(NamedTuple):
    """A hub's claim to the lead: the number of a term, and the hub's name. The hub with the highest claim
    leads."""

    term: int
    hub: str


NOBODY: Final = Claim(0, "")


@dataclass
class Leases:
    """The knowledge of the hub `own_name` about its lease and of the other hubs' leases. It decides if
    this hub leads."""

    own_name: str
    ttl: float
    """Seconds for which a lease is valid unless it is renewed."""
    highest: Claim = NOBODY
    """The highest claim to the lead of which this hub has heard."""
    fact_count: int = 0
    """The number of facts in the log of the hub with the highest claim, as its lease states it."""
    own_claim: Claim | None = None
    """This hub's own claim to the lead; None without one."""
    ends_at: float = float("-inf")
    """The time at which this hub's own lease ends, in monotonic seconds."""
    _seen: float = float("-inf")
    _beat: int = 0
    _sent: float | None = None

    def note_lease(self, hub: str, lease: Lease, now: float) -> None:
        """Note a lease that the broker sent. If it is the last lease that this hub sent, it is confirmed: it
        is valid for `ttl` seconds from the moment of sending."""
        claim = Claim(lease.term, hub)
        if claim < self.highest:
            return
        self.highest, self.fact_count, self._seen = claim, lease.facts, now
        if (
            hub == self.own_name
            and claim == self.own_claim
            and lease.beat == self._beat
            and self._sent is not None
        ):
            self.ends_at, self._sent = self._sent + self.ttl, None

    def leads(self, now: float) -> bool:
        """Return True if this hub leads at the time `now`: its own claim is the highest, and its lease is
        valid."""
        return self.own_claim is not None and self.own_claim == self.highest and now < self.ends_at

    def renewal(self, facts: int, now: float) -> Lease | None:
        """Return a renewed lease if at least a third of the present lease has passed. Return None before that
        time, without a lease, and while the last lease is unconfirmed."""
        if self.own_claim is None or self._sent is not None or now < self.ends_at - self.ttl * 2 / 3:
            return None
        return self._next(facts, now)

    def claim(self, after: int, now: float) -> Lease:
        """Claim a new term for this hub, and return the lease to send.

        The number of the term is one above `after` and above every known term. The lease states 0 facts,
        because the hub has sent no facts in this term.
        """
        self.own_claim, self.ends_at = Claim(max(after, self.highest.term) + 1, self.own_name), float("-inf")
        return self._next(0, now)

    def note_lapse(self) -> bool:
        """Note that this hub's lease ended before its renewal came back. Return True if no other hub is known
        to have claimed the lead. In this case `renew_lapsed` may renew the lease."""
        self._sent, self.ends_at = None, float("-inf")
        return self.own_claim is not None and self.own_claim == self.highest

    def renew_lapsed(self, facts: int, now: float) -> Lease:
        """Return a lease that renews this hub's lapsed lease, in the same term."""
        return self._next(facts, now)

    def claimable(self, now: float) -> bool:
        """Return True if this hub may claim the lead: no hub has led, the last lease is this hub's own, or
        another hub's lease was not renewed in time."""
        return self.highest.hub in ("", self.own_name) or now - self._seen >= self.ttl

    def awaits_own_claim(self, now: float) -> bool:
        """Return True if this hub has sent a claim or a renewal that may still come back from the broker. The
        hub waits for it as long as a lease lasts."""
        return self._sent is not None and now - self._sent < self.ttl

    def give_up(self) -> None:
        """Give up the lease and any pending claim, because the connection was lost or another hub leads."""
        self.own_claim, self._sent, self.ends_at = None, None, float("-inf")

    def _next(self, facts: int, now: float) -> Lease:
        assert self.own_claim is not None
        self._beat, self._sent = self._beat + 1, now
        return Lease(term=self.own_claim.term, beat=self._beat, facts=facts)
