"""Test the picture of a board that a table sends when a player calls the steward: it reaches the gateways
and no other client (docs/party-wire.md)."""

import pytest

from device.party.gateway import MAX_BOARDS, Gateway
from device.party.party_messages import MAX_PICTURE_BYTES, BoardPicture, message
from device.party.stations import Message
from engine.party import CallRuled, StewardCalled
from tests.device.party.party_broker import TOPICS, PartyBroker, Speaker, entering

PICTURE = b"\xff\xd8\xff the board"


def shown(picture: bytes, *, call: int = 1, table: str = "0") -> Message:
    return message(TOPICS.of(f"table/{table}", f"board/{call}"), BoardPicture(picture=picture), retain=True)


def test_a_board_reaches_every_gateway_until_its_call_is_ruled_on(party_broker: PartyBroker) -> None:
    link, gateway, late = party_broker.link("table/0"), party_broker.gateway(), party_broker.gateway("b")
    party_broker.join(link, gateway)
    party_broker.until(
        lambda: party_broker.exchange.is_online(link) and party_broker.exchange.is_online(gateway)
    )
    link.send_board(1, PICTURE)
    party_broker.until(lambda: gateway.board(0, 1) == PICTURE)
    assert gateway.latest().boards == {(0, 1)}
    party_broker.join(late)
    party_broker.until(lambda: late.board(0, 1) == PICTURE)
    number = gateway.latest().number
    link.send_board(1, b"")
    party_broker.until(lambda: not gateway.latest().boards and not late.latest().boards)
    assert gateway.latest().number != number
    assert gateway.board(0, 1) is None
    assert party_broker.exchange.denied_topics(link) == party_broker.exchange.denied_topics(gateway) == ()


def test_a_gateway_keeps_no_board_of_a_call_that_is_ruled_on(party_broker: PartyBroker) -> None:
    """The gateway drops the picture even when the table has gone and can't withdraw it."""
    hub, gateway, table = party_broker.hub(), party_broker.gateway(), party_broker.link("table/0")
    party_broker.join(hub, gateway, table)
    hub.say(*entering(1))
    party_broker.until(lambda: gateway.latest().party.rounds)
    table.send_board(1, PICTURE)
    table.say(StewardCalled(1, 1, "DOUBT", 0, 1))
    party_broker.until(lambda: gateway.latest().boards and gateway.latest().party.calls)
    party_broker.exchange.remove(table)
    hub.say(CallRuled(0, 1, "word good"))
    party_broker.until(lambda: gateway.latest().party.verdicts)
    assert not gateway.latest().boards


@pytest.mark.parametrize("place", ["table/1", "steward/0", "home/a"])
def test_a_board_is_not_for_other_places(party_broker: PartyBroker, place: str) -> None:
    ear = Speaker(TOPICS.of("table/+", "board/+"), TOPICS.of("table/0", "board/1"))
    party_broker.join(ear, place=place)
    party_broker.until(party_broker.exchange.is_online, ear)
    assert party_broker.exchange.denied_topics(ear) == tuple(ear.subscriptions)


def test_no_table_shows_the_board_of_another(party_broker: PartyBroker) -> None:
    thief, gateway = Speaker(TOPICS.of("hub/+", "party")), party_broker.gateway()
    party_broker.join(gateway)
    party_broker.join(thief, place="table/1")
    party_broker.until(
        lambda: party_broker.exchange.is_online(gateway) and party_broker.exchange.is_online(thief)
    )
    thief.say(shown(PICTURE), shown(PICTURE, table="1"))
    party_broker.until(lambda: gateway.board(1, 1))
    assert gateway.board(0, 1) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (shown(PICTURE + bytes(MAX_PICTURE_BYTES)), "length <= 60000"),
        (shown(b"<svg/>"), "no JPEG"),
        (shown(PICTURE)._replace(payload=b"x"), "malformed"),
        (shown(PICTURE, table="x"), "tables and calls have numbers"),
    ],
)
def test_what_is_no_picture_of_a_board_is_not_kept(said: Message, told: str) -> None:
    gateway = Gateway(TOPICS, "a", lambda: 0.0)
    gateway.received(0.0, [said])
    assert not gateway.latest().boards
    assert told in gateway.faults[-1]


def test_a_gateway_keeps_the_newest_boards() -> None:
    gateway = Gateway(TOPICS, "a", lambda: 0.0)
    gateway.received(0.0, [shown(PICTURE, call=call) for call in range(1, MAX_BOARDS + 3)])
    assert len(gateway.latest().boards) == MAX_BOARDS
    assert gateway.board(0, 2) is None
    assert gateway.board(0, MAX_BOARDS + 2) == PICTURE
