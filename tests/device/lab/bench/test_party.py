"""Test the bench that measures a party, by a small real party: its figures are complete, and lost messages
are counted."""

from pathlib import Path

import pytest

from device.lab.bench.party import count_astray, play_party
from device.lab.bench.party_phones import PATIENCE_S, measure_streams
from device.party import party_messages
from device.party.fact_log import TakenFact
from device.party.link import HubLink
from device.party.party_messages import Topics
from device.records.journal import Journal
from engine.party import HUB, RoundCounted, RoundOver, TableReady
from tests.device.party.party_broker import needs_broker

READY, COUNTED, AGAIN = TableReady(1), RoundCounted(1, (1, 2, 3, 4)), TableReady(2)
WHOLE = [
    TakenFact("0", 1, READY),
    TakenFact(HUB, 1, RoundOver(1)),
    TakenFact("0", 2, COUNTED),
    TakenFact("0", 3, AGAIN),
]


@needs_broker
def test_a_small_party_is_measured() -> None:
    found = play_party(2, 2, 3)
    assert (found["lost"], found["doubled"], found["misordered"]) == (0, 0, 0)
    assert found["totals equal a recount"] is True
    assert found["messages to the hub, a table and hand"] >= 2


@needs_broker
def test_taps_are_heard_of_by_phones_at_the_hub_and_at_gateways() -> None:
    for gateways in (0, 1):
        found = measure_streams(3, screens=2, gateways=gateways, taps=2)
        assert found["listening"] == 3
        assert 0 < found["ms to p50, p99, worst"][2] < 1000 * PATIENCE_S


@pytest.mark.parametrize(
    ("log", "found"),
    [
        (WHOLE, (0, 0, 0)),
        (WHOLE[:-1], (1, 0, 0)),
        ([*WHOLE, WHOLE[-1]], (0, 1, 0)),
        ([WHOLE[0], WHOLE[3], WHOLE[2]], (0, 0, 1)),
        ([WHOLE[0], TakenFact("0", 2, AGAIN), WHOLE[3]], (0, 0, 1)),
    ],
)
def test_what_goes_astray_is_counted(
    tmp_path: Path, log: list[TakenFact], found: tuple[int, int, int]
) -> None:
    journal = Journal(
        tmp_path / "table", encode=party_messages.encode, decode=party_messages.decode, clock=lambda: 0.0
    )
    link = HubLink(Topics("saturday"), "table/0", journal)
    link.say(READY, COUNTED, AGAIN)
    journal.close()
    assert tuple(count_astray(log, [link]).values()) == found
