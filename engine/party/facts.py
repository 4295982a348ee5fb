"""Everything that can happen at a party, as a closed list of facts; a party is their fold (`engine.party`).

Each fact has an origin, the hub, one table's machine or one table's phones, and a number by which its origin
counts its own facts from 1. The hub's facts hold for the whole room. A network may deliver facts late, twice
and out of order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.events import Verdict
from engine.games.lexicon import PARTY
from engine.rules.party import Room

HUB: Final = "hub"
"""The origin of facts of the hub and its stewards."""
PHONES: Final = "phones/"
"""Beginning of the origin of facts that a table's phones send through the hub's pages; the hub numbers
them.
"""


USUAL_HANDS: Final = PARTY.goal.hands
"""Number of hands of a party, unless another number is arranged (PTY-5)."""
USUAL_MINUTES: Final = PARTY.time_limit.seconds / 60
"""Minutes of a hand, unless others are arranged (PTY-2)."""
MIN_MINUTES: Final = 0.1
MAX_MINUTES: Final = 120
"""Limits of the minutes of a hand."""
FINE_POINTS: Final = PARTY.challenges.fine
"""Points of the fine for a word that is wrong otherwise than by its spelling (PTY-6), unless another was
agreed.
"""
NAMES_DAYS: Final = 30
"""Days after a party for which its names are kept, unless others were agreed."""
MAX_NAMES_DAYS: Final = 3650
"""Most days for which the names may be kept."""


@dataclass(frozen=True, slots=True)
class PartySetUp:
    """Hold the agreed rules of the evening: the `game` by its catalogue name, the number of `hands` (PTY-5),
    the `minutes` of a hand (PTY-2), the `seed` that draws the seats, and the prize words in `prizes`. `fine`
    is the points for a word that is wrong for another reason than its spelling (PTY-6). `names_days` after
    the party its names are deleted; 0 keeps them.
    """

    name: str
    game: str
    hands: int
    minutes: float
    seed: int
    prizes: tuple[str, ...] = ()
    fine: int = FINE_POINTS
    names_days: int = NAMES_DAYS


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """Add a player from the next round on. `player` identifies them for good, `name` is shown."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Remove a player from the next round on. Their score stands."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerForgotten:
    """Delete a player's name from pages and records."""

    player: str


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """Seat all players for a round: `room` is players by table and seat, an empty text for a free seat. `won`
    are the winning seats of the round before, from which these seats follow. The same fact before the bell
    seats everybody anew, after a player came or left, or a score was corrected.
    """

    round: int
    room: Room
    won: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TableLeftOut:
    """The steward lets a round go on without a table that was not ready."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class RoundRung:
    """The bell begins a round's hand at all tables (PTY-2), `at` seconds by the clock of the hub that says
    so; 0 in a record that has no time."""

    round: int
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The round is closed: the next seats follow from its scores."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundScoreCorrected:
    """Correct a player's score of a round by the steward's word, whatever the table entered."""

    round: int
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class CallRuled:
    """The steward has ruled on call `call` of a table (PTY-6)."""

    table: int
    call: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class WinnersDrawn:
    """The players of a tie have cut, or the app drew for them: these seats of a table win (PTY-4)."""

    round: int
    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrizeWon:
    """The steward has seen that a player has spelt a prize word in a round: of a room's word the first who
    does wins the prize, of a table's everybody at it (Keyword prizes)."""

    round: int
    table: int
    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class TableReady:
    """Everybody at the table has said that the round may begin, or (`ready` false) that it may not yet.
    `seats`: who sits there, by seat; where others do by now, the table is asked again."""

    round: int
    ready: bool = True
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundCounted:
    """Hold the score of each seat in a round: cards left at Lexicon, points made at Keyword (PTY-3); None for
    a free seat. It replaces the table's earlier scores of that round, and their initials.
    """

    round: int
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SeatInitialled:
    """Note that seat `by` has checked the score of `seat` (PTY-3)."""

    round: int
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class StewardCalled:
    """Seat `by` challenges `word`, which seat `against` laid (PTY-6); `call` is its number at this table."""

    round: int
    call: int
    word: str
    by: int
    against: int


HubFact = (
    PartySetUp
    | PlayerEntered
    | PlayerLeft
    | PlayerForgotten
    | RoundBegun
    | TableLeftOut
    | RoundRung
    | RoundOver
    | RoundScoreCorrected
    | CallRuled
    | WinnersDrawn
    | PrizeWon
)
TableFact = TableReady | RoundCounted | SeatInitialled | StewardCalled
Fact = HubFact | TableFact

FACT_NAMES: Final[Mapping[str, type[Fact]]] = MappingProxyType(
    {
        "party set up": PartySetUp,
        "player entered": PlayerEntered,
        "player left": PlayerLeft,
        "player forgotten": PlayerForgotten,
        "round begun": RoundBegun,
        "table left out": TableLeftOut,
        "round rung": RoundRung,
        "round over": RoundOver,
        "score corrected": RoundScoreCorrected,
        "call ruled": CallRuled,
        "winners drawn": WinnersDrawn,
        "prize won": PrizeWon,
        "table ready": TableReady,
        "hand counted": RoundCounted,
        "seat initialled": SeatInitialled,
        "steward called": StewardCalled,
    }
)
"""The name of each kind of fact in files and messages."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact as it travels: `origin` is `HUB`, a table's number from 0 as text, or that after `PHONES`;
    `number` counts the origin's facts from 1."""

    origin: str
    number: int
    fact: Fact


def table_of(origin: str) -> int | None:
    """Return the table that `origin`, its machine or a phone, speaks for; None for any other origin."""
    number = origin.removeprefix(PHONES)
    return int(number) if number.isdecimal() and number.isascii() else None
