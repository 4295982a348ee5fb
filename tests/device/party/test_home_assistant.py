"""Test that Home Assistant finds the party by device discovery, hears its bell, and shows a button."""

import msgspec
import pytest

from device.party.home_assistant import (
    ASSISTANT_PLACE,
    BELL_EVENTS,
    HomeAssistantStation,
    config_topic,
    discovery,
    state_of,
)
from device.party.stations import Message
from engine.party import Party, TableReady
from tests.device.party.party_broker import TOPICS, PartyBroker, Speaker, entering


def test_every_entity_has_what_home_assistant_asks_for() -> None:
    found = discovery(TOPICS, "home/a", "1.0")
    assert found["device"]["identifiers"]
    assert found["origin"]["name"]
    ids = set()
    for part in found["components"].values():
        assert part["platform"] in ("event", "sensor", "button")
        assert part["default_entity_id"].startswith(f"{part['platform']}.lexicon_party_")
        assert "object_id" not in part
        ids.add(part["unique_id"])
    assert len(ids) == len(found["components"])
    assert found["components"]["bell"]["event_types"] == list(BELL_EVENTS)
    assert found["components"]["ring"]["command_topic"] == TOPICS.of(ASSISTANT_PLACE, "ring")


def test_a_party_that_has_not_begun_is_shown_as_such() -> None:
    state = state_of(Party())
    assert (state["round"], state["tables"], state["waiting"], state["ends"]) == (0, 0, 0, None)


def test_the_bell_is_an_event_and_the_button_rings_without_who_is_not_ready(
    party_broker: PartyBroker,
) -> None:
    hub, gateway, link = (
        party_broker.hub(epoch=1_700_000_000.0),
        party_broker.gateway(),
        party_broker.link("table/0"),
    )
    home = HomeAssistantStation(TOPICS, gateway, "1.0")
    assistant = Speaker(config_topic(TOPICS), TOPICS.of("home/a", "state"), TOPICS.of("home/a", "bell"))
    party_broker.join(hub, gateway, home, link)
    party_broker.join(assistant, place=ASSISTANT_PLACE)
    hub.say(*entering(2))
    party_broker.until(lambda: gateway.latest().party.rounds)
    link.say(TableReady(1))
    party_broker.until(lambda: assistant.heard and link.confirmed)
    party_broker.until(party_broker.exchange.is_online, assistant)
    assert party_broker.exchange.denied_topics(assistant) == ()
    assistant.say(Message(TOPICS.of(ASSISTANT_PLACE, "ring"), b"PRESS"))
    party_broker.until(lambda: hub.party.rounds[0].rung)
    assert hub.party.rounds[0].left_out == {1}
    party_broker.until(lambda: any(each.topic.endswith("/bell") for each in assistant.heard))
    (bell,) = [each for each in assistant.heard if each.topic.endswith("/bell")]
    assert msgspec.json.decode(bell.payload) == {"event_type": "play begins", "round": 1}
    assert not bell.retain
    last = [each for each in assistant.heard if each.topic.endswith("/state")][-1]
    assert msgspec.json.decode(last.payload)["ends"].startswith("2023-11-")
    assert any(each.topic == config_topic(TOPICS) for each in assistant.heard)


@pytest.mark.parametrize("whose", ["door/a", "hub/a", "table/0"])
def test_home_assistant_says_nothing_else(party_broker: PartyBroker, whose: str) -> None:
    assistant = Speaker(TOPICS.of("hub/a", "party"), "#")
    party_broker.join(assistant, place=ASSISTANT_PLACE)
    party_broker.until(party_broker.exchange.is_online, assistant)
    assert party_broker.exchange.denied_topics(assistant) == tuple(assistant.subscriptions)
    assistant.say(Message(TOPICS.of(whose, "wishes"), b"{}"))
    party_broker.until(lambda: len(party_broker.exchange.denied_topics(assistant)) == 3)
