"""Download the pinned packages for another machine. `deploy/bundle.sh` calls this.

    python -m deploy.release.wheels --out bundle --arch arm64 --python 3.11 --python 3.13

The wheels for each Python go to bundle/wheels, and the licences in them to bundle/licences.
"""

import argparse
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

import click

from deploy.release.contents import ROOT
from deploy.release.pins import pins

ARCHITECTURES: Final = {"arm64": "aarch64", "amd64": "x86_64"}
"""The names of processor architectures in Python's wheels, by Debian's names for them."""
LICENCE_FILE: Final = re.compile(r"licen[cs]e|notice|copying|third.?party", re.IGNORECASE)
CODE_SUFFIXES: Final = (".py", ".pyi", ".so")
LICENCE_HEADERS: Final = ("License", "Classifier: License")
GLIBC_MINOR_VERSIONS: Final = range(17, 37)
"""The minor versions of glibc 2 for which a downloaded wheel may be made. Debian 12 can run wheels for
all of them."""


def environment(python: str, machine: str) -> dict[str, str]:
    """Return the variables of a requirement's markers, such as `python_version`, for Linux on `machine`.

    `python` is the version, such as 3.13. With these variables `Pin.is_needed` judges a package's condition.
    """
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "platform_machine": machine,
        "platform_system": "Linux",
        "sys_platform": "linux",
        "os_name": "posix",
        "extra": "",
    }


def download(folder: Path, python: str, machine: str, lock: Path) -> None:
    """Download into `folder` the wheels of the pinned packages in the file `lock`, for a machine and a
    Python version.

    Raise ValueError if pip cannot download them.
    """
    place = environment(python, machine)
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC_MINOR_VERSIONS] + [
        f"manylinux2014_{machine}"
    ]
    cp = f"cp{python.replace('.', '')}"
    with TemporaryDirectory() as temporary:
        wanted = Path(temporary) / "requirements.txt"
        wanted.write_text("".join(f"{pin.line()}\n" for pin in pins(lock) if pin.is_needed(place)), "utf-8")
        ended = subprocess.run(
            [
                sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "-qq",
                "--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(wanted),
                "--implementation", "cp", "--python-version", python,
                "--abi", cp, "--abi", "abi3", "--abi", "none",
                *(f"--platform={name}" for name in platforms),
                "--dest", str(folder),
            ],
        )  # fmt: skip
    if ended.returncode:
        raise ValueError(f"the packages for Python {python} on {machine} could not be downloaded")


def licences(wheel: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each licence file in a wheel, and of the lines about the licence in its
    `METADATA`."""
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            file = PurePosixPath(name)
            if file.name == "METADATA" and file.parent.suffix == ".dist-info":
                head = files.read(name).decode("utf-8", "replace").partition("\n\n")[0].splitlines()
                yield name, "\n".join(line for line in head if line.startswith(LICENCE_HEADERS))
            elif ".dist-info/licenses/" in name or (
                LICENCE_FILE.match(file.name) and file.suffix not in CODE_SUFFIXES
            ):
                yield name, files.read(name).decode("utf-8", "replace")


def write_licences(wheels: Path, folder: Path) -> None:
    """Write a file into `folder` for each wheel in the folder `wheels`, with all licences in the wheel."""
    folder.mkdir(parents=True, exist_ok=True)
    for wheel in sorted(wheels.glob("*.whl")):
        name, release = wheel.name.split("-")[:2]
        parts = [f"== {inside}\n\n{text.strip()}\n" for inside, text in licences(wheel)]
        (folder / f"python-{name}-{release}.txt").write_text("\n".join(parts), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Download the wheels that the command line asks for. Return the exit status, which is 2 if a download
    fails."""
    parser = argparse.ArgumentParser(prog="python -m deploy.release.wheels")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--arch", choices=sorted(ARCHITECTURES), required=True)
    parser.add_argument("--python", action="append", required=True, metavar="3.11")
    options = parser.parse_args(arguments)
    wheels = options.out / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    try:
        for python in options.python:
            download(wheels, python, ARCHITECTURES[options.arch], ROOT / "deploy" / "requirements.txt")
    except (OSError, ValueError) as fault:
        click.echo(f"bundle.sh: {fault}", err=True)
        return 2
    write_licences(wheels, options.out / "licences")
    return 0


if __name__ == "__main__":
    sys.exit(main())
