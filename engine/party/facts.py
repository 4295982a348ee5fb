"""All kinds of facts that can happen at a party. `engine.party` folds facts into the state of the party.

Each fact has an origin: the hub, one table's machine or one table's phones. Each origin numbers its own
facts from 1. The hub's facts hold for the whole room. A network may deliver facts late, twice and out of
order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.events import ChallengeVerdict
from engine.games.lexicon import LEXICON_PARTY
from engine.rules.party import Room

HUB: Final = "hub"
"""The origin of all facts that a party's hub and its stewards state."""
PHONES: Final = "phones/"
"""The beginning of the names of origins of phones' facts. `phones/7` is for the facts that the phones of
table 7 send through the hub's pages. The hub numbers these facts."""


USUAL_HANDS: Final = LEXICON_PARTY.goal.hands
"""Number of hands of a party, unless its players agree on another (PTY-5)."""
USUAL_MINUTES: Final = LEXICON_PARTY.time_limit.seconds / 60
"""The minutes of a hand at a party, unless its players agree on others (PTY-2)."""
MIN_MINUTES: Final = 0.1
MAX_MINUTES: Final = 120
"""The greatest number of minutes of a hand on which a party may agree."""
USUAL_FINE_POINTS: Final = LEXICON_PARTY.challenges.fine
"""Points of the fine for a word that is wrong for another reason than its spelling (PTY-6), unless another
fine was agreed."""


USUAL_NAMES_DAYS: Final = 30
"""Number of days for which the names of players are kept after a party, unless its players agree on
another number."""
MAX_NAMES_DAYS: Final = 3650
"""The largest number of days for which a party may keep its players' names."""


@dataclass(frozen=True, slots=True)
class PartySetUp:
    """The party was set up: its game and the rules on which the players agreed."""

    name: str
    game: str
    """The name of the game in the catalogue."""
    hands: int
    """The number of hands that the party plays (PTY-5)."""
    minutes: float
    """The time of each hand of the party, in minutes (PTY-2)."""
    seed: int
    """The seed with which the party's seats and the winners of ties are drawn."""
    prizes: tuple[str, ...] = ()
    """The prize words on which the players agreed: one for all tables, or several that go to the tables
    in turn."""
    fine: int = USUAL_FINE_POINTS
    """The points that a steward charges for a word that is wrong for another reason than its spelling
    (PTY-6)."""
    names_days: int = USUAL_NAMES_DAYS
    """The number of days after which the players' names are deleted; 0 if they are kept."""


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """A player has joined the party, and plays from the next round on."""

    player: str
    """The player's identity, which never changes."""
    name: str
    """The player's name, as pages show it."""


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player has left the party, and does not play from the next round on. The player's score stays."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerForgotten:
    """The name of a party's player was deleted from pages and records."""

    player: str


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """The hub has seated all players for a round. Another such fact for the same round, before its bell,
    seats them anew: after a player came or left, or a score was corrected."""

    round: int
    room: Room
    """The identities of the players by table and seat; an empty text is a free seat."""
    previous_winners: tuple[tuple[int, ...], ...] = ()
    """The winning seats of each table in the round before. They moved up to the seats of this round. In
    messages and files the field is called `won`."""


@dataclass(frozen=True, slots=True)
class TableLeftOut:
    """The steward has let a round start without a table that was not ready."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class RoundRung:
    """The hub has rung the bell that begins a round's hand at all tables (PTY-2)."""

    round: int
    at: float = 0.0
    """The moment, in seconds by the clock of the hub that rang the bell; 0 if the record contains no
    time."""


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round of a party is closed. The seats of the next round follow from its scores."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundScoreCorrected:
    """The steward has corrected a player's score of a round, in place of the table's report."""

    round: int
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class CallRuled:
    """The steward has ruled on the challenge for which a table called (PTY-6). `call` is the number of the
    call."""

    table: int
    call: int
    verdict: ChallengeVerdict


@dataclass(frozen=True, slots=True)
class WinnersDrawn:
    """The winners of a table whose players tied are decided: the players have cut cards, or the program has
    drawn (PTY-4)."""

    round: int
    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrizeWon:
    """The steward has confirmed that a player spelt a prize word. The room's prize goes only to the first
    player who spells the room's word. A table's prize goes to every player of the table who spells the
    table's word (Keyword prizes)."""

    round: int
    table: int
    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class TableReady:
    """The players of a party's table have agreed that the round may begin; if `ready` is false, that it must
    wait."""

    round: int
    ready: bool = True
    seats: tuple[str, ...] = ()
    """The identities, by seat, of the players who have agreed. If others sit at the table now, the table
    is asked again."""


@dataclass(frozen=True, slots=True)
class RoundCounted:
    """A party's table has reported the scores of a round. An earlier report of the round, and its initials,
    no longer count."""

    round: int
    points: tuple[int | None, ...]
    """The score that each seat reports; None for a free seat. At Lexicon a score is the points of the
    cards left, at Keyword the points made (PTY-3)."""


@dataclass(frozen=True, slots=True)
class SeatInitialled:
    """The player at seat `by` has checked the score of the player at `seat` (PTY-3)."""

    round: int
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class StewardCalled:
    """A player of a party's table has challenged a word and called for a steward (PTY-6)."""

    round: int
    call: int
    """The number of this call for a steward. Each table numbers its own calls."""
    word: str
    by: int
    """The seat of the player who challenges."""
    against: int
    """The seat of the player whose word is challenged."""


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
"""The name of each kind of a party's facts, by which files and messages tell the kind."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact of a party as it is sent: with its origin, which stated it, and its number among the origin's
    facts."""

    origin: str
    """`HUB` for the hub, the table's number from 0 as text for a table's machine, or `PHONES` and that
    number for a table's phones."""
    number: int
    """The number of the fact among the origin's facts, from 1."""
    fact: Fact


def table_of(origin: str) -> int | None:
    """Return the number of the table whose machine or phones are the origin `origin`; None for any other
    origin."""
    number = origin.removeprefix(PHONES)
    return int(number) if number.isdecimal() and number.isascii() else None
