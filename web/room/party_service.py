"""The interface between the pages of a party and the machine that carries it: the party at this moment, and a
way to send facts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.party import HubFact, Party, TableFact


class RoomRefusedError(ValueError):
    """A fact that the party refuses; the message is a whole sentence for the sender."""


class RoomAwayError(Exception):
    """No hub has taken a fact within five seconds. Nothing was lost: the same fact may be sent again."""


@dataclass(frozen=True, slots=True)
class PartyView:
    """The party as a machine knows it. `number` grows with each change; `hub`: a leading hub is heard;
    `clock`: the hub's present clock, in seconds, for countdowns to `Round.rings_at`; `boards`: the calls, by
    table and number, with a picture of the board.
    """

    number: int
    party: Party
    hub: bool
    clock: float
    boards: frozenset[tuple[int, int]] = frozenset()


class Room(Protocol):
    """The party as one machine knows it, for its pages. Call from any thread. The page chooses `key` of a
    fact once for each tap: the same key twice counts once. A method that sends a fact returns once it is on
    the hub's disk and in `latest`. It raises RoomRefusedError or RoomAwayError.
    """

    def latest(self) -> PartyView:
        """Return the party as it is now."""

    def wait(self, after: int, timeout: float) -> PartyView:
        """Return the party as soon as its number is above `after`, or after `timeout` seconds."""

    def board(self, table: int, call: int) -> bytes | None:
        """Return the picture of the board (JPEG) that a table with a camera took when the call came; None
        when there is none."""

    def table_says(self, table: int, fact: TableFact, key: str) -> None:
        """Say a fact of a table, from 0."""

    def steward_says(self, steward: int, fact: HubFact, key: str) -> None:
        """Say a fact of a steward, from 0."""

    def host_says(self, facts: Sequence[HubFact], key: str) -> None:
        """Send facts of the host, all of them or none: the agreed rules, players who come or leave, and a
        steward's facts for any table. A set-up comes at once: everybody's entry, then the rules.
        """
