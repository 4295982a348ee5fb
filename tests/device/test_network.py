"""Test the addresses and names at which phones find the table. No test sends anything to the network, so
whether the mDNS name is found is tried by hand."""

import re
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import network
from device.network import (
    Interface,
    addresses_for_host,
    hotspot,
    interfaces,
    outward_addresses,
    own_names,
    page_address,
    qr_code_text,
    reachable_addresses,
)
from web.access.guard import is_known_host
from web.access.names import HOME_DOMAINS, is_own_device

LOOP = Interface("lo", ("127.0.0.1", "::1"))
CABLE = Interface("eth0", ("192.168.7.9", "fe80::9", "2003:e7:7::9", "fd00:7::9"))
WIFI = Interface("wlan0", ("192.168.8.4",))
SIXTH = Interface("eth0", ("fe80::9", "fd00:7::9"))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.1.2.3"])
def test_a_page_for_this_machine_alone_is_nowhere_for_phones(host: str) -> None:
    assert addresses_for_host(host) == ()


def test_a_page_on_one_address_is_there_while_the_machine_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert addresses_for_host("192.0.2.77") == ()
    monkeypatch.setattr(network, "_in_use", lambda address: address == "192.0.2.77")
    assert addresses_for_host("192.0.2.77") == ("192.0.2.77",)


def test_the_best_address_is_one_that_every_phone_has_then_one_that_lasts() -> None:
    assert reachable_addresses([LOOP, CABLE], ()) == ("192.168.7.9", "fd00:7::9", "2003:e7:7::9")


def test_the_machine_is_where_its_way_out_is() -> None:
    assert reachable_addresses([LOOP, CABLE, WIFI], ("192.168.8.4",)) == ("192.168.8.4",)
    assert reachable_addresses([LOOP, WIFI, CABLE], ("192.168.8.4", "2003:e7:7::9")) == ("192.168.8.4",)
    assert reachable_addresses([LOOP, WIFI, CABLE], ("2003:e7:7::9",))[0] == "192.168.7.9"


def test_a_network_without_a_way_out_is_one_all_the_same() -> None:
    assert reachable_addresses([LOOP, WIFI, CABLE], ()) == ("192.168.8.4",)


def test_a_network_of_the_new_family_alone_is_one() -> None:
    assert reachable_addresses([LOOP, SIXTH], ()) == ("fd00:7::9",)


def test_a_cable_between_two_machines_is_a_network() -> None:
    assert reachable_addresses([LOOP, Interface("eth0", ("169.254.3.4",))], ()) == ("169.254.3.4",)


@pytest.mark.parametrize(
    "found", [[], [LOOP], [LOOP, Interface("eth0", ("fe80::9",)), Interface("wlan0", ())]]
)
def test_without_a_network_there_is_no_address(found: list[Interface]) -> None:
    assert reachable_addresses(found, ("127.0.0.1",)) == ()


ADDRESSES = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).map(str)


@given(st.lists(st.lists(ADDRESSES, max_size=4), max_size=4), st.lists(ADDRESSES, max_size=2))
def test_a_phone_is_only_told_addresses_that_the_machine_has(
    found: list[list[str]], first: list[str]
) -> None:
    now = reachable_addresses([Interface(str(at), tuple(its)) for at, its in enumerate(found)], first)
    assert not now or any(set(now) <= set(its) for its in found)
    assert not any(map(is_own_device, now))


def test_only_addresses_of_ipv4_are_told_of_a_page_that_has_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "interfaces", lambda: (LOOP, CABLE))
    assert addresses_for_host("0.0.0.0") == ("192.168.7.9",)
    assert addresses_for_host("::") == ("192.168.7.9", "fd00:7::9", "2003:e7:7::9")
    monkeypatch.setattr(network, "interfaces", lambda: (LOOP, SIXTH))
    assert addresses_for_host("0.0.0.0") == ()


def test_this_machine_has_the_addresses_that_the_kernel_says() -> None:
    its = [address for interface in interfaces() for address in interface.addresses]
    assert "127.0.0.1" in its
    assert set(outward_addresses()) <= set(its)


def test_an_address_that_is_not_the_machines_is_not_in_use() -> None:
    assert network._in_use("127.0.0.1")
    assert not network._in_use("192.0.2.77")
    assert not network._in_use("2001:db8::77")


def test_addresses_as_phones_open_them() -> None:
    assert page_address("192.168.7.9", 8080) == "http://192.168.7.9:8080/"
    assert page_address("fe80::1", 80) == "http://[fe80::1]:80/"


def test_the_names_that_a_router_gives_the_machine() -> None:
    resolver = (
        "# made by the router\nnameserver 192.168.7.1\nsearch speedport.ip example.net.\ndomain cottage\n"
    )
    domains = ("speedport.ip", "example.net")
    expected = {f"{name}.{domain}" for name in ("pi", "lexicon-table") for domain in domains}
    assert own_names("pi", resolver) == expected | {"pi"}
    assert own_names("pi.example.org", "search example.net") == {
        "pi.example.org", "pi.example.net", "lexicon-table.example.net",
    }  # fmt: skip


@pytest.mark.parametrize(
    "domain", ["com", "de", "app", "box", "cottage", "com.", "co.uk", "CO.UK", "com.au", "or.jp"]
)
def test_a_domain_in_which_anybody_may_own_a_name_gives_the_machine_none(domain: str) -> None:
    assert own_names("pi", f"search {domain}") == {"pi"}
    assert not is_known_host(f"pi.{domain}", lambda: own_names("pi", f"search {domain}"))


@pytest.mark.parametrize("domain", sorted(HOME_DOMAINS))
def test_a_domain_of_homes_needs_no_list(domain: str) -> None:
    assert is_known_host(f"pi.{domain}", lambda: own_names("pi", f"search {domain}"))


@pytest.mark.parametrize("resolver", ["", "search", "search .", "nameserver 9.9.9.9", "\x00\x01"])
def test_a_network_without_a_search_domain_gives_no_names(resolver: str) -> None:
    assert own_names("pi", resolver) == {"pi"}


def test_this_machine_goes_by_its_hostname() -> None:
    assert socket.gethostname() in network.search_domain_names()


def test_what_is_drawn_in_the_terminal_can_be_scanned() -> None:
    lines = [
        re.sub(r"\x1b\[[\d;]*m", "", line) for line in qr_code_text("http://192.168.7.9:8080/").splitlines()
    ]
    dark = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[dark[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = 255 - 255 * np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(
        cv2.copyMakeBorder(picture, 40, 40, 40, 40, 0, value=255)
    )
    assert text == "http://192.168.7.9:8080/"


def test_the_hotspot_s_code_is_what_the_image_wrote(tmp_path: Path) -> None:
    file = tmp_path / "lexicon-table.wifi"
    assert hotspot(file) is None
    file.write_text("WIFI:T:WPA;S:lexicon-table-4711;P:lexicon-table;;\n")
    assert hotspot(file) == "WIFI:T:WPA;S:lexicon-table-4711;P:lexicon-table;;"
    file.write_text("http://elsewhere.example/")
    assert hotspot(file) is None
    file.write_bytes(b"WIFI:\xff")
    assert hotspot(file) is None
