"""Test that a name forgotten during the party leaves the hub's journal and the broker's retained messages."""

from device.party.stations import Message
from engine.party import PlayerEntered, PlayerForgotten
from tests.device.party.party_broker import TOPICS, PartyBroker, Speaker, entering

NAME = b"Player 7"


def retained(party_broker: PartyBroker, place: str) -> list[Message]:
    """Return the messages about the party's facts that the broker retains, and sends to a client that joins
    as `place`."""
    speaker = Speaker(TOPICS.of("hub/+", "facts/+"))
    party_broker.join(speaker, place=place)
    party_broker.until(lambda: speaker.heard)
    found = [each for each in speaker.heard if each.payload]
    party_broker.exchange.remove(speaker)
    return found


def test_a_name_is_gone_from_the_journal_and_from_the_broker(party_broker: PartyBroker) -> None:
    hub = party_broker.hub()
    party_broker.join(hub)
    hub.say(*entering(2))
    party_broker.until(lambda: hub.party.rounds)
    hub.say(PlayerEntered("late", "Lou Late"))
    party_broker.until(lambda: "late" in hub.party.names)
    journal = party_broker.folder / "hub-a.journal"
    assert NAME in b"".join(each.payload for each in retained(party_broker, "hub/b"))
    hub.say(PlayerForgotten("p7"), PlayerForgotten("late"))
    party_broker.until(lambda: hub.party.names["p7"] == "?")
    party_broker.until(lambda: all(NAME not in each.payload for each in retained(party_broker, "hub/b")))
    assert all(b"Lou Late" not in each.payload for each in retained(party_broker, "hub/b"))
    for path in (journal, journal.with_name(journal.name + "-wal")):
        assert not path.exists() or NAME not in path.read_bytes()
    assert hub.party.names["late"] == "?"
    assert hub.party.names["p6"] == "Player 6"


def test_the_party_goes_on_after_a_name_was_forgotten_and_a_second_hub_can_take_over(
    party_broker: PartyBroker,
) -> None:
    hub, second = party_broker.hub(), party_broker.hub("b")
    party_broker.join(hub)
    hub.say(*entering(2))
    party_broker.until(lambda: hub.party.rounds)
    hub.say(PlayerForgotten("p7"))
    party_broker.until(lambda: hub.party.names["p7"] == "?")
    hub.say(PlayerEntered("late", "Lou"))
    party_broker.until(lambda: "late" in hub.party.names)
    party_broker.join(second)
    party_broker.exchange.remove(hub)
    party_broker.until(lambda: second.leading)
    assert second.party == hub.party
    assert NAME not in (party_broker.folder / "hub-b.journal").read_bytes()
    assert not second.faults
