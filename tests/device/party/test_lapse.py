"""Test a lease that ends because its machine is too busy: it is renewed only while no other hub leads."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from device.party import fact_log
from device.party.hub import PartyHub
from device.party.party_messages import Lease, Topics, batches, message, payload_of
from device.party.stations import Message
from device.records.journal import Journal
from engine.party import TableReady
from tests.device.party.party_broker import entering

TOPICS = Topics("busy")


def topics(messages: Iterable[Message]) -> list[str]:
    """Return the topic of each message, without the party and the sender."""
    return [TOPICS.route(one.topic)[2] for one in messages]


def back(messages: Iterable[Message]) -> list[Message]:
    """Return those messages of a hub that the broker sends back to the same hub: the echo, by which the hub
    learns that it is connected, and the lease."""
    return [one._replace(retain=False) for one in messages if topics([one])[0] in ("echo", "lease")]


def leads(hub: PartyHub, now: float) -> list[Message]:
    """Connect the hub and let it claim the lead. Return the messages that it sends as the leader."""
    claim = hub.received(now, back(hub.connected(now)))
    return list(hub.received(now, back(claim)))


@pytest.fixture
def hub(tmp_path: Path) -> PartyHub:
    """Return a hub of a party with two tables. It has led since second 100, and its lease ended at second
    103."""
    journal = Journal(tmp_path / "hub", encode=fact_log.encode, decode=fact_log.decode, clock=lambda: 0.0)
    hub = PartyHub(TOPICS, "a", journal)
    assert "facts/1" not in topics(leads(hub, 100.0))
    hub.say(*entering(2))
    assert "facts/1" in topics(hub.ticked(100.5))
    assert hub.leading
    return hub


def ready(table: int) -> Message:
    """Return the message in which table number `table` says that it is ready."""
    return message(TOPICS.of(f"table/{table}", "facts"), batches([TableReady(1)], 1)[0])


def test_a_lapsed_lease_is_renewed_in_its_own_term_and_what_was_heard_meanwhile_counts(hub: PartyHub) -> None:
    term, lines = hub.term, len(list(hub.log()))
    asks = list(hub.received(104.0, [ready(0)]))
    assert topics(asks) == ["echo"]
    assert not hub.leading
    assert list(hub.received(104.1, [ready(1)])) == []
    renewal = list(hub.received(104.2, back(asks)))
    assert topics(renewal) == ["lease"]
    assert payload_of(renewal[0], Lease).term == term
    said = list(hub.received(104.3, back(renewal)))
    assert hub.leading
    assert hub.term == term
    assert f"facts/{lines + 1}" in topics(said)
    assert "facts/1" not in topics(said)
    assert hub.party.rounds[0].rung


def test_a_lease_that_lapsed_while_another_hub_claimed_the_lead_is_lost(hub: PartyHub) -> None:
    before = hub.party
    asks = list(hub.received(104.0, [ready(0)]))
    claim = message(TOPICS.of("hub/b", "lease"), Lease(term=hub.term + 1, beat=1, facts=0))
    assert list(hub.received(104.1, [claim, *back(asks)])) == []
    assert not hub.leading
    assert hub.party is before
