"""Pack the release archive, the sdist and the wheel. Their bytes depend on their contents alone."""

import gzip
import hashlib
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

SUMS_FILE: Final = "SHA256SUMS"


def checksums(folder: Path) -> str:
    """Return the SHA-256 of each file below a folder, in the format that `sha256sum --check` reads."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / SUMS_FILE)
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in files
    )


def pack(archive: Path, folder: Path, epoch: int, *, zipped: bool = True) -> None:
    """Pack the folder, with its name, into the file `archive`, a tar compressed with gzip unless `zipped`
    is False.

    Every file in the archive gets the time `epoch` (seconds since 1970).
    """
    whole = BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted([folder, *folder.rglob("*")]):
            entry = tar.gettarinfo(path, arcname=path.relative_to(folder.parent).as_posix())
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = epoch, 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            with path.open("rb") if entry.isfile() else BytesIO() as contents:
                tar.addfile(entry, contents)
    data = gzip.compress(whole.getvalue(), compresslevel=6, mtime=epoch) if zipped else whole.getvalue()
    archive.write_bytes(data)


def build_distributions(tree: Path, out: Path, epoch: int) -> tuple[Path, Path]:
    """Build the sdist of `tree` in the folder `out`, and the wheel from the contents of the sdist. Return
    both files."""
    with TemporaryDirectory() as temporary:
        sdist = _build("sdist", tree, Path(temporary), epoch)
        with tarfile.open(sdist) as tar:
            tar.extractall(temporary, filter="data")
        unpacked = Path(temporary) / sdist.name.removesuffix(".tar.gz")
        final = out / sdist.name
        pack(final, unpacked, epoch)
        return final, _build("wheel", unpacked, out, epoch)


def _build(kind: str, tree: Path, out: Path, epoch: int) -> Path:
    """Build the sdist or the wheel of `tree` with setuptools, and return its file. Raise ValueError if this
    fails."""
    script = f"from setuptools import build_meta; print(build_meta.build_{kind}({str(out)!r}))"
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tree,
        env=_plain_environment(os.environ.items(), epoch),
        umask=0o022,
        capture_output=True,
        text=True,
    )
    if ended.returncode:
        raise ValueError(f"setuptools could not build the {kind}:\n{ended.stdout}{ended.stderr}")
    return out / ended.stdout.splitlines()[-1]


def _plain_environment(environment: Iterable[tuple[str, str]], epoch: int) -> dict[str, str]:
    """Return environment variables under which a build gives the same bytes on every computer:
    `environment` without PYTHONPATH, and with time and language fixed. `epoch` is the time in seconds since
    1970."""
    return {key: value for key, value in environment if key != "PYTHONPATH"} | {
        "SOURCE_DATE_EPOCH": str(epoch),
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
    }
