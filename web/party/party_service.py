"""Define the interface between the pages of a party and the machine that serves them. Pages read the present
state of the party and send facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.party import HubFact, Party, TableFact


class FactRefusedError(ValueError):
    """Report that the party refuses a fact. The message is a whole sentence for the sender."""


class NoHubError(Exception):
    """Report that no hub has taken a fact in time. Nothing was lost: the same fact may be sent again."""


@dataclass(frozen=True, slots=True)
class PartyStatus:
    """The knowledge of one machine at a party: the state of the party, the hub's clock, and True if a hub
    answers."""

    number: int
    """A number that grows with each change of the party, so that a page can wait for the next change."""
    party: Party
    """The state of the party that all its facts add up to."""
    hub_answers: bool
    """True if a leading hub answers."""
    clock: float
    """The present time of the hub's clock, in seconds. Countdowns to `Round.rings_at` use it."""
    boards: frozenset[tuple[int, int]] = frozenset()
    """The calls to the steward that have a picture of the board, as pairs of table and number of the call."""


class PartyService(Protocol):
    """The party as one machine knows it, for the pages of that machine. Any thread may call it.

    Methods that end in `_says` send facts to the leading hub. They return when the hub has stored the facts
    and this machine knows them. They raise FactRefusedError if the party refuses a fact, and NoHubError if no
    hub takes it in time. A page makes a new `key` for each tap, so that a fact sent twice counts once.
    """

    def latest(self) -> PartyStatus:
        """Return the party as it is now."""

    def wait(self, after: int, timeout: float) -> PartyStatus:
        """Return the party as soon as its number is above `after`, or after `timeout` seconds."""

    def board(self, table: int, call: int) -> bytes | None:
        """Return the picture of the board (JPEG) that came with the call `call` of table `table` to the
        steward; None without a picture."""

    def table_says(self, table: int, fact: TableFact, key: str) -> None:
        """Send the fact `fact` about the table number `table` (from 0) to the hub. `key` identifies the
        tap."""

    def steward_says(self, steward: int, fact: HubFact, key: str) -> None:
        """Send the fact `fact` to the hub, as the steward number `steward` (from 0). `key` identifies the
        tap."""

    def host_says(self, facts: Sequence[HubFact], key: str) -> None:
        """Send facts of the host: the agreed rules, players who come or leave, and a steward's facts for any
        table. The hub takes all of them or none. The host sets a party up in one call: first the players,
        then the rules."""
