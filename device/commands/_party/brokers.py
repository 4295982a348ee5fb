"""The broker of a party: one of our own, or one that runs already."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.errors import UsageFault, of_the_disk
from device.party.broker import ADMIN, Address, Broker, listens
from device.party.exchange import Credential


@contextmanager
def own(folder: Path, address: Address, password: str) -> Iterator[tuple[Address, Credential]]:
    """A broker of our own while the context lasts. UsageFault when it does not start."""
    broker = Broker(folder, address, password)
    broker.start()
    try:
        yield Address("127.0.0.1", address.port), broker.admin
    finally:
        broker.stop()


def running(address: Address, admin: Path) -> tuple[Address, Credential]:
    """Return a broker that somebody runs, with its administrator's credential, whose password is in the file
    `admin`. UsageFault when it can't be read, or no broker answers."""
    try:
        password = admin.read_text().strip()
    except OSError as fault:
        raise of_the_disk(admin, fault) from fault
    except UnicodeDecodeError as fault:
        raise UsageFault(f"{admin}: no text") from fault
    if not listens(address):
        raise UsageFault(f"No broker answers at {address}. Start it, or name another with --broker.")
    return address, Credential(ADMIN, password)
