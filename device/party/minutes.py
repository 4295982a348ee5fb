"""What a hub keeps: every fact of its party in the order it took them, as rows of its journal.

The hub's own facts may be replaced: another hub has led meanwhile, and what that one said holds. A row of the
hub's with a number that was there before ends what came after it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from device.party.wire import fact_of, written
from engine.party import HUB, Entry, Fact, Party, party_of, taken


class Asked(NamedTuple):
    """A steward, such as `steward/0`, and the number of their wish."""

    place: str
    number: int


@dataclass(frozen=True, slots=True)
class Row:
    """A fact as the hub takes it. `asked`: the wish that a fact of the hub grants. `term` of the hub that
    took it. Without a fact: no fact of the hub from `number` on holds."""

    term: int
    origin: str
    number: int
    fact: Fact | None
    asked: Asked | None = None


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    term: int
    origin: str
    number: int
    fact: dict[str, Any] | None = None
    asked: tuple[str, int] | None = None


def encode(row: Row) -> bytes:
    """Return a row as one line of JSON."""
    fact = None if row.fact is None else written(row.fact)
    return msgspec.json.encode(_Written(row.term, row.origin, row.number, fact, row.asked))


def decode(data: bytes) -> Row:
    """Return the row that `encode` wrote; ValueError says in one line what is wrong with `data`."""
    found = msgspec.json.decode(data, type=_Written)
    fact = None if found.fact is None else fact_of(found.fact)
    return Row(found.term, found.origin, found.number, fact, Asked(*found.asked) if found.asked else None)


@dataclass
class Minutes:
    """What rows come to: the `party`, the hub's own facts (`own[n - 1]` is number n) with the wishes that
    they grant, what the tables (`others`) said, up to which number each steward's wishes are granted
    (`asked`), and the highest `term`."""

    party: Party = field(default_factory=Party)
    own: list[tuple[Fact, Asked | None]] = field(default_factory=list)
    others: list[Entry] = field(default_factory=list)
    asked: dict[str, int] = field(default_factory=dict)
    term: int = 0

    def take(self, rows: Iterable[Row]) -> None:
        """Add rows, in their order."""
        for row in rows:
            self.term = max(self.term, row.term)
            if row.origin != HUB:
                assert row.fact is not None, "only the hub's facts end"
                self.others.append(Entry(row.origin, row.number, row.fact))
                self.party = taken(self.party, self.others[-1])
                continue
            if row.number <= len(self.own):
                del self.own[row.number - 1 :]
                self.party = self._folded()
                self.asked = dict(asked for _, asked in self.own if asked)
            if row.fact is not None:
                self.own.append((row.fact, row.asked))
                self.party = taken(self.party, Entry(HUB, row.number, row.fact))
                self.asked |= dict([row.asked] if row.asked else [])

    def _folded(self) -> Party:
        own = (Entry(HUB, number, fact) for number, (fact, _) in enumerate(self.own, 1))
        return party_of([*own, *self.others])
