"""Build a release: sdist, wheel and release archive, and sign them. `deploy/release.sh` starts this."""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from deploy.release import notice
from deploy.release.contents import NAME, ROOT, SBOM_FILE, shipped_files, version
from deploy.release.packing import SUMS_FILE, build_distributions, checksums, pack
from deploy.release.sbom import sbom
from deploy.release.signing import SIGNERS, is_signed, sign

USAGE: Final = """deploy/release.sh [--key FILE] [--out FOLDER] [--draft]

Builds the sdist, the wheel and the release archive of the commit that is checked out. The same commit gives
the same bytes."""


def main(arguments: list[str] | None = None) -> int:
    """Build the release that the command line asks for. Return the exit status, which is 2 if the build
    fails."""
    options = _parser().parse_args(arguments)
    try:
        files = build(options.out, key=options.key, draft=options.draft)
    except (OSError, ValueError) as fault:
        click.echo(f"release.sh: {fault}", err=True)
        return 2
    for file in files:
        click.echo(file)
    return 0


def build(out: Path, *, key: Path | None = None, draft: bool = False) -> tuple[Path, ...]:
    """Build the release archive, the sdist and the wheel in the folder `out`. Return their files.

    With a key, each file is followed by its signature. Raise ValueError if the tree has uncommitted
    changes, if NOTICE is out of date, or if tables do not trust the key. A draft may have uncommitted
    changes and any key.
    """
    if not draft and _git("status", "--porcelain"):
        raise ValueError("the tree has changes that no commit has. Commit them, or build a --draft")
    if notice.NOTICE_FILE.read_text("utf-8") != notice.text():
        raise ValueError("NOTICE is not the present one: python -m deploy.release.notice")
    if key is not None and not draft and not _is_trusted(key):
        raise ValueError(f"no table believes this key: add its public half to {SIGNERS.relative_to(ROOT)}")
    epoch = int(_git("log", "-1", "--format=%ct"))
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as temporary:
        tree = Path(temporary) / f"{NAME}-{version()}"
        stage(tree, epoch)
        archive = out / f"{tree.name}-release.tar.gz"
        pack(archive, tree, epoch)
        files = (archive, *build_distributions(tree, out.resolve(), epoch))
    if key is None:
        return files
    return tuple(part for file in files for part in (file, sign(file, key)))


def _is_trusted(key: Path) -> bool:
    """Return True if tables trust releases that the private key in the file `key` signs."""
    with TemporaryDirectory() as temporary:
        probe = Path(temporary) / "probe"
        probe.touch()
        return is_signed(probe, sign(probe, key))


def stage(tree: Path, epoch: int) -> None:
    """Put all files of a release into the new folder `tree`, with a list of its components and a list of
    checksums. `epoch` is the release's time in seconds since 1970."""
    for path in shipped_files():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tree / path)
    (tree / SBOM_FILE).write_text(sbom(epoch), encoding="utf-8")
    (tree / SUMS_FILE).write_text(checksums(tree), encoding="utf-8")


def _git(*arguments: str) -> str:
    ended = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if ended.returncode:
        raise ValueError(f"git {arguments[0]}: {ended.stderr.strip()}")
    return ended.stdout.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(usage=USAGE)
    parser.add_argument("--key", type=Path, metavar="FILE", help="sign with this private key of OpenSSH")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", default=ROOT / "dist", help="where the files go, else dist"
    )
    parser.add_argument(
        "--draft", action="store_true", help="only to try: also with uncommitted changes and an unknown key"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
