"""Open the socket that phones connect to, for IPv4 and IPv6."""

import errno
import socket
from ipaddress import ip_address, ip_network
from typing import Final

MAX_SILENCE_MS: Final = 20_000
"""Milliseconds without an acknowledgement after which a phone counts as gone. The server then closes the
phone's connection and frees its thread."""
ALL_ADDRESSES: Final = "::"
"""The host name that stands for every address of the machine, IPv6 and IPv4."""
_WITHOUT_IPV6: Final = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT})
NETWORK_BITS: Final = 64
"""Number of leading bits that all IPv6 addresses of a home network share. A phone whose address differs in
them is outside."""
_MAPPED: Final = "::ffff:"


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket bound to `host`. Raise `OSError` if `host` can't be bound. The error names
    the address.

    `ALL_ADDRESSES` binds IPv4 and IPv6, or IPv4 alone if the kernel has no IPv6.
    """
    try:
        return _bound(host, port)
    except OSError as error:
        if host == ALL_ADDRESSES and error.errno in _WITHOUT_IPV6:
            return listening_socket("0.0.0.0", port)
        if error.errno == errno.EADDRINUSE:
            raise OSError(f"port {port} is in use. Choose another with --port") from error
        reason = error.strerror or str(error)
        raise OSError(f"can't serve on {host} port {port}: {reason}") from error


def plain_address(address: str) -> str:
    """Return the address of a phone, with an IPv4 address as people write it. A socket for both IPv4 and IPv6
    reports it as `::ffff:192.168.0.7`."""
    return address.removeprefix(_MAPPED) if "." in address else address


def from_outside(phone: str, own: str) -> bool:
    """Return True if `phone` is a global IPv6 address of another network than `own`, the table's address to
    which the phone connected. IPv4 needs no such check, because routers block connections from outside by
    default."""
    it = ip_address(phone)
    if it.version == 4 or not it.is_global:
        return False
    return it not in ip_network((int(ip_address(own)), NETWORK_BITS), strict=False)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == ALL_ADDRESSES:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, MAX_SILENCE_MS)
        listener.bind((host, port))
        listener.listen(1024)
    except OverflowError as error:
        listener.close()
        raise OSError(str(error)) from error
    except OSError:
        listener.close()
        raise
    return listener
