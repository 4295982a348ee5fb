"""Test the service's unit: its commands exist, and the service may use nothing else on the machine."""

import ipaddress
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from device.cli import main
from device.commands.forget import command as forget
from device.commands.party import command as party
from device.releases.places import Places
from device.settings import load
from tests.deploy.unit import PROGRAM, ROOT, UNIT, analysed, refused_calls, service
from web.application import MAX_STREAMS
from web.server import RESERVED_FILES

REPAIRING = ROOT / "deploy" / "lexicon-table-repair.service"
PARTY = ROOT / "deploy" / "lexicon-party.service"
FORGETTING = ROOT / "deploy" / "lexicon-party-forget.service"
REPAIR = "/opt/lexicon-table/deploy/repair.sh"
EXPOSURE = 1.8
"""The greatest exposure that `systemd-analyze security` may report, of 10. Less is safer."""


def for_this_machine(tmp_path: Path, unit: Path = UNIT) -> str:
    """Copy a systemd unit, with `/bin/true` in place of the product's programs, which this machine lacks.
    Return the copy's path."""
    there = tmp_path / unit.name
    text = unit.read_text("utf-8")
    for program in (PROGRAM, REPAIR):
        text = text.replace(program, "/bin/true")
    there.write_text(text, "utf-8")
    return str(there)


def test_the_unit_runs_commands_that_there_are() -> None:
    unit = service()
    known = main.list_commands(None)  # type: ignore[arg-type]
    for key in ("ExecStart", "ExecStopPost"):
        found = re.fullmatch(
            rf"-?{PROGRAM} (\S+) --settings /etc/lexicon-table/table.toml((?: --\S+)*)", unit[key][0]
        )
        assert found, key
        assert found[1] in known
        command = main.get_command(None, found[1])  # type: ignore[arg-type]
        assert command is not None
        assert set(found[2].split()) <= {name for one in command.params for name in one.opts}
    assert {"--as-before", "--start-anyway"} <= set(unit["ExecStart"][0].split())
    assert unit["Type"] == ["notify"]
    assert unit["StateDirectory"] == ["lexicon-table"]


@pytest.mark.parametrize(
    "unit", [UNIT, REPAIRING, PARTY, FORGETTING], ids=["table", "repair", "party", "forgetting"]
)
def test_systemd_understands_the_unit(tmp_path: Path, unit: Path) -> None:
    ended = analysed("verify", for_this_machine(tmp_path, unit))
    assert (ended.returncode, ended.stderr) == (0, "")


def test_names_of_a_party_are_forgotten_each_day_by_a_command_that_there_is(tmp_path: Path) -> None:
    for_this_machine(tmp_path, FORGETTING)
    timer = FORGETTING.with_suffix(".timer")
    ended = analysed("verify", for_this_machine(tmp_path, timer))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert analysed("calendar", "daily").returncode == 0
    started = service(FORGETTING)["ExecStart"][0].removeprefix(f"{PROGRAM} ").split()
    held = service(PARTY)["ExecStart"][0].removeprefix(f"{PROGRAM} ").split()
    assert held[0] == "party"
    assert held[-1] == started[-1], "both have one folder"
    with forget.make_context("forget", started[1:]) as asked:
        assert (asked.params["party"], asked.params["due"]) == (True, True)
    guide = (ROOT / "docs" / "party.md").read_text("utf-8")
    assert all(name in guide for name in ("deploy/install.sh --party", f"-u {PARTY.stem}", timer.name))


def test_a_hub_and_a_table_have_a_machine_together() -> None:
    """A hub and a table on one machine listen on different ports. The hub starts after the table, since the
    table's start decides which release is used."""
    hub = service(PARTY)
    words = hub["ExecStart"][0].removeprefix(f"{PROGRAM} ").split()
    with party.make_context("party", words[1:]) as asked:
        given, table = asked.params, load(ROOT / "deploy/table.toml")
    assert given["port"] not in (table.web.port, given["broker_port"])
    assert given["data"] == Places().party_folder
    assert re.search(r"^After=.*\blexicon-table.service", PARTY.read_text("utf-8"), re.MULTILINE)
    assert hub["TimeoutStartSec"] == ["infinity"]
    assert hub["StateDirectory"] == service(FORGETTING)["StateDirectory"] == [Places().party_folder.parts[-2]]


def test_a_hub_waits_while_an_upgrade_is_under_way(tmp_path: Path) -> None:
    state = tmp_path / "upgrade.json"
    (line,) = service(PARTY)["ExecStartPre"]
    line = line.replace(str(Places().upgrade_file), str(state)).replace("sleep 1", f"rm {state}; echo waited")
    for said in ("", "waited\n"):
        ended = subprocess.run(shlex.split(line), capture_output=True, text=True, check=True)
        assert ended.stdout == said
        state.touch()


def test_the_environment_is_repaired_before_the_table_starts() -> None:
    """The table starts after the repair, even if the repair has failed. A failed repair is tried again
    before the next start."""
    table, repair = UNIT.read_text("utf-8"), REPAIRING.read_text("utf-8")
    for key in ("Wants", "After"):
        assert re.search(rf"^{key}=.*\b{re.escape(REPAIRING.name)}", table, re.MULTILINE)
    assert not re.search(r"^(Requires|BindsTo)=", table, re.MULTILINE)
    assert f"ExecStart={REPAIR}\n" in repair
    assert os.access(ROOT / "deploy" / Path(REPAIR).name, os.X_OK)
    assert "Type=oneshot" in repair
    assert "RemainAfterExit" not in repair


def test_the_service_is_kept_from_the_rest_of_the_machine(tmp_path: Path) -> None:
    limit = f"--threshold={EXPOSURE * 10:.0f}"
    ended = analysed("security", "--offline=true", "--no-pager", limit, for_this_machine(tmp_path))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", ended.stdout)
    assert found, ended.stderr
    assert float(found[1]) <= EXPOSURE
    assert ended.returncode == 0


def test_the_service_has_the_devices_of_a_table_and_no_others() -> None:
    unit = service()
    assert unit["DevicePolicy"] == ["closed"]
    assert set(unit["DeviceAllow"]) == {
        "char-video4linux rw", "char-media rw", "char-dma_heap rw", "char-gpiochip rw", "char-i2c rw",
        "/dev/vchiq rw",
    }  # fmt: skip
    # PrivateDevices would give the service a /dev without any device.
    assert "PrivateDevices" not in unit


def test_the_service_works_where_it_may_write() -> None:
    """lgpio makes a pipe in the service's working folder. So this must be one of the few folders in which
    the service may write."""
    unit = service()
    assert unit["ProtectSystem"] == ["strict"]
    assert unit["WorkingDirectory"] == [f"/run/{unit['RuntimeDirectory'][0]}"]


def test_the_service_is_refused_what_changes_the_machine() -> None:
    refused = set(refused_calls())
    assert {"mount", "reboot", "init_module", "setuid", "chown", "ptrace", "bpf", "clock_settime"} <= refused
    assert not {"openat", "ioctl", "mmap", "memfd_create", "execve", "prlimit64", "fsync"} & refused


def test_the_service_has_files_for_all_connections_and_an_end_to_its_memory() -> None:
    unit = service()
    assert int(unit["LimitNOFILE"][0]) >= 2 * MAX_STREAMS + 100 + RESERVED_FILES
    assert re.fullmatch(r"\d+M", unit["MemoryMax"][0])
    assert "MALLOC_ARENA_MAX=2" in unit["Environment"]


def test_the_service_speaks_to_the_local_network_alone() -> None:
    unit = service()
    assert unit["IPAddressDeny"] == ["any"]
    networks = [ipaddress.ip_network(one) for one in unit["IPAddressAllow"][0].split() if "/" in one]
    assert networks
    assert not any(one.is_global for one in networks)
