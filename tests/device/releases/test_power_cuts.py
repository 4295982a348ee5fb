"""Test a power cut, or a kill, at any moment of an upgrade: the next start runs one whole release with its
data.

The change runs in a child process that kills itself before the Nth time it touches the disk or starts a
program.
"""

import os
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from device.errors import UsageFault
from device.party.records import rows_of
from device.releases.steps import (
    ReleaseChange,
    at_start,
    change_under_way,
    finish_change,
    last_change,
    prepare_return,
    switch_release,
)
from device.releases.upgrading import MAX_STARTS
from tests.device.party.kept import played
from tests.device.releases.standin import EVENTS, Here, Service, Table, quick_folder, tree

_TOUCHES: Final = frozenset(
    {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.symlink", "os.link", "os.chmod", "shutil.copyfile",
     "shutil.rmtree", "sqlite3.connect", "subprocess.Popen"}
)  # fmt: skip
PLAYED: Final = len(played().rows)
"""The number of rows in the journal of a hub's party."""
_WRITING: Final = os.O_WRONLY | os.O_RDWR


def killed(do: Callable[[], object], moment: int, *, only: str = "") -> bool:
    """Run `do` in a child process. Kill the process before its touch number `moment`, counted from 0; a
    touch is a change to the disk or the start of a program. `only` counts touches of one kind. Return True
    if the process was killed."""
    child = os.fork()
    if not child:
        left = moment

        def touch(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal left
            writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
            if event == only if only else event in _TOUCHES or writes:
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1

        sys.addaudithook(touch)
        try:
            do()
        except UsageFault:
            pass
        except BaseException as fault:  # noqa: BLE001 - nothing may leave the child
            sys.stderr.write(repr(fault))
            os._exit(9)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def moments(table_at: Callable[[int], Table], do: Callable[[Table], object]) -> int:
    """Kill `do` before its first touch, its second and so on, each time at a new table. Check each time
    that the table starts. Return the number of touches."""
    for moment in count():
        table = table_at(moment)
        cut = killed(partial(do, table), moment)
        starts(table)
        if not cut:
            return moment
    raise AssertionError


def starts(table: Table) -> Service:
    """Start the machine again. Check that within a few starts the service runs, with the old or the new
    release and all data. Return the service."""
    service = Service(table, up=False)
    assert any(service.start() for _ in range(MAX_STARTS))
    assert change_under_way(table.places) is None
    release, version = table.places.current(), (table.data / "schema").read_text()
    assert table.systemd() == {version}
    assert version == {"1": "1.0.0", "2": "1.1.0"}[release]
    found = table.state()
    assert len(found["journal.db"]) == len(EVENTS)  # type: ignore[arg-type]
    assert found["decks/attic.json"] == b'{"name":"attic"}'
    assert found["pictures/1.jpg"] == b"picture"
    if table.places.is_hub:
        party = table.places.party_folder
        assert (party / "schema").read_text() == version
        assert len(rows_of(party)) == PLAYED
    return service


folder = pytest.fixture(quick_folder)


@pytest.fixture
def table_at(folder: Path) -> Callable[[int], Table]:
    def make(moment: int) -> Table:
        own = folder / str(moment)
        own.mkdir()
        return Table(own).made()

    return make


def with_second(table: Table, *faults: str) -> ReleaseChange:
    """Install release 1.1.0 beside release 1.0.0. Return the change of the table from 1.0.0 to 1.1.0."""
    release = tree(table.places.release("2"), "1.1.0", *faults)
    shutil.copytree(table.places.release("1") / ".venv", release / ".venv")
    return change_to_second(table)


def change_to_second(table: Table) -> ReleaseChange:
    party = "/var/lib/lexicon-party/party" if table.places.is_hub else ""
    return ReleaseChange("switching", "1", "2", "/var/lib/lexicon-table", "20261127-190000", party)


def copied_and_switched(table: Table, change: ReleaseChange) -> None:
    for folder in change.folders(table.places):
        Here().data("copy", folder, change.copy(folder))
    switch_release(table.places, change)


def test_cut_while_the_data_are_copied_and_the_release_is_changed(
    table_at: Callable[[int], Table],
) -> None:
    def make(moment: int) -> Table:
        table = table_at(moment)
        with_second(table)
        return table

    def do(table: Table) -> None:
        copied_and_switched(table, change_to_second(table))

    assert moments(make, do) > 20


@pytest.mark.parametrize("faults", [(), ("dies",)])
def test_cut_while_the_new_release_is_tried_or_left(
    table_at: Callable[[int], Table], faults: tuple[str, ...]
) -> None:
    def make(moment: int) -> Table:
        table = table_at(moment)
        copied_and_switched(table, with_second(table, *faults))
        return table

    def do(table: Table) -> None:
        service = Service(table)
        assert any(service.start() for _ in range(MAX_STARTS))

    assert moments(make, do) > (20 if faults else 5)


@pytest.mark.parametrize("hub", [False, True])
def test_cut_while_going_back_by_hand(table_at: Callable[[int], Table], *, hub: bool) -> None:
    def make(moment: int) -> Table:
        table = table_at(moment)
        if hub:
            table.with_hub()
        copied_and_switched(table, with_second(table))
        assert Service(table).start()
        (table.data / "words.json").write_text("chosen since")
        return table

    def do(table: Table) -> None:
        prepare_return(table.places, change_to_second(table))
        service = Service(table)
        assert any(service.start() for _ in range(MAX_STARTS))

    assert moments(make, do) > 20


PROGRAMS: Final = 7
"""The number of programs that an upgrade runs before the table's own data are touched."""


@pytest.mark.parametrize("program", range(PROGRAMS + 1))
def test_cut_before_each_program_that_an_upgrade_runs(table_at: Callable[[int], Table], program: int) -> None:
    """The power fails before one of the programs that check, set up or try the archive. The old release
    stays in use, and the next upgrade works."""

    def do() -> None:
        table.upgrade(Service(table))[0].install(archive)

    table = table_at(0)
    archive = table.archive()
    assert killed(do, program, only="subprocess.Popen") == (program < PROGRAMS)
    service = starts(table)
    if program < PROGRAMS:
        assert service.starts == ["1.0.0"]
        do()
    assert (table.places.program / "pyproject.toml").read_text().endswith('"1.1.0"\n')
    assert not (table.places.releases / "arriving").exists()


def test_a_start_with_a_damaged_note_of_the_change_is_a_start_as_it_is(
    table_at: Callable[[int], Table],
) -> None:
    table = table_at(0)
    table.places.upgrade_file.write_bytes(b"\0" * 100)
    assert at_start(table.places, Here()) is None
    assert not table.places.upgrade_file.exists()


def test_a_disk_that_takes_no_note_lets_the_table_start_and_be_kept(
    table_at: Callable[[int], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise UsageFault("No space left on device")

    table = table_at(0)
    copied_and_switched(table, with_second(table))
    with monkeypatch.context() as patched:
        patched.setattr("device.releases.steps.keep", full)
        assert Service(table).start()
    assert change_under_way(table.places) == change_to_second(table).with_phase("trial")
    at_start(table.places, Here())
    with monkeypatch.context() as patched:
        patched.setattr("device.releases.steps.keep", full)
        finish_change(table.places)
    assert change_under_way(table.places) is None
    assert last_change(table.places) is None


def test_a_copy_that_is_gone_leaves_the_data_of_now(table_at: Callable[[int], Table]) -> None:
    table = table_at(0)
    change = with_second(table)
    copied_and_switched(table, change)
    at_start(table.places, Here())
    shutil.rmtree(change.copy(table.data))
    assert starts(table).starts == ["1.0.0"]
