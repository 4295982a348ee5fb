"""Check that the committed networks are undamaged, by the SHA-256 of each file in the list beside them.

`python -m vision.weight_checksums` writes the list anew (`vision/weights/sha256.txt`, in the format of
`sha256sum`). A program that writes a file into the weights folder calls `write` at its end.
"""

import errno
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

LIST_NAME: Final = "sha256.txt"
LISTED_SUFFIXES: Final = (".onnx", ".json")
NETWORK_MISSING: Final = "missing from this installation, install the program again"
NETWORK_DAMAGED: Final = "damaged, install the program again"


def read_checked(path: Path) -> bytes:
    """Return the content of `path`, a file in its folder's list.

    Raise FileNotFoundError if the file is missing, and OSError if its checksum differs. Both errors name the
    file. A flipped bit would misread letters without a warning.
    """
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, NETWORK_MISSING, str(path))
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != _listed_digests(path.parent).get(path.name):
        raise OSError(errno.EIO, NETWORK_DAMAGED, str(path))
    return content


def check(folder: Path) -> None:
    """Check the checksum of every file in a folder's list. Raise OSError naming one that is missing or
    damaged."""
    for name in _listed_digests(folder):
        read_checked(folder / name)


def write(folder: Path) -> None:
    """Write the list of checksums of the networks and constants in a folder."""
    files = sorted(path for path in folder.iterdir() if path.suffix in LISTED_SUFFIXES)
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (folder / LIST_NAME).write_text("".join(lines), encoding="ascii")


def _listed_digests(folder: Path) -> Mapping[str, str]:
    """Return the SHA-256 checksums in a folder's list, by file name. Raise OSError if there is no readable
    list."""
    path = folder / LIST_NAME
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, NETWORK_MISSING, str(path))
    pairs = [line.split() for line in path.read_text("ascii", errors="replace").splitlines()]
    if not all(len(pair) == 2 for pair in pairs):
        raise OSError(errno.EIO, NETWORK_DAMAGED, str(path))
    return {name: digest for digest, name in pairs}


if __name__ == "__main__":
    write(Path(__file__).parent / "weights")
