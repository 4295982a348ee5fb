"""The installer and its unit: what would be done is said, what is done lies where the unit looks for it."""

import configparser
import ipaddress
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.cli import main
from device.settings import load
from tests.deploy.test_setup import PYTHON, ROOT, TOOLS, Machine
from web.application import MOST_STREAMS
from web.server import KEPT_FILES

UNIT = ROOT / "deploy" / "lexicon-table.service"
PROGRAM = "/opt/lexicon-table/.venv/bin/lexicon-table"


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A machine without systemd, a network or root."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for tool in (*TOOLS, "chmod", "ln", "rm", "sed"):
        found = shutil.which(tool)
        assert found, tool
        (programs / tool).symlink_to(found)
    made = Machine(ROOT, programs, tmp_path / "log")
    made.install("python3", PYTHON)
    made.install("tesseract")
    made.install("getent", "#!/bin/sh\n[ $2 != i2c ]\n")
    made.install("systemctl", "#!/bin/sh\nexit 1\n")
    made.install("id", "#!/bin/sh\n[ $# = 1 ] && echo 1000\n")
    return made


def test_a_dry_run_says_everything_and_needs_nobody_s_leave(bare: Machine) -> None:
    ended = bare.run("deploy/install.sh", "--dry-run")
    assert ended.returncode == 0
    for what in ("useradd --system", "--groups gpio", PROGRAM, "systemctl restart lexicon-table"):
        assert what in ended.stderr
    assert "i2c" not in ended.stderr
    assert bare.asked() == []


def test_without_root_nothing_is_begun(bare: Machine) -> None:
    ended = bare.run("deploy/install.sh")
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert "sudo" in ended.stderr
    assert bare.asked() == []


def test_what_it_does_not_understand_is_said(bare: Machine) -> None:
    ended = bare.run("deploy/install.sh", "--frob")
    assert ended.returncode == 2
    assert "--frob" in ended.stderr


def test_files_lie_where_the_unit_looks_for_them_and_settings_stay(bare: Machine, tmp_path: Path) -> None:
    image = tmp_path / "image"
    assert bare.run("deploy/install.sh", DESTDIR=str(image)).returncode == 0
    assert (image / PROGRAM.lstrip("/")).exists()
    assert (image / "opt/lexicon-table/device/cli.py").exists()
    assert (image / "etc/systemd/system/lexicon-table.service").read_text() == UNIT.read_text()
    settings = image / "etc/lexicon-table/table.toml"
    assert load(settings).table.data == "/var/lib/lexicon-table"
    settings.write_text("[game]\nname = 'crossword'\n")
    again = bare.run("deploy/install.sh", DESTDIR=str(image))
    assert (again.returncode, load(settings).game.name) == (0, "crossword")


def test_the_unit_runs_commands_that_there_are() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(UNIT)
    service = unit["Service"]
    known = main.list_commands(None)  # type: ignore[arg-type]
    for key in ("ExecStart", "ExecStopPost"):
        found = re.fullmatch(rf"-?{PROGRAM} (\S+) --settings /etc/lexicon-table/table.toml", service[key])
        assert found, key
        assert found[1] in known
    assert service["Type"] == "notify"
    assert service["StateDirectory"] == "lexicon-table"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    there = tmp_path / UNIT.name
    there.write_text(UNIT.read_text().replace(PROGRAM, "/bin/true"))
    ended = subprocess.run(
        ["systemd-analyze", "verify", str(there)], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert UNIT.name not in ended.stderr


def test_the_service_has_files_for_all_connections_and_an_end_to_its_memory() -> None:
    unit = UNIT.read_text("utf-8")
    files = re.search(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE)
    assert files
    assert int(files[1]) >= 2 * MOST_STREAMS + 100 + KEPT_FILES
    assert re.search(r"^MemoryMax=\d+M$", unit, re.MULTILINE)
    assert "MALLOC_ARENA_MAX=2" in unit


def test_the_service_speaks_to_the_local_network_alone() -> None:
    unit = UNIT.read_text("utf-8")
    assert "IPAddressDeny=any" in unit
    allowed = re.search(r"^IPAddressAllow=(.*)$", unit, re.MULTILINE)
    assert allowed
    networks = [ipaddress.ip_network(one) for one in allowed[1].split() if "/" in one]
    assert networks
    assert not any(one.is_global for one in networks)
