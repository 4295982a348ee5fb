"""Test the set-up scripts in a copy of the tree, with stand-ins for the interpreter and the system.

The stand-in for `python3` makes environments of stubs and notes its arguments, so that nothing is downloaded.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = (
    "bash", "cat", "cmp", "cp", "cut", "dirname", "env", "find", "flock", "grep", "ln", "mkdir", "mktemp",
    "mv", "rm", "sh", "sha256sum", "sort",
)  # fmt: skip

PYTHON = """#!/bin/sh
echo "$@" >>"$LOG"
case "$*" in
    '-m venv --clear '*)
        for folder; do :; done
        rm -rf "$folder"
        mkdir -p "$folder/bin" "$folder/lib/packages" && cp "$0" "$folder/bin/python" ;;
    *sysconfig*) echo "${0%/bin/python}/lib/packages" ;;
    *--require-hashes*) [ "$FAILING" != network ] ;;
    *LGPIOFactory*) [ "$FAILING" != pins ] ;;
    *device.app*) [ "$FAILING" != imports ] ;;
    *--editable*)
        table=${0%python}lexicon-table
        [ "$FAILING" != program ] || exit 0
        printf '#!/bin/sh\\npwd; echo "$@"\\n' >"$table" && chmod +x "$table" ;;
esac
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """A copy of the tree in a folder with a space in its name, and the programs on its PATH."""

    tree: Path
    programs: Path
    log: Path

    def install(self, name: str, text: str = "#!/bin/sh\n") -> None:
        program = self.programs / name
        program.write_text(text)
        program.chmod(0o755)

    def run(
        self,
        script: str,
        *arguments: str,
        cwd: Path | None = None,
        alone: bool = False,
        **environment: str,
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.tree / script), *arguments],
            cwd=cwd or self.tree,
            env={"PATH": str(self.programs), "LOG": str(self.log), **environment},
            # so a script that kills its process group kills no other process
            start_new_session=alone,
            capture_output=True,
            text=True,
            check=False,
        )

    def interpreter_calls(self) -> list[str]:
        """Return the calls of the Python interpreter that ran a module, such as `-m venv` or `-m pip`, in
        order."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.startswith("-m")]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return a machine that has all packages of the demo, and whose user may not install others."""
    tree = tmp_path / "my table"
    shutil.copytree(ROOT / "deploy", tree / "deploy", ignore=shutil.ignore_patterns("words", "*.pyc"))
    shutil.copytree(ROOT / ".ci", tree / ".ci")
    shutil.copy(ROOT / "pyproject.toml", tree)
    programs = tmp_path / "programs"
    programs.mkdir()
    for tool in (*TOOLS, "chmod"):
        found = shutil.which(tool)
        assert found, tool
        (programs / tool).symlink_to(found)
    made = Machine(tree, programs, tmp_path / "log")
    made.install("python3", PYTHON)
    made.install("tesseract")
    made.install("dpkg")
    made.install("id", "#!/bin/sh\necho 1000\n")
    return made


def test_the_demo_is_set_up_and_gets_its_arguments(machine: Machine, tmp_path: Path) -> None:
    ended = machine.run("deploy/demo.sh", "--game", "a b", cwd=tmp_path)
    assert ended.returncode == 0
    assert ended.stdout == f"{tmp_path}\ndemo --game a b\n"
    venv, pins, table = machine.interpreter_calls()
    assert venv == f"-m venv --clear {machine.tree}/.venvs/1"
    assert "--require-hashes" in pins
    assert "--only-binary :all:" in pins
    assert pins.endswith(f"{machine.tree}/deploy/requirements.txt")
    assert "--no-deps" in table


@pytest.mark.parametrize("failing", ["", "pins"])
def test_a_pi_whose_pins_library_is_an_empty_one_is_told_so(machine: Machine, failing: str) -> None:
    machine.install(
        "set-up-a-pi",
        f"""#!{shutil.which("bash")}
source deploy/setup.sh
on_a_pi() {{ true; }}
missing_of() {{ true; }}
PYTHON=python3 set_up run
""",
    )
    (machine.tree / "set-up-a-pi").symlink_to(machine.programs / "set-up-a-pi")
    ended = machine.run("set-up-a-pi", FAILING=failing)
    assert ended.returncode == 0, ended.stderr
    assert ("python3-lgpio" in ended.stderr) == (failing == "pins")
    assert (machine.tree / ".venv/bin/lexicon-table").exists()


@pytest.mark.parametrize(
    ("lgpio", "usable"),
    [("", False), ("def __getattr__(name):\n    return 0\n", True)],
    ids=["pip's empty one", "apt's"],
)
def test_gpiozero_itself_says_whether_there_are_pins(tmp_path: Path, lgpio: str, *, usable: bool) -> None:
    """The set-up asks gpiozero whether the machine's pins can be used. Importing lgpio proves nothing: on
    Python 3.13 pip's lgpio is an empty module that hides the one installed by apt."""
    (tmp_path / "lgpio.py").write_text(lgpio)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (tmp_path / "bin/python").chmod(0o755)
    ended = subprocess.run(
        ["bash", "-c", f'source "{ROOT}/deploy/setup.sh"; has_pins "{tmp_path}"'],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert (ended.returncode == 0) == usable


def test_no_lgpio_of_pip_s_is_ever_installed() -> None:
    for lock in (ROOT / "deploy").glob("requirements*.txt"):
        assert "lgpio" not in [line.partition("==")[0] for line in lock.read_text().splitlines()], lock.name


def test_a_second_run_installs_nothing(machine: Machine) -> None:
    machine.run("deploy/demo.sh")
    before = machine.interpreter_calls()
    ended = machine.run("deploy/demo.sh")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert machine.interpreter_calls() == before


@pytest.mark.parametrize("changed", ["deploy/requirements.txt", "pyproject.toml", "deploy/setup.sh"])
def test_what_changed_is_set_up_again(machine: Machine, changed: str) -> None:
    machine.run("deploy/demo.sh")
    with (machine.tree / changed).open("a") as file:
        file.write("\n# changed\n")
    machine.run("deploy/demo.sh")
    assert len(machine.interpreter_calls()) == 6


def test_a_tree_that_moved_is_set_up_again(machine: Machine, tmp_path: Path) -> None:
    machine.run("deploy/demo.sh")
    moved = Machine(machine.tree.rename(tmp_path / "elsewhere"), machine.programs, machine.log)
    assert moved.run("deploy/demo.sh").returncode == 0
    assert moved.interpreter_calls()[3].endswith("elsewhere/.venvs/2")


def test_an_interpreter_that_broke_is_replaced(machine: Machine) -> None:
    machine.run("deploy/demo.sh")
    (machine.tree / ".venv/bin/python").write_text("#!/bin/sh\nexit 1\n")
    assert machine.run("deploy/demo.sh").returncode == 0
    assert len(machine.interpreter_calls()) == 6


def test_a_set_up_cut_short_starts_again(machine: Machine) -> None:
    ended = machine.run("deploy/demo.sh", FAILING="network")
    assert ended.returncode == 2
    assert "could not be installed" in ended.stderr
    assert list((machine.tree / ".venvs").iterdir()) == []
    again = machine.run("deploy/demo.sh")
    assert (again.returncode, again.stdout.splitlines()[-1]) == (0, "demo")


@pytest.mark.parametrize("edition", ["a link", "a folder"])
@pytest.mark.parametrize("failing", ["network", "imports", "program"])
def test_an_upgrade_that_fails_leaves_the_environment_as_it_was(
    machine: Machine, edition: str, failing: str
) -> None:
    machine.run("deploy/demo.sh")
    venv = machine.tree / ".venv"
    if edition == "a folder":
        made = venv.resolve()
        venv.unlink()
        made.rename(venv)
    before = {path: path.read_bytes() for path in sorted(venv.rglob("*")) if path.is_file()}
    with (machine.tree / "deploy/requirements.txt").open("a") as file:
        file.write("# a newer one\n")
    ended = machine.run("deploy/demo.sh", FAILING=failing)
    assert ended.returncode == 2
    assert "What was there before is still there." in ended.stderr
    assert {path: path.read_bytes() for path in sorted(venv.rglob("*")) if path.is_file()} == before
    assert [path.name for path in (machine.tree / ".venvs").iterdir()] == (
        ["1"] if edition == "a link" else []
    )
    again = machine.run("deploy/demo.sh")
    assert (again.returncode, again.stdout.splitlines()[-1]) == (0, "demo")
    assert venv.is_symlink()
    assert [path.name for path in (machine.tree / ".venvs").iterdir()] == [venv.readlink().name]


def test_missing_packages_are_named_all_at_once(machine: Machine) -> None:
    (machine.programs / "tesseract").unlink()
    (machine.programs / "python3").unlink()
    machine.install("python3", "#!/bin/sh\nexit 1\n")
    ended = machine.run("deploy/demo.sh", PYTHON="python3")
    assert ended.returncode == 2
    assert "sudo apt-get install --no-install-recommends python3-venv tesseract-ocr\n" in ended.stderr
    assert "Python 3.11 or newer" in ended.stderr
    assert not machine.interpreter_calls()


def test_root_installs_them_with_apt(machine: Machine) -> None:
    (machine.programs / "tesseract").unlink()
    machine.install("id", "#!/bin/sh\necho 0\n")
    brings = f'[ "$1" = update ] || cp "$0" "{machine.programs}/tesseract"'
    machine.install("apt-get", f'#!/bin/sh\necho "-m apt-get $@" >>"$LOG"\n{brings}\n')
    ended = machine.run("deploy/demo.sh")
    assert ended.returncode == 0
    update, install = machine.interpreter_calls()[:2]
    assert update.startswith("-m apt-get update")
    assert install.endswith("--no-install-recommends tesseract-ocr")


def test_what_a_power_cut_left_half_installed_is_finished_first(machine: Machine) -> None:
    (machine.programs / "tesseract").unlink()
    machine.install("id", "#!/bin/sh\necho 0\n")
    machine.install("dpkg", '#!/bin/sh\necho "-m dpkg $@" >>"$LOG"\n')
    machine.install(
        "apt-get", f'#!/bin/sh\necho "-m apt-get $@" >>"$LOG"\ncp "$0" "{machine.programs}/tesseract"\n'
    )
    assert machine.run("deploy/demo.sh").returncode == 0
    assert machine.interpreter_calls()[0] == "-m dpkg --configure -a"


def test_a_bundle_takes_the_place_of_the_network(machine: Machine) -> None:
    """apt installs from the bundle alone. The package sources of the machine are not asked."""
    for folder in ("wheels", "apt"):
        (machine.tree / "bundle" / folder).mkdir(parents=True)
    (machine.tree / "bundle/apt/Packages").write_text("here")
    sums = f"{hashlib.sha256(b'here').hexdigest()}  ./apt/Packages\n"
    (machine.tree / "bundle/SHA256SUMS").write_text(sums)
    (machine.programs / "tesseract").unlink()
    machine.install("id", "#!/bin/sh\necho 0\n")
    machine.install(
        "apt-get",
        f"""#!/bin/sh
for option; do
    case $option in Dir::Etc::SourceList=*) read -r _ _ place _ <"${{option#*=}}" ;; esac
done
echo "-m apt-get $@ $(cat "${{place#file:}}/Packages")" >>"$LOG"
cp "$0" "{machine.programs}/tesseract"
""",
    )
    refused = machine.run("deploy/demo.sh")
    assert (refused.returncode, machine.interpreter_calls()) == (2, [])
    assert "is not signed" in refused.stderr
    ended = machine.run("deploy/demo.sh", TRUST_BUNDLE="yes")
    assert ended.returncode == 0, ended.stderr
    update, *_, pins, _ = machine.interpreter_calls()
    assert update.endswith("update -q here")
    assert "Dir::Etc::SourceParts=" in update
    assert f"--no-index --find-links {machine.tree}/bundle/wheels" in pins


def test_sudo_without_a_password_is_used(machine: Machine) -> None:
    (machine.programs / "tesseract").unlink()
    machine.install("sudo", '#!/bin/sh\n[ "$1" = -n ] || exec "$@"\n')
    machine.install("apt-get", f'#!/bin/sh\ncp "$0" "{machine.programs}/tesseract"\n')
    assert machine.run("deploy/demo.sh").returncode == 0


def test_a_package_that_apt_could_not_bring_ends_with_the_line(machine: Machine) -> None:
    (machine.programs / "tesseract").unlink()
    machine.install("id", "#!/bin/sh\necho 0\n")
    machine.install("apt-get", "#!/bin/sh\nexit 100\n")
    ended = machine.run("deploy/demo.sh")
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1].endswith("tesseract-ocr")


def _developing(machine: Machine, *, failing: str = "") -> None:
    """Return a development machine whose checks note that they ran. The check named `failing` fails."""
    for name in ("chromium", "ssh-keygen", "strace", "systemd-analyze", "true"):
        machine.install(name)
    note = '#!/bin/sh\necho "${0##*/} $*" >>"$LOG.checks"; echo "${0##*/} says"\n'
    for name in ("shellcheck", "ruff", "mypy", "lint-imports", "pytest"):
        machine.install(name, note + ("exit 1\n" if name == failing else ""))
    (machine.tree / "deploy/setup.sh").write_text(
        (machine.tree / "deploy/setup.sh")
        .read_text()
        .replace("test -d /usr/share/dict/scowl", "true")
        .replace("test -e /usr/share/wordnet/cntlist.rev", "true")
    )


@pytest.mark.parametrize("failing", ["shellcheck", "mypy", "lint-imports", "pytest"])
def test_every_check_runs_even_when_one_fails(machine: Machine, failing: str) -> None:
    _developing(machine, failing=failing)
    ended = machine.run("deploy/test.sh")
    assert ended.returncode == 1
    checks = Path(f"{machine.log}.checks").read_text().splitlines()
    assert sorted(line.split()[0] for line in checks) == [
        "lint-imports", "mypy", "pytest", "ruff", "ruff", "shellcheck",
    ]  # fmt: skip
    summary = [line for line in ended.stdout.partition("== summary")[2].splitlines() if line]
    assert len(summary) == len(checks)
    (failed,) = (line for line in summary if line.startswith("FAILED"))
    assert failing in failed.replace("import-linter", "lint-imports")
    assert ended.stdout.count(f"{failing} says") == 1


def test_with_arguments_only_pytest_runs_and_gets_them(machine: Machine, tmp_path: Path) -> None:
    _developing(machine, failing="pytest")
    ended = machine.run("deploy/test.sh", "tests/engine", "-k", "a b", cwd=tmp_path)
    assert ended.returncode == 1
    (only,) = Path(f"{machine.log}.checks").read_text().splitlines()
    assert only.startswith("pytest ")
    assert only.endswith("--quiet tests/engine -k a b")


def test_the_tests_usage_is_told_without_setting_anything_up(machine: Machine) -> None:
    ended = machine.run("deploy/test.sh", "--help")
    assert ended.returncode == 0
    assert "pytest alone" in ended.stdout
    assert machine.interpreter_calls() == []


def test_the_gate_is_the_tests_and_nothing_else(machine: Machine, tmp_path: Path) -> None:
    _developing(machine)
    ended = machine.run(".ci/run", cwd=tmp_path)
    assert ended.returncode == 0
    assert "FAILED" not in ended.stdout


def test_development_adds_to_what_the_demo_runs_in(machine: Machine) -> None:
    _developing(machine)
    machine.run("deploy/demo.sh")
    before = machine.interpreter_calls()
    assert machine.run("deploy/test.sh").returncode == 0
    pins, figures = machine.interpreter_calls()[len(before) :]
    assert pins.endswith(f"{machine.tree}/deploy/requirements-dev.txt")
    assert figures.endswith("-m deploy.lab.covered")


def test_the_demo_uses_the_development_environment(machine: Machine) -> None:
    _developing(machine)
    machine.run("deploy/test.sh")
    before = machine.interpreter_calls()
    assert machine.run("deploy/demo.sh").returncode == 0
    assert machine.interpreter_calls() == before


def test_scripts_are_executable() -> None:
    for script in ("deploy/demo.sh", "deploy/test.sh", "deploy/lock.sh", ".ci/run"):
        assert os.access(ROOT / script, os.X_OK), script
