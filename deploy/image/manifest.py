"""Write a manifest for Raspberry Pi Imager 2, so that it can offer a table's image.

Imager asks for a host name, a user and a Wi-Fi only if the manifest says how the image takes them. This
image takes them by cloud-init, as Raspberry Pi OS Trixie does. The names of the fields come from Imager's
`doc/json-schema/os-list-schema.json`. The first page of Imager shows the boards in the manifest's
`imager.devices` (its `src/hwlistmodel.cpp`). Without any board nobody can get beyond that page.
"""

import hashlib
import json
import lzma
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from device.errors import UsageFault

BOARDS: Final = {
    "Raspberry Pi 5": "pi5-64bit",
    "Raspberry Pi 4": "pi4-64bit",
    "Raspberry Pi 3": "pi3-64bit",
    "Raspberry Pi Zero 2 W": "pi3-64bit",
}
"""The Raspberry Pis for which the image is made, each with the tag by which Imager knows it. The Zero 2 W
has the tag of the Pi 3."""

DESCRIPTION: Final = (
    "A camera over your own table reads letter cards, referees the game and keeps the scores."
)

CHUNK_BYTES: Final = 1 << 20


class SizeAndChecksum(NamedTuple):
    """The size and the checksum of a file that people download."""

    size: int
    """The size of the file, bytes."""
    sha256: str
    """The SHA-256 of the file, hexadecimal."""


def size_and_checksum(chunks: Iterator[bytes]) -> SizeAndChecksum:
    """Return the size and the checksum of the data that `chunks` are parts of."""
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        digest.update(chunk)
        size += len(chunk)
    return SizeAndChecksum(size, digest.hexdigest())


def manifest(image: Path, url: str, version: str) -> dict[str, Any]:
    """Return the manifest of `image`, an `.img.xz` file that will be offered at `url`.

    Raise UsageFault if the file can't be read or is not packed with xz.
    """
    try:
        with lzma.open(image) as unpacked:
            whole = size_and_checksum(iter(lambda: unpacked.read(CHUNK_BYTES), b""))
        with image.open("rb") as packed:
            download = size_and_checksum(iter(lambda: packed.read(CHUNK_BYTES), b""))
    except (OSError, lzma.LZMAError) as fault:
        raise UsageFault(f"{image}: not an image packed with xz: {fault}") from fault
    build_time = datetime.fromtimestamp(image.stat().st_mtime, UTC)
    entry = {
        "name": f"Lexicon table {version}",
        "description": DESCRIPTION,
        "icon": f"{url.rpartition('/')[0]}/icon.svg",
        "url": url,
        "release_date": build_time.date().isoformat(),
        "extract_size": whole.size,
        "extract_sha256": whole.sha256,
        "image_download_size": download.size,
        "image_download_sha256": download.sha256,
        "devices": list(dict.fromkeys(BOARDS.values())),
        "init_format": "cloudinit-rpi",
        "architecture": "armv8",
    }
    boards = [
        {"name": name, "description": name, "tags": [tag], "matching_type": "exclusive"}
        for name, tag in BOARDS.items()
    ]
    return {"imager": {"devices": boards}, "os_list": [entry]}


@click.command()
@click.argument("image", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("url")
@click.option("--version", default="", help="The table's version, for the name in the list.")
def main(image: Path, url: str, version: str) -> None:
    """Print the manifest of IMAGE, an .img.xz that will be offered at URL (file:///… on your own computer).

    Example: python -m deploy.image.manifest table.img.xz https://example.org/table.img.xz
    """
    click.echo(json.dumps(manifest(image, url, version), indent=2))


if __name__ == "__main__":
    main()
