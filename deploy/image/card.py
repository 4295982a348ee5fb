"""Copy files from the SD card of a virtual machine in QEMU whose power was cut, as its next start would find
them.

It needs qemu-img, and e2fsck and debugfs of e2fsprogs, but no root: nothing is mounted.
"""

import subprocess
from pathlib import Path
from typing import Final

from deploy.image.guest import GuestError

SECTOR_BYTES: Final = 512
ROOT_ENTRY_OFFSET: Final = 446 + 16 + 8
"""Where the SD card's partition table gives the first sector of the second partition, which holds the
root file system. The place is in bytes from the card's beginning, and four bytes long."""

SOUND_STATUSES: Final = (0, 1)
"""The exit statuses by which e2fsck says that a file system is sound: unchanged, or repaired
automatically."""


def copy_from_card(disk: Path, image: Path, folder: str, target: Path) -> None:
    """Copy `folder` of the root file system on the SD card `disk` of a virtual machine into the folder
    `target`. The card stays as it is.

    The root is first copied, and its file system is repaired in the copy as the next start would repair it.
    `image` is the original image of the card, whose partition table says where the root begins. Raise
    GuestError if the file system cannot be repaired automatically, or if a program fails.
    """
    with image.open("rb") as file:
        file.seek(ROOT_ENTRY_OFFSET)
        first = int.from_bytes(file.read(4), "little")
    root = disk.with_suffix(".root")
    card = f"file.driver=qcow2,file.file.driver=file,file.file.filename={disk}"
    part = f"driver=raw,offset={first * SECTOR_BYTES},{card}"
    _run("qemu-img", "convert", "-q", "-O", "raw", "--image-opts", part, str(root))
    _run("e2fsck", "-f", "-p", str(root), ok_statuses=SOUND_STATUSES)
    _run("debugfs", "-R", f'rdump {folder} "{target}"', str(root))
    root.unlink()


def _run(*command: str, ok_statuses: tuple[int, ...] = (0,)) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if ended.returncode not in ok_statuses:
        raise GuestError(f"{command[0]}: {(ended.stdout + ended.stderr).strip()}")
