"""Test that the supervisor is told when the table is up, that its loop is alive, and when it ends."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.running.heartbeat import Heartbeat, supervisor


@pytest.fixture
def line(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(line: socket.socket) -> list[str]:
    messages = []
    while True:
        try:
            messages.append(line.recv(100).decode())
        except BlockingIOError:
            return messages


def test_it_says_that_it_is_ready_beats_three_times_in_the_time_allowed_and_says_that_it_ends(
    line: socket.socket,
) -> None:
    now = 0.0
    told = supervisor({"NOTIFY_SOCKET": line.getsockname(), "WATCHDOG_USEC": "30000000"})
    heart = Heartbeat(told, clock=lambda: now)
    heart.ready()
    for _ in range(120):
        now += 0.25
        heart.beat()
    heart.stopping()
    assert heard(line) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]


def test_without_a_watchdog_nothing_beats(line: socket.socket) -> None:
    heart = Heartbeat(supervisor({"NOTIFY_SOCKET": line.getsockname()}), clock=lambda: 1.0)
    heart.beat()
    assert heard(line) == []


def test_an_address_without_a_file_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("")  # the kernel chooses a name that begins with a zero byte
        address = "@" + listening.getsockname()[1:].decode()
        Heartbeat(supervisor({"NOTIFY_SOCKET": address}), clock=lambda: 1.0).ready()
        assert listening.recv(100) == b"READY=1"


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "1"}])
def test_with_nobody_to_tell_nothing_is_different(environment: dict[str, str]) -> None:
    told = supervisor(environment)
    heart = Heartbeat(told, clock=lambda: 1.0)
    heart.ready()
    heart.beat()
    heart.stopping()
    assert (told[1] is None) == (not environment)
