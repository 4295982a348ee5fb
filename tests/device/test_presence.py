"""Test that the table follows its machine's addresses: it reports changes, and announces its name on each
network."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from device.presence import RETRY_SECONDS, Presence

PORT = 8080
NAME = "lexicon-table.local"


class Network:
    """A machine's addresses as they change, and the announcements on its network."""

    def __init__(self) -> None:
        self.addresses: tuple[str, ...] = ()
        self.free = True
        self.announced: list[tuple[str, ...]] = []
        self.standing: list[tuple[str, ...]] = []
        self.told: list[str | None] = []
        self.named: list[str] = []
        self.presence = Presence(
            lambda: self.addresses,
            PORT,
            on_address=self.told.append,
            on_name=self.named.append,
            announce=self._announce,
        )

    def on(self, *addresses: str, now: float) -> None:
        self.addresses = addresses
        self.presence.check_addresses()
        self.presence.update_announcement(now)

    @contextmanager
    def _announce(self, addresses: Sequence[str], port: int) -> Iterator[str | None]:
        assert port == PORT
        self.announced.append(tuple(addresses))
        if not self.free:
            yield None
            return
        self.standing.append(tuple(addresses))
        yield NAME
        self.standing.remove(tuple(addresses))


@pytest.fixture
def network() -> Network:
    return Network()


def test_a_table_that_starts_before_the_network_is_up_is_announced_when_it_is(network: Network) -> None:
    for now in range(10):
        network.on(now=now)
    assert (network.told, network.announced) == ([None], [])
    network.on("192.168.7.9", now=10)
    assert network.told == [None, "192.168.7.9"]
    assert network.standing == [("192.168.7.9",)]
    assert network.named == [NAME]


def test_a_table_whose_address_changes_is_announced_where_it_is_now_and_nowhere_else(
    network: Network,
) -> None:
    network.on("192.168.7.9", now=0)
    network.on("10.0.0.4", now=2)
    assert network.told == ["192.168.7.9", "10.0.0.4"]
    assert network.standing == [("10.0.0.4",)]


def test_nothing_is_said_or_announced_anew_while_nothing_changes(network: Network) -> None:
    for now in range(100):
        network.on("192.168.7.9", "fd00::9", now=now)
    assert network.told == ["192.168.7.9"]
    assert len(network.announced) == 1


def test_another_address_beside_the_best_one_is_announced_and_not_printed(network: Network) -> None:
    network.on("192.168.7.9", now=0)
    network.on("192.168.7.9", "fd00::9", now=2)
    assert network.told == ["192.168.7.9"]
    assert network.standing == [("192.168.7.9", "fd00::9")]


def test_a_network_that_goes_takes_the_name_along_and_brings_it_back(network: Network) -> None:
    network.on("192.168.7.9", now=0)
    network.on(now=2)
    assert network.standing == []
    network.on("192.168.7.9", now=4)
    assert network.told == ["192.168.7.9", None, "192.168.7.9"]
    assert network.standing == [("192.168.7.9",)]


def test_a_name_that_cannot_be_had_is_tried_again_now_and_then(network: Network) -> None:
    network.free = False
    for now in range(int(RETRY_SECONDS)):
        network.on("192.168.7.9", now=now)
    assert len(network.announced) == 1
    network.free = True
    network.on("192.168.7.9", now=RETRY_SECONDS)
    assert network.standing == [("192.168.7.9",)]


def test_a_table_put_away_is_announced_no_more(network: Network) -> None:
    network.on("192.168.7.9", now=0)
    network.presence.close()
    assert network.standing == []
