"""Define the messages of a party and their topics (docs/party-wire.md). Every message is checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

import msgspec

from device.party.stations import Message
from engine.party import FACT_NAMES, HUB, Fact, RoundBegun

VERSION: Final = 1
"""Version of every payload. All machines of a party run the same version of this program."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**31)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Key = Annotated[str, msgspec.Meta(max_length=100)]

MAX_PICTURE_BYTES: Final = 60_000
"""Maximum number of bytes of a picture of the board. A picture of this size reaches a steward's phone without
delay on a busy Wi-Fi, and a gateway can keep hundreds of them."""

_NAMES_BY_TYPE: Final = {kind: name for name, kind in FACT_NAMES.items()}
_WIRE_NAMES: Final[Mapping[type[Fact], Mapping[str, str]]] = {RoundBegun: {"previous_winners": "won"}}
"""By kind of fact, the fields that have another name in messages and files than in the program. The value of
each field is this other name."""


class Payload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The common part of every message of a party: the version `v` of the messages' format."""

    v: Literal[1] = VERSION


class NumberedFacts(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Facts of a table or a steward, with consecutive numbers from `first`."""

    first: Number
    facts: list[dict[str, Any]]


class Connected(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Report whether the sender, a table or a steward, is connected. If its connection breaks, the broker
    sends the report `here=False` for it."""

    here: bool


class Ping(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ask for the time of the hub's clock. `at` is the sender's own time in seconds, which the answer
    repeats."""

    at: float


class BoardPicture(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The picture (JPEG) of a table's camera at the moment of a call to the steward."""

    picture: Annotated[bytes, msgspec.Meta(max_length=MAX_PICTURE_BYTES)]


class LeaderMessage(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A message of a leading hub, with the hub's term. A client that knows a higher term ignores the
    message."""

    term: Number


class Lease(LeaderMessage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Announce that the sending hub claims the lead, or renews its lease."""

    beat: Count
    """The number of this lease among the hub's leases. It grows with each renewal, so that the hub recognises
    its last lease."""
    facts: Count
    """The number of facts in the log that the hub has sent. Another hub that has as many facts knows the
    whole log."""


class Pong(LeaderMessage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Answer a ping, a question for the hub's clock."""

    at: float
    """The time `at` of the ping that is answered: the asking machine's own time in seconds."""
    shows: float
    """The time in seconds that the hub's clock shows when the hub answers."""


class LoggedFact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fact of a hub's log, in the form in which it is sent and stored."""

    origin: Name
    """The place that sent the fact."""
    number: Number
    """The number of the fact among the facts of its origin (`engine.party.Entry`)."""
    fact: dict[str, Any]
    asked: tuple[str, Number] | None = None
    """The steward's request that the fact grants, by place and number; None without a request."""
    key: Key = ""
    """The key of the phone's request that the fact grants; empty without a request."""


class Log(LeaderMessage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the leading hub's log. Its facts are in the order in which the hub took them."""

    first: Number
    """The place in the log of the first of `lines`, from 1."""
    count: Count
    """The number of facts in the whole log, of which this message has a part."""
    lines: list[LoggedFact]


class FactsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request of a phone that the hub store facts, such as the scores of a table."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    """The key of the request. If two requests with the same key arrive, the second has no effect."""
    place: Annotated[str, msgspec.Meta(pattern=r"^((table|steward)/[0-9]{1,6}|host)$")]
    """The phone's place: `table/7`, `steward/0` or `host`."""
    facts: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1)]
    """The facts to store. The hub takes all of them or none."""


class FactsRequests(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The requests of a gateway's phones, in order."""

    wishes: list[FactsRequest]


class Refused(LeaderMessage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The reasons for which the hub refuses requests, by key."""

    why: dict[str, str]


class FactsAcknowledged(LeaderMessage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Report to a place how many of its facts the hub has."""

    number: Count
    """The number of the last fact that the hub has. The hub also has all earlier facts."""
    again: bool = False
    """True if the place must send again all its facts after fact `number`."""


class TableState(LeaderMessage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the hub sends to a table about the party: the present round, the table's players, the bell and the
    calls."""

    game: str
    """The game's name in the catalogue."""
    round: Count
    """The number of the round, from 1; 0 before the first."""
    hands: Count
    """The number of hands of the party."""
    minutes: float
    """The time limit of a hand, in minutes."""
    fine: Count
    """The agreed fine, in points, for a fault other than a misspelt word."""
    seats: list[str]
    """The ids of the players by seat; empty for a free seat. The list is empty if the table has no part in
    this round."""
    names: list[Name]
    """The names of the players in `seats`, by seat."""
    left_out: bool
    """True if the host began the round without this table."""
    rung: bool
    """True if it is decided when the bell begins the present hand."""
    rings_at: float
    """The time at which the bell begins the hand, in seconds of the hub's clock; 0 as long as it is not
    decided."""
    over: bool
    """True if the round is over."""
    finished: bool
    """True if the party is over."""
    missing: Count
    """The number of scores of this round that are not counted or not initialled."""
    calls: list[Count]
    """The numbers of the table's calls to the steward that have no ruling yet."""
    verdicts: dict[str, str]
    """The rulings on the table's calls to the steward, by the number of the call."""


class OpenChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's call to the steward that has no ruling yet. The call is about a challenged word."""

    table: Count
    call: Count
    round: Number
    word: str
    by: int
    """The seat of the challenger."""
    against: int
    """The seat of the challenged player."""


class StewardState(LeaderMessage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state that the hub sends to a steward: what this steward's tables wait for."""

    round: Count
    calls: list[OpenChallenge]
    """The calls to this steward that have no ruling yet."""
    ties: dict[str, list[int]]
    """The seats that tie for a win and must cut, by table."""
    unready: list[Count]
    """The numbers of the tables that are not ready."""
    missing: list[Count]
    """The numbers of the tables that have not reported their scores."""


class PlayerStanding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's place in the standings of a party, with the points that led to it."""

    player: str
    name: Name
    place: Number
    """The player's place in the standings, from 1."""
    total: int
    fines: Count
    rounds: list[int | None]
    """The points of the player in each round; None in a round without a score of the player."""


class PartyState(LeaderMessage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the hub sends to everybody in the party: the present round, and the standings up to the last
    finished round."""

    round: Count
    """The number of the round, from 1; 0 before the first."""
    hands: Count
    """The number of hands of the party."""
    over: bool
    """True if the round is over."""
    finished: bool
    """True if the party is over."""
    standings: list[PlayerStanding]


P = TypeVar("P", bound=Payload)


class Route(NamedTuple):
    """The parts of a topic, such as the kind `table`, the name `7`, and the kind of message."""

    kind: str
    """The kind of station that the topic belongs to: `hub`, `table`, `steward` or `door`."""
    name: str
    """The name of the station that the topic belongs to, such as `7` for table 7."""
    what: str
    """The rest of the topic: the kind of message, such as `facts`."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The MQTT topics of the party `party`, such as `lexicon/PARTY/table/7/facts`."""

    party: str

    def of(self, place: str, what: str) -> str:
        """Return the topic on which the place `place`, such as `table/7`, sends the kind of message
        `what`."""
        return f"lexicon/{self.party}/{place}/{what}"

    def route(self, topic: str) -> Route:
        """Return the parts of a topic. All parts are empty for a topic of another party."""
        parts = topic.split("/", 4)
        if len(parts) < 5 or parts[:2] != ["lexicon", self.party]:
            return Route("", "", "")
        return Route(*parts[2:])


def message(topic: str, payload: Payload, *, retain: bool = False) -> Message:
    """Return an MQTT message on the topic `topic` with the content `payload` as JSON. If `retain` is true,
    the broker keeps the message for later clients."""
    return Message(topic, msgspec.json.encode(payload), retain)


def payload_of(received: Message, kind: type[P]) -> P:
    """Return the content of the message `received` as a value of the type `kind`. Raise ValueError, with a
    message of one line, if the content has another form."""
    try:
        return msgspec.json.decode(received.payload, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise ValueError(f"{received.topic}: {fault}") from fault


def values_of(fact: Fact) -> dict[str, Any]:
    """Return a fact as values for JSON. The name of the fact's kind comes first, under `type`."""
    names = _WIRE_NAMES.get(type(fact), {})
    values = msgspec.to_builtins(fact)
    return {
        "type": _NAMES_BY_TYPE[type(fact)],
        **{names.get(name, name): value for name, value in values.items()},
    }


def fact_of(values: dict[str, Any]) -> Fact:
    """Return the fact that `values_of` wrote. Raise ValueError, with a message of one line, if the values are
    no fact."""
    kind = FACT_NAMES.get(str(values.get("type", "")))
    if kind is None:
        raise ValueError(f"no fact of a party: {values.get('type', '')!r}")
    names = {_WIRE_NAMES.get(kind, {}).get(field.name, field.name): field.name for field in fields(kind)}
    unknown = sorted(values.keys() - names.keys() - {"type"})
    if unknown:
        raise ValueError(f"a fact has no `{unknown[0]}`")
    return msgspec.convert({names[key]: value for key, value in values.items() if key != "type"}, kind)


def encode(fact: Fact) -> bytes:
    """Return a fact as one line of JSON, for a journal."""
    return msgspec.json.encode(values_of(fact))


def decode(data: bytes) -> Fact:
    """Return the fact that `encode` wrote as bytes. Raise ValueError, with a message of one line, if `data`
    holds no fact."""
    return fact_of(msgspec.json.decode(data, type=dict[str, Any]))


def origin_of(place: str) -> str:
    """Return the origin of the facts that a place sends: the name under which the party counts them, such as
    `7` for `table/7`."""
    return HUB if place.startswith("hub/") else place.removeprefix("table/")


def batches(facts: Sequence[Fact], first: int, max_facts: int = 200) -> list[NumberedFacts]:
    """Return messages with at most `max_facts` of `facts` each. The first of the facts has the number
    `first`."""
    return [
        NumberedFacts(first=first + at, facts=[values_of(fact) for fact in facts[at : at + max_facts]])
        for at in range(0, len(facts), max_facts)
    ]
