"""Sign releases, and check their signatures, by OpenSSH's `ssh-keygen -Y`."""

import subprocess
from pathlib import Path
from typing import Final

from deploy.release.contents import ROOT

NAMESPACE: Final = "lexicon-table-release"
SIGNER: Final = "release@lexicon-table"
SIGNERS: Final = ROOT / "deploy" / "release-signers"


def sign(archive: Path, key: Path) -> Path:
    """Sign the file `archive` with the private key in the file `key`, and return the file of the signature.

    Raise ValueError with ssh-keygen's message if this fails.
    """
    signature = archive.with_name(f"{archive.name}.sig")
    signature.unlink(missing_ok=True)
    ended = subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-n", NAMESPACE, "-f", str(key), str(archive)],
        capture_output=True,
        text=True,
    )
    if ended.returncode:
        raise ValueError(f"{archive.name} could not be signed: {ended.stderr.strip()}")
    return signature


def is_signed(archive: Path, signature: Path, signers: Path = SIGNERS) -> bool:
    """Return True if the file `signature` signs the file `archive` with one of the keys in the file
    `signers`."""
    whose = ["-f", str(signers), "-I", SIGNER, "-n", NAMESPACE, "-s", str(signature)]
    with archive.open("rb") as contents:
        ended = subprocess.run(["ssh-keygen", "-Y", "verify", *whose], stdin=contents, capture_output=True)
    return ended.returncode == 0
