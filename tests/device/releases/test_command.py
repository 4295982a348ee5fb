"""Test `lexicon-table upgrade`, and the guard of upgrades that the service's unit runs before and after a
start."""

import os
import shlex
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli import main
from device.errors import UsageFault
from device.releases import guard
from device.releases.guard import RESTART_EXIT_STATUS
from device.releases.places import NAME, Places
from device.releases.run_as_user import User
from device.releases.steps import change_under_way
from device.releases.upgrading import Systemd
from tests.deploy.unit import service as unit_service
from tests.device.releases.standin import ROOT, Table, quick_folder

folder = pytest.fixture(quick_folder)


@pytest.fixture
def table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    made = Table(folder).made()
    monkeypatch.setenv("DESTDIR", made.places.destination)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return made


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["upgrade", *(str(a) for a in arguments)])


def start(table: Table, key: str) -> subprocess.CompletedProcess[str]:
    """Run the command that systemd runs as root for `key` of the service's unit, such as `ExecStartPre`.
    The table's folder takes the place of the system's root."""
    (line,) = unit_service()[key]
    assert line.startswith("+/bin/sh -c ")
    words = shlex.split(line.removeprefix("+").replace("/opt/", f"{table.places.destination}/opt/"))
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=table.root)


def phase(table: Table) -> str:
    change = change_under_way(table.places)
    return change.phase if change else ""


def test_an_upgrade_below_a_destination_is_tried_by_the_next_start_and_kept(table: Table) -> None:
    ended = run(table.archive())
    assert ended.exit_code == 0, ended.output
    assert "The table's next start is the trial of 1.1.0." in ended.output
    assert phase(table) == "trial"
    assert start(table, "ExecStartPre").returncode == 0
    assert phase(table) == "tried"
    assert start(table, "ExecStartPost").returncode == 0
    assert (phase(table), table.places.current()) == ("", "2")
    for key in ("ExecStartPre", "ExecStartPost"):
        done = start(table, key)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run("--back").exit_code == 0
    assert start(table, "ExecStartPre").returncode == 0
    assert start(table, "ExecStartPost").returncode == 0
    assert table.places.current() == "1"


def test_a_second_start_without_an_answer_is_one_of_the_release_before(table: Table) -> None:
    assert run(table.archive()).exit_code == 0
    assert start(table, "ExecStartPre").returncode == 0
    (table.data / "schema").write_text("1.1.0")
    again = start(table, "ExecStartPre")
    assert (again.returncode, again.stderr) == (RESTART_EXIT_STATUS, "1.0.0 is in use again.\n")
    assert (phase(table), table.places.current()) == ("", "1")
    assert (table.data / "schema").read_text() == "1.0.0"
    assert start(table, "ExecStartPre").returncode == 0


def test_another_upgrade_waits_for_the_trial_of_the_first(table: Table) -> None:
    assert run(table.archive()).exit_code == 0
    for arguments in ((table.archive("1.2.0"),), ("--back",)):
        ended = run(*arguments)
        assert ended.exit_code == 2
        assert "an upgrade waits for the table's start" in ended.output


@pytest.mark.parametrize(
    "arguments", [(), ("a.tar.gz", "--back"), ("--back", "--check"), ("a", "--with-data")]
)
def test_what_goes_with_what_is_told(table: Table, arguments: tuple[str, ...]) -> None:
    ended = run(*arguments)
    assert ended.exit_code == 2
    assert "Name an ARCHIVE, or say --back" in ended.output


def test_where_no_table_is_installed_nothing_is_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESTDIR", str(tmp_path))
    ended = run("a.tar.gz")
    assert ended.exit_code == 2
    assert "no table is installed there" in ended.output
    assert list(tmp_path.iterdir()) == []


def test_root_is_needed_on_the_machine_itself(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DESTDIR")
    monkeypatch.setattr(Places, "current", lambda _: "1")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    ended = run(table.archive())
    assert ended.exit_code == 2
    assert ended.output.splitlines() == [f"{NAME}: root is needed: sudo {NAME} upgrade …"]


def test_the_service_is_stopped_and_started_by_systemd(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    for name in ("systemctl", "systemd-sysusers", "systemd-tmpfiles"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho ${{0##*/}} "$@" >>{log}\n[ $1 != restart ]\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    service = Systemd(table.places)
    service.stop()
    assert service.start()
    assert not log.exists()  # below a destination there is no service
    of_this_machine = Places()
    monkeypatch.setattr(Places, "current", lambda _: "1")
    files = table.places.for_systemd("1")
    monkeypatch.setattr(Places, "for_systemd", lambda *_: files)
    service = Systemd(of_this_machine)
    service.stop()
    assert not service.start()
    assert log.read_text().replace(f"{table.places.destination}/", "/").splitlines() == [
        f"systemctl stop {NAME}",
        f"systemd-sysusers /etc/sysusers.d/{NAME}.conf",
        f"systemd-tmpfiles --create /etc/tmpfiles.d/{NAME}.conf",
        "systemctl daemon-reload",
        f"systemctl restart {NAME}",
    ]


@pytest.mark.parametrize("enabled", [True, False])
def test_a_hub_rests_while_the_release_is_changed_and_waits_for_the_table(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, enabled: bool
) -> None:
    log = tmp_path / "log"
    program = tmp_path / "systemctl"
    program.write_text(
        f'#!/bin/sh\n[ $1 = is-enabled ] && exit {int(not enabled)}\necho "$@" >>{log}\n[ $1 != restart ]\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(Places, "current", lambda _: "1")
    monkeypatch.setattr(Places, "is_hub", True)
    service = Systemd(Places())
    service.stop()
    assert not service.start()
    # A start that waits would wait for ever if the table does not come up.
    hub = ["start --no-block lexicon-party"] if enabled else []
    said = ["stop lexicon-table", "stop lexicon-party", "daemon-reload", "restart lexicon-table", *hub]
    assert log.read_text().splitlines() == said


class Page(BaseHTTPRequestHandler):
    """A stand-in for the table's page. It answers every request with status 200."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def test_the_page_of_the_settings_has_to_answer(tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings = tmp_path / "table.toml"
        settings.write_text(f"[web]\nport = {server.server_port}\n")
        guard.check_page(settings)
        server.shutdown()
    with pytest.raises(UsageFault, match="the page does not answer"):
        guard.check_page(settings)
    settings.write_text("[web]\nport = 'none'\n")
    guard.check_page(settings)


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone runs programs as another user")
def test_programs_of_a_release_run_as_the_table_s_user() -> None:
    user = User((65534, 65534))
    said = user.run("/bin/sh", "-c", "id -u; id -G; echo $HOME $ONE; pwd", state=Path("/tmp"))
    assert said.splitlines() == ["65534", "65534", "/tmp", "/"]
