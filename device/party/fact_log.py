"""Keep the log of a hub: every fact of its party in the order of arrival, as rows of its journal.

If another hub has led meanwhile, the facts of that hub replace the end of this log. A row with a place that
the log already has removes the facts from that place on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from device.party.wire import LoggedFact, fact_of, written
from engine.party import Entry, Fact, Party, with_entry


class StewardRequest(NamedTuple):
    """The request number `number` of a steward, such as `steward/0`."""

    place: str
    number: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A fact in the log."""

    origin: str
    """The place that sent the fact, as `origin_of` names it."""
    number: int
    """The number of the fact among the facts of its origin, from 1."""
    fact: Fact
    asked: StewardRequest | None = None
    """The steward's request that the fact grants; None without a request."""
    key: str = ""
    """The key of the phone's request that the fact grants; empty without a request."""

    @property
    def entry(self) -> Entry:
        """Return the fact in the form that the party folds."""
        return Entry(self.origin, self.number, self.fact)


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the hub's journal."""

    term: int
    """The term of the hub that took the fact."""
    at: int
    """The place of the row in the log, from 1."""
    taken: Taken | None = None
    """The fact at this place; None for a row that only removes the facts from its place on."""


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    term: int
    at: int
    line: LoggedFact | None = None


def line(one: Taken) -> LoggedFact:
    """Return the fact as a line of the log."""
    return LoggedFact(one.origin, one.number, written(one.fact), one.asked, one.key)


def taken_from(line: LoggedFact) -> Taken:
    """Return the fact in `line`. Raise ValueError, in one line, for a wrong line."""
    asked = StewardRequest(*line.asked) if line.asked else None
    return Taken(line.origin, line.number, fact_of(line.fact), asked, line.key)


def encode(row: LogRow) -> bytes:
    """Return a row as one line of JSON."""
    return msgspec.json.encode(_Written(row.term, row.at, None if row.taken is None else line(row.taken)))


def decode(data: bytes) -> LogRow:
    """Return the row that `encode` wrote. Raise ValueError, in one line, for wrong `data`."""
    found = msgspec.json.decode(data, type=_Written)
    return LogRow(found.term, found.at, None if found.line is None else taken_from(found.line))


@dataclass
class FoldedLog:
    """Hold the state after all rows of the log."""

    party: Party = field(default_factory=Party)
    """The party after all facts."""
    log: list[Taken] = field(default_factory=list)
    """The facts; `log[n - 1]` is place n."""
    asked: dict[str, int] = field(default_factory=dict)
    """The number of each steward's last granted request, by steward."""
    keys: set[str] = field(default_factory=set)
    """The keys of the phones' requests that are granted."""
    term: int = 0
    """The highest term."""

    def take(self, rows: Iterable[LogRow]) -> None:
        """Add rows in order, and fold their facts."""
        fresh = list[Taken]()
        for row in rows:
            self.term = max(self.term, row.term)
            if row.at <= len(self.log) + len(fresh):
                kept = [*self.log, *fresh][: row.at - 1]
                self.party, self.log, self.asked, self.keys, fresh = Party(), [], {}, set(), kept
            if row.taken is not None:
                fresh.append(row.taken)
        for one in fresh:
            self.party = with_entry(self.party, one.entry)
        self._add(fresh)

    def follow(self, rows: Iterable[LogRow], party: Party) -> None:
        """Add rows that continue the log. `party` is the party after these rows, which the caller has
        computed."""
        self._add([row.taken for row in rows if row.taken is not None])
        self.party = party

    def _add(self, fresh: Iterable[Taken]) -> None:
        for one in fresh:
            self.log.append(one)
            self.asked |= dict([one.asked] if one.asked else [])
            self.keys |= {one.key} - {""}
