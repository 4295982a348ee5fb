"""The host names that a request to the table may have. No outsider can own them.

A foreign page may point its own name at the table's address (DNS rebinding). It would then share the table's
origin. Such a page can't have a name that only the home network resolves. The table accepts every name that
only a home network resolves, because any of them may come from the router. The table accepts a name of the
public DNS only if the table's owner lists the name.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final

HOME_DOMAINS: Final = frozenset({"localhost", "local", "lan", "home", "home.arpa", "internal", "fritz.box"})
"""Domains in which no outsider can own a name. Some are reserved (RFC 6761, 6762, 8375, ICANN's
`internal`). Home routers resolve the others themselves."""

_HOST: Final = re.compile(
    r"(?:\[(?P<literal>[0-9a-f:.]+(?:%[\w.~-]+)?)\]|(?P<name>[\w.-]+))(?::(?P<port>\d{0,5}))?", re.ASCII
)


def host_name(host: str) -> str:
    """Return the name or address in a Host header, in lower case, without port and brackets; empty when
    the header has neither a name nor an address."""
    found = _HOST.fullmatch(host.lower())
    return "" if found is None else (found["literal"] or found["name"].removesuffix("."))


def page_address(name: str, host: str) -> str:
    """Return the URL of the table's page on the machine `name` (a host name or an IP address). The port is
    that of the Host header `host`."""
    found = _HOST.fullmatch(host.lower())
    port = "" if found is None or not found["port"] else f":{found['port']}"
    return f"http://[{name}]{port}/" if ":" in name else f"http://{name}{port}/"


def is_own_device(name: str) -> bool:
    """Return True if `name` is empty, or leads every device to itself, as `localhost` does. No phone
    reaches the table by such a name. `name` has the form that `host_name` returns."""
    return name in ("", "localhost") or name.endswith(".localhost") or _is_loopback(name)


def is_home_name(name: str) -> bool:
    """Return True if no outsider can own `name`, because it is an address, a single label, or a name in
    one of the domains `HOME_DOMAINS`. `name` has the form that `host_name` returns."""
    if _is_address(name):
        return True
    labels = name.split(".")
    if not all(labels):
        return False
    return len(labels) == 1 or any(".".join(labels[at:]) in HOME_DOMAINS for at in range(1, len(labels)))


def normalised_names(names: Collection[str]) -> frozenset[str]:
    """Return `names` in lower case, without a final dot, so that they can be compared with `host_name`."""
    return frozenset(name.strip().lower().removesuffix(".") for name in names)


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
