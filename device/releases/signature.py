"""Verify the signature of an archive: the makers of the release in use must have signed it."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from device.errors import UsageFault, disk_fault

SIGNER: Final = "release@lexicon-table"
NAMESPACE: Final = "lexicon-table-release"
SIGNERS: Final = "deploy/release-signers"
"""The path, in a release, of the file with the makers' keys. An archive is checked with the keys of the
release in use, never with its own."""
SIGNATURE_SUFFIX: Final = ".sig"
_MAX_SIGNATURE_BYTES: Final = 16_384
"""The greatest size of a signature file, bytes. A signature made by ssh-keygen has some hundreds of bytes."""


def key_count(signers: Path) -> int:
    """Return the number of keys in the file `signers`; 0 if the file does not exist. Raise UsageFault for a
    disk error."""
    try:
        lines = signers.read_text("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return 0
    except OSError as fault:
        raise disk_fault(signers, fault) from fault
    return sum(bool(line.strip()) and not line.startswith("#") for line in lines)


def check_signature(archive: Path, signature: Path, signers: Path, name: str) -> None:
    """Raise UsageFault if `signature` for `archive` was not made with one of the keys in the file
    `signers`. The sentence calls the archive `name`.

    Raise UsageFault also if `signers` has no key, if ssh-keygen is missing, or for a disk error.
    """
    program = shutil.which("ssh-keygen")
    if program is None:
        raise UsageFault("ssh-keygen is missing: sudo apt-get install openssh-client")
    if not key_count(signers):
        raise UsageFault(
            f"{signers} names no release key, so no archive can be checked: nothing was unpacked. Unpack a "
            "release that you trust and run its installer: sudo ./deploy/install.sh"
        )
    try:
        if signature.stat().st_size > _MAX_SIGNATURE_BYTES:
            raise UsageFault(f"{name}{SIGNATURE_SUFFIX}: this is not a signature")
        with archive.open("rb") as content:
            ended = subprocess.run(
                [program, "-Y", "verify", "-f", signers, "-I", SIGNER, "-n", NAMESPACE, "-s", signature],
                stdin=content, capture_output=True, text=True, errors="replace", check=False,
            )  # fmt: skip
    except OSError as fault:
        raise disk_fault(fault.filename or archive, fault) from fault
    if ended.returncode:
        raise UsageFault(
            f"{name}: the signature is not one of the makers of this program: nothing was unpacked. Load the "
            "archive and its .sig again"
        )
