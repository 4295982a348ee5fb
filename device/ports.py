"""Choose ports for servers of this machine."""

import socket
from collections.abc import Sequence
from contextlib import suppress
from random import SystemRandom
from typing import Final

from device.errors import UsageFault

SERVER_PORTS: Final = range(20_000, 32_000)
"""Ports from which a free one is chosen. They lie below 32768, from where on Linux gives ports to outgoing
connections. Such a connection could take a port between its choice and the start of its server."""
_MAX_TRIES: Final = 100
"""Greatest number of ports that are tried."""


def free_port(ports: Sequence[int] = SERVER_PORTS) -> int:
    """Return a random port of `ports` that no program uses at any address of this machine. Raise UsageFault
    if all the ports that are tried are in use."""
    for port in SystemRandom().sample(ports, min(_MAX_TRIES, len(ports))):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("", port))
            return port
    raise UsageFault(f"No port from {min(ports)} to {max(ports)} was found free.")
