"""Test that the broker itself checks who may publish and subscribe to each topic (docs/party-wire.md)."""

import json
import re
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from device.errors import UsageFault
from device.party import broker
from device.party.access import account_commands, carry_out, new_access
from device.party.access_file import access_file
from device.party.broker import Address, mosquitto_path, private_broker
from device.party.party_messages import NumberedFacts, message, values_of
from device.party.stations import Credential, Message, StationBroker
from engine.party import RoundCounted, TableReady
from tests.device.party.party_broker import PATIENCE, TOPICS, PartyBroker, Speaker, entering, needs_broker


def said(place: str, what: str = "facts") -> Message:
    return message(TOPICS.of(place, what), NumberedFacts(first=1, facts=[values_of(TableReady(1))]))


@pytest.mark.parametrize(
    ("who", "whose"),
    [
        ("table/0", "table/1"),
        ("table/0", "steward/0"),
        ("table/0", "hub/a"),
        ("steward/0", "table/0"),
        ("steward/0", "hub/a"),
        ("hub/a", "hub/b"),
        ("hub/a", "table/0"),
        ("door/a", "door/b"),
        ("door/a", "table/0"),
        ("door/a", "hub/a"),
        ("table/0", "door/a"),
    ],
)
def test_nobody_speaks_for_another(party_broker: PartyBroker, who: str, whose: str) -> None:
    listens = TOPICS.of("hub/+", "lease" if who.startswith("door/") else "party")
    intruder, witness = Speaker(listens), Speaker(f"lexicon/{TOPICS.party}/#")
    party_broker.join(intruder, place=who)
    party_broker.join(witness, place="hub/b" if who != "hub/b" else "hub/a")
    party_broker.until(
        lambda: party_broker.exchange.is_online(intruder) and party_broker.exchange.is_online(witness)
    )
    intruder.say(said(whose), said(who))
    party_broker.until(lambda: witness.heard)
    assert [each.topic for each in witness.heard] == [TOPICS.of(who, "facts")]
    party_broker.until(lambda: party_broker.exchange.denied_topics(intruder) == (TOPICS.of(whose, "facts"),))


def test_a_table_hears_no_other_table_and_gives_no_credentials(party_broker: PartyBroker) -> None:
    ear = Speaker(TOPICS.of("table/1", "facts"), TOPICS.of("hub/+", "state/table/1"), "#", "$CONTROL/#")
    party_broker.join(ear, place="table/0")
    party_broker.until(party_broker.exchange.is_online, ear)
    assert party_broker.exchange.denied_topics(ear) == tuple(ear.subscriptions)
    todo = account_commands(TOPICS, new_access(TOPICS, ["table/99"]))
    with pytest.raises(UsageFault, match="has no dynamic security plugin, or lets somebody else use it"):
        carry_out(party_broker.exchange, party_broker.access.of("table/1"), todo)


def test_a_forged_count_reaches_no_score(party_broker: PartyBroker) -> None:
    hub, thief = party_broker.hub(), Speaker(TOPICS.of("hub/+", "party"))
    party_broker.join(hub)
    hub.say(*entering(3))
    party_broker.join(thief, place="table/1")
    party_broker.until(lambda: hub.party.rounds and party_broker.exchange.is_online(thief))
    forged = NumberedFacts(first=1, facts=[values_of(RoundCounted(1, (0, 0, 0, 0)))])
    thief.say(message(TOPICS.of("table/0", "facts"), forged), message(TOPICS.of("table/1", "facts"), forged))
    party_broker.until(lambda: hub.party.card(1, 1).reported)
    assert not hub.party.card(1, 0).reported


def secretless(found: Any) -> Any:
    """Return the contents of the file of the broker's access plugin without the random
    passwords and salts."""
    if isinstance(found, dict):
        return {key: secretless(each) for key, each in found.items() if key not in ("password", "salt")}
    return [secretless(each) for each in found] if isinstance(found, list) else found


@needs_broker
def test_a_broker_begins_with_what_commands_would_have_made_of_it(tmp_path: Path) -> None:
    todo = account_commands(TOPICS, new_access(TOPICS, ["table/0", "hub/a", "door/a", "home/a", "steward/0"]))
    with private_broker(tmp_path / "told") as told:
        exchange = StationBroker(told.address.host, told.address.port, time.monotonic, tick=0.03)
        carry_out(exchange, told.admin, todo)
        exchange.close()
    by_commands = json.loads((tmp_path / "told" / "access.json").read_text())
    by_file = access_file(told.admin, todo)
    assert _sorted(secretless(by_file)) == _sorted(secretless(by_commands))


def _sorted(file: dict[str, Any]) -> dict[str, Any]:
    """Sort the contents of the file of the broker's access plugin, so that two files can be compared. The
    plugin may change the order of clients, roles and rules."""
    for role in file["roles"]:
        role["acls"].sort(key=lambda one: (one["acltype"], one["topic"]))
    file["clients"].sort(key=lambda one: one["username"])
    file["roles"].sort(key=lambda one: one["rolename"])
    return file


@needs_broker
def test_a_thousand_tables_are_known_when_their_broker_starts(tmp_path: Path) -> None:
    access = new_access(TOPICS, [f"table/{number}" for number in range(1000)])
    with private_broker(tmp_path, account_commands(TOPICS, access)) as known:
        exchange = StationBroker(known.address.host, known.address.port, time.monotonic, tick=0.03)
        last = Speaker(TOPICS.of("hub/+", "party"))
        exchange.add(last, access.of("table/999"))
        assert exchange.run_until(lambda: exchange.is_online(last), PATIENCE)
        exchange.close()


@pytest.mark.parametrize("credential", [Credential("nobody", "x"), Credential("admin", "x")])
def test_a_stranger_does_not_come_in(party_broker: PartyBroker, credential: Credential) -> None:
    stranger = Speaker("#")
    party_broker.exchange.add(stranger, credential)
    party_broker.until(lambda: party_broker.exchange.refusal_reason(stranger))
    assert not party_broker.exchange.is_online(stranger)


def test_a_wrong_administrator_is_told_in_one_line(party_broker: PartyBroker) -> None:
    with pytest.raises(UsageFault, match=r"^The broker at 127\.0\.0\.1:\d+ can't be used: Not authorized\.$"):
        carry_out(
            party_broker.exchange,
            Credential("admin", "wrong"),
            account_commands(TOPICS, new_access(TOPICS, ["table/9"])),
        )


def test_a_place_that_is_there_already_is_told_in_one_line(party_broker: PartyBroker) -> None:
    with pytest.raises(UsageFault, match="refuses: createRole: Role already exists"):
        carry_out(
            party_broker.exchange,
            party_broker.broker.admin,
            account_commands(TOPICS, new_access(TOPICS, ["table/0"])),
        )


def test_a_broker_that_is_not_there_is_told_in_one_line() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound, so that no other program listens there
        exchange = StationBroker("127.0.0.1", held.getsockname()[1], time.monotonic)
        with pytest.raises(UsageFault, match=r"can't be used: nobody answers there \(Connection refused\)"):
            carry_out(exchange, Credential("admin", "x"), [{"command": "listClients"}])
        exchange.close()


@needs_broker
def test_a_broker_without_the_plugin_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    plain = tmp_path / "plain.conf"
    plain.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    process = subprocess.Popen([mosquitto_path(), "-c", plain], stderr=subprocess.DEVNULL)
    exchange = StationBroker("127.0.0.1", port, time.monotonic, retry=0.05, tick=0.03)
    try:
        first = Speaker("#")
        exchange.add(first, Credential("anybody", "x"))
        assert exchange.run_until(lambda: exchange.is_online(first), 20)
        with pytest.raises(UsageFault, match="has no dynamic security plugin"):
            carry_out(exchange, Credential("admin", "x"), [{"command": "listClients"}], timeout=0.5)
    finally:
        exchange.close()
        process.terminate()
        process.wait()


@needs_broker
def test_a_broker_whose_port_is_taken_says_so(tmp_path: Path) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        taken = broker.Broker(tmp_path, Address("127.0.0.1", held.getsockname()[1]))
        with pytest.raises(UsageFault, match=r"Mosquitto does not start at .*Address already in use"):
            taken.start()


def test_mosquitto_that_is_not_installed_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(broker, "_PROGRAM_FOLDERS", ())
    with pytest.raises(UsageFault, match="Mosquitto is not installed"):
        mosquitto_path()


def test_the_configuration_needs_nothing_that_later_versions_lack() -> None:
    text = (Path(broker.__file__).parent / "mosquitto.conf").read_text()
    gone = ("password_file", "acl_file", "per_listener_settings")
    assert not [word for word in gone if re.search(rf"^{word}", text, re.MULTILINE)]


def test_a_place_that_leaves_is_known_to_be_gone(party_broker: PartyBroker) -> None:
    hub, link = party_broker.hub(), party_broker.link("table/0")
    party_broker.join(hub, link)
    party_broker.until(lambda: hub.connected_places == ("table/0",))
    party_broker.exchange.remove(link)
    party_broker.until(lambda: hub.connected_places == ())
