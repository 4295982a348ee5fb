"""Find the addresses and names under which phones reach the table on the local network."""

import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

import ifaddr
import segno

NAME: Final = "lexicon-table"
"""The table's name. Phones that know mDNS (all but old Androids) open http://lexicon-table.local/."""

DOCUMENTATION_ADDRESSES: Final = (("192.0.2.1", 9), ("2001:db8::1", 9))
"""Addresses reserved for documentation (RFC 5737, 3849), one of IPv4 and one of IPv6. Connecting a
datagram socket to one sends no packet, and shows which of the machine's addresses would be used."""

HOTSPOT_FILE: Final = Path("/run/lexicon-table.wifi")
"""The path of the file with the code by which a phone joins the set-up hotspot of an image
(deploy/image/hotspot.sh). The file exists while the hotspot is up."""

WILDCARD_HOSTS: Final = frozenset({"", "0.0.0.0", "::"})
"""Hosts that stand for every address of the machine. `0.0.0.0` stands for every IPv4 address."""

SOLD_DOMAIN: Final = re.compile(r"(?i)(ac|co|com|edu|gov|ltd|me|ne|net|or|org|plc|sch)\.[a-z]{2}")
"""Domains such as `co.uk`, in which a country's registry sells names. If a network has such a domain by
mistake, the buyer of `lexicon-table.co.uk` must not reach the table."""
RESOLVER_FILE: Final = Path("/etc/resolv.conf")


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface, and the machine's `addresses` on it."""

    name: str
    addresses: tuple[str, ...]


def interfaces() -> tuple[Interface, ...]:
    """Return this machine's network interfaces with the addresses in use; none if the kernel does not list
    them."""
    try:
        adapters = tuple(ifaddr.get_adapters())
    except OSError:
        return ()
    return tuple(
        Interface(adapter.nice_name, tuple(filter(_in_use, (_text(ip) for ip in adapter.ips))))
        for adapter in adapters
    )


def _text(ip: ifaddr.IP) -> str:
    return ip.ip if isinstance(ip.ip, str) else ip.ip[0]


def _in_use(address: str) -> bool:
    """Return True if the machine already uses `address`. A new IPv6 address is not used until the network
    has confirmed that it is free."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True


def outward_addresses() -> tuple[str, ...]:
    """Return the addresses that this machine uses towards the Internet: at most one of IPv4 and one of
    IPv6."""
    addresses = (
        _outward(family, destination)
        for family, destination in zip(_FAMILIES, DOCUMENTATION_ADDRESSES, strict=True)
    )
    return tuple(address for address in addresses if address is not None)


_FAMILIES: Final = (socket.AF_INET, socket.AF_INET6)


def _outward(family: socket.AddressFamily, destination: tuple[str, int]) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(destination)
            return str(probe.getsockname()[0])
    except OSError:
        return None


def reachable_addresses(found: Iterable[Interface], first: Sequence[str]) -> tuple[str, ...]:
    """Return the addresses by which others on the network reach a machine with the interfaces `found`,
    best first; none if it is on no network.

    All addresses belong to one interface: the one with the earliest address in `first`, else the first
    interface. IPv6 link-local addresses are left out, because no browser accepts them.
    """
    usable = [tuple(filter(_usable, interface.addresses)) for interface in found]
    ways = [sorted(addresses, key=_rank) for addresses in usable if addresses]
    order = {address: place for place, address in reversed(tuple(enumerate(first)))}
    best = min(ways, key=lambda way: min(order.get(address, len(first)) for address in way), default=[])
    return tuple(best)


def _usable(address: str) -> bool:
    it = ip_address(address)
    return not (it.is_loopback or it.is_unspecified or (it.version == 6 and it.is_link_local))


def _rank(address: str) -> tuple[bool, bool, bool, IPv4Address | IPv6Address]:
    """Return the sort key of an address. IPv4 comes first, because every phone has it. A local IPv6
    address comes before the provider's, because it changes less often."""
    it = ip_address(address)
    return it.version == 6, it.is_link_local, not it.is_private, it


def addresses_for_host(host: str) -> tuple[str, ...]:
    """Return the addresses at which phones reach a page served on `host` now, best first. Return none
    without a network, or if the page is for this machine alone."""
    if host in WILDCARD_HOSTS:
        now = reachable_addresses(interfaces(), outward_addresses())
        return now if host != "0.0.0.0" else tuple(address for address in now if ":" not in address)
    return (host,) if not is_local_only(host) and _in_use(host) else ()


def hotspot(file: Path = HOTSPOT_FILE) -> str | None:
    """Return the text of the QR code that joins a phone to the table's own Wi-Fi, from `file`; None while
    the hotspot is closed."""
    try:
        code = file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return code if code.startswith("WIFI:") else None


def is_local_only(host: str) -> bool:
    """Return True if a page served on `host` is for this machine alone."""
    return host in ("localhost", "::1") or host.startswith("127.")


def page_address(address: str, port: int) -> str:
    """Return the page's address as a phone opens it."""
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def own_names(hostname: str, resolver: str) -> frozenset[str]:
    """Return the full names under which a router may know the machine: its `hostname` and `NAME` in each
    of the network's search domains. `resolver` is the text of resolv.conf.

    Domains of one label, such as `com`, and domains such as `co.uk` are left out, because anybody can buy a
    name in them. The names of a home network are accepted elsewhere (`web.access.names`).
    """
    label = hostname.partition(".")[0]
    domains = [
        domain.strip(".")
        for line in resolver.splitlines()
        if (words := line.split()) and words[0] in ("search", "domain")
        for domain in words[1:]
    ]
    domains = [domain for domain in domains if "." in domain and not SOLD_DOMAIN.fullmatch(domain)]
    named = {f"{name}.{domain}" for name in (label, NAME) for domain in domains if name and domain}
    return frozenset({hostname} | named) - {""}


def search_domain_names() -> frozenset[str]:
    """Return the present names of this machine in its network's search domains."""
    try:
        resolver = RESOLVER_FILE.read_text("utf-8", errors="replace")
    except OSError:
        resolver = ""
    return own_names(socket.gethostname(), resolver)


def qr_code_text(text: str) -> str:
    """Return `text` as a QR code of half blocks with its quiet zone, for dark and light terminals."""
    rows = [bytes(row) for row in segno.make(text, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(_BLOCKS[upper, lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs)
    return "\n".join(f"\x1b[30;47m{line}\x1b[0m" for line in lines)


_BLOCKS: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
