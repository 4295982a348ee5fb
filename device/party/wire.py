"""The messages of a party and their topics: docs/party-wire.md. Every message is checked."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

import msgspec

from device.party.stations import Message
from engine.party import FACT_NAMES, HUB, Fact

VERSION: Final = 1
"""Version of every payload. A party's machines run one version of this program."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**31)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Key = Annotated[str, msgspec.Meta(max_length=100)]

MOST_PICTURE: Final = 60_000
"""Most bytes of a picture of the board: a steward's phone receives it at once on a busy Wi-Fi, and a door can
keep hundreds.
"""

_TYPES: Final = {kind: name for name, kind in FACT_NAMES.items()}


class Payload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of every message: the version of its form."""

    v: Literal[1] = VERSION


class NumberedFacts(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table's or a steward's facts, numbered on from `first`."""

    first: Number
    facts: list[dict[str, Any]]


class Here(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Report whether a table or a steward is connected; the broker reports that it is not."""

    here: bool


class Ping(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table asks for the hub's clock, `at` a time of its own."""

    at: float


class BoardPicture(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The picture of a table's camera when a call for the steward came, as a JPEG."""

    picture: Annotated[bytes, msgspec.Meta(max_length=MOST_PICTURE)]


class Led(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A message of a hub as the leading one. A client that knows a higher term refuses it."""

    term: Number


class Lease(Led, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The hub leads, and has sent so many `facts`; `beat` counts how often it renewed the lease."""

    beat: Count
    facts: Count


class Pong(Led, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The hub's clock `shows` this, to the question that was asked `at` the table's time."""

    at: float
    shows: float


class LoggedFact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fact of the log: its origin, its number there (`engine.party.Entry`), and the wish granted with it: a
    steward's by place and number, or a phone's by its `key`.
    """

    origin: Name
    number: Number
    fact: dict[str, Any]
    asked: tuple[str, Number] | None = None
    key: Key = ""


class Log(Led, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Facts in the order in which the hub took them, numbered on from `first`; the log has `count` by now."""

    first: Number
    count: Count
    lines: list[LoggedFact]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Facts from a phone of `place` (`table/7`, `steward/0`, `host`), all or none of them; the same `key`
    twice counts once.
    """

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    place: Annotated[str, msgspec.Meta(pattern=r"^((table|steward)/[0-9]{1,6}|host)$")]
    facts: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1)]


class Wishes(Payload, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The messages of a door's phones, in their order."""

    wishes: list[Wish]


class Refused(Led, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The reasons for which the hub refuses wishes, by their keys."""

    why: dict[str, str]


class Heard(Led, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The hub has all facts up to `number`; with `again` everything after it must be sent once more."""

    number: Count
    again: bool = False


class TableState(Led, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state for a table. `game` as the catalogue names it. `seats`: players, empty on a free seat; none
    if the table has no part in this round. `names` beside them. `fine`: the agreed points for a word that is
    wrong otherwise than by its spelling. `missing`: scores that are not counted or not
    initialled. `rings_at`: when the bell begins the hand, by the hub's clock. `calls`: the numbers of the
    calls that wait for a ruling. `verdicts`: by the number of the call.
    """

    game: str
    round: Count
    hands: Count
    minutes: float
    fine: Count
    seats: list[str]
    names: list[Name]
    left_out: bool
    rung: bool
    rings_at: float
    over: bool
    finished: bool
    missing: Count
    calls: list[Count]
    verdicts: dict[str, str]


class OpenChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge that waits for the steward's ruling."""

    table: Count
    call: Count
    round: Number
    word: str
    by: int
    against: int


class StewardState(Led, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state for a steward: calls, seats that tie by table, tables that are not ready and tables whose
    score is missing.
    """

    round: Count
    calls: list[OpenChallenge]
    ties: dict[str, list[int]]
    unready: list[Count]
    missing: list[Count]


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's standing."""

    player: str
    name: Name
    place: Number
    total: int
    fines: Count
    rounds: list[int | None]


class PartyState(Led, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole party: the round, and the standings up to the last round that is over."""

    round: Count
    hands: Count
    over: bool
    finished: bool
    standings: list[Placed]


P = TypeVar("P", bound=Payload)


class Route(NamedTuple):
    """A topic in parts: its owner, `hub`, `table`, `steward` or `door`, which one, and the rest."""

    kind: str
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one party."""

    party: str

    def of(self, place: str, what: str) -> str:
        """Return the topic on which a place, such as `table/7`, sends `what`."""
        return f"lexicon/{self.party}/{place}/{what}"

    def route(self, topic: str) -> Route:
        """Return the parts of a topic; empty ones for a topic that is not this party's."""
        parts = topic.split("/", 4)
        if len(parts) < 5 or parts[:2] != ["lexicon", self.party]:
            return Route("", "", "")
        return Route(*parts[2:])


def message(topic: str, payload: Payload, *, retain: bool = False) -> Message:
    """Return a message that says `payload`."""
    return Message(topic, msgspec.json.encode(payload), retain)


def payload_of(heard: Message, kind: type[P]) -> P:
    """Return a message's content. Raise ValueError, in one line, for a wrong message."""
    try:
        return msgspec.json.decode(heard.payload, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise ValueError(f"{heard.topic}: {fault}") from fault


def written(fact: Fact) -> dict[str, Any]:
    """Return a fact as JSON's values, its name first, under `type`."""
    return {"type": _TYPES[type(fact)], **msgspec.to_builtins(fact)}


def fact_of(values: dict[str, Any]) -> Fact:
    """Return the fact from its form by `written`. Raise ValueError, in one line, for a wrong one."""
    kind = FACT_NAMES.get(str(values.get("type", "")))
    if kind is None:
        raise ValueError(f"no fact of a party: {values.get('type', '')!r}")
    unknown = sorted(values.keys() - {field.name for field in fields(kind)} - {"type"})
    if unknown:
        raise ValueError(f"a fact has no `{unknown[0]}`")
    return msgspec.convert({key: value for key, value in values.items() if key != "type"}, kind)


def encode(fact: Fact) -> bytes:
    """Return a fact as one line of JSON, for a journal."""
    return msgspec.json.encode(written(fact))


def decode(data: bytes) -> Fact:
    """Return the fact from its form by `encode`. Raise ValueError, in one line, for wrong `data`."""
    return fact_of(msgspec.json.decode(data, type=dict[str, Any]))


def origin_of(place: str) -> str:
    """Return the origin of facts that a place says, as the party counts them (`engine.party.Entry`)."""
    return HUB if place.startswith("hub/") else place.removeprefix("table/")


def batches(facts: Sequence[Fact], first: int, most: int = 200) -> list[NumberedFacts]:
    """Return facts as messages of at most `most` each, numbered on from `first`."""
    return [
        NumberedFacts(first=first + at, facts=[written(fact) for fact in facts[at : at + most]])
        for at in range(0, len(facts), most)
    ]
