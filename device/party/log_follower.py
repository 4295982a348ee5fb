"""Collect the log that the leading hub sends in parts, for a gateway or for a hub that may take over."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from device.party.fact_log import LogRow, TakenFact, taken_from
from device.party.lease import NOBODY, Claim
from device.party.party_messages import Log


@dataclass
class _LeaderLog:
    """The part that has arrived of the log that one hub sends in one term."""

    lines: list[TakenFact] = field(default_factory=list)
    """The facts of the log from place 1 up to the first missing fact."""
    early: dict[int, TakenFact] = field(default_factory=dict)
    """The facts that arrived while an earlier fact of the log was missing, by place in the log."""
    count: int = 0
    """The number of facts in the whole log, as the leading hub states it. It may be more than have
    arrived."""
    was_complete: bool = False
    """True if at some moment all facts had arrived that the hub had sent until then."""

    def take(self, part: Log) -> None:
        self.count = max(self.count, part.count)
        for number, line in enumerate(part.lines, part.first):
            if number > len(self.lines):
                self.early[number] = taken_from(line)
        while (after := len(self.lines) + 1) in self.early:
            self.lines.append(self.early.pop(after))
        self.was_complete |= bool(self.lines) and len(self.lines) >= self.count


@dataclass
class LeaderLogs:
    """Keep the logs of leading hubs, by the hubs' claims.

    A hub begins its term by sending its whole log, from place 1. Until this log is complete, the log of the
    earlier term is used.
    """

    _logs: dict[Claim, _LeaderLog] = field(default_factory=dict)

    def add(self, hub: str, part: Log) -> None:
        """Add the part `part` of a hub's log. Raise ValueError if a line of the part is no valid fact."""
        claim = Claim(part.term, hub)
        if claim < self.latest:
            return
        self._logs.setdefault(claim, _LeaderLog()).take(part)
        latest = self.latest
        self._logs = {claim: log for claim, log in self._logs.items() if claim >= latest}

    @property
    def latest(self) -> Claim:
        """The highest claim to the lead whose log has arrived completely. Its hub may have sent further facts
        afterwards."""
        return max((claim for claim, log in self._logs.items() if log.was_complete), default=NOBODY)

    @property
    def lines(self) -> Sequence[TakenFact]:
        """The facts of the log of the hub with the claim `latest`, up to the first fact that is missing. In
        one term the log only grows."""
        return self._logs[self.latest].lines if self.latest != NOBODY else ()

    def is_complete(self, leader: Claim, count: int) -> bool:
        """Return True if the whole log of the hub with the claim `leader` has arrived here. `count` is the
        number of facts in this log, as the hub's lease states it."""
        return not count or (self.latest == leader and len(self.lines) >= count)

    def rows(self, known: Sequence[TakenFact], term: int, *, own: bool) -> list[LogRow]:
        """Return the rows that this hub must add to its journal, so that its log `known` becomes the log of
        the last leading hub.

        `own` is true if this hub was the last leading hub. If `own` is true and `known` has facts that the
        broker lacks, return no rows, because this hub's own log counts.
        """
        leading = self.lines
        same = next(
            (at for at, (one, other) in enumerate(zip(known, leading, strict=False)) if one != other),
            min(len(known), len(leading)),
        )
        if own and same < len(known):
            return []
        rows = [LogRow(term, at + 1, leading[at]) for at in range(same, len(leading))]
        return rows or ([LogRow(term, same + 1)] if same < len(known) else [])
