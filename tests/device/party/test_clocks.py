"""Test that all tables hear one bell, whatever their clocks show (PTY-2)."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.party.clocks import CLOCK_SAMPLES, ClockOffset
from device.party.link import HubLink
from device.party.stations import StationBroker
from engine.party import TableReady
from tests.device.party.party_broker import PartyBroker, entering

SECONDS = st.floats(-1e5, 1e5)
WAYS = st.lists(st.tuples(st.floats(0, 5), st.floats(0, 5)), min_size=1, max_size=3 * CLOCK_SAMPLES)


@given(SECONDS, WAYS)
def test_the_error_is_never_more_than_it_says_however_slow_one_way_is(
    shift: float, ways: list[tuple[float, float]]
) -> None:
    offset, now = ClockOffset(), 0.0
    for there, back in ways:
        offset.answered(now, now + there + shift, now + there + back)
        now += 10
    own = offset.own_time(shift)
    assert own is not None
    assert abs(own) <= offset.error + 1e-6
    assert offset.error <= min(sum(way) for way in ways[-CLOCK_SAMPLES:]) / 2 + 1e-6


def test_nothing_is_known_before_the_first_answer_or_after_another_hub_leads() -> None:
    offset = ClockOffset()
    assert offset.own_time(5.0) is None
    offset.answered(0.0, 100.0, 0.2)
    assert offset.own_time(100.1) == pytest.approx(0.2)
    offset.forget()
    assert offset.own_time(5.0) is None


def test_tables_whose_clocks_are_seconds_and_hours_apart_ring_at_one_moment(
    party_broker: PartyBroker,
) -> None:
    hub = party_broker.hub()
    party_broker.join(hub)
    shifts = (0.0, 3.0, -7200.0)
    links: list[HubLink] = []
    exchanges: list[StationBroker] = []
    for number, shift in enumerate(shifts):
        address = party_broker.broker.address
        clock = (lambda added: lambda: time.monotonic() + added)(shift)
        exchanges.append(StationBroker(address.host, address.port, clock, retry=0.1, tick=0.03))
        links.append(party_broker.link(f"table/{number}"))
        exchanges[-1].add(links[-1], party_broker.access.of(f"table/{number}"))
    hub.say(*entering(3))

    def everybody(done: str) -> bool:
        for exchange in exchanges:
            exchange.run_once(0.0)
        return all(getattr(link, done) for link in links)

    party_broker.until(everybody, "state")
    party_broker.until(lambda: everybody("state") and all(len(link.clock) == CLOCK_SAMPLES for link in links))
    for link in links:
        link.say(TableReady(1))
    party_broker.until(everybody, "rings_at")
    moments = [(link.rings_at or 0.0) - shift for link, shift in zip(links, shifts, strict=True)]
    for moment, link in zip(moments, links, strict=True):
        assert abs(moment - hub.party.rounds[0].rings_at) <= link.clock.error + 0.001
    for exchange in exchanges:
        exchange.close()
