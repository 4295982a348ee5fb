"""Test that phones connect by IPv4 and IPv6, and that each is known by its own address."""

import errno
import http.client
import socket

import pytest
from flask import Flask, request

from web.server import Server
from web.sockets import from_outside, listening_socket, plain_address


def test_a_table_on_every_address_is_reached_by_both_families(app: Flask) -> None:
    app.view_functions["table.state"] = lambda: request.remote_addr or ""
    server = Server(app, "::", 0).start()
    try:
        for address in ("127.0.0.1", "::1"):
            asked = http.client.HTTPConnection(address, server.port, timeout=30)
            asked.request("GET", "/api/state")
            answer = asked.getresponse()
            assert (answer.status, answer.read().decode()) == (200, address)
            asked.close()
    finally:
        server.close()


def test_a_table_on_an_address_of_ipv4_is_there_alone() -> None:
    with listening_socket("127.0.0.1", 0) as listener:
        assert listener.family is socket.AF_INET


def test_a_kernel_without_ipv6_serves_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.socket

    def lacking(family: int = socket.AF_INET, *others: int) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")
        return real(family, *others)

    monkeypatch.setattr("web.sockets.socket.socket", lacking)
    with listening_socket("::", 0) as listener:
        assert listener.family is socket.AF_INET
    with pytest.raises(OSError, match="can't serve on ::1 port 0: Address family not supported"):
        listening_socket("::1", 0)


def test_a_port_in_use_is_named() -> None:
    with listening_socket("::", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(OSError, match=rf"port {port} is in use\. Choose another with --port"):
            listening_socket("127.0.0.1", port)
    with pytest.raises(OSError, match=r"can't serve on 127.0.0.1 port 70000: .*0-65535"):
        listening_socket("127.0.0.1", 70000)


@pytest.mark.parametrize(
    ("seen", "its"),
    [("::ffff:192.168.7.20", "192.168.7.20"), ("fd00::9", "fd00::9"), ("192.168.7.20", "192.168.7.20")],
)
def test_a_phone_is_known_by_its_own_address(seen: str, its: str) -> None:
    assert plain_address(seen) == its


@pytest.mark.parametrize(
    ("phone", "own", "outside"),
    [
        ("2a02:8070:1:2::5", "2a02:8070:1:2::9", False),
        ("2a02:8070:1:3::5", "2a02:8070:1:2::9", True),
        ("2600:1f18::1", "2a02:8070:1:2::9", True),
        ("2600:1f18::1", "fd00:7::9", True),
        ("fd00:8::5", "fd00:7::9", False),
        ("fe80::5%eth0", "fe80::9%eth0", False),
        ("fe80::5", "2a02:8070:1:2::9", False),
        ("::1", "::1", False),
        ("192.168.7.20", "::ffff:192.168.7.9", False),
        ("203.0.113.7", "::ffff:192.168.7.9", False),
    ],
)
def test_over_ipv6_only_phones_of_the_same_network_come_in(phone: str, own: str, outside: bool) -> None:
    assert from_outside(phone, own) is outside


def test_a_phone_from_outside_is_hung_up_on(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.connections.plain_address", lambda _: "2600:1f18::1")
    server = Server(app, "::1", 0).start()
    try:
        assert _heard(server.port) == b""
        monkeypatch.undo()
        asked = http.client.HTTPConnection("::1", server.port, timeout=30)
        asked.request("GET", "/api/state")
        assert asked.getresponse().status == 200
        asked.close()
    finally:
        server.close()


def _heard(port: int) -> bytes:
    """Return the first bytes of the answer to a request over IPv6. Return nothing if the server closes the
    connection."""
    try:
        with socket.create_connection(("::1", port), timeout=30) as line:
            line.sendall(b"GET /api/state HTTP/1.1\r\nHost: [::1]\r\n\r\n")
            return line.recv(100)
    except ConnectionError:
        return b""
