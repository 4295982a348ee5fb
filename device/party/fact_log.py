"""Keep the log of a hub: every fact of its party in the order of arrival, as rows of its journal.

The journal only grows. If another hub has led meanwhile, the facts of that hub must replace the end of this
log. For this purpose, a new row may have the place of an earlier row. It removes the facts from that place
on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from device.party.party_messages import LoggedFact, fact_of, values_of
from engine.party import Entry, Fact, Party, with_entry


class StewardRequest(NamedTuple):
    """A steward's request: the steward's place, such as `steward/0`, and the number of the request."""

    place: str
    number: int


@dataclass(frozen=True, slots=True)
class TakenFact:
    """A fact in a hub's log, with its sender, and with the request that the fact grants."""

    origin: str
    """The sender of the fact, as `origin_of` names it: such as `7` for table 7."""
    number: int
    """The number of the fact among the facts of its origin, from 1."""
    fact: Fact
    request: StewardRequest | None = None
    """The steward's request that the fact grants; None without a request."""
    key: str = ""
    """The key of the phone's request that the fact grants; empty without a request."""

    @property
    def entry(self) -> Entry:
        """The fact with its origin and number, as `engine.party` adds it to a party."""
        return Entry(self.origin, self.number, self.fact)


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the hub's journal: the fact at one place of the hub's log. If the log already has facts from
    this place on, the row removes them first."""

    term: int
    """The number of the hub's term (its time as the leading hub) in which the hub took the fact."""
    at: int
    """The place of the row in the log, from 1."""
    taken: TakenFact | None = None
    """The fact at this place of the log. None in a row that only removes the facts from this place on."""


class _WrittenRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    term: int
    at: int
    line: LoggedFact | None = None


def line_of(taken: TakenFact) -> LoggedFact:
    """Return the fact in the form in which it is sent and stored."""
    return LoggedFact(taken.origin, taken.number, values_of(taken.fact), taken.request, taken.key)


def taken_from(line: LoggedFact) -> TakenFact:
    """Return the fact that the message part or journal line `line` holds. Raise ValueError, with a message of
    one line, if the fact is not valid."""
    request = StewardRequest(*line.asked) if line.asked else None
    return TakenFact(line.origin, line.number, fact_of(line.fact), request, line.key)


def encode(row: LogRow) -> bytes:
    """Return a row of the hub's journal as one line of JSON."""
    return msgspec.json.encode(
        _WrittenRow(row.term, row.at, None if row.taken is None else line_of(row.taken))
    )


def decode(data: bytes) -> LogRow:
    """Return the row of the hub's journal that `encode` wrote. Raise ValueError, with a message of one line,
    if `data` holds no such row."""
    written_row = msgspec.json.decode(data, type=_WrittenRow)
    return LogRow(
        written_row.term, written_row.at, None if written_row.line is None else taken_from(written_row.line)
    )


@dataclass
class FoldedLog:
    """The party and the facts that follow from all rows of a hub's journal."""

    party: Party = field(default_factory=Party)
    """The party that follows from all facts of the log."""
    log: list[TakenFact] = field(default_factory=list)
    """The facts in order. `log[n - 1]` is the fact at place n of the log."""
    granted_requests: dict[str, int] = field(default_factory=dict)
    """The number of each steward's last granted request, by steward."""
    keys: set[str] = field(default_factory=set)
    """The keys of the phones' requests whose facts are in the log. A request that arrives again has no
    effect."""
    term: int = 0
    """The highest number of a hub's term in the rows of the journal."""

    def take(self, rows: Iterable[LogRow]) -> None:
        """Add rows to the log in their order, and fold their facts into the party. A row at an earlier place
        replaces all facts from this place on."""
        fresh = list[TakenFact]()
        for row in rows:
            self.term = max(self.term, row.term)
            if row.at <= len(self.log) + len(fresh):
                earlier_rows = [*self.log, *fresh][: row.at - 1]
                self.party, self.log, self.granted_requests, self.keys, fresh = (
                    Party(),
                    [],
                    {},
                    set(),
                    earlier_rows,
                )
            if row.taken is not None:
                fresh.append(row.taken)
        for fresh_row in fresh:
            self.party = with_entry(self.party, fresh_row.entry)
        self._add(fresh)

    def follow(self, rows: Iterable[LogRow], party: Party) -> None:
        """Add rows that continue the log. `party` is the party after these rows, which the caller has
        computed."""
        self._add([row.taken for row in rows if row.taken is not None])
        self.party = party

    def _add(self, fresh: Iterable[TakenFact]) -> None:
        for fresh_row in fresh:
            self.log.append(fresh_row)
            self.granted_requests |= dict([fresh_row.request] if fresh_row.request else [])
            self.keys |= {fresh_row.key} - {""}
