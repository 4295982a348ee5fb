"""The log of a hub: every fact of its party in the order of arrival, as rows of its journal.

Another hub may have led meanwhile; its facts then replace the end of this log. A row at a place that the log
already has removes that place and all later ones.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from device.party.wire import LoggedFact, fact_of, written
from engine.party import Entry, Fact, Party, taken


class StewardRequest(NamedTuple):
    """A steward, such as `steward/0`, and the number of their wish."""

    place: str
    number: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A fact in the log, as its origin numbers it, and the granted wish with it: of a steward, or of a phone
    by its `key`.
    """

    origin: str
    number: int
    fact: Fact
    asked: StewardRequest | None = None
    key: str = ""

    @property
    def entry(self) -> Entry:
        """Return the fact in the form that the party counts."""
        return Entry(self.origin, self.number, self.fact)


@dataclass(frozen=True, slots=True)
class LogRow:
    """A fact as the hub of `term` takes it, at place `at` of the log, from 1. A row without a fact ends the
    log before that place.
    """

    term: int
    at: int
    taken: Taken | None = None


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
    """Return the row from its form by `encode`. Raise ValueError, in one line, for wrong `data`."""
    found = msgspec.json.decode(data, type=_Written)
    return LogRow(found.term, found.at, None if found.line is None else taken_from(found.line))


@dataclass
class Minutes:
    """Hold the sum of the rows: the `party`, its `log` (`log[n - 1]` is place n), the number up to which each
    steward's wishes are granted (`asked`), the `keys` of phones' granted wishes, and the highest `term`.
    """

    party: Party = field(default_factory=Party)
    log: list[Taken] = field(default_factory=list)
    asked: dict[str, int] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    term: int = 0

    def take(self, rows: Iterable[LogRow]) -> None:
        """Add rows, in their order."""
        fresh = list[Taken]()
        for row in rows:
            self.term = max(self.term, row.term)
            if row.at <= len(self.log) + len(fresh):
                kept = [*self.log, *fresh][: row.at - 1]
                self.party, self.log, self.asked, self.keys, fresh = Party(), [], {}, set(), kept
            if row.taken is not None:
                fresh.append(row.taken)
        for one in fresh:
            self.party = taken(self.party, one.entry)
        self._add(fresh)

    def follow(self, rows: Iterable[LogRow], party: Party) -> None:
        """Add rows that follow the log. `party` is what all of it comes to: nobody has to count it again."""
        self._add([row.taken for row in rows if row.taken is not None])
        self.party = party

    def _add(self, fresh: Iterable[Taken]) -> None:
        for one in fresh:
            self.log.append(one)
            self.asked |= dict([one.asked] if one.asked else [])
            self.keys |= {one.key} - {""}
