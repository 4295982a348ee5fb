"""A party as a value: the agreed rules, the players, all rounds, and facts kept until earlier ones arrive."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.events import ChallengeVerdict
from engine.party.facts import Entry, PartySetUp, StewardCalled
from engine.party.seating import NOBODY
from engine.rules.party import Room


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The score card of one table in one round of a party: who is ready, the scores and their initials."""

    ready: bool = False
    """True if the players of the table have agreed that the round may begin."""
    seats: tuple[str, ...] = ()
    """The identities of the players at the table, by seat, when the table last stated that it is ready for
    the round, or that it must wait."""
    reported: tuple[int | None, ...] = ()
    """The score that the table has reported for each seat; None for a seat without a report."""
    initials: frozenset[tuple[int, int]] = frozenset()
    """Pairs of seats for each checked score: the seat of its player, and the seat of the neighbour who
    checked it."""


BLANK_CARD: Final = ScoreCard()
"""The score card of a table that has stated no fact about the round yet."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a party: a hand that all tables play at the same time."""

    room: Room
    """The identities of the players by table and seat; an empty text is a free seat."""
    left_out: frozenset[int] = frozenset()
    """The numbers of the tables that the steward has left out of the round."""
    rung: bool = False
    """True if the bell that begins the round's hand has rung."""
    rings_at: float = 0.0
    """The moment at which the bell rings for the round, in seconds by the hub's clock."""
    over: bool = False
    """True if the round is closed: the hub has all its scores. The steward can still correct them."""
    tie_winners: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The seats that win each table whose players tied, by number of the table. They were decided by a
    cut or by lot."""
    previous_winners: tuple[tuple[int, ...], ...] = ()
    """The winning seats of each table in the round before. They moved up to the seats of this round."""


@dataclass(frozen=True, slots=True)
class Party:
    """A party at one moment: what has been agreed, played and scored so far."""

    rules: PartySetUp | None = None
    """The rules of the party on which its players agreed; None before the party is set up."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of all players who have ever taken part in the party, by identity, in the order in which
    they came."""
    departed: frozenset[str] = frozenset()
    """The identities of the players who have left the party."""
    rounds: tuple[Round, ...] = ()
    cards: Mapping[int, Mapping[int, ScoreCard]] = field(default_factory=dict)
    """The score cards by round and table: `cards[2][0]` is that of table 0 in round 2. Rounds count from
    1."""
    calls: Mapping[tuple[int, int], StewardCalled] = field(default_factory=dict)
    """The calls for a steward. A key is the number of the table and the number of the call."""
    call_numbers: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """For each table, the numbers of its calls for a steward, in the order in which they arrived."""
    verdicts: Mapping[tuple[int, int], ChallengeVerdict] = field(default_factory=dict)
    """The steward's verdict on each call. A key is the number of the table and the number of the call."""
    corrected_scores: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """The scores that a steward has corrected. A key is the number of the round (from 1) and the player's
    identity."""
    prizes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each prize word, the identities of the players who have spelt it, in their order."""
    last_taken: Mapping[str, int] = field(default_factory=dict)
    """For each origin of facts, the number of its last fact that the party includes."""
    early_entries: Mapping[tuple[str, int], Entry] = field(default_factory=dict)
    """Facts that have arrived before an earlier fact of the same origin. They wait for it. A key is the
    origin and the number of the fact."""

    @property
    def players(self) -> tuple[str, ...]:
        """The identities of the players who take part in the party, in the order in which they came."""
        return tuple(player for player in self.names if player not in self.departed)

    def card(self, number: int, table: int) -> ScoreCard:
        """Return the score card of `table` in round `number` (from 1). It is blank if the table has stated
        nothing yet."""
        return self.cards.get(number, {}).get(table) or BLANK_CARD

    def ready(self, table: int) -> bool:
        """Return True if a party's table is ready for the last round: the players who sit there now have
        agreed to begin."""
        card = self.card(len(self.rounds), table)
        return card.ready and card.seats in ((), self.rounds[-1].room[table])


def left_of(table: tuple[str, ...], seat: int) -> int:
    """Return the seat of the next player to the left of `seat` at a party's table, who checks that player's
    score (PTY-3). Free seats are passed over. Raise ValueError if nobody else sits at the table."""
    for step in range(1, len(table)):
        if table[(seat + step) % len(table)] != NOBODY:
            return (seat + step) % len(table)
    raise ValueError("nobody else sits at this table")
