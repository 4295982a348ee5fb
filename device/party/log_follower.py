"""Follow the logs of leading hubs, for a door or a hub that may take over."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from device.party.fact_log import LogRow, Taken, taken_from
from device.party.lease import NOBODY, Claim
from device.party.wire import Log


@dataclass
class _Heard:
    """The log that one hub has sent in one term, as far as it is known."""

    lines: list[Taken] = field(default_factory=list)
    """The facts from place 1 up to the first gap."""
    early: dict[int, Taken] = field(default_factory=dict)
    """The facts after a gap, by place."""
    count: int = 0
    """The number of facts in the log."""
    whole: bool = False
    """Whether the log has been complete at some moment."""

    def take(self, said: Log) -> None:
        self.count = max(self.count, said.count)
        for number, line in enumerate(said.lines, said.first):
            if number > len(self.lines):
                self.early[number] = taken_from(line)
        while (after := len(self.lines) + 1) in self.early:
            self.lines.append(self.early.pop(after))
        self.whole |= bool(self.lines) and len(self.lines) >= self.count


@dataclass
class Heir:
    """Keep the logs of leading hubs, by claim. A hub begins its term by sending its whole log, from place
    1. Until that log is complete, the log of the term before is used."""

    _heard: dict[Claim, _Heard] = field(default_factory=dict)

    def heard(self, hub: str, said: Log) -> None:
        """Add a part of a hub's log. Raise ValueError for a wrong line."""
        claim = Claim(said.term, hub)
        if claim < self.latest:
            return
        self._heard.setdefault(claim, _Heard()).take(said)
        latest = self.latest
        self._heard = {claim: heard for claim, heard in self._heard.items() if claim >= latest}

    @property
    def latest(self) -> Claim:
        """Return the highest claim whose log has been complete at some moment."""
        return max((claim for claim, heard in self._heard.items() if heard.whole), default=NOBODY)

    @property
    def lines(self) -> Sequence[Taken]:
        """Return the log of the latest claim up to its first gap. The log only grows."""
        return self._heard[self.latest].lines if self.latest != NOBODY else ()

    def complete(self, leader: Claim, count: int) -> bool:
        """Tell whether the log of `leader`, the hub with the last lease, is complete. `count` is the
        number of facts that `leader` has sent."""
        return not count or (self.latest == leader and len(self.lines) >= count)

    def rows(self, known: Sequence[Taken], term: int, *, own: bool) -> list[LogRow]:
        """Return the rows that turn the log `known` into the log of the last leading hub. If `own` is
        true, this hub was that hub, and may have more facts than the broker. Return no rows if it has."""
        said = self.lines
        same = next(
            (at for at, (one, other) in enumerate(zip(known, said, strict=False)) if one != other),
            min(len(known), len(said)),
        )
        if own and same < len(known):
            return []
        rows = [LogRow(term, at + 1, said[at]) for at in range(same, len(said))]
        return rows or ([LogRow(term, same + 1)] if same < len(known) else [])
