"""Test the files on the boot partition of a table's SD card: reset requests, the log, the hotspot's code."""

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from device.settings import load
from tests.deploy.unit import ROOT

IMAGE = ROOT / "deploy" / "image"
MOST = 65536
"""The greatest size of the log on the card, bytes."""


class Card:
    """A folder that stands in for a table's SD card: a root file system with a boot partition. The scripts
    in `programs` replace the system's programs."""

    def __init__(self, folder: Path) -> None:
        self.root, self.programs = folder / "root", folder / "programs"
        self.boot = self.root / "boot/firmware"
        self.data = self.root / "var/lib/lexicon-table"
        self.party = self.root / "var/lib/lexicon-party/party"
        self.settings = self.root / "etc/lexicon-table/table.toml"
        self.networks = self.root / "etc/NetworkManager/system-connections"
        for made in (
            self.boot,
            self.data,
            self.settings.parent,
            self.networks,
            self.root / "run",
            self.programs,
        ):
            made.mkdir(parents=True)

    def program(self, name: str, text: str) -> None:
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def run(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(IMAGE / script), *arguments],
            env={"PATH": f"{self.programs}:{os.environ['PATH']}", "DESTDIR": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )

    def archives(self) -> list[Path]:
        return sorted((self.root / "var/backups/lexicon-table").glob("*"))


@pytest.fixture
def card(tmp_path: Path) -> Card:
    """Return the SD card of a table that has had a match and a party, and that knows the Wi-Fi of its
    house."""
    made = Card(tmp_path)
    (made.data / "journal.db").write_text("an evening")
    (made.data / "pictures").mkdir()
    (made.data / "pictures/1.jpg").write_text("a picture")
    made.party.mkdir(parents=True)
    (made.party / "hub.journal").write_text("a party")
    made.settings.write_text("[game]\nname = 'crossword'\n")
    (made.networks / "home.nmconnection").write_text("[wifi-security]\npsk=secret\n")
    made.program("systemctl", "echo NRestarts=0; echo ActiveState=active")
    made.program("journalctl", "echo a line")
    return made


def test_a_table_that_nobody_asked_stays_as_it_is(card: Card) -> None:
    ended = card.run("reset.sh")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (card.data / "journal.db").read_text() == "an evening"
    assert not list(card.boot.iterdir())


@pytest.mark.parametrize("asked", ["factory-reset", "factory-reset.txt", "FACTORY-RESET"])
def test_a_reset_packs_everything_and_makes_the_table_new(card: Card, asked: str, tmp_path: Path) -> None:
    (card.boot / asked).touch()
    ended = card.run("reset.sh")
    assert ended.returncode == 0, ended.stderr
    assert not list(card.data.iterdir())
    assert not card.party.exists()
    assert load(card.settings).game.name == "lexicon"
    # The service is another user.
    assert card.settings.stat().st_mode & 0o777 == 0o644
    assert not list(card.networks.iterdir())
    assert [path.name for path in card.boot.iterdir()] == ["reset.txt"]
    (archive,) = card.archives()
    assert archive.name in (card.boot / "reset.txt").read_text()
    assert archive.stat().st_mode & 0o77 == 0
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "back", filter="data")
    back = tmp_path / "back"
    assert (back / "var/lib/lexicon-table/pictures/1.jpg").read_text() == "a picture"
    assert (back / "var/lib/lexicon-party/party/hub.journal").read_text() == "a party"
    assert "crossword" in (back / "etc/lexicon-table/table.toml").read_text()
    # A backup must not contain the password of a Wi-Fi.
    assert not (back / "etc/NetworkManager").exists()


def test_the_next_start_resets_nothing(card: Card) -> None:
    (card.boot / "factory-reset").touch()
    card.run("reset.sh")
    (card.data / "journal.db").write_text("the next evening")
    assert card.run("reset.sh").returncode == 0
    assert (card.data / "journal.db").read_text() == "the next evening"
    assert len(card.archives()) == 1


def test_nothing_is_deleted_when_nothing_can_be_packed(card: Card) -> None:
    (card.boot / "factory-reset").touch()
    card.program("tar", "exit 1")
    ended = card.run("reset.sh")
    assert ended.returncode == 2
    assert (card.data / "journal.db").read_text() == "an evening"
    assert "crossword" in card.settings.read_text()
    assert "Nothing was reset" in (card.boot / "reset.txt").read_text()
    assert (card.boot / "factory-reset").exists()


def test_nothing_is_deleted_when_the_card_can_not_be_written(card: Card) -> None:
    """The SD card asks for a reset, but the request can't be removed from it. So nothing is deleted:
    otherwise every start would delete the data again."""
    (card.boot / "factory-reset").touch()
    (card.boot / "reset.txt").mkdir()
    ended = card.run("reset.sh")
    assert ended.returncode == 2
    assert "can't be written" in ended.stderr
    assert (card.data / "journal.db").exists()


def test_a_reset_that_power_cut_off_is_done_to_its_end(card: Card) -> None:
    (card.boot / "factory-reset").touch()
    card.program("find", 'case "$*" in *-delete*) exit 1 ;; esac; exec /usr/bin/find "$@"')
    assert card.run("reset.sh").returncode != 0
    assert (card.boot / "factory-reset").exists()
    (card.programs / "find").unlink()
    assert card.run("reset.sh").returncode == 0
    assert not list(card.data.iterdir())
    assert len(card.archives()) >= 1
    assert not (card.boot / "factory-reset").exists()


def test_the_log_is_on_the_card_and_bounded(card: Card) -> None:
    card.program("journalctl", "yes 'a line that says what the table did' | head -n 20000")
    ended = card.run("log.sh")
    assert ended.returncode == 0, ended.stderr
    log = card.boot / "lexicon-table.log"
    assert "ActiveState=active" in log.read_text()
    assert "what the table did" in log.read_text()
    assert log.stat().st_size <= MOST
    assert [path.name for path in card.boot.iterdir()] == ["lexicon-table.log"]


def test_the_log_is_written_again_only_for_news(card: Card) -> None:
    assert card.run("log.sh").returncode == 0
    log = card.boot / "lexicon-table.log"
    log.write_text("as it was")
    assert card.run("log.sh").returncode == 0
    assert log.read_text() == "as it was"
    card.program("systemctl", "echo NRestarts=1; echo ActiveState=activating")
    assert card.run("log.sh").returncode == 0
    assert "NRestarts=1" in log.read_text()


def test_the_log_can_be_shown_to_others_and_the_pin_is_told_apart(card: Card) -> None:
    way = "http://192.168.1.7:8080/j/abc234defg"
    said = f"The table's PIN is 123456. Write it down.\nPhones: {way}\nCrossword begins"
    card.program("journalctl", f"cat <<'END'\n{said}\nEND")
    assert card.run("log.sh").returncode == 0
    log = (card.boot / "lexicon-table.log").read_text()
    assert "Crossword begins" in log
    assert "123456" not in log
    assert "abc234defg" not in log
    welcome = (card.boot / "welcome.txt").read_text()
    assert "123456" in welcome
    assert way in welcome


def test_the_welcome_stays_when_a_later_start_tells_no_pin(card: Card) -> None:
    (card.boot / "welcome.txt").write_text("The table's PIN is 123456.")
    assert card.run("log.sh").returncode == 0
    assert "123456" in (card.boot / "welcome.txt").read_text()


@pytest.fixture
def hotspot(card: Card) -> Card:
    """Return the SD card of a table whose hotspot has the digits 4711 in the name of its network."""
    shutil.copy(IMAGE / "files/etc/comitup.conf", card.root / "etc")
    (card.root / "var/lib/comitup").mkdir()
    (card.root / "var/lib/comitup/comitup.json").write_text('{\n  "id": "4711"\n}')
    return card


def test_the_hotspot_s_code_is_there_while_it_is_up(hotspot: Card) -> None:
    code = hotspot.root / "run/lexicon-table.wifi"
    assert hotspot.run("hotspot.sh", "HOTSPOT").returncode == 0
    assert code.read_text() == "WIFI:T:WPA;S:lexicon-table-4711;P:lexicon-table;;\n"
    assert hotspot.run("hotspot.sh", "CONNECTING").returncode == 0
    assert not code.exists()
    assert hotspot.run("hotspot.sh", "CONNECTED").returncode == 0


def test_signs_with_a_meaning_are_escaped_in_the_code(hotspot: Card) -> None:
    conf = hotspot.root / "etc/comitup.conf"
    conf.write_text(conf.read_text().replace("ap_password: lexicon-table", 'ap_password: a;b,c:d\\e"f'))
    hotspot.run("hotspot.sh", "HOTSPOT")
    code = (hotspot.root / "run/lexicon-table.wifi").read_text()
    assert code == 'WIFI:T:WPA;S:lexicon-table-4711;P:a\\;b\\,c\\:d\\\\e\\"f;;\n'
