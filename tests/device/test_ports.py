"""Test that a server gets a port that nothing uses, and that no connection can take it first."""

import socket

import pytest

from device.errors import UsageFault
from device.ports import SERVER_PORTS, free_port


def test_linux_gives_none_of_the_ports_to_an_outgoing_connection() -> None:
    """The ports of the product's servers are below 32768. Linux gives ports from 32768 on to outgoing
    connections (`net.ipv4.ip_local_port_range`), so such a port might be taken when a server starts."""
    assert max(SERVER_PORTS) < 32_768


def test_a_server_can_listen_on_the_port() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", free_port()))
        server.listen()


@pytest.mark.parametrize("address", ["127.0.0.1", ""])
def test_a_port_in_use_is_passed_over(address: str) -> None:
    with socket.socket() as server:
        server.bind((address, taken := free_port()))
        server.listen()
        other = free_port(tuple(port for port in SERVER_PORTS if port != taken))
        assert {free_port((taken, other)) for _ in range(20)} == {other}
        with pytest.raises(UsageFault, match=f"No port from {taken} to {taken} was found free"):
            free_port((taken,))
