"""Test `lexicon-table party` as people start it: killed, started again, and joined by a further machine."""

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.errors import UsageFault
from device.network import addresses_for_host
from device.party.party_folder import CODE_SECONDS, MachineCredentials, PartyFolder, invite
from device.party.stations import Credential
from device.ports import free_port
from device.presence import announce_name, find_service
from device.service.machine_joining import MachineAdmission, join_party, with_admission
from tests.device.party.party_broker import PartyBroker, Speaker, needs_broker

ROOT = Path(__file__).parents[3]
NAMES = "Ann\nBob\nCy\nDee\nEve\nFay\nGus\nHal\n"


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-u", "-m", "device.cli", "party", "--host", "127.0.0.1", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def lines(process: subprocess.Popen[str], last: str) -> list[str]:
    """Return the lines that a process prints until a line begins with `last`, including this line."""
    assert process.stdout is not None
    found = list[str]()
    for line in process.stdout:
        found.append(line.rstrip())
        if line.startswith(last):
            return found
    raise AssertionError("\n".join(found))


@needs_broker
def test_a_party_that_is_killed_goes_on_and_a_door_joins_it_once(tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text(NAMES)
    data, page, broker = tmp_path / "party", free_port(), free_port()
    kept = ("--data", str(data), "--port", str(page), "--broker-port", str(broker))
    with started("--names", str(names), *kept) as process:
        said = lines(process, "Ctrl-C")
    assert said[0] == "8 players at 2 tables."
    assert f"The room's screen: http://localhost:{page}/tv" in said
    assert [line.partition(":")[0] for line in said[1:4]] == [
        "The room's screen",
        "The host's page",
        "Steward 1",
    ]
    with started(*kept) as process:
        assert lines(process, "Ctrl-C")[0] == "The party goes on with round 1: 8 players."
        address = f"http://127.0.0.1:{page}/m/{invite(data, 'door/b', time.time())}"
        with started(*kept) as second:
            assert "another table is playing with this data" in lines(second, "lexicon-table: ")[-1]
        elsewhere = tmp_path / "elsewhere"
        with started("--door", address, "--data", str(elsewhere), "--port", "0") as gateway:
            assert lines(gateway, "The room's screen")
        with pytest.raises(UsageFault, match="This code was used already"):
            join_party(tmp_path / "third", address)
        assert join_party(elsewhere).place == "door/b"


def test_a_code_is_good_for_one_machine_and_its_own_topics(party_broker: PartyBroker, tmp_path: Path) -> None:
    holding = PartyFolder(tmp_path / "party")
    admission = MachineAdmission(
        holding, party_broker.broker.address, party_broker.broker.admin, time.monotonic
    )
    code = invite(tmp_path / "party", "table/3", time.time())
    given = admission.admit(code, "hub.local")
    assert given is not None
    assert (given.place, given.host, given.secret) == ("table/3", "hub.local", b"")
    assert admission.admit(code, "hub.local") is None
    assert PartyFolder(tmp_path / "party").credential("table/3") == given.credential
    table = Speaker(given.topics.of("hub/+", "state/table/3"), given.topics.of("hub/+", "state/table/4"))
    party_broker.exchange.add(table, given.credential)
    party_broker.until(party_broker.exchange.is_online, table)
    assert party_broker.exchange.denied_topics(table) == (table.subscriptions[1],)


@pytest.mark.parametrize(
    ("later", "good"),
    [(CODE_SECONDS - 1, True), (CODE_SECONDS, False), (1 - CODE_SECONDS, True), (-CODE_SECONDS, False)],
)
def test_a_code_grows_old(tmp_path: Path, later: float, good: bool) -> None:
    holding, made = PartyFolder(tmp_path), 1_800_000_000.0
    code = invite(tmp_path, "door/b", made)
    assert holding.redeem(code, made + later) == ("door/b" if good else None)
    assert holding.redeem(code, made) is None


def test_whoever_gives_in_an_old_code_is_told_why_not(party_broker: PartyBroker, tmp_path: Path) -> None:
    holding = PartyFolder(tmp_path / "party")
    code = invite(tmp_path / "party", "table/3", 0.0)
    address, admin = party_broker.broker.address, party_broker.broker.admin
    late = MachineAdmission(holding, address, admin, time.monotonic, today=lambda: CODE_SECONDS)
    app = with_admission(lambda _, __: [], late)
    answer = app({"REQUEST_METHOD": "POST", "PATH_INFO": f"/m/{code}"}, lambda _, __: None)
    assert b"older than 12 hours" in b"".join(answer)
    assert "table/3" not in PartyFolder(tmp_path / "party").access.credentials


def test_only_a_machine_gets_a_credential_and_only_by_its_code(
    party_broker: PartyBroker, tmp_path: Path
) -> None:
    holding = PartyFolder(tmp_path / "party")
    admission = MachineAdmission(
        holding, party_broker.broker.address, party_broker.broker.admin, time.monotonic
    )
    app = with_admission(lambda _, start: (start("204 No Content", []), [b"pages"])[1], admission)
    told: list[str] = []

    def asked(method: str, path: str) -> bytes:
        environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "HTTP_HOST": "hub.local:8080"}
        return b"".join(app(environ, lambda status, _: told.append(status[:3])))

    code = invite(tmp_path / "party", "door/b", time.time())
    assert asked("GET", "/") == b"pages"
    assert b"This code is for a machine" in asked("GET", f"/m/{code}")
    assert b"used already" in asked("POST", "/m/../../etc/passwd")
    assert b"used already" in asked("POST", "/m/no-such-code-here")
    assert b'"place":"door/b"' in asked("POST", f"/m/{code}")
    assert b"used already" in asked("POST", f"/m/{code}")
    assert told == ["204", "405", "404", "404", "200", "404"]


@pytest.mark.parametrize("place", ["table", "table/x", "door/../x", "kitchen/1", "hub/"])
def test_there_is_no_code_for_a_place_that_is_none(tmp_path: Path, place: str) -> None:
    PartyFolder(tmp_path)
    with pytest.raises(UsageFault, match="is no place of a party"):
        invite(tmp_path, place, time.time())


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("http://127.0.0.1:1/m/abcdefghijk", "no hub answers there"),
        ("ftp://127.0.0.1/m/abc", "no address of a party"),
        ("127.0.0.1:8080", "no address of a party"),
        ("", "this machine has joined no party"),
    ],
)
def test_an_address_that_leads_to_no_party_is_told_in_one_line(
    tmp_path: Path, address: str, line: str
) -> None:
    with pytest.raises(UsageFault, match=line):
        join_party(tmp_path / "data", address)


def test_a_pass_names_the_party_its_broker_and_who_one_is() -> None:
    own = MachineCredentials("saturday", "table/3", "hub.local", 1884, "secret")
    assert str(own.address) == "hub.local:1884"
    assert own.credential == Credential("saturday/table/3", "secret")
    assert own.topics.of("hub/+", "party") == "lexicon/saturday/hub/+/party"


def test_a_code_alone_finds_the_hub_that_announces_itself() -> None:
    where, kind = addresses_for_host("::"), "_lexicon-try._tcp.local."
    with announce_name(where, 9, kind) as name:
        if name is None:
            pytest.skip("this machine is on no network, or its mDNS port is taken")
        assert find_service(kind, 20.0) == (where[0], 9)


@needs_broker
def test_a_watched_demo_shows_its_room_and_never_calls_its_machine_silent() -> None:
    with started("--demo", "2", "--hands", "1", "--port", str(free_port())) as process:
        screen = lines(process, "The room's screen")[-1].partition(": ")[2]
        lines(process, "  Table   2")
        with urllib.request.urlopen(screen, timeout=20) as answer:
            page = answer.read().decode()
    assert "Hand 1 of 1" in page
    assert "does not answer" not in page
