"""Test that each tap at a gateway counts once, whatever happens to the hub and the gateway
(docs/party-wire.md)."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from device.party.gateway import Gateway
from device.party.hub import PartyHub
from engine.party import (
    CallRuled,
    Fact,
    PlayerEntered,
    RoundCounted,
    RoundScoreCorrected,
    SeatInitialled,
    StewardCalled,
    TableReady,
    left_of,
    scores,
)
from tests.device.party.party_broker import PATIENCE, PartyBroker, entering

POINTS = (10, 0, 25, 30)


class Phones:
    """Phones at a gateway. Each tap runs in a thread of its own while the broker carries messages, and has a
    key that tells it from other taps."""

    def __init__(self, party_broker: PartyBroker) -> None:
        self._party_broker, self._pool = party_broker, ThreadPoolExecutor(8)

    def tap(
        self, gateway: Gateway, place: str, fact: Fact, key: str, patience: float = PATIENCE
    ) -> Future[str]:
        return self._pool.submit(gateway.say, place, [fact], key, patience)

    def told(self, gateway: Gateway, place: str, fact: Fact, key: str) -> str:
        """Tap once. Return the message that the phone shows: empty when the hub has accepted the tap."""
        tapped = self.tap(gateway, place, fact, key)
        self._party_broker.until(tapped.done)
        return tapped.result()

    def close(self) -> None:
        self._pool.shutdown()


@pytest.fixture
def phones(party_broker: PartyBroker) -> Iterator[Phones]:
    found = Phones(party_broker)
    yield found
    found.close()


def begun(party_broker: PartyBroker, tables: int = 1) -> tuple[PartyHub, Gateway]:
    """Return the hub of a party whose first round waits for the tables to be ready, and a gateway that
    shows the round."""
    hub, gateway = party_broker.hub(), party_broker.gateway()
    party_broker.join(hub, gateway)
    hub.say(*entering(tables))
    party_broker.until(lambda: gateway.latest().party.rounds)
    return hub, gateway


def rung(party_broker: PartyBroker, phones: Phones, gateway: Gateway) -> None:
    """Begin the first hand of table 0: one of its phones says that the table is ready, and the bell rings."""
    assert phones.told(gateway, "table/0", TableReady(1), "ready") == ""
    assert gateway.latest().party.rounds[0].rung


def heard(gateway: Gateway) -> bool:
    gateway.check_hub()
    return gateway.latest().hub


def test_a_table_of_phones_alone_plays_a_round(party_broker: PartyBroker, phones: Phones) -> None:
    hub, gateway = begun(party_broker)
    rung(party_broker, phones, gateway)
    assert phones.told(gateway, "table/0", RoundCounted(1, POINTS), "count") == ""
    assert phones.told(gateway, "table/0", StewardCalled(1, 1, "PARIS", 0, 1), "call") == ""
    assert phones.told(gateway, "steward/0", CallRuled(0, 1, "word bad"), "ruled") == ""
    seats = gateway.latest().party.rounds[0].room[0]
    for seat in range(4):
        said = SeatInitialled(1, seat, left_of(seats, seat))
        assert phones.told(gateway, "table/0", said, f"initial {seat}") == ""
    assert tuple(scores(gateway.latest().party, 1, 0)[player] for player in seats) == POINTS
    assert gateway.latest().party.rounds[0].over
    assert gateway.latest().party == hub.party


def test_a_tap_that_arrives_twice_counts_once(party_broker: PartyBroker, phones: Phones) -> None:
    hub, gateway = begun(party_broker)
    other = party_broker.gateway("b")
    party_broker.join(other)
    rung(party_broker, phones, gateway)
    taps = [phones.tap(one, "table/0", RoundCounted(1, POINTS), "count") for one in (gateway, gateway, other)]
    party_broker.until(lambda: all(tap.done() for tap in taps))
    assert phones.told(gateway, "table/0", RoundCounted(1, (1, 1, 1, 1)), "count") == ""
    assert [one.fact for one in hub.log()].count(RoundCounted(1, POINTS)) == 1
    assert hub.party.card(1, 0).reported == POINTS


def test_a_tap_counts_once_though_the_hub_was_started_again_in_between(
    party_broker: PartyBroker, phones: Phones
) -> None:
    hub, gateway = begun(party_broker)
    rung(party_broker, phones, gateway)
    assert phones.told(gateway, "table/0", RoundCounted(1, POINTS), "count") == ""
    party_broker.exchange.remove(hub)
    early = phones.tap(gateway, "table/0", SeatInitialled(1, 0, 1), "initial")
    again = party_broker.hub()
    party_broker.join(again)
    party_broker.until(early.done)
    assert phones.told(gateway, "table/0", RoundCounted(1, (9, 9, 9, 9)), "count") == ""
    assert again.party.card(1, 0).reported == POINTS
    assert again.party.card(1, 0).initials == {(0, 1)}
    assert gateway.latest().party == again.party


def test_a_tap_counts_once_though_another_hub_has_taken_over(
    party_broker: PartyBroker, phones: Phones
) -> None:
    first, gateway = begun(party_broker)
    second = party_broker.hub("b")
    party_broker.join(second)
    rung(party_broker, phones, gateway)
    assert phones.told(gateway, "table/0", RoundCounted(1, POINTS), "count") == ""
    party_broker.until(party_broker.exchange.is_online, second)
    party_broker.exchange.remove(first)
    party_broker.until(lambda: second.leading)
    assert phones.told(gateway, "table/0", RoundCounted(1, (9, 9, 9, 9)), "count") == ""
    assert phones.told(gateway, "table/0", SeatInitialled(1, 0, 1), "initial") == ""
    assert second.party.card(1, 0).reported == POINTS
    assert gateway.latest().party == second.party


def test_a_gateway_that_is_opened_later_sees_the_party_as_it_is(
    party_broker: PartyBroker, phones: Phones
) -> None:
    hub, gateway = begun(party_broker)
    rung(party_broker, phones, gateway)
    assert phones.told(gateway, "table/0", RoundCounted(1, POINTS), "count") == ""
    party_broker.exchange.remove(gateway)
    later = party_broker.gateway()
    party_broker.join(later)
    party_broker.until(lambda: later.latest().party == hub.party)
    assert phones.told(later, "table/0", RoundCounted(1, (9, 9, 9, 9)), "count") == ""
    assert hub.party.card(1, 0).reported == POINTS


def test_what_a_machine_counted_and_phones_initialled_is_the_same_at_every_hub(
    party_broker: PartyBroker, phones: Phones
) -> None:
    first, gateway = begun(party_broker)
    second, machine = party_broker.hub("b"), party_broker.link("table/0")
    party_broker.join(second, machine)
    machine.say(TableReady(1), RoundCounted(1, (1, 2, 3, 4)))
    party_broker.until(lambda: first.party.card(1, 0).reported)
    assert phones.told(gateway, "table/0", SeatInitialled(1, 0, 1), "initial") == ""
    machine.say(RoundCounted(1, POINTS))
    party_broker.until(lambda: machine.confirmed)
    assert phones.told(gateway, "table/0", SeatInitialled(1, 2, 3), "another") == ""
    before = first.party
    party_broker.exchange.remove(first)
    party_broker.until(lambda: second.leading and machine.confirmed)
    assert second.party == before
    assert second.party.card(1, 0).initials == {(2, 3)}
    party_broker.until(lambda: gateway.latest().party == before)


def test_what_the_hub_refuses_is_told_in_a_sentence_and_changes_nothing(
    party_broker: PartyBroker, phones: Phones
) -> None:
    hub, gateway = begun(party_broker, tables=3)
    before = hub.party
    told = [
        phones.told(gateway, "table/0", RoundCounted(1, POINTS), "early"),
        phones.told(gateway, "table/7", TableReady(1), "nowhere"),
        phones.told(gateway, "steward/4", RoundScoreCorrected(1, "p1", 5), "other"),
        phones.told(gateway, "host", PlayerEntered("p99", "Player 1"), "double"),
    ]
    assert told == [
        "The bell has not begun this hand yet.",
        "There is no such table in this round.",
        "Only the steward of this table may say that.",
        "Somebody of a name like this takes part already. Add something to tell them apart.",
    ]
    assert hub.party == before
    assert phones.told(gateway, "host", PlayerEntered("p99", "Somebody else"), "host") == ""
    assert hub.party.names["p99"] == "Somebody else"


def test_without_a_hub_a_phone_is_told_so_and_may_say_the_same_again(
    party_broker: PartyBroker, phones: Phones
) -> None:
    hub, gateway = begun(party_broker)
    party_broker.exchange.remove(hub)
    party_broker.until(lambda: not heard(gateway))
    number = gateway.latest().number
    away = phones.tap(gateway, "table/0", TableReady(1), "ready", 0.0)
    party_broker.until(away.done)
    with pytest.raises(TimeoutError):
        away.result()
    again = party_broker.hub()
    party_broker.join(again)
    party_broker.until(lambda: heard(gateway))
    assert gateway.latest().number > number
    assert phones.told(gateway, "table/0", TableReady(1), "ready") == ""
    assert sum(isinstance(one.fact, TableReady) for one in again.log()) == 1


def test_a_gateway_knows_what_the_hubs_clock_shows(party_broker: PartyBroker) -> None:
    hub, gateway = party_broker.hub(epoch=86400.0), party_broker.gateway()
    party_broker.join(hub, gateway)
    party_broker.until(lambda: gateway.latest().clock >= time.monotonic() + 86399.0)
    assert gateway.latest().clock <= time.monotonic() + 86401.0
