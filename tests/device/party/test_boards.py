"""Test that the picture of a call's board reaches the doors and no other client (docs/party-wire.md)."""

import pytest

from device.party.door import MOST_BOARDS, Door
from device.party.stations import Message
from device.party.wire import MOST_PICTURE, BoardPicture, message
from engine.party import CallRuled, StewardCalled
from tests.device.party.room import TOPICS, Room, Speaker, entering

PICTURE = b"\xff\xd8\xff the board"


def shown(picture: bytes, *, call: int = 1, table: str = "0") -> Message:
    return message(TOPICS.of(f"table/{table}", f"board/{call}"), BoardPicture(picture=picture), retain=True)


def test_a_board_reaches_every_door_until_its_call_is_ruled_on(room: Room) -> None:
    link, door, late = room.link("table/0"), room.door(), room.door("b")
    room.join(link, door)
    room.until(lambda: room.exchange.online(link) and room.exchange.online(door))
    link.show(1, PICTURE)
    room.until(lambda: door.board(0, 1) == PICTURE)
    assert door.latest().boards == {(0, 1)}
    room.join(late)
    room.until(lambda: late.board(0, 1) == PICTURE)
    number = door.latest().number
    link.show(1, b"")
    room.until(lambda: not door.latest().boards and not late.latest().boards)
    assert door.latest().number != number
    assert door.board(0, 1) is None
    assert room.exchange.denied(link) == room.exchange.denied(door) == ()


def test_a_door_keeps_no_board_of_a_call_that_is_ruled_on(room: Room) -> None:
    """The door drops the picture even when the table has gone and can't withdraw it."""
    hub, door, table = room.hub(), room.door(), room.link("table/0")
    room.join(hub, door, table)
    hub.say(*entering(1))
    room.until(lambda: door.latest().party.rounds)
    table.show(1, PICTURE)
    table.say(StewardCalled(1, 1, "DOUBT", 0, 1))
    room.until(lambda: door.latest().boards and door.latest().party.calls)
    room.exchange.remove(table)
    hub.say(CallRuled(0, 1, "word good"))
    room.until(lambda: door.latest().party.verdicts)
    assert not door.latest().boards


@pytest.mark.parametrize("place", ["table/1", "steward/0", "home/a"])
def test_a_board_is_not_for_other_places(room: Room, place: str) -> None:
    ear = Speaker(TOPICS.of("table/+", "board/+"), TOPICS.of("table/0", "board/1"))
    room.join(ear, place=place)
    room.until(room.exchange.online, ear)
    assert room.exchange.denied(ear) == tuple(ear.subscriptions)


def test_no_table_shows_the_board_of_another(room: Room) -> None:
    thief, door = Speaker(TOPICS.of("hub/+", "party")), room.door()
    room.join(door)
    room.join(thief, place="table/1")
    room.until(lambda: room.exchange.online(door) and room.exchange.online(thief))
    thief.say(shown(PICTURE), shown(PICTURE, table="1"))
    room.until(lambda: door.board(1, 1))
    assert door.board(0, 1) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (shown(PICTURE + bytes(MOST_PICTURE)), "length <= 60000"),
        (shown(b"<svg/>"), "no JPEG"),
        (shown(PICTURE)._replace(payload=b"x"), "malformed"),
        (shown(PICTURE, table="x"), "tables and calls have numbers"),
    ],
)
def test_what_is_no_picture_of_a_board_is_not_kept(said: Message, told: str) -> None:
    door = Door(TOPICS, "a", lambda: 0.0)
    door.received(0.0, [said])
    assert not door.latest().boards
    assert told in door.troubles[-1]


def test_a_door_keeps_the_newest_boards() -> None:
    door = Door(TOPICS, "a", lambda: 0.0)
    door.received(0.0, [shown(PICTURE, call=call) for call in range(1, MOST_BOARDS + 3)])
    assert len(door.latest().boards) == MOST_BOARDS
    assert door.board(0, 2) is None
    assert door.board(0, MOST_BOARDS + 2) == PICTURE
