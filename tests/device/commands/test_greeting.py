"""What the program says when the table is up: the code in the terminal carries the invitation."""

import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from device.commands import _greeting
from device.commands._greeting import Greeting

PORT = 8080


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn as a code in a terminal; the network is not asked for a name."""
    codes: list[str] = []

    def draw(text: str) -> str:
        codes.append(text)
        return ""

    monkeypatch.setattr(_greeting, "drawn", draw)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(_greeting, "named", lambda *_: nullcontext(None))
    return codes


@pytest.mark.parametrize("invites", [True, False])
def test_the_code_carries_the_invitation(tmp_path: Path, drawn: list[str], invites: bool) -> None:
    with Greeting("192.0.2.7", tmp_path, invites=invites) as greeting:
        greeting(PORT)
    home = f"http://192.0.2.7:{PORT}/"
    assert drawn == [f"{home}steward/invited/{greeting.invitation}" if invites else home]
    assert len(greeting.invitation) == (16 if invites else 0)


def test_no_two_invitations_are_alike(tmp_path: Path) -> None:
    codes = {Greeting("127.0.0.1", tmp_path, invites=True).invitation for _ in range(5)}
    assert len(codes) == 5
