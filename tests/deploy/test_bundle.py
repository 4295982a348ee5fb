"""Test the bundle for a machine without a network: its contents, its index for apt, and its owner."""

import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path
from typing import Final

import pytest

from deploy.release.contents import NAME, ROOT
from deploy.release.pins import pins
from deploy.release.signing import NAMESPACE
from deploy.release.wheels import environment, write_licences
from tests.deploy.released import made_key
from tests.deploy.test_setup import PYTHON, Machine, machine  # noqa: F401 - a fixture


@pytest.mark.parametrize(
    ("python", "arch", "wanted"),
    [("3.11", "aarch64", True), ("3.13", "aarch64", False), ("3.11", "x86_64", False)],
)
def test_the_other_machine_decides_what_it_needs(python: str, arch: str, *, wanted: bool) -> None:
    """The Pi's camera library of Debian 12 needs simplejpeg. So the bundle has simplejpeg for a Pi with
    Python 3.11, and for no other machine."""
    chosen = {
        pin.name for pin in pins(ROOT / "deploy/requirements.txt") if pin.is_needed(environment(python, arch))
    }
    assert ("simplejpeg" in chosen) == wanted
    assert {"numpy", "python-tm1637", "setuptools"} <= chosen


def test_the_licence_of_each_wheel_is_kept(tmp_path: Path) -> None:
    about = "thing-1.0.dist-info"
    with zipfile.ZipFile(tmp_path / "thing-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{about}/METADATA", "Name: thing\nLicense-Expression: MIT\n\nLicense: of words\n")
        wheel.writestr(f"{about}/licenses/epl-v20", "Permission is hereby granted")
        wheel.writestr("thing/ThirdPartyNotices.txt", "Parts are by others")
        wheel.writestr("thing/notices.py", "nothing of the kind")
    write_licences(tmp_path, tmp_path / "licences")
    (kept,) = (tmp_path / "licences").iterdir()
    assert kept.name == "python-thing-1.0.txt"
    assert "License-Expression: MIT" in kept.read_text()
    assert "hereby granted" in kept.read_text()
    assert "by others" in kept.read_text()
    assert "of the kind" not in kept.read_text()
    assert "of words" not in kept.read_text()


def _deb(folder: Path, name: str, depends: str = "") -> None:
    """Make an empty Debian package."""
    control = folder / name / "DEBIAN/control"
    control.parent.mkdir(parents=True)
    control.write_text(
        f"Package: {name}\nVersion: 1:2.0\nArchitecture: all\nMaintainer: a test <test@localhost>\n"
        + (f"Depends: {depends}\n" if depends else "")
        + "Description: a test\n"
    )
    subprocess.run(
        ["dpkg-deb", "--build", folder / name, folder / f"{name}.deb"], check=True, capture_output=True
    )
    shutil.rmtree(folder / name)


def test_apt_itself_installs_from_the_bundle_and_from_nowhere_else(tmp_path: Path) -> None:
    """The real apt reads the index that the script has made. It keeps its state in a folder of the test,
    and only simulates the installation."""
    apt = tmp_path / "my table/bundle/apt"
    apt.mkdir(parents=True)
    _deb(apt, "helped", "helping")
    _deb(apt, "helping")
    state, programs = tmp_path / "state", tmp_path / "programs"
    for folder in (state / "lists/partial", state / "cache/archives/partial", programs):
        folder.mkdir(parents=True)
    (state / "status").touch()
    own = " ".join(f"-o {one}" for one in (
        f"Dir::State={state}", f"Dir::State::Status={state}/status", f"Dir::Cache={state}/cache",
        "Debug::NoLocking=true",
    ))  # fmt: skip
    (programs / "apt-get").write_text(
        f"""#!/bin/sh
case "$*" in *install*) set -- --simulate "$@" ;; esac
exec {shutil.which("apt-get")} {own} "$@"
"""
    )
    (programs / "dpkg").write_text("#!/bin/sh\n")
    (programs / "id").write_text("#!/bin/sh\necho 0\n")
    for program in programs.iterdir():
        program.chmod(0o755)
    script = f"""set -euo pipefail
source "{ROOT}/deploy/setup.sh"
eval "$(sed -n '/^index()/,/^}}/p' "{ROOT}/deploy/bundle.sh")"
bundle="{apt.parent}"
index "$bundle/apt"
(cd -- "$bundle" && find . -type f ! -name SHA256SUMS -exec sha256sum {{}} +) >"$bundle/SHA256SUMS"
TRUST_BUNDLE=yes apt_install helped
"""
    ended = subprocess.run(
        ["bash", "-c", script],
        env={"PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Inst helping (1:2.0" in ended.stderr
    assert "Inst helped (1:2.0" in ended.stderr


@pytest.fixture
def bundler(machine: Machine) -> Machine:  # noqa: F811
    """Return a machine on which `bundle.sh` can make a bundle. A stand-in for `python3` supplies the
    wheels, so nothing is downloaded."""
    for tool in ("du", "realpath", "sed", "ssh-keygen", "stat", "tar", "xargs"):
        found = shutil.which(tool)
        assert found, tool
        (machine.programs / tool).symlink_to(found)
    brings = """
    *deploy.release.wheels*)
        mkdir -p "$4/wheels" "$4/licences" && echo "a wheel for $6 and $8" >"$4/wheels/one.whl" ;;
    *deploy.release.contents*) echo 1.0.0 ;;
esac
"""
    machine.install("python3", PYTHON.replace("esac\n", brings.lstrip("\n")))
    return machine


def test_a_bundle_lies_in_the_folder_of_its_release_and_is_signed(bundler: Machine, tmp_path: Path) -> None:
    key, signers = made_key(tmp_path)
    out = tmp_path / "out"
    ended = bundler.run(
        "deploy/bundle.sh", "--no-debs", "--python", "3.13", "--key", str(key), "--out", str(out)
    )
    assert ended.returncode == 0, ended.stderr
    with tarfile.open(out / f"{NAME}-1.0.0-bundle-arm64.tar") as tar:
        names = tar.getnames()
        sums = tar.extractfile(f"{NAME}-1.0.0/bundle/SHA256SUMS")
        assert sums is not None
        assert sums.read().decode().split()[1::2] == ["./wheels/one.whl"]
    assert {f"{NAME}-1.0.0/bundle/wheels/one.whl", f"{NAME}-1.0.0/bundle/SHA256SUMS.sig"} <= set(names)
    assert (out / "bundle/wheels/one.whl").read_text() == "a wheel for arm64 and 3.13\n"
    assert NAMESPACE in signers.read_text()


def test_what_the_bundler_does_not_understand_is_said(bundler: Machine) -> None:
    for wrong in ("--frob", "--arch"):
        ended = bundler.run("deploy/bundle.sh", wrong)
        assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
        assert wrong in ended.stderr


CASES: Final = {
    "signed": "would copy the program",
    "damaged": "is damaged or incomplete: copy it anew",
    "added to": "is damaged or incomplete: copy it anew",
    "signed by a stranger": "signed by somebody whom deploy/release-signers does not name",
    "unsigned": "is not signed",
    "signed, no key is known": "deploy/release-signers names no key yet",
    "signed, without ssh-keygen": "sudo apt-get install openssh-client",
}


@pytest.mark.parametrize("case", CASES)
def test_a_bundle_is_used_only_if_it_is_whole_and_its_makers_or_whoever_installs_says_so(
    bundler: Machine, tmp_path: Path, case: str
) -> None:
    key, signers = made_key(tmp_path)
    other, _ = made_key(tmp_path, "other")
    signing = [] if case == "unsigned" else ["--key", str(other if case == "signed by a stranger" else key)]
    assert bundler.run("deploy/bundle.sh", "--no-debs", *signing, "--out", str(bundler.tree)).returncode == 0
    if case != "signed, no key is known":
        shutil.copy(signers, bundler.tree / "deploy/release-signers")
    if case == "damaged":
        (bundler.tree / "bundle/wheels/one.whl").write_text("another")
    if case == "added to":
        (bundler.tree / "bundle/apt").mkdir()
        (bundler.tree / "bundle/apt/Packages.xz").write_text("of somebody else")
    if case == "signed, without ssh-keygen":
        (bundler.programs / "ssh-keygen").unlink()
    for part in ("engine", "vision", "device", "web", "docs"):
        (bundler.tree / part).mkdir()
    ended = bundler.run("deploy/install.sh", "--dry-run", DESTDIR=str(tmp_path / "image"))
    assert CASES[case] in ended.stderr
    assert ended.returncode == (0 if case == "signed" else 2), ended.stderr
    again = bundler.run("deploy/install.sh", "--dry-run", "--trust-bundle", DESTDIR=str(tmp_path / "image"))
    assert again.returncode == (2 if case in {"damaged", "added to"} else 0), again.stderr
    assert len(ended.stderr.splitlines()) == 1 or case == "signed"


def test_debian_s_packages_of_a_strange_bundle_are_not_installed(bundler: Machine, tmp_path: Path) -> None:
    """The bundle is not signed. So no script installs the Debian packages in it, even as root."""
    assert bundler.run("deploy/bundle.sh", "--no-debs", "--out", str(bundler.tree)).returncode == 0
    (bundler.tree / "bundle/apt").mkdir()
    bundler.install("id", "#!/bin/sh\necho 0\n")
    bundler.install("apt-get", '#!/bin/sh\necho "-m apt-get $@" >>"$LOG"\n')
    (bundler.programs / "tesseract").unlink()
    shutil.rmtree(bundler.tree / ".venv", ignore_errors=True)
    (bundler.tree / ".venv").unlink(missing_ok=True)
    bundler.log.unlink()
    ended = bundler.run("deploy/demo.sh")
    assert ended.returncode == 2
    assert "is not signed" in ended.stderr
    assert not any("apt-get" in line for line in bundler.interpreter_calls())
