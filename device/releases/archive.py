"""Unpack the archive of a release. No name in it is trusted, and its files are compared with its list of
checksums."""

import hashlib
import re
import tarfile
import tomllib
import zlib
from pathlib import Path, PurePosixPath
from typing import Final

from device.errors import UsageFault, disk_fault
from device.releases.places import NAME

SUMS: Final = "SHA256SUMS"
MAX_BYTES: Final = 100_000_000
"""The greatest size of all files of a release together, bytes: eight times that of a real release."""
MAX_FILES: Final = 8_000
"""The greatest number of files and folders in a release: seven times that of a real release."""
_CHUNK: Final = 1 << 20
_VERSION: Final = re.compile(r"(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?(?:(a|b|rc)(\d{1,6}))?")
_SUM: Final = re.compile(r"([0-9a-f]{64})  (.+)")
_BROKEN: Final = (tarfile.TarError, EOFError, zlib.error, UnicodeError)


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack `archive` into `folder`, and return the folder of the release in it.

    Raise UsageFault if the archive is damaged, would write outside `folder`, or holds something other than
    one release. Raise UsageFault also if a file differs from the release's list of checksums, or for a disk
    error.
    """
    try:
        with tarfile.open(archive, "r:gz") as tar:
            top = _write_files(tar, folder)
    except _BROKEN as fault:
        raise UsageFault(f"the archive can't be unpacked: {fault}") from fault
    except OSError as fault:
        if fault.errno is None:  # gzip's error for a damaged file
            raise UsageFault(f"the archive can't be unpacked: {fault}") from fault
        raise disk_fault(folder, fault) from fault
    tree = folder / top
    _compare(tree)
    if top != f"{NAME}-{version_of(tree)}":
        raise UsageFault(f"the archive holds {top}, and in it version {version_of(tree)}")
    return tree


def version_of(tree: Path) -> str:
    """Return the version of the release in the folder `tree`. Raise UsageFault if its pyproject.toml has no
    valid version."""
    file = tree / "pyproject.toml"
    try:
        version = tomllib.loads(file.read_text("utf-8"))["project"]["version"]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise UsageFault(f"{file}: no version can be read there") from fault
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise UsageFault(f"{file}: this is not a version: {version}")
    return version


def order_of(version: str) -> tuple[int, ...]:
    """Return a key that sorts versions in their order, with 1.0rc1 before 1.0. Raise UsageFault for an
    invalid version."""
    version_match = _VERSION.fullmatch(version)
    if version_match is None:
        raise UsageFault(f"this is not a version: {version}")
    major, minor, patch, kind, number = version_match.groups()
    early = ("a", "b", "rc", None).index(kind)
    return int(major), int(minor), int(patch or 0), early, int(number or 0)


def _write_files(tar: tarfile.TarFile, folder: Path) -> str:
    """Write the files of the archive into `folder`, and return the name of the only folder at the archive's
    top.

    Tar's own extraction is not used. Raise UsageFault for a member that is neither a file nor a folder, for
    more than one top folder, and for too many or too large files.
    """
    tops, bytes_left, files_left = set[str](), MAX_BYTES, MAX_FILES
    for member in tar:
        name = _safe_path(member.name)
        tops.add(name.parts[0])
        files_left, bytes_left = files_left - 1, bytes_left - member.size
        if len(tops) > 1 or files_left < 0 or bytes_left < 0:
            raise UsageFault("the archive holds more than one release")
        target = folder / name
        if member.isdir():
            target.mkdir(parents=True, exist_ok=True)
        elif member.isreg():
            target.parent.mkdir(parents=True, exist_ok=True)
            _copy_file(tar, member, target)
        else:
            raise UsageFault(f"the archive holds {member.name!r}, which is neither a file nor a folder")
    if not tops:
        raise UsageFault("the archive is empty")
    return tops.pop()


def _safe_path(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in name or "\\" in name:
        raise UsageFault(f"the archive holds {name!r}, which leads out of its folder")
    return path


def _copy_file(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    source = tar.extractfile(member)
    if source is None:
        raise UsageFault(f"the archive holds {member.name!r} without its content")
    try:
        with target.open("xb") as file:
            while chunk := source.read(_CHUNK):
                file.write(chunk)
    except FileExistsError as fault:
        raise UsageFault(f"the archive holds {member.name!r} twice") from fault
    target.chmod(0o755 if member.mode & 0o100 else 0o644)


def _compare(tree: Path) -> None:
    """Compare the files of the release with its list of checksums. Raise UsageFault if a file is missing, is
    not listed, or has another checksum."""
    present = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()} - {SUMS}
    try:
        lines = (tree / SUMS).read_text("utf-8").splitlines()
        listed = {found[2]: found[1] for line in lines if (found := _SUM.fullmatch(line))}
        if len(listed) != len(lines) or listed.keys() != present:
            raise UsageFault(f"the archive's {SUMS} does not list the files that are in it")
        for name, expected in listed.items():
            with (tree / name).open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != expected:
                    raise UsageFault(f"{name}: this file is damaged: its checksum is another one")
    except FileNotFoundError as fault:
        raise UsageFault(f"the archive has no {SUMS}") from fault
    except (OSError, UnicodeError) as fault:
        raise UsageFault(f"{tree}: the unpacked files can't be read: {fault}") from fault
