"""Connect a party's pages to a gateway, and turn its failures into the pages' errors."""

from collections.abc import Sequence
from typing import Final

from device.party.gateway import Gateway, GatewayView
from engine.party import Fact, HubFact, TableFact
from web.party.party_service import FactRefusedError, NoHubError, PartyStatus

HUB_TIMEOUT_SECONDS: Final = 5.0
"""Seconds that a page waits until the hub accepts a phone's message."""


class GatewayPartyService:
    """Implement `web.party.party_service.PartyService` with a gateway."""

    def __init__(self, gateway: Gateway, patience: float = HUB_TIMEOUT_SECONDS) -> None:
        self._gateway, self._patience = gateway, patience

    def latest(self) -> PartyStatus:
        """Return the party as the gateway knows it now."""
        return _view(self._gateway.latest())

    def wait(self, after: int, timeout: float) -> PartyStatus:
        """Return the party as soon as it has changed, at the latest after `timeout` seconds. `after` is
        the number of the view of the party that the caller knows."""
        return _view(self._gateway.wait(after, timeout))

    def board(self, table: int, call: int) -> bytes | None:
        """Return the picture of the board (JPEG) that came with the call `call` of table `table` to the
        steward; None without a picture."""
        return self._gateway.board(table, call)

    def table_says(self, table: int, fact: TableFact, key: str) -> None:
        """Send a fact of table `table` to the hub. A fact with a `key` that was sent before counts once.
        Raise FactRefusedError if the hub refuses the fact, NoHubError if no hub answers in time."""
        self._say(f"table/{table}", [fact], key)

    def steward_says(self, steward: int, fact: HubFact, key: str) -> None:
        """Send a fact of steward number `steward` to the hub. A fact with a `key` that was sent before
        counts once. Raise FactRefusedError if the hub refuses the fact, NoHubError if no hub answers in
        time."""
        self._say(f"steward/{steward}", [fact], key)

    def host_says(self, facts: Sequence[HubFact], key: str) -> None:
        """Send facts of the host to the hub, which takes all or none. Facts with a `key` that was sent
        before count once. Raise FactRefusedError if the hub refuses the facts, NoHubError if no hub
        answers in time."""
        self._say("host", facts, key)

    def _say(self, place: str, facts: Sequence[Fact], key: str) -> None:
        try:
            why = self._gateway.say(place, facts, key, self._patience)
        except TimeoutError as fault:
            raise NoHubError("No hub answers. Nothing was lost: try again.") from fault
        if why:
            raise FactRefusedError(why)


def _view(view: GatewayView) -> PartyStatus:
    return PartyStatus(*view)
