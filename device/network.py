"""Where phones find the table: its address on the local network, and its name there (mDNS)."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import segno
from zeroconf import Error, ServiceInfo, Zeroconf

NAME: Final = "lexicon-table"
"""The table's name: phones that know mDNS (all but old Androids) open http://lexicon-table.local/."""

NOWHERE: Final = ("192.0.2.1", 9)
"""An address of documentation (RFC 5737): a datagram socket "connected" to it sends nothing, and knows by
which of the machine's addresses it would."""


def lan_address() -> str | None:
    """The machine's own address on the network other machines are on; None when it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def reachable(host: str) -> str | None:
    """The address phones use for a page served on `host`; None when it is for this machine alone."""
    if host in ("", "0.0.0.0", "::"):
        return lan_address()
    return None if host == "localhost" or host.startswith("127.") or host == "::1" else host


def page_address(address: str, port: int) -> str:
    """The page's address, as a phone opens it."""
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def drawn(text: str) -> str:
    """`text` as a QR code of half blocks, for a terminal of either colour: its quiet zone is drawn, too."""
    rows = [bytes(row) for row in segno.make(text, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(_BLOCKS[upper, lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs)
    return "\n".join(f"\x1b[30;47m{line}\x1b[0m" for line in lines)


_BLOCKS: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


@contextmanager
def named(address: str | None, port: int) -> Iterator[str | None]:
    """Within it, the table answers to its name on the network; gives the name, None when it could not be had:
    there is no network, or another program holds the port of mDNS for itself."""
    if address is None or ":" in address:
        yield None
        return
    try:
        post = Zeroconf(interfaces=[address])
    except (OSError, Error):
        yield None
        return
    try:
        yield _registered(post, address, port)
    finally:
        post.close()


def _registered(post: Zeroconf, address: str, port: int) -> str | None:
    info = ServiceInfo(
        "_http._tcp.local.",
        f"{NAME}._http._tcp.local.",
        addresses=[socket.inet_aton(address)],
        port=port,
        server=f"{NAME}.local.",
        properties={"path": "/"},
    )
    try:
        # Two tables on one network: the second's service is renamed; people then use the address.
        post.register_service(info, allow_name_change=True)
    except (OSError, Error):
        return None
    return f"{NAME}.local"
