"""Test that files can be read from the SD card of a machine that lost its power. A plain file stands in for
the SD card, and a script for qemu-img."""

import subprocess
from pathlib import Path

import pytest

from deploy.image.card import copy_from_card
from deploy.image.guest import GuestError

PRETENDED = """#!/bin/sh
offset=${6#*offset=} card=${6##*filename=}
dd if="$card" of="$7" bs=512 skip=$((${offset%%,*} / 512)) status=none
"""

FIRST = 2048
"""The first sector of the root partition."""


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an SD card, as a file, whose root partition holds a folder with a journal."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "qemu-img").write_text(PRETENDED)
    (programs / "qemu-img").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/sbin:/usr/bin:/sbin:/bin")
    files = tmp_path / "files"
    (files / "var/lib/hands").mkdir(parents=True)
    (files / "var/lib/hands/journal.db").write_bytes(b"events")
    disk = tmp_path / "card.qcow2"
    with disk.open("wb") as file:
        file.seek(446 + 16 + 8)
        file.write(FIRST.to_bytes(4, "little"))
        file.truncate((FIRST + 16384) * 512)
    offset = f"offset={FIRST * 512}"
    make = ("mke2fs", "-q", "-F", "-t", "ext4", "-E", offset, "-d", files, disk, "8M")
    subprocess.run(make, check=True, capture_output=True)
    return disk


def test_a_folder_is_taken_out_and_the_card_stays(card: Path, tmp_path: Path) -> None:
    before = card.read_bytes()
    (tmp_path / "taken out").mkdir()
    copy_from_card(card, card, "/var/lib/hands", tmp_path / "taken out")
    assert (tmp_path / "taken out/hands/journal.db").read_bytes() == b"events"
    assert card.read_bytes() == before


def test_a_card_that_no_start_could_mend_is_told(card: Path, tmp_path: Path) -> None:
    with card.open("r+b") as file:
        file.seek(FIRST * 512)
        file.write(bytes(4 << 20))
    with pytest.raises(GuestError, match="e2fsck"):
        copy_from_card(card, card, "/var/lib/hands", tmp_path)
