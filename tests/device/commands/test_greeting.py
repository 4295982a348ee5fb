"""Test the greeting of a started table: the QR code in the terminal carries the invitation."""

import re
import sys
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from device.commands import _greeting
from device.commands._greeting import Greeting

PORT = 8080


def unnamed(addresses: Sequence[str], port: int) -> AbstractContextManager[None]:
    """Announce no name of the table on the network. The function stands in for the announcement."""
    return nullcontext(None)


def greeted(
    data: Path, *, where: tuple[str, ...] = ("192.0.2.7",), host: str = "::", invites: bool = False
) -> Greeting:
    """Return the greeting of a table whose network addresses are `where`."""
    return Greeting(host, data, invites=invites, find_addresses=lambda: where, announce=unnamed)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the texts of all QR codes drawn in the terminal."""
    codes: list[str] = []

    def draw(text: str) -> str:
        codes.append(text)
        return ""

    monkeypatch.setattr(_greeting, "qr_code_text", draw)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    return codes


@pytest.mark.parametrize("invites", [True, False])
def test_the_code_carries_the_invitation(tmp_path: Path, drawn: list[str], invites: bool) -> None:
    with greeted(tmp_path, invites=invites) as greeting:
        greeting(PORT)
    home = f"http://192.0.2.7:{PORT}/"
    assert drawn == [f"{home}j/{greeting.invitation}" if invites else home]
    assert len(greeting.invitation) == (10 if invites else 0)


def test_no_two_invitations_are_alike(tmp_path: Path) -> None:
    codes = {Greeting("127.0.0.1", tmp_path, invites=True).invitation for _ in range(5)}
    assert len(codes) == 5


@pytest.mark.parametrize("window", [True, False])
def test_the_way_in_is_printed_in_one_line_where_no_code_can_be_drawn_too(
    tmp_path: Path,
    drawn: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    window: bool,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: window, raising=False)
    with greeted(tmp_path, invites=True) as greeting:
        greeting(PORT)
    way = f"http://192.0.2.7:{PORT}/j/{greeting.invitation}"
    said = capsys.readouterr().err.splitlines()
    scan = "scans this code or opens this address" if window else "opens this address"
    at = said.index(f"Phones on the same network: {way}")
    assert said[at + 1].startswith(f"The first phone that {scan} sets the table up, without a PIN.")
    assert drawn == ([way] if window else [])


def test_without_a_network_the_way_in_is_this_machine(
    tmp_path: Path, drawn: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with greeted(tmp_path, where=(), invites=True) as greeting:
        greeting(PORT)
    said = capsys.readouterr().err
    assert f"The table is at http://localhost:{PORT}/j/{greeting.invitation} " in said
    assert "The first browser that opens this address sets the table up" in said
    assert "This machine is on no network." in said
    assert drawn == []


def test_a_page_for_this_machine_alone_says_so(
    tmp_path: Path, drawn: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with greeted(tmp_path, where=(), host="127.0.0.1") as greeting:
        greeting(PORT)
    said = capsys.readouterr().err
    assert "Its page is for this machine alone." in said
    assert "network" not in said


def test_a_network_that_comes_is_told_with_its_code(
    tmp_path: Path, drawn: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = threading.Event()
    addresses = iter([(), ("192.0.2.7",), ("2001:db8::7",)])

    def where() -> tuple[str, ...]:
        now = next(addresses, None)
        if now is None:
            looked.set()
        return ("2001:db8::7",) if now is None else now

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(_greeting, "ADDRESS_CHECK_SECONDS", 0.0)
    with Greeting("::", tmp_path, invites=True, find_addresses=where, announce=unnamed) as greeting:
        greeting(PORT)
        assert looked.wait(60)
    way = f"/j/{greeting.invitation}"
    assert drawn == [f"http://192.0.2.7:{PORT}{way}", f"http://[2001:db8::7]:{PORT}{way}"]
    said = capsys.readouterr().err
    assert said.count("Phones on the same network: ") == 2
    assert f"Phones on the same network: http://[2001:db8::7]:{PORT}{way}\n" in said


def test_every_address_that_is_printed_lets_the_first_phone_in(
    tmp_path: Path, drawn: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every address that a starting table prints carries the invitation. Otherwise the first phone would be
    asked for a PIN, which nobody expects."""
    with greeted(tmp_path, invites=True) as greeting:
        greeting(PORT)
    addresses = re.findall(r"https?://\S+", capsys.readouterr().err)
    assert len(addresses) >= 2
    assert all(one.endswith(f"/j/{greeting.invitation}") for one in addresses)
    assert re.fullmatch("[a-z2-9]{10}", greeting.invitation)
    assert not set(greeting.invitation) & set("il1o0")


def test_who_is_not_invited_is_told_of_no_way_in(
    tmp_path: Path, drawn: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with greeted(tmp_path) as greeting:
        greeting(PORT)
    assert "/j/" not in capsys.readouterr().err
