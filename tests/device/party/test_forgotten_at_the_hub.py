"""Test that a name forgotten during the party leaves the hub's journal and the broker's retained messages."""

from device.party.stations import Message
from engine.party import PlayerEntered, PlayerForgotten
from tests.device.party.room import TOPICS, Room, Speaker, entering

NAME = b"Player 7"


def retained(room: Room, place: str) -> list[Message]:
    """Return the messages about the party's facts that the broker retains, and sends to a client that joins
    as `place`."""
    speaker = Speaker(TOPICS.of("hub/+", "facts/+"))
    room.join(speaker, place=place)
    room.until(lambda: speaker.heard)
    found = [each for each in speaker.heard if each.payload]
    room.exchange.remove(speaker)
    return found


def test_a_name_is_gone_from_the_journal_and_from_the_broker(room: Room) -> None:
    hub = room.hub()
    room.join(hub)
    hub.say(*entering(2))
    room.until(lambda: hub.party.rounds)
    hub.say(PlayerEntered("late", "Lou Late"))
    room.until(lambda: "late" in hub.party.names)
    journal = room.folder / "hub-a.journal"
    assert NAME in b"".join(each.payload for each in retained(room, "hub/b"))
    hub.say(PlayerForgotten("p7"), PlayerForgotten("late"))
    room.until(lambda: hub.party.names["p7"] == "?")
    room.until(lambda: all(NAME not in each.payload for each in retained(room, "hub/b")))
    assert all(b"Lou Late" not in each.payload for each in retained(room, "hub/b"))
    for path in (journal, journal.with_name(journal.name + "-wal")):
        assert not path.exists() or NAME not in path.read_bytes()
    assert hub.party.names["late"] == "?"
    assert hub.party.names["p6"] == "Player 6"


def test_the_party_goes_on_after_a_name_was_forgotten_and_a_second_hub_can_take_over(room: Room) -> None:
    hub, second = room.hub(), room.hub("b")
    room.join(hub)
    hub.say(*entering(2))
    room.until(lambda: hub.party.rounds)
    hub.say(PlayerForgotten("p7"))
    room.until(lambda: hub.party.names["p7"] == "?")
    hub.say(PlayerEntered("late", "Lou"))
    room.until(lambda: "late" in hub.party.names)
    room.join(second)
    room.exchange.remove(hub)
    room.until(lambda: second.leading)
    assert second.party == hub.party
    assert NAME not in (room.folder / "hub-b.journal").read_bytes()
    assert not second.troubles
