"""The installer: what would be done is said, what is done lies where the unit looks for it."""

import shutil
from pathlib import Path

import pytest

from device.settings import load
from tests.deploy.test_setup import PYTHON, ROOT, TOOLS, Machine
from tests.deploy.unit import PROGRAM, UNIT


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A machine without systemd, a network or root."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for tool in (*TOOLS, "chmod", "diff", "readlink", "sed"):
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


@pytest.fixture
def earlier(bare: Machine, tmp_path: Path) -> tuple[Machine, Path]:
    """A machine on which an edition is installed, and a newer checkout; where the program lies."""
    tree = tmp_path / "checkout"
    parts = ("engine", "vision", "device", "web", "deploy", "docs")
    for part in parts:
        (tree / part).mkdir(parents=True)
        (tree / part / "edition").write_text("1")
    for file in (
        "install.sh",
        "places.sh",
        "releases.sh",
        "setup.sh",
        "requirements.txt",
        UNIT.name,
        "table.toml",
    ):
        shutil.copy(ROOT / "deploy" / file, tree / "deploy")
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tree)
    machine = Machine(tree, bare.programs, bare.log)
    assert machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image")).returncode == 0
    (tree / "device/edition").write_text("2")
    return machine, tmp_path / "image/opt/lexicon-table"


@pytest.mark.parametrize("failing", ["network", "imports", "program"])
def test_an_upgrade_that_fails_leaves_the_program_as_it_was(
    earlier: tuple[Machine, Path], tmp_path: Path, failing: str
) -> None:
    machine, program = earlier
    ended = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"), FAILING=failing)
    assert ended.returncode == 2
    assert (program / "device/edition").read_text() == "1"
    assert (program / ".venv/bin/lexicon-table").exists()
    assert [path.name for path in Path(f"{program}.releases").iterdir() if path.is_dir()] == ["1"]


def test_an_upgrade_takes_the_place_of_the_one_before_and_one_more_removes_it(
    earlier: tuple[Machine, Path], tmp_path: Path
) -> None:
    machine, program = earlier
    for edition in ("2", "3"):
        (machine.tree / "device/edition").write_text(edition)
        assert machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image")).returncode == 0
        assert (program / "device/edition").read_text() == edition
        assert (program / ".venv/bin/lexicon-table").exists()
    kept = [path / "device/edition" for path in Path(f"{program}.releases").iterdir() if path.is_dir()]
    assert sorted(path.read_text() for path in kept) == ["2", "3"]


def test_what_is_installed_already_is_not_made_anew(earlier: tuple[Machine, Path], tmp_path: Path) -> None:
    machine, _ = earlier
    (machine.tree / "device/edition").write_text("1")
    before = machine.asked()
    ended = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"))
    assert (ended.returncode, machine.asked()) == (0, before)
    assert "this very edition already" in ended.stderr


def test_the_folder_of_an_earlier_edition_gives_way(earlier: tuple[Machine, Path], tmp_path: Path) -> None:
    machine, program = earlier
    made = program.resolve()
    program.unlink()
    made.rename(program)
    failed = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"), FAILING="network")
    assert (failed.returncode, (program / "device/edition").read_text()) == (2, "1")
    assert machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image")).returncode == 0
    assert program.is_symlink()
    assert (program / "device/edition").read_text() == "2"


def test_the_service_plays_on_while_the_new_edition_is_built(bare: Machine, tmp_path: Path) -> None:
    bare.install("systemctl")
    ended = bare.run("deploy/install.sh", "--dry-run")
    assert "systemctl stop" not in ended.stderr
    assert ended.stderr.index(".venv from") < ended.stderr.index("systemctl restart")


@pytest.fixture
def installed(earlier: tuple[Machine, Path], tmp_path: Path) -> tuple[Machine, Path]:
    """A machine on which the table is installed and has played, and where its files lie."""
    machine, _ = earlier
    shutil.copy(ROOT / "deploy/uninstall.sh", machine.tree / "deploy")
    image = tmp_path / "image"
    (image / "var/lib/lexicon-table").mkdir(parents=True)
    (image / "var/lib/lexicon-table/journal.db").write_text("played")
    return machine, image


def test_the_table_goes_and_what_was_played_stays(installed: tuple[Machine, Path]) -> None:
    machine, image = installed
    for _ in range(2):
        ended = machine.run("deploy/uninstall.sh", DESTDIR=str(image))
        assert ended.returncode == 0, ended.stderr
        left = {
            path.relative_to(image) for path in image.rglob("*") if not path.is_dir() or path.is_symlink()
        }
        assert left == {Path("etc/lexicon-table/table.toml"), Path("var/lib/lexicon-table/journal.db")}
        assert ended.stderr.count("--data deletes it") == 2
    assert not [path for path in image.rglob("*") if path.name == "lexicon-table.releases"]
    assert machine.run("deploy/install.sh", DESTDIR=str(image)).returncode == 0


def test_everything_goes_when_told(installed: tuple[Machine, Path]) -> None:
    machine, image = installed
    assert machine.run("deploy/uninstall.sh", "--data", DESTDIR=str(image)).returncode == 0
    assert not [path for path in image.rglob("*") if not path.is_dir() or "lexicon" in path.name]


def test_a_dry_run_takes_nothing_away(installed: tuple[Machine, Path]) -> None:
    machine, image = installed
    before = sorted(image.rglob("*"))
    ended = machine.run("deploy/uninstall.sh", "--dry-run", "--data", DESTDIR=str(image))
    assert sorted(image.rglob("*")) == before
    for what in ("opt/lexicon-table", "lexicon-table.service", "var/lib/lexicon-table", "etc/lexicon-table"):
        assert what in ended.stderr


def test_nobody_but_root_takes_a_table_away(bare: Machine) -> None:
    ended = bare.run("deploy/uninstall.sh")
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert "sudo ./deploy/uninstall.sh" in ended.stderr
