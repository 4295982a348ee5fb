"""Build and sign a release for the tests, once for all of them."""

import fcntl
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.release import __main__ as release
from deploy.release.signing import NAMESPACE, SIGNER


@dataclass(frozen=True, slots=True)
class Release:
    """The built files, the key that signed them, and the file of allowed signers."""

    archive: Path
    sdist: Path
    wheel: Path
    key: Path
    signers: Path

    @property
    def signature(self) -> Path:
        return self.archive.with_name(f"{self.archive.name}.sig")


def made_key(folder: Path, name: str = "key") -> tuple[Path, Path]:
    """Make a private key, and a file of allowed signers that allows only this key."""
    key = folder / name
    made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "a test", "-f", str(key)]
    subprocess.run(made, check=True)
    kind, public, *_ = key.with_suffix(".pub").read_text().split()
    signers = folder / f"{name}.signers"
    signers.write_text(f'{SIGNER} namespaces="{NAMESPACE}" {kind} {public}\n')
    return key, signers


def built(factory: pytest.TempPathFactory) -> Release:
    """Return the release of this tree. One of several test processes builds it."""
    whole = factory.getbasetemp()
    folder = (whole.parent if "PYTEST_XDIST_WORKER" in os.environ else whole) / "release"
    folder.mkdir(exist_ok=True)
    key, out = folder / "key", folder / "out"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "built").exists():
            made_key(folder)
            release.build(out, key=key, draft=True)
            (folder / "built").touch()
    (archive,), (wheel,) = out.glob("*-release.tar.gz"), out.glob("*.whl")
    (sdist,) = out.glob("lexicon_table-*.tar.gz")
    return Release(archive, sdist, wheel, key, folder / "key.signers")
