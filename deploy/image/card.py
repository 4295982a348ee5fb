"""The card of a guest whose power was cut: files, as the next start finds them.

Needs qemu-img, and e2fsck and debugfs of e2fsprogs. No root: nothing is mounted.
"""

import subprocess
from pathlib import Path
from typing import Final

from deploy.image.guest import GuestError

SECTOR: Final = 512
ROOT_ENTRY: Final = 446 + 16 + 8
"""Where the partition table of a card says in which sector its second partition, the root, begins."""

MENDED: Final = (0, 1)
"""What e2fsck ends with when the file system is sound: as it was, or by its own means."""


def taken_out(disk: Path, image: Path, folder: str, target: Path) -> None:
    """Copy a `folder` of the root on the card `disk` into the folder `target`. The card stays as it is.

    The file system's journal is played back in a copy of the root, and the file system checked, as the next
    start does. `image` is what the card began as. Raises GuestError for a card that a start could not mend.
    """
    with image.open("rb") as file:
        file.seek(ROOT_ENTRY)
        first = int.from_bytes(file.read(4), "little")
    root = disk.with_suffix(".root")
    card = f"file.driver=qcow2,file.file.driver=file,file.file.filename={disk}"
    part = f"driver=raw,offset={first * SECTOR},{card}"
    _run("qemu-img", "convert", "-q", "-O", "raw", "--image-opts", part, str(root))
    _run("e2fsck", "-f", "-p", str(root), good=MENDED)
    _run("debugfs", "-R", f'rdump {folder} "{target}"', str(root))
    root.unlink()


def _run(*command: str, good: tuple[int, ...] = (0,)) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if ended.returncode not in good:
        raise GuestError(f"{command[0]}: {(ended.stdout + ended.stderr).strip()}")
