"""Test a hand at a table with a camera, from the cards on the table to the party's standings (`play
--party`)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest

from device import app, eyes
from device.app import play
from device.hardware.camera import Frame
from device.party.party_folder import MachineCredentials
from device.running.camera_watchdog import CONTINUOUS_LIMITS
from device.running.inbox import TimePassed
from device.running.loop import CameraInterface
from device.service.gateway_party import GatewayPartyService
from device.settings import GameSettings, Settings, TableSettings, WebSettings
from device.table_words import table_words
from device.virtual.company import company_state
from device.virtual.company.actors import CompanyPlayers
from device.virtual.company.next_steps import Sitting, simulated_chooser
from device.virtual.players_table import PlayersTable
from device.virtual.tabletop import hand_end
from device.virtual.tabletop.sketch_camera import Sketch
from device.virtual.tabletop.table import VirtualCamera, VirtualTable
from engine.catalogue import configured
from engine.events import HandDealt, HandScored, MatchSetUp, ScoreInitialled, TurnFinished
from engine.match import Match
from engine.party import StewardCalled, is_finished, standings
from tests.device.party.party_broker import TOPICS, PartyBroker, entering
from web.party.application import create_app

GAME: Final = configured("lexicon-party")
STEP: Final = 0.25
"""The time between two pictures of the table's camera, seconds."""
LONGEST: Final = 4000
"""The greatest number of pictures that a test takes. A hand of seven minutes and its counting need fewer."""

_SEATS: Final = tuple(company_state.SEAT_DIRECTIONS[at] for at in (0, 2, 1, 3))
CLOCKWISE: Final = (
    (company_state, "SEAT_DIRECTIONS", _SEATS),
    (hand_end, "SEAT_DIRECTIONS", _SEATS),
    (hand_end, "SEAT_EDGES", ("bottom", "left", "top", "right")),
)
"""The replacements of constants that make the virtual table's players sit clockwise, as at a party. Each
has the module, the name of the constant, and its value."""


class Dark:
    """A camera for the appliance that gives no frames. The test takes the pictures itself."""

    def frames(self) -> Iterator[Frame]:
        yield from ()

    def close(self) -> None:
        """Close nothing."""


class Evening:
    """A party's hub and gateway, and a table with a camera. Simulated people play one hand at the table."""

    def __init__(self, party_broker: PartyBroker, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.party_broker, self.now = party_broker, 0.0
        self.hub, self.gateway = party_broker.hub(), party_broker.gateway()
        party_broker.join(self.hub, self.gateway)
        self.hub.say(*entering(1, hands=1))
        party_broker.until(lambda: self.gateway.latest().party.rounds)
        for module, name, order in CLOCKWISE:
            monkeypatch.setattr(module, name, order)
        sketch = Sketch(3)
        interface = CameraInterface(eyes.stillness(), sketch.read, lambda: self.now, limits=CONTINUOUS_LIMITS)
        monkeypatch.setattr(app, "camera_interface_of", lambda *_: interface)
        self.table = play(settings(folder), Dark(), party=self.joins())
        self.people, top = self.seated(folder)
        camera = VirtualCamera(
            top, sketch.render, clock=lambda: self.now, let_players_act=self.people.act_if_due, fps=1e6
        )
        self.frames = camera.frames()

    def joins(self) -> MachineCredentials:
        address, credential = self.party_broker.broker.address, self.party_broker.access.of("table/0")
        return MachineCredentials(TOPICS.party, "table/0", address.host, address.port, credential.password)

    def seated(self, folder: Path) -> tuple[CompanyPlayers, VirtualTable]:
        """Seat simulated players with the names of the party's first round at a virtual table. Return the
        players and the table."""
        party = self.gateway.latest().party
        names = tuple(party.names[player] for player in party.rounds[0].room[0])
        words = table_words(GAME.word_list, folder)
        sitting = Sitting(company_state.seated(GAME, names, 3))
        top = VirtualTable(sitting.company.top)
        at = PlayersTable(
            top, GAME, self.table.inbox, lambda: self.table.loop.view.referee, folder / "people.json"
        )
        return CompanyPlayers(sitting, at, simulated_chooser(GAME, words, 0.0)), top

    @property
    def match(self) -> Match:
        match = self.table.loop.view.referee.match
        assert match is not None
        return match

    def count(self, kind: type) -> int:
        return sum(isinstance(event, kind) for event in self.table.loop.view.referee.events)

    def hear(self) -> None:
        """Handle all messages in the inbox of the table's loop."""
        while not isinstance(message := self.table.inbox.get(0), TimePassed):
            self.table.loop.handle(message)

    def until_told(self) -> None:
        """Carry messages until one arrives in the inbox of the table's loop, then handle it."""
        self.party_broker.until(lambda: self.table.inbox.has_messages)
        self.hear()

    def until(self, kind: type, number: int = 1) -> None:
        """Play until `number` events of a kind have happened."""
        for _ in range(LONGEST):
            if self.count(kind) >= number:
                return
            self.now += STEP
            self.table.inbox.put(next(self.frames))
            self.hear()
            self.party_broker.exchange.run_once(0.0)
        raise AssertionError(f"no {kind.__name__}")

    def close(self) -> None:
        self.table.server.start()
        self.table.server.close()
        self.table.resources.close()


def settings(folder: Path) -> Settings:
    return Settings(
        table=TableSettings(data=str(folder), pins="mock"),
        game=GameSettings(name="lexicon-party"),
        web=WebSettings("127.0.0.1", 0),
    )


@pytest.fixture
def evening(party_broker: PartyBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    found = Evening(party_broker, tmp_path / "table", monkeypatch)
    yield found
    found.close()


def test_a_hand_that_the_camera_saw_stands_in_the_partys_standings(evening: Evening) -> None:
    before, party_broker = evening.count(MatchSetUp), evening.party_broker
    evening.until_told()
    assert evening.count(MatchSetUp) == before + 1
    assert list(evening.match.players) == list(evening.people.sitting.company.names)
    evening.until(HandDealt)
    party_broker.until(lambda: evening.hub.party.rounds[0].rung)
    evening.until_told()  # the bell, with which the hand's time begins
    evening.until(TurnFinished)
    evening.gateway.request("table/0", [StewardCalled(1, 1, "DOUBT", 0, 1)], "the call")
    party_broker.until(lambda: evening.gateway.latest().boards)
    board = np.frombuffer(evening.gateway.board(0, 1) or b"", np.uint8)
    seen = cv2.imdecode(board, cv2.IMREAD_COLOR)
    assert seen is not None
    assert seen.shape[1] > 200
    evening.until(HandScored)
    points = {
        name: GAME.pack.points(hand)
        for name, hand in zip(
            evening.people.sitting.company.names, evening.people.sitting.company.hands, strict=True
        )
    }
    evening.until(ScoreInitialled, number=4)
    party_broker.until(lambda: is_finished(evening.hub.party))
    party = evening.hub.party
    assert {party.names[one.player]: one.total for one in standings(party)} == points
    party_broker.until(lambda: is_finished(evening.gateway.latest().party))
    page = create_app(GatewayPartyService(evening.gateway), b"secret").test_client().get("/standings").text
    assert all(name in page for name in points)
    assert min(points.values()) != max(points.values())
