"""Follow the messages of leading hubs, as a hub that may take over or a door does."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from device.party.fact_log import LogRow, Taken, taken_from
from device.party.lease import NOBODY, Claim
from device.party.wire import Log


@dataclass
class _Heard:
    """The log of one claim: `lines` without a gap, those that came `early`, their number (`count`), and
    whether all of them were here once.
    """

    lines: list[Taken] = field(default_factory=list)
    early: dict[int, Taken] = field(default_factory=dict)
    count: int = 0
    whole: bool = False

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
    """The logs of leading hubs, by claim. A hub begins its term by sending all of its log, from place 1;
    until all of that is here the log of the term before holds.
    """

    _heard: dict[Claim, _Heard] = field(default_factory=dict)

    def heard(self, hub: str, said: Log) -> None:
        """Take note of a part of a hub's log. ValueError when a line of it makes no sense."""
        claim = Claim(said.term, hub)
        if claim < self.latest:
            return
        self._heard.setdefault(claim, _Heard()).take(said)
        latest = self.latest
        self._heard = {claim: heard for claim, heard in self._heard.items() if claim >= latest}

    @property
    def latest(self) -> Claim:
        """Return the highest claim whose log was once complete."""
        return max((claim for claim, heard in self._heard.items() if heard.whole), default=NOBODY)

    @property
    def lines(self) -> Sequence[Taken]:
        """Return the log of the latest claim up to its first gap. The log only grows."""
        return self._heard[self.latest].lines if self.latest != NOBODY else ()

    def complete(self, leader: Claim, count: int) -> bool:
        """Tell whether everything that counts is here, where the last lease is `leader`'s and it has said
        `count` facts."""
        return not count or (self.latest == leader and len(self.lines) >= count)

    def rows(self, known: Sequence[Taken], term: int, *, own: bool) -> list[LogRow]:
        """Return the rows that make of the log `known` that of the last leading hub. `own`: that was this hub
        itself, which may have got further than the broker has."""
        said = self.lines
        same = next(
            (at for at, (one, other) in enumerate(zip(known, said, strict=False)) if one != other),
            min(len(known), len(said)),
        )
        if own and same < len(known):
            return []
        rows = [LogRow(term, at + 1, said[at]) for at in range(same, len(said))]
        return rows or ([LogRow(term, same + 1)] if same < len(known) else [])
