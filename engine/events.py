"""Everything that can happen in a match, as a closed list of facts; a match is their fold (`engine.match`).

Events are what the journal keeps: they round-trip through JSON, speak the notation (`engine.notation`) for
positions, hands and moves, and are never edited: whoever was wrong says so in another event.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

import msgspec

from engine.ruling import Breach

RulingKind = Literal["legal", "illegal", "unclear"]
Verdict = Literal["word good", "word bad"]
Option = str | int | bool
Fact = str | int | list[str]


class Fault(msgspec.Struct, frozen=True):
    """A breach as it is written down: the name of its class in `engine.ruling` and its facts."""

    kind: str
    clause: str
    facts: dict[str, Fact] = {}


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every event is; one of `AnyEvent`."""


class MatchSetUp(Event, frozen=True, tag="match set up"):
    """A new match: `options` as the catalogue takes them; `players` by seat, clockwise; `dealer` is a
    seat."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Option] = {}
    dealer: int = 0


class HandDealt(Event, frozen=True, tag="hand dealt"):
    """A new hand of play: the words of the last one are cleared away. `hands` by seat in hand notation (a
    count when hidden), empty strings for players who are out; empty: everybody in holds the game's deal.
    `exposed` is the card turned up, empty when nobody saw it."""

    hands: tuple[str, ...] = ()
    exposed: str = ""


class TurnFinished(Event, frozen=True, tag="turn finished"):
    """A finished turn as ruled. `before` and `after` in position notation. When `stands` the table is now
    `after`; else the cards go back to the hand and the turn is lost. `drew`: the pile drawn from after a
    discard; empty when nobody could know."""

    player: int
    before: str
    after: str
    move: str
    ruling: RulingKind
    stands: bool
    breaches: tuple[Fault, ...] = ()
    drew: Literal["exposed", "blind", ""] = ""


class TurnTakenBack(Event, frozen=True, tag="turn taken back"):
    """The last finished turn is taken back by its player, whose turn it is again."""


class TurnCorrected(Event, frozen=True, tag="turn corrected"):
    """The last finished turn was something else than was ruled: read again with what a person said."""

    after: str
    move: str
    ruling: RulingKind
    stands: bool
    breaches: tuple[Fault, ...] = ()
    drew: Literal["exposed", "blind", ""] = ""


class ChallengeSettled(Event, frozen=True, tag="challenge settled"):
    """The dictionary has settled a challenge of the last finished turn (LEX-CH, XW-CH)."""

    challenger: int
    words: tuple[str, ...]
    verdict: Verdict


class HandScored(Event, frozen=True, tag="hand scored"):
    """The hand of play is over: the cards left in each hand by seat (LEX-O, XW-9), empty for who went out."""

    left: tuple[str, ...]


class PackExhausted(Event, frozen=True, tag="pack exhausted"):
    """The exposed pile became the stock and its top card is the exposed one (ALL-8)."""

    stock: int
    exposed: str = ""


class PositionCorrected(Event, frozen=True, tag="position corrected"):
    """A person says what lies on the table; nobody's turn."""

    position: str


class HandCorrected(Event, frozen=True, tag="hand corrected"):
    """A person says what a player holds, in hand notation."""

    player: int
    hand: str


class ScoreCorrected(Event, frozen=True, tag="score corrected"):
    """A person sets a player's total."""

    player: int
    total: int


class TurnGiven(Event, frozen=True, tag="turn given"):
    """It is `player`'s turn, whoever's it was."""

    player: int


class QuestionAsked(Event, frozen=True, tag="question asked"):
    """The table could not say what happened; play waits. `after` is what was read, `choices` what it may be,
    in position notation."""

    player: int
    before: str
    after: str
    question: str
    choices: tuple[str, ...] = ()


class QuestionAnswered(Event, frozen=True, tag="question answered"):
    """A person said what lies there; the turn as ruled with it follows as its own event. Empty: it is taken
    back."""

    after: str


class Undone(Event, frozen=True, tag="undone"):
    """Event number `event` (from 0, as the journal counts) never happened; undoing an `Undone` brings it
    back."""

    event: int


class MatchEnded(Event, frozen=True, tag="match ended"):
    """People stopped before the rules did."""

    reason: str = ""


AnyEvent = (
    MatchSetUp
    | HandDealt
    | TurnFinished
    | TurnTakenBack
    | TurnCorrected
    | ChallengeSettled
    | HandScored
    | PackExhausted
    | PositionCorrected
    | HandCorrected
    | ScoreCorrected
    | TurnGiven
    | QuestionAsked
    | QuestionAnswered
    | Undone
    | MatchEnded
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyEvent)
_BREACHES: Final[Mapping[str, type[Breach]]] = {kind.__name__: kind for kind in get_args(Breach)}


def encode(event: AnyEvent) -> bytes:
    """One event as one line of JSON."""
    return _ENCODER.encode(event)


def decode(data: bytes) -> AnyEvent:
    """The event that `encode` wrote; ValueError says in one line what is wrong with `data`."""
    event: AnyEvent = _DECODER.decode(data)
    return event


def fault_of(breach: Breach) -> Fault:
    """A breach, ready to be written down."""
    facts: dict[str, Any] = msgspec.to_builtins(breach, builtin_types=())
    clause = facts.pop("clause")
    return Fault(type(breach).__name__, clause, {k: _listed(v) for k, v in facts.items()})


def breach_of(fault: Fault) -> Breach:
    """The breach that was written down; ValueError when this program knows no such breach."""
    kind = _BREACHES.get(fault.kind)
    if kind is None:
        raise ValueError(f"unknown breach {fault.kind!r}")
    return msgspec.convert({**fault.facts, "clause": fault.clause}, kind)


def _listed(value: Any) -> Fact:
    return list(value) if isinstance(value, tuple) else value
