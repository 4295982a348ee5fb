"""A party as a value: what was agreed, who takes part, every round, and what is still waited for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.events import Verdict
from engine.party.facts import Entry, PartySetUp, StewardCalled
from engine.party.seating import NOBODY
from engine.rules.party import Room


@dataclass(frozen=True, slots=True)
class Card:
    """Hold a table's card of one round: whether the table is `ready`, the players on its `seats`, each seat's
    score in `counted`, and the initials: whose score (a seat) was checked by whom (another).
    """

    ready: bool = False
    seats: tuple[str, ...] = ()
    counted: tuple[int | None, ...] = ()
    initials: frozenset[tuple[int, int]] = frozenset()


BLANK: Final = Card()
"""The card of a table that has sent nothing yet."""


@dataclass(frozen=True, slots=True)
class Round:
    """One hand in the whole room: who sits where, which tables take no part, whether the bell begins it, and
    when (`rings_at`, by the hub's clock), and whether it is closed. `drawn` are the winners of tables that
    had to cut. `won` are those of the round before, from which the seats follow."""

    room: Room
    left_out: frozenset[int] = frozenset()
    rung: bool = False
    rings_at: float = 0.0
    over: bool = False
    drawn: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    won: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Party:
    """A party. `names` are those of everybody who ever took part, in the order they came, `left` who takes
    part no longer. `cards` by round and by table in it, `calls` by table and number with their verdicts in
    `verdicts`; `called` are the numbers of each table's calls, in the order they came. `prizes` are the
    players who have spelt each prize word, in their order. `heard` is the last fact taken from each origin,
    `early` what came before its turn."""

    agreed: PartySetUp | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    left: frozenset[str] = frozenset()
    rounds: tuple[Round, ...] = ()
    cards: Mapping[int, Mapping[int, Card]] = field(default_factory=dict)
    calls: Mapping[tuple[int, int], StewardCalled] = field(default_factory=dict)
    called: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    verdicts: Mapping[tuple[int, int], Verdict] = field(default_factory=dict)
    corrected: Mapping[tuple[int, str], int] = field(default_factory=dict)
    prizes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    heard: Mapping[str, int] = field(default_factory=dict)
    early: Mapping[tuple[str, int], Entry] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """Return all present players, in the order in which they came."""
        return tuple(player for player in self.names if player not in self.left)

    def card(self, number: int, table: int) -> Card:
        """Return the card of a table in round `number`, from 1; a blank one when it has said nothing yet."""
        return self.cards.get(number, {}).get(table) or BLANK

    def ready(self, table: int) -> bool:
        """Tell whether a table has said that the last round may begin, with those who sit there now."""
        card = self.card(len(self.rounds), table)
        return card.ready and card.seats in ((), self.rounds[-1].room[table])


def left_of(table: tuple[str, ...], seat: int) -> int:
    """Return the seat of the player on the left of `seat`, who checks its score (PTY-3): the next one that
    is not free. ValueError when the player sits alone."""
    for step in range(1, len(table)):
        if table[(seat + step) % len(table)] != NOBODY:
            return (seat + step) % len(table)
    raise ValueError("nobody else sits at this table")
