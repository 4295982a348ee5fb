"""Test the installer: a dry run reports each step, and an installation puts the files where the unit looks
for them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from device.network import qr_code_text
from device.settings import load
from tests.deploy.test_setup import PYTHON, ROOT, TOOLS, Machine
from tests.deploy.unit import PROGRAM, UNIT

HUB = {"lexicon-party.service", "lexicon-party-forget.service", "lexicon-party-forget.timer"}
"""The systemd units of a hub of parties."""


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """Return a machine without systemd, network or root."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for tool in (*TOOLS, "chmod", "readlink", "sed", "tail", "tar"):
        found = shutil.which(tool)
        assert found, tool
        (programs / tool).symlink_to(found)
    made = Machine(ROOT, programs, tmp_path / "log")
    made.install("python3", PYTHON)
    made.install("tesseract")
    made.install("mosquitto")
    made.install("systemctl", "#!/bin/sh\nexit 1\n")
    made.install("id", "#!/bin/sh\n[ $# = 1 ] && echo 1000\n")
    return made


def test_a_dry_run_says_everything_and_needs_nobody_s_leave(bare: Machine) -> None:
    ended = bare.run("deploy/install.sh", "--dry-run")
    assert ended.returncode == 0
    for what in ("systemd-sysusers", PROGRAM, "systemctl restart lexicon-table"):
        assert what in ended.stderr
    assert "raspi-config" not in ended.stderr
    assert bare.interpreter_calls() == []


def test_the_camera_and_the_bus_are_switched_on_only_when_asked(bare: Machine) -> None:
    ended = bare.run("deploy/install.sh", "--dry-run", "--camera", "--i2c")
    assert "raspi-config, with which they are switched on, is not on this machine" in ended.stderr
    bare.install("raspi-config")
    ended = bare.run("deploy/install.sh", "--dry-run", "--i2c")
    assert "would run: raspi-config nonint do_i2c 0" in ended.stderr
    assert "camera_auto_detect" not in ended.stderr


def test_the_user_and_the_data_are_systemd_s_to_make(tmp_path: Path) -> None:
    """`systemd-sysusers` and `systemd-tmpfiles` read the committed files, and make the user and the data
    folder below `tmp_path`."""
    for kind in ("sysusers", "tmpfiles"):
        place = tmp_path / f"etc/{kind}.d/lexicon-table.conf"
        place.parent.mkdir(parents=True)
        shutil.copy(ROOT / f"deploy/lexicon-table.{kind}", place)
    subprocess.run(["systemd-sysusers", f"--root={tmp_path}"], check=True, capture_output=True)
    subprocess.run(["systemd-tmpfiles", f"--root={tmp_path}", "--create"], check=True, capture_output=True)
    user = (tmp_path / "etc/passwd").read_text().strip().split(":")
    assert (user[0], user[5], user[6]) == ("lexicon-table", "/var/lib/lexicon-table", "/usr/sbin/nologin")
    groups = [line.split(":") for line in (tmp_path / "etc/group").read_text().splitlines()]
    assert {"video", "render", "gpio", "i2c"} <= {line[0] for line in groups if line[3] == "lexicon-table"}
    data = (tmp_path / "var/lib/lexicon-table").stat()
    assert (data.st_mode & 0o777, data.st_uid) == (0o700, int(user[2]))


SAID = """The table's PIN is 4711. Write it down: it opens set-up and the steward's page.
The table is at http://localhost:8080/j/abcdefghjk  (Ctrl-C ends it)
Phones on the same network: http://192.168.1.20:8080/j/abcdefghjk
The first phone that opens this address sets the table up, without a PIN. The others take a seat.
Phones find the table by its name, too: http://lexicon-table.local:8080/j/abcdefghjk
"""


@pytest.mark.parametrize("new", [True, False])
def test_the_end_tells_the_address_the_pin_and_a_code(bare: Machine, tmp_path: Path, *, new: bool) -> None:
    """The installer prints the address and the PIN from the lines of the service's start. The installed
    program draws the QR code."""
    said = SAID if new else SAID.partition("\n")[2]
    (tmp_path / "said").write_text(said)
    bare.install("journalctl", f'#!/bin/sh\ncat "{tmp_path}/said"\n')
    bare.install("systemctl")
    bare.install("end", END.format(bash=shutil.which("bash"), tree=bare.tree))
    python = tmp_path / "opt/lexicon-table/.venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    ended = subprocess.run(
        [bare.programs / "end"],
        env={"PATH": f"{bare.programs}", "DESTDIR": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    lines = ended.stderr.splitlines()
    assert ("The table's PIN is 4711" in ended.stderr) == new
    assert ("Its PIN is the one that it had" in ended.stderr) != new
    assert "Phones on the same network: http://192.168.1.20:8080/j/abcdefghjk" in lines
    assert "http://lexicon-table.local:8080" in ended.stderr
    assert qr_code_text("http://192.168.1.20:8080/j/abcdefghjk") in ended.stderr


END = """#!{bash}
# The last step of install.sh by itself.
set -euo pipefail
source {tree}/deploy/places.sh
eval "$(sed -n '/^lines_since_start()/,/^understand "/p' {tree}/deploy/install.sh | sed '$d')"
tell_the_way
"""


def test_without_root_nothing_is_begun(bare: Machine) -> None:
    ended = bare.run("deploy/install.sh")
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert "sudo" in ended.stderr
    assert bare.interpreter_calls() == []


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
    """Return a machine with an installed edition 1 and a checkout of edition 2, and the folder of the
    installed program."""
    tree = tmp_path / "checkout"
    parts = ("engine", "vision", "device", "web", "deploy", "docs")
    for part in parts:
        (tree / part).mkdir(parents=True)
        (tree / part / "edition").write_text("1")
    for file in (
        "install.sh", "places.sh", "releases.sh", "setup.sh", "repair.sh", "left-out", "requirements.txt",
        "table.toml", UNIT.name, "lexicon-table-repair.service", "lexicon-table.sysusers",
        "lexicon-table.tmpfiles", *HUB,
    ):  # fmt: skip
        shutil.copy(ROOT / "deploy" / file, tree / "deploy")
    for file in ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md"):
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
    with (machine.tree / "deploy/requirements.txt").open("a") as pins:
        pins.write("more==1\n")
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


def test_a_newer_edition_with_the_same_pins_needs_no_network(
    earlier: tuple[Machine, Path], tmp_path: Path
) -> None:
    machine, program = earlier
    packages = program / ".venv/lib/packages"
    for name in ("numpy.py", "lexicon_table-1.0.0.dist-info", "__editable__.lexicon_table-1.0.0.pth"):
        (packages / name).write_text(name)
    before = machine.interpreter_calls()
    ended = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"), FAILING="network")
    assert ended.returncode == 0, ended.stderr
    assert not any("--require-hashes" in line for line in machine.interpreter_calls()[len(before) :])
    assert program.resolve().name == "2"
    assert [path.name for path in packages.iterdir()] == ["numpy.py"]


def test_other_pins_come_from_the_network(earlier: tuple[Machine, Path], tmp_path: Path) -> None:
    machine, program = earlier
    (program / ".venv/lib/packages/numpy.py").write_text("")
    with (machine.tree / "deploy/requirements.txt").open("a") as pins:
        pins.write("more==1\n")
    before = machine.interpreter_calls()
    ended = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"))
    assert ended.returncode == 0, ended.stderr
    assert any("--require-hashes" in line for line in machine.interpreter_calls()[len(before) :])
    assert not (program / ".venv/lib/packages/numpy.py").exists()


def test_what_is_installed_already_is_not_made_anew(earlier: tuple[Machine, Path], tmp_path: Path) -> None:
    machine, _ = earlier
    (machine.tree / "device/edition").write_text("1")
    before = machine.interpreter_calls()
    ended = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"))
    assert (ended.returncode, machine.interpreter_calls()) == (0, before)
    assert "this very edition already" in ended.stderr


def test_the_folder_of_an_earlier_edition_gives_way(earlier: tuple[Machine, Path], tmp_path: Path) -> None:
    machine, program = earlier
    made = program.resolve()
    program.unlink()
    made.rename(program)
    failed = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"), FAILING="imports")
    assert (failed.returncode, (program / "device/edition").read_text()) == (2, "1")
    assert machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image")).returncode == 0
    assert program.is_symlink()
    assert (program / "device/edition").read_text() == "2"


def test_a_table_whose_python_changed_is_repaired_at_its_next_start(
    earlier: tuple[Machine, Path], tmp_path: Path
) -> None:
    machine, program = earlier
    start = Machine(program, machine.programs, machine.log)
    before = machine.interpreter_calls()
    assert start.run("deploy/repair.sh").returncode == 0
    assert machine.interpreter_calls() == before
    (program / ".venv/bin/python").write_text("#!/bin/sh\nexit 1\n")
    failed = start.run("deploy/repair.sh", FAILING="network")
    assert (failed.returncode, "What was there before is still there" in failed.stderr) == (2, True)
    ended = start.run("deploy/repair.sh")
    assert (ended.returncode, "The environment is new" in ended.stderr) == (0, True)
    assert machine.interpreter_calls()[-1].startswith("-m compileall")
    assert (program / ".venv/bin/lexicon-table").exists()
    assert start.run("deploy/repair.sh").stderr == ""


class Interrupted:
    """A machine that counts the programs which a script starts, and loses its power before one of them."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        programs = folder / "counted"
        programs.mkdir()
        self._steps = folder / "steps"
        for program in machine.programs.iterdir():
            counted = programs / program.name
            if program.name in {"bash", "env", "sh"}:
                counted.symlink_to(program)
                continue
            counted.write_text(
                f"""#!{shutil.which("sh")}
echo >>"$STEPS"
[ "$({shutil.which("wc")} -l <"$STEPS")" -lt "$DARK" ] || kill -9 0
exec {program} "$@"
"""
            )
            counted.chmod(0o755)
        self._machine = Machine(machine.tree, programs, machine.log)

    def run(self, image: Path, *options: str, dark: int = 9999) -> int:
        """Install into the folder `image`. Before the script starts its program number `dark`, the power
        fails. Return the number of programs that were started."""
        self._steps.unlink(missing_ok=True)
        self._machine.run(
            "deploy/install.sh",
            *options,
            DESTDIR=str(image),
            STEPS=str(self._steps),
            DARK=str(dark),
            alone=True,
        )
        return len(self._steps.read_text().splitlines())


def _left_over(image: Path) -> list[Path]:
    return [path for path in image.rglob("*") if path.name.endswith((".new", ".rm"))]


def _releases(image: Path) -> list[Path]:
    return [path for path in (image / "opt/lexicon-table.releases").iterdir() if path.is_dir()]


def _is_whole(program: Path) -> bool:
    made = (program / ".venv/bin/lexicon-table").exists() and list((program / ".venv").glob(".set-up-run"))
    return bool(made) and not _left_over(program)


def test_an_install_that_goes_dark_at_any_step_is_finished_by_the_next(
    earlier: tuple[Machine, Path], tmp_path: Path
) -> None:
    machine, _ = earlier
    dark = Interrupted(machine, tmp_path)
    steps = dark.run(tmp_path / "counted image")
    assert steps > 20
    for step in range(3, steps, steps // 5):
        image = tmp_path / f"image {step}"
        assert step <= dark.run(image, dark=step) < steps
        program = image / PROGRAM.lstrip("/")
        assert not program.parents[2].exists() or _is_whole(program.parents[2])
        dark.run(image)
        assert _is_whole(program.parents[2])
        assert (image / "etc/lexicon-table/table.toml").read_text() == (
            ROOT / "deploy/table.toml"
        ).read_text()
        assert _left_over(image) == []
        assert len(_releases(image)) == 1


def test_an_upgrade_that_goes_dark_at_any_step_leaves_a_whole_table(
    earlier: tuple[Machine, Path], tmp_path: Path
) -> None:
    machine, program = earlier
    dark = Interrupted(machine, tmp_path)
    image = tmp_path / "image"
    steps = dark.run(image)
    for edition, step in enumerate(range(2, steps, steps // 8), start=3):
        (machine.tree / "device/edition").write_text(str(edition))
        assert step <= dark.run(image, dark=step) < steps
        assert (program / "device/edition").read_text() in {str(edition - 1), str(edition)}
        assert _is_whole(program)
        dark.run(image)
        assert (program / "device/edition").read_text() == str(edition)
        assert _is_whole(program)
        assert _left_over(image) == []
        # The release in use, the one before, and one more where the cut came before it could be removed.
        assert len(_releases(image)) <= 3


def test_the_service_plays_on_while_the_new_edition_is_built(bare: Machine, tmp_path: Path) -> None:
    bare.install("systemctl")
    ended = bare.run("deploy/install.sh", "--dry-run")
    assert "systemctl stop" not in ended.stderr
    assert ended.stderr.index(".venv from") < ended.stderr.index("systemctl restart")


def _units(image: Path) -> set[str]:
    return {path.name for path in (image / "etc/systemd/system").iterdir()}


def test_a_hub_is_one_that_was_asked_for_and_stays_one(earlier: tuple[Machine, Path], tmp_path: Path) -> None:
    machine, _ = earlier
    image = tmp_path / "image"
    assert not _units(image) & HUB
    for arguments in (["--party"], []):
        for unit in HUB:
            (machine.tree / "deploy" / unit).write_text(f"{unit} {arguments}")
        assert machine.run("deploy/install.sh", *arguments, DESTDIR=str(image)).returncode == 0
        for unit in HUB:
            assert (image / "etc/systemd/system" / unit).read_text() == f"{unit} {arguments}"


def test_a_hub_that_goes_dark_at_any_step_is_finished_by_the_next(
    earlier: tuple[Machine, Path], tmp_path: Path
) -> None:
    machine, _ = earlier
    image, dark = tmp_path / "image", Interrupted(machine, tmp_path)
    (machine.tree / "device/edition").write_text("1")
    steps = dark.run(image, "--party")
    for step in range(steps - 12, steps):
        for unit in HUB:
            (image / "etc/systemd/system" / unit).unlink()
        dark.run(image, "--party", dark=step)
        # Before the service is installed the machine is no hub. Afterwards it is a complete hub.
        found = _units(image) & HUB
        assert found == HUB or "lexicon-party.service" not in found
        dark.run(image, "--party")
        assert _units(image) >= HUB
        assert _left_over(image) == []


def test_a_hub_is_told_by_a_dry_run(bare: Machine) -> None:
    assert "lexicon-party" not in bare.run("deploy/install.sh", "--dry-run").stderr
    ended = bare.run("deploy/install.sh", "--dry-run", "--party")
    for unit in HUB:
        assert f"/etc/systemd/system/{unit}" in ended.stderr
    assert "would run: systemctl restart lexicon-party lexicon-party-forget.timer" in ended.stderr
    assert "apt: mosquitto" not in ended.stderr
    ended = bare.run("deploy/install.sh", "--dry-run", "--party", "--no-start")
    assert "would run: systemctl enable lexicon-party lexicon-party-forget.timer" in ended.stderr
    assert "systemctl restart" not in ended.stderr


def test_without_a_broker_nothing_is_begun(earlier: tuple[Machine, Path], tmp_path: Path) -> None:
    machine, _ = earlier
    setup = machine.tree / "deploy/setup.sh"
    setup.write_text(setup.read_text().replace("test -x /usr/sbin/mosquitto || command -v", "command -v"))
    (machine.programs / "mosquitto").unlink()
    assert (
        "would install with apt: mosquitto" in machine.run("deploy/install.sh", "--dry-run", "--party").stderr
    )
    ended = machine.run("deploy/install.sh", "--party", DESTDIR=str(tmp_path / "other"))
    assert ended.returncode == 2
    assert ended.stderr.endswith("sudo apt-get install --no-install-recommends mosquitto\n")
    assert not (tmp_path / "other").exists()


@pytest.fixture
def installed(earlier: tuple[Machine, Path], tmp_path: Path) -> tuple[Machine, Path]:
    """Return a machine with an installed table that has played, and the folder of its files."""
    machine, _ = earlier
    shutil.copy(ROOT / "deploy/uninstall.sh", machine.tree / "deploy")
    image = tmp_path / "image"
    (image / "var/lib/lexicon-table").mkdir(parents=True)
    (image / "var/lib/lexicon-table/journal.db").write_text("played")
    assert machine.run("deploy/install.sh", "--party", DESTDIR=str(image)).returncode == 0
    (image / "var/lib/lexicon-party/party").mkdir(parents=True)
    (image / "var/lib/lexicon-party/party/hub.journal").write_text("played")
    return machine, image


def test_the_table_goes_and_what_was_played_stays(installed: tuple[Machine, Path]) -> None:
    machine, image = installed
    for _ in range(2):
        ended = machine.run("deploy/uninstall.sh", DESTDIR=str(image))
        assert ended.returncode == 0, ended.stderr
        left = {
            path.relative_to(image) for path in image.rglob("*") if not path.is_dir() or path.is_symlink()
        }
        assert left == {
            Path("etc/lexicon-table/table.toml"),
            Path("var/lib/lexicon-table/journal.db"),
            Path("var/lib/lexicon-party/party/hub.journal"),
        }
        assert ended.stderr.count("--data deletes it") == 3
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
    for what in (
        "opt/lexicon-table", "lexicon-table.service", "var/lib/lexicon-table", "etc/lexicon-table",
        "var/lib/lexicon-party", *HUB,
    ):  # fmt: skip
        assert what in ended.stderr


def test_nobody_but_root_takes_a_table_away(bare: Machine) -> None:
    ended = bare.run("deploy/uninstall.sh")
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert "sudo ./deploy/uninstall.sh" in ended.stderr
