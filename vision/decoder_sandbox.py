"""Decode pictures from strangers in a process of their own, with a bound on memory and time.

Decoders of rare formats are large, and every year somebody finds files that break them. Whatever a file does
to its decoder here, the table plays on, and all memory is given back at the end. JPEG, the format of nearly
all phones' pictures, needs no such process: its decoder makes a reduced picture, and the file's header tells
how much memory that takes (`vision.jpeg`).
"""

import json
import mmap
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np

from vision.faults import DAMAGED, TOO_MUCH_MEMORY, TOO_SLOW, PictureError
from vision.formats import HEAD_BYTES, faults_in_one_line, open_raster, webp_pixels
from vision.scanlines import Pixels, fill, shrink_factor, size

MAX_PIXELS: Final = 32_000_000
"""The greatest number of pixels of a picture. Pillow holds four bytes for each pixel."""

MAX_BYTES: Final = 164_000_000
"""The memory for a decoder and its picture, in addition to the process's own memory at its start, bytes.
An iPhone's 24 megapixels as HEIC take 140 million. With the process itself this stays under 200 megabytes."""

MAX_BYTES_PER_PIXEL: Final = 16
"""The most memory that a decoder takes for each pixel, bytes. If a picture would take more than `MAX_BYTES`
at this rate, a fault that the decoder calls damage is reported as a lack of memory."""

MAX_SECONDS: Final = 60
"""The time limit of a decoder, seconds: enough for a slow board and the largest picture."""

_FAULTS_BY_EXIT_STATUS: Final[Mapping[int, str]] = MappingProxyType(
    {-signal.SIGABRT: TOO_MUCH_MEMORY, -signal.SIGKILL: TOO_MUCH_MEMORY, -signal.SIGXCPU: TOO_SLOW}
)
"""The fault to report when a signal, such as that of the memory limit, ended the decoding process, by the
process's exit status. Any other failure means a damaged file."""

_ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder of the packages, from which the decoding process imports."""


def decode_sandboxed(data: bytes, name: str, enough: int | None, max_pixels: int) -> Pixels:
    """Return the picture in a file's bytes as (h, w, 3) blue-green-red bytes, turned upright.

    The picture is shrunk to at most `max_pixels` pixels. It is shrunk further while its longer side keeps at
    least `enough` pixels. Raise PictureError, which calls the picture `name`, if the file is damaged, too
    large or takes too long.
    """
    source = os.memfd_create("file")
    try:
        with os.fdopen(source, "wb", closefd=False) as file:
            file.write(data)
        return decode_file_sandboxed(source, name, enough, max_pixels)
    finally:
        os.close(source)


def decode_file_sandboxed(source: int, name: str, enough: int | None, max_pixels: int) -> Pixels:
    """Return the picture of the open file `source`, as `decode_sandboxed` does. Only the decoding process
    reads the file's bytes."""
    target = os.memfd_create("picture")
    try:
        os.lseek(source, 0, os.SEEK_SET)
        width, height = _run_decoder(name, source, target, enough, max_pixels)
        if os.fstat(target).st_size != width * height * 3:
            raise PictureError(name, DAMAGED)
        return _mapped(target, width, height)
    finally:
        os.close(target)


def _run_decoder(name: str, source: int, target: int, enough: int | None, max_pixels: int) -> tuple[int, int]:
    """Run the process that decodes the file `source` and writes the pixels to the file `target`. Return the
    picture's width and height."""
    command = [
        sys.executable,
        "-m",
        "vision.decoder_sandbox",
        *map(str, (source, target, enough or 0, max_pixels)),
    ]
    paths = (str(_ROOT), os.environ.get("PYTHONPATH", ""))
    # One arena and one thread of NumPy: their reserves would count as memory.
    env = {
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "MALLOC_ARENA_MAX": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    try:
        process = subprocess.run(
            command, pass_fds=(source, target), capture_output=True, timeout=MAX_SECONDS, check=False,
            stdin=subprocess.DEVNULL, env={**os.environ, **env},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise PictureError(name, TOO_SLOW) from None
    if process.returncode:
        raise PictureError(name, _FAULTS_BY_EXIT_STATUS.get(process.returncode, DAMAGED))
    answer = json.loads(process.stdout)
    if "text" in answer:
        raise PictureError(name, answer["text"], **answer["facts"])
    return answer["width"], answer["height"]


def _mapped(target: int, width: int, height: int) -> Pixels:
    """Return the picture that the decoding process wrote, in memory shared by both processes."""
    return np.frombuffer(mmap.mmap(target, width * height * 3), np.uint8).reshape(height, width, 3)


def main() -> None:
    """Decode the file of one file descriptor into the file of another, and print the picture's size or the
    fault as JSON."""
    source, target, enough, max_pixels = map(int, sys.argv[1:])
    _bound(MAX_BYTES)
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    try:
        width, height = _decode(source, target, enough or None, max_pixels)
    except PictureError as fault:
        answer: dict[str, object] = {"text": fault.sentence.text, "facts": dict(fault.sentence.facts)}
    else:
        answer = {"width": width, "height": height}
    sys.stdout.write(json.dumps(answer))


def _bound(additional: int) -> None:
    """Limit this process to `additional` bytes of memory in addition to what it has now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    bound = pages * mmap.PAGESIZE + additional
    resource.setrlimit(resource.RLIMIT_DATA, (bound if hard < 0 else min(bound, hard), hard))


def _decode(source: int, target: int, enough: int | None, max_pixels: int) -> tuple[int, int]:
    pixels = webp_pixels(os.pread(source, HEAD_BYTES, 0))
    try:
        with (
            faults_in_one_line(""),
            os.fdopen(source, "rb") as file,
            open_raster(file, "", MAX_PIXELS) as picture,
        ):
            pixels = picture.width * picture.height
            shrink = shrink_factor(picture.width, picture.height, enough, max_pixels)
            width, height = size(picture, shrink)
            _bound(MAX_BYTES - width * height * 3)
            os.ftruncate(target, width * height * 3)
            fill(_mapped(target, width, height), picture, shrink)
    except PictureError as fault:
        if fault.sentence.text == DAMAGED and pixels * MAX_BYTES_PER_PIXEL > MAX_BYTES:
            raise PictureError("", TOO_MUCH_MEMORY) from fault
        raise
    return width, height


if __name__ == "__main__":
    main()
