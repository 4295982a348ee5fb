"""The party at one moment, computed once for all pages: the seats, the standings, the bell."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Final, Literal

from engine.party import (
    NOBODY,
    Party,
    PartyStanding,
    Round,
    is_finished,
    seats_of,
    standings,
    tables_without_scores,
    undecided,
    unready_tables,
    winners,
)
from web.party.party_service import PartyStatus

Bell = Literal["none", "soon", "running", "over"]
"""The state of a hand: `none` while the bell has no time yet, `soon` when it is about to ring, `running`
while the hand is played, `over` when time is up."""
UNKNOWN_TIME: Final = 0.0
"""The value of `Round.rings_at` for a round whose bell has no recorded time. Such a hand counts as over."""


@dataclass(frozen=True, slots=True)
class Stamps:
    """The last changes of a party, in the whole room and at each table. Pages of tables without a later
    change are not computed again. A change is dated by the party's number after it (`PartyStatus.number`)."""

    room: int = 0
    """The party's number at the last change that concerns more than one table."""
    tables: Mapping[int, int] = field(default_factory=dict)
    """The party's number at the last change of a table, by table. Only tables with a change later than `room`
    have an entry."""


@dataclass(frozen=True)
class PartyMoment:
    """The party at one moment, with the values that its pages show, such as the seats, the standings and the
    bell."""

    status: PartyStatus
    """The party as this machine knows it: its state, the hub's clock, and whether a hub answers."""
    standings: tuple[PartyStanding, ...] = ()
    """The standings of all players after the finished rounds, the best first."""
    stamps: Stamps = Stamps()
    """The last change of the whole room, and of each table."""

    @property
    def party(self) -> Party:
        """The state of the party that all its facts add up to."""
        return self.status.party

    @property
    def number(self) -> int:
        """The number of the last round, from 1; 0 before the first."""
        return len(self.party.rounds)

    @property
    def round(self) -> Round | None:
        """The round that began last; None before the first."""
        return self.party.rounds[-1] if self.party.rounds else None

    @cached_property
    def seats(self) -> Mapping[str, tuple[int, int]]:
        """The table and the seat of each seated player in the last round, by the player's id."""
        return seats_of(self.round.room) if self.round else {}

    @cached_property
    def seats_before(self) -> Mapping[str, tuple[int, int]]:
        """The table and the seat of each seated player in the round before the last, by the player's id."""
        return seats_of(self.party.rounds[-2].room) if self.number > 1 else {}

    @cached_property
    def unready(self) -> tuple[int, ...]:
        """The tables that have not reported that they are ready; empty after the bell is set for the hand."""
        return unready_tables(self.party) if self.round and not self.round.rung else ()

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The tables whose scores or initials are missing; empty before the bell is set for the hand, and
        when the hand is over."""
        return (
            tables_without_scores(self.party)
            if self.round and self.round.rung and not self.round.over
            else ()
        )

    @cached_property
    def ties(self) -> Mapping[int, tuple[int, ...]]:
        """The seats that tie and must cut a card, by the number of their table."""
        return undecided(self.party) if self.round and self.round.rung and not self.round.over else {}

    @cached_property
    def waiting_table_count(self) -> int:
        """The number of tables that are not ready, have not finished their scores, or must cut. The room
        waits for them."""
        return len({*self.unready, *self.missing, *self.ties})

    def change_key(self, players: tuple[str, ...]) -> tuple[Bell, int]:
        """Return a value that differs from the value of an earlier moment if the phone of `players` may have
        something new to show."""
        found = [self.stamps.tables.get(self.seats[one][0], 0) for one in players if one in self.seats]
        return self.bell, max(found, default=0) or self.stamps.room

    @cached_property
    def finished(self) -> bool:
        """True if all agreed hands are played."""
        return is_finished(self.party)

    @cached_property
    def finished_rounds(self) -> int:
        """The number of finished rounds."""
        return sum(one.over for one in self.party.rounds)

    @property
    def minutes(self) -> float:
        """The agreed length of a hand, in minutes; 0 before the rules are agreed."""
        return self.party.rules.minutes if self.party.rules else 0.0

    @property
    def ends_at(self) -> float:
        """The time at which the hand ends, in seconds of the hub's clock."""
        return (self.round.rings_at if self.round else 0.0) + 60 * self.minutes

    @property
    def bell(self) -> Bell:
        """The state of the present hand by the hub's clock: `none` before the bell is announced, `soon`,
        `running` or `over`."""
        if self.round is None or not self.round.rung:
            return "none"
        if self.round.over or self.round.rings_at == UNKNOWN_TIME or self.status.clock >= self.ends_at:
            return "over"
        return "running" if self.status.clock >= self.round.rings_at else "soon"

    @property
    def seconds_left(self) -> float:
        """The seconds until the bell rings next; 0 if no bell is due."""
        until = {"soon": self.round.rings_at if self.round else 0.0, "running": self.ends_at}
        return max(0.0, until[self.bell] - self.status.clock) if self.bell in until else 0.0

    @property
    def rings(self) -> int:
        """The number of rings in all rounds. The bell rings at the beginning and at the end of each hand."""
        if self.round is None:
            return 0
        return 2 * (self.number - 1) + {"none": 0, "soon": 0, "running": 1, "over": 2}[self.bell]

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The index of each player's entry in `standings`, by the player's id."""
        return {one.player: at for at, one in enumerate(self.standings)}

    @cached_property
    def seating(self) -> tuple[tuple[str, int, bool], ...]:
        """For each seated player in the present round: the name, the number of the table, and True for a
        dealer. The players are sorted by name."""
        found = []
        for table, row in enumerate(self.round.room if self.round else ()):
            dealer = self.dealer(table)
            found += [(self.name(one), table, at == dealer) for at, one in enumerate(row) if one != NOBODY]
        return tuple(sorted(found, key=lambda one: one[0].casefold()))

    def name(self, player: str) -> str:
        """Return the name of the player with the id `player`; `?` if it is unknown."""
        return self.party.names.get(player, "?")

    def names(self, table: int) -> tuple[str, ...]:
        """Return the names of the players at a table of the last round, by seat; empty for a free seat."""
        row = self.round.room[table] if self.round else ()
        return tuple("" if one == NOBODY else self.name(one) for one in row)

    def dealer(self, table: int) -> int | None:
        """Return the first seat of `table` whose player was a winner in the previous round. This player deals
        (PTY-4). Return None if no seat has such a player; the players then cut for the deal."""
        if self.number < 2 or self.round is None:
            return None
        before = self.party.rounds[-2].room
        for seat, player in enumerate(self.round.room[table]):
            at = self.seats_before.get(player)
            if at and at[0] < len(before) and at[1] in winners(self.party, self.number - 1, at[0]):
                return seat
        return None


@dataclass
class Moments:
    """Keep the last moment of a party, so that the values that pages show are computed once for hundreds of
    phones."""

    _kept: PartyMoment | None = None
    _standings_key: tuple[object, ...] = ()
    _standings: tuple[PartyStanding, ...] = ()
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, seen: PartyStatus) -> PartyMoment:
        """Return the moment for the state `seen` of the party: this state, with the values that the pages
        show of it. Compute these values only if the party has changed since the last call."""
        with self._lock:
            kept = self._kept
            if kept is None or kept.status.number != seen.number or kept.status.party is not seen.party:
                later = PartyMoment(seen, self._standing(seen.party), _stamps(kept, seen))
                later.__dict__.update(_valid_seats(kept, later))
                self._kept = kept = later
            elif kept.status != seen:
                later = PartyMoment(seen, kept.standings, kept.stamps)
                later.__dict__.update({k: v for k, v in kept.__dict__.items() if k != "status"})
                kept = later
            return kept

    def _standing(self, party: Party) -> tuple[PartyStanding, ...]:
        """Return the standings after the finished rounds. The present round is left out, because its scores
        change from second to second."""
        over = tuple(one for one in party.rounds if one.over)
        key = (len(over), party.corrected_scores, party.verdicts, party.departed, party.names)
        if self._standings_key != key:
            self._standings_key = key
            self._standings = standings(replace(party, rounds=over)) if party.rules else ()
        return self._standings


def _valid_seats(before: PartyMoment | None, now: PartyMoment) -> dict[str, object]:
    """Return what the earlier moment `before` has already computed of `seats`, `seats_before` and `seating`,
    by property. These values hold for a whole hand. Return none of them if they may differ at the moment
    `now`."""
    if before is None or before.round is None or now.round is None:
        return {}
    old, new = before.party, now.party
    same = before.number == now.number and before.round.room is now.round.room
    if not (same and old.names is new.names and old.corrected_scores is new.corrected_scores):
        return {}
    return {
        name: before.__dict__[name]
        for name in ("seats", "seats_before", "seating")
        if name in before.__dict__
    }


def _stamps(kept: PartyMoment | None, seen: PartyStatus) -> Stamps:
    """Return the last changes of the party in the state `seen`, given the earlier moment `kept`. A new score
    in the present round changes only its table. Everything else changes the whole room."""
    if (
        kept is None
        or kept.status.hub_answers != seen.hub_answers
        or not _same_but_for_cards(kept.party, seen.party)
    ):
        return Stamps(seen.number)
    before, now, number = kept.party.cards, seen.party.cards, len(seen.party.rounds)
    if any(one != number and before.get(one) is not cards for one, cards in now.items()):
        return Stamps(seen.number)
    known = before.get(number, {})
    changed = {
        table: seen.number for table, card in now.get(number, {}).items() if known.get(table) is not card
    }
    return Stamps(kept.stamps.room, {**kept.stamps.tables, **changed})


def _same_but_for_cards(before: Party, now: Party) -> bool:
    """Return True if nothing changed between two states of the party, apart from score cards and the records
    of received facts. Compare parts by identity, since an event replaces only the parts that it changes."""
    kept = (one.name for one in fields(Party) if one.name not in ("cards", "last_taken", "early_entries"))
    return all(getattr(before, name) is getattr(now, name) for name in kept)
