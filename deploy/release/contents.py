"""Choose the files of a release: those that install.sh installs, without files that no table needs."""

import re
import subprocess
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NAME: Final = "lexicon-table"
LEFT_OUT_FILE: Final = ROOT / "deploy" / "left-out"
SBOM_FILE: Final = "sbom.cdx.json"
"""The name of the file with a release's list of components. The file is made with the release, and git
does not have it."""


def version(root: Path = ROOT) -> str:
    """Return the version of the program. Only pyproject.toml states it."""
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def parts(root: Path = ROOT) -> tuple[str, ...]:
    """Return the files and folders of a release, which are listed in `deploy/releases.sh`."""
    section = re.search(
        r"^parts=\(([^)]*)\)", (root / "deploy" / "releases.sh").read_text("utf-8"), re.MULTILINE
    )
    if section is None:
        raise ValueError("deploy/releases.sh names no parts")
    return tuple(section[1].split())


def tracked(root: Path = ROOT) -> tuple[str, ...]:
    """Return the paths of all files that git tracks, relative to `root`."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True)
    return tuple(path for path in listed.stdout.split("\0") if path and (root / path).is_file())


def patterns(file: Path = LEFT_OUT_FILE) -> tuple[str, ...]:
    """Return the patterns in `file`, one a line. Paths that match one of them stay out of a release."""
    return tuple(line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#"))


def without_left_out(paths: Iterable[str], left_out: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sorted paths that go into a release: those that match none of the patterns `left_out`. A
    pattern that matches a folder leaves out all its files."""

    def is_left_out(path: str) -> bool:
        path_and_parents = [path, *map(str, PurePosixPath(path).parents)]
        return any(
            fnmatchcase(part, pattern) or fnmatchcase(part, f"*/{pattern}")
            for part in path_and_parents
            for pattern in left_out
        )

    return tuple(sorted(path for path in paths if not is_left_out(path)))


def shipped_files(root: Path = ROOT) -> tuple[str, ...]:
    """Return the sorted paths of the files that a release contains, relative to `root`. Only files tracked by
    git are among them."""
    chosen = parts(root)
    own = (path for path in tracked(root) if path.split("/", 1)[0] in chosen)
    return without_left_out(own, patterns(root / "deploy" / "left-out"))
