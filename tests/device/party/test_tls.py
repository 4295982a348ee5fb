"""Test a party whose broker speaks TLS, with certificates from the repository's own script."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.errors import UsageFault
from device.party import party_messages
from device.party.access import Access, account_commands, new_access
from device.party.broker import Address, Broker, authority_certificate
from device.party.link import HubLink
from device.party.party_folder import invite
from device.party.stations import StationBroker
from device.ports import free_port
from device.records.journal import Journal
from device.service.machine_joining import join_party
from tests.device.party.party_broker import PATIENCE, TOPICS, Speaker, needs_broker
from tests.device.party.test_held import NAMES, ROOT, lines, started

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
pytestmark = [needs_broker, needs_openssl]
HEARS = TOPICS.of("hub/+", "party")


def made(folder: Path, *names: str) -> Path:
    """Make certificates with the repository's script in `folder`, and return the folder."""
    script = ROOT / "deploy" / "party-tls.sh"
    subprocess.run([script, folder, *names], check=True, capture_output=True)
    return folder


@pytest.fixture
def access() -> Access:
    return new_access(TOPICS, ["table/0"])


@pytest.fixture
def broker(tmp_path: Path, access: Access) -> Iterator[Broker]:
    """Provide a broker that speaks TLS and knows a table."""
    tls = made(tmp_path / "tls")
    address = Address("0.0.0.0", free_port(), authority_certificate(tls))
    found = Broker(tmp_path / "broker", address, account_commands(TOPICS, access), tls=tls)
    found.start()
    yield found
    found.stop()


def connect_table(
    broker: Broker, access: Access, *, ca: str, host: str = "127.0.0.1"
) -> tuple[StationBroker, Speaker]:
    """Return a table's connection to the broker, and the speaker that keeps the messages which the table
    gets. `ca` is the certificate that the table trusts; if it is empty the connection does not use TLS."""
    exchange = StationBroker(host, broker.address.port, time.monotonic, ca=ca, retry=0.1, tick=0.03)
    table = Speaker(HEARS)
    exchange.add(table, access.of("table/0"))
    return exchange, table


def test_a_table_that_trusts_the_partys_authority_comes_in(broker: Broker, access: Access) -> None:
    exchange, table = connect_table(broker, access, ca=broker.address.ca)
    assert exchange.run_until(lambda: exchange.is_online(table), PATIENCE)
    exchange.close()


def test_a_broker_of_another_authority_is_refused(broker: Broker, access: Access, tmp_path: Path) -> None:
    exchange, table = connect_table(broker, access, ca=authority_certificate(made(tmp_path / "other")))
    assert exchange.run_until(lambda: bool(exchange.refusal_reason(table)), PATIENCE)
    assert "its certificate is not to be trusted" in exchange.refusal_reason(table)
    assert not exchange.is_online(table)
    exchange.close()


def test_a_broker_of_another_name_is_refused(broker: Broker, access: Access) -> None:
    exchange, table = connect_table(broker, access, ca=broker.address.ca, host="127.0.0.2")
    assert exchange.run_until(lambda: bool(exchange.refusal_reason(table)), PATIENCE)
    assert "IP address mismatch" in exchange.refusal_reason(table)
    exchange.close()


def test_who_speaks_in_the_clear_does_not_come_in(broker: Broker, access: Access) -> None:
    plain, table = connect_table(broker, access, ca="")
    exchange, other = connect_table(broker, access, ca=broker.address.ca)
    assert exchange.run_until(lambda: exchange.is_online(other), PATIENCE)
    plain.run_until(lambda: plain.is_online(table), 1.0)
    assert not plain.is_online(table)
    plain.close()
    exchange.close()


def test_the_authority_stays_when_the_certificate_is_made_anew(tmp_path: Path) -> None:
    first = authority_certificate(made(tmp_path / "tls"))
    before = (tmp_path / "tls" / "broker.crt").read_text()
    assert authority_certificate(made(tmp_path / "tls", "hub.example.org")) == first
    assert (tmp_path / "tls" / "broker.crt").read_text() != before
    assert (tmp_path / "tls" / "broker.key").stat().st_mode & 0o077 == 0


def test_a_machine_that_joins_an_encrypted_party_gets_its_authority(tmp_path: Path) -> None:
    names, tls, page = tmp_path / "names.csv", made(tmp_path / "tls"), free_port()
    names.write_text(NAMES)
    data, port = tmp_path / "party", str(free_port())
    asked = ("--names", str(names), "--data", str(data), "--port", str(page), "--broker-port", port)
    with started(*asked, "--tls", str(tls)) as process:
        lines(process, "Ctrl-C")
        own = join_party(
            tmp_path / "table", f"http://127.0.0.1:{page}/m/{invite(data, 'table/1', time.time())}"
        )
        assert own.ca == authority_certificate(tls)
        exchange = StationBroker(own.host, own.port, time.monotonic, ca=own.ca)
        journal = Journal(
            tmp_path / "facts", encode=party_messages.encode, decode=party_messages.decode, clock=time.time
        )
        link = HubLink(own.topics, own.place, journal)
        exchange.add(link, own.credential)
        assert exchange.run_until(lambda: link.state is not None, PATIENCE), exchange.refusal_reason(link)
        exchange.close()
        journal.close()


def test_a_folder_without_certificates_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match=r"ca\.crt is missing\. Make it with: deploy/party-tls\.sh"):
        authority_certificate(tmp_path)
    (tmp_path / "ca.crt").write_text("no certificate")
    with pytest.raises(UsageFault, match=r"ca\.crt: no certificate"):
        authority_certificate(tmp_path)
