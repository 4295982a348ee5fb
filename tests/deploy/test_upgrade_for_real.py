"""Test an upgrade with the real programs and pip: build an archive, install it, run it, change to it, and
go back.

The third-party packages are those of this environment. The releases pin only one package, which makes them
importable. Nothing comes from a network.
"""

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

import pytest

from deploy.release.contents import NAME, version
from deploy.release.packing import SUMS_FILE, checksums, pack
from deploy.release.signing import sign
from device.records.rescue import JOURNAL
from device.releases.places import Places
from tests.deploy.released import Release, built
from tests.device.releases.standin import quick_folder
from tests.device.releases.test_schemas import written

EPOCH: Final = 1_700_000_000
NEWER: Final = "99.0.0"
SCHEMA: Final = 3


@dataclass(frozen=True, slots=True)
class Installed:
    """A table that deploy/install.sh installed into `root`/image."""

    root: Path

    @property
    def places(self) -> Places:
        return Places(str(self.root / "image"))

    @property
    def data(self) -> Path:
        return self.root / "image/var/lib/lexicon-table"

    def environment(self, **more: str) -> Mapping[str, str]:
        """Return environment variables for the installed command, as at a machine without a checkout: few
        of the developer's own, the folders of this table, and `more`."""
        plain = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return plain | {
            "LC_ALL": "C.UTF-8",
            "DESTDIR": str(self.root / "image"),
            "BUNDLE": str(self.root / "bundle"),
            "TRUST_BUNDLE": "yes",
            "PYTHON": sys.executable,
            **more,
        }

    def run(self, *command: object) -> str:
        """Run a program that must succeed, and return its output."""
        words = [str(word) for word in command]
        ended = subprocess.run(
            words, env=self.environment(), cwd=self.root, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout + ended.stderr

    def table(self, *arguments: object) -> str:
        """Run the installed command, and return its output."""
        return self.run(self.places.program / f".venv/bin/{NAME}", *arguments)

    def guard(self, moment: str) -> None:
        """Run the guard of upgrades at `moment`: `start` before the service starts, `answered` after it is
        up. Do nothing if no upgrade is under way."""
        if self.places.upgrade_file.exists():
            python = self.places.minder / ".venv/bin/python"
            self.run(python, "-I", "-m", "device.releases.guard", moment)

    def start(self) -> None:
        """Start the service as its unit does, without camera and pins, and stop it once it is up."""
        self.guard("start")
        command = [
            self.places.program / f".venv/bin/{NAME}", "play", "--as-before", "--start-anyway", "--settings",
            self.places.settings, "--data", self.data, "--camera", "none", "--pins", "none", "--port", 0,
        ]  # fmt: skip
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
            supervisor.bind(str(self.root / "notify"))
            supervisor.settimeout(600)
            table = subprocess.Popen(
                [str(word) for word in command],
                env=self.environment(NOTIFY_SOCKET=str(self.root / "notify")), stderr=subprocess.DEVNULL,
            )  # fmt: skip
            assert supervisor.recv(4096) == b"READY=1"
            self.guard("answered")
            table.terminate()
            table.wait()
        (self.root / "notify").unlink()


def _bundle(folder: Path) -> str:
    """Make a bundle of two wheels: the installed setuptools, and a package that makes this environment's
    packages importable. Return the lines of requirements that pin them."""
    built_with = distribution("setuptools")
    files = {
        str(path): Path(str(path.locate())).read_bytes()
        for path in built_with.files or ()
        if path.suffix != ".pyc" and path.name != "RECORD" and ".." not in path.parts
    }
    about = "Metadata-Version: 2.1\nName: packages\nVersion: 1.0\n"
    leading = {"packages.pth": sysconfig.get_path("purelib"), "packages-1.0.dist-info/METADATA": about}
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    return _wheel(wheels, "setuptools", built_with.version, files) + _wheel(
        wheels, "packages", "1.0", {name: text.encode() for name, text in leading.items()}
    )


def _wheel(folder: Path, name: str, number: str, files: Mapping[str, bytes]) -> str:
    """Write a wheel of `files`, and return the line of requirements that pins it."""
    about = f"{name}-{number}.dist-info"
    how = b"Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    whole = {**files, f"{about}/WHEEL": how}
    record = "".join(f"{path},,\n" for path in (*whole, f"{about}/RECORD"))
    wheel = folder / f"{name}-{number}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        for path, content in {**whole, f"{about}/RECORD": record.encode()}.items():
            made.writestr(path, content)
    return f"{name}=={number} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def _tree(folder: Path, made: Release, number: str, lock: str, signers: Path) -> Path:
    """Unpack this program's release archive, change its version to `number` and its requirements to `lock`,
    and return the folder."""
    tree = folder / f"{NAME}-{number}"
    with tarfile.open(made.archive) as tar:
        tar.extractall(folder / number, filter="data")
    (folder / number / f"{NAME}-{version()}").rename(tree)
    project = tree / "pyproject.toml"
    project.write_text(
        project.read_text("utf-8").replace(f'version = "{version()}"', f'version = "{number}"', 1)
    )
    (tree / "deploy/requirements.txt").write_text(lock)
    shutil.copy(signers, tree / "deploy/release-signers")
    (tree / SUMS_FILE).write_text(checksums(tree))
    return tree


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield from quick_folder(tmp_path)


def test_a_release_is_installed_and_changed_for_a_newer_one_and_back(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    made = built(tmp_path_factory)
    key, signers = made.key, made.signers
    lock = _bundle(folder / "bundle")
    here = Installed(folder)
    first = _tree(folder, made, version(), lock, signers)
    newer = _tree(folder, made, NEWER, lock, signers)
    archive = folder / f"{newer.name}-release.tar.gz"
    pack(archive, newer, EPOCH)
    sign(archive, key)

    here.run(first / "deploy/install.sh")
    shutil.rmtree(first)
    assert here.table("--version") == f"{NAME} {version()}\n"
    told = written(here.data / JOURNAL, SCHEMA)
    here.start()
    assert not here.places.upgrade_file.exists()

    said = here.table("upgrade", archive)
    assert f"The table's next start is the trial of {NEWER}." in said, said
    here.start()
    assert not here.places.upgrade_file.exists()
    assert here.table("--version") == f"{NAME} {NEWER}\n"
    assert _scores(here) == told["scores"]

    here.table("upgrade", "--back")
    here.start()
    assert here.table("--version") == f"{NAME} {version()}\n"
    assert _scores(here) == told["scores"]


def _scores(here: Installed) -> object:
    said = here.run(here.places.program / ".venv/bin/python", "-m", "device.releases.scores", here.data)
    return json.loads(said)
