"""Connect a party to its broker: a broker of this program, or one that runs already."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from device.errors import UsageFault, disk_fault
from device.party.access import Command, carry_out
from device.party.broker import ADMIN, Address, Broker, is_listening
from device.party.stations import Credential, StationBroker


@contextmanager
def own_broker(
    folder: Path, address: Address, password: str, todo: Sequence[Command], tls: Path | None = None
) -> Iterator[tuple[Address, Credential]]:
    """Run a broker while the context lasts. `todo` creates its accounts. TLS uses the certificate in the
    folder `tls`. Raise UsageFault if the broker does not start."""
    broker = Broker(folder, address, todo, password, tls)
    broker.start()
    try:
        yield Address("127.0.0.1", address.port, address.ca), broker.admin
    finally:
        broker.stop()


def running_broker(address: Address, admin: Path, todo: Sequence[Command]) -> tuple[Address, Credential]:
    """Create the party's accounts on a running broker, by the commands `todo`. Return the broker's
    address and its administrator's credential, whose password is in the file `admin`.

    Raise UsageFault if the file cannot be read, or if the broker does not answer or refuses.
    """
    try:
        password = admin.read_text().strip()
    except OSError as fault:
        raise disk_fault(admin, fault) from fault
    except UnicodeDecodeError as fault:
        raise UsageFault(f"{admin}: no text") from fault
    if not is_listening(address):
        raise UsageFault(f"No broker answers at {address}. Start it, or name another with --broker.")
    exchange = StationBroker(address.host, address.port, time.monotonic, ca=address.ca)
    try:
        carry_out(exchange, Credential(ADMIN, password), todo, again=True)
    finally:
        exchange.close()
    return address, Credential(ADMIN, password)
