"""Test untrusted pictures: a decoder of rare formats can't crash the table or take all of its memory."""

import json
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from vision import decoder_sandbox, picture
from vision.faults import DAMAGED, TOO_MUCH_MEMORY, TOO_SLOW
from vision.picture import PictureError, decode

MOST = 200_000_000
"""The most memory that decoding a picture may take, bytes."""


def _upright(width: int = 60, height: int = 90) -> Image.Image:
    """Return an image that is red above and white below."""
    image = Image.new("RGB", (width, height), "white")
    image.paste((200, 20, 20), (0, 0, width, height // 2))
    return image


def _file(image: Image.Image, form: str, **options: object) -> bytes:
    data = BytesIO()
    image.save(data, form, **options)
    return data.getvalue()


def a_heic(image: Image.Image, exif: bytes | None = None) -> bytes:
    data, file = BytesIO(), pillow_heif.from_pillow(image)
    file[0].info["exif"] = exif
    file.save(data, quality=90, enc_params={"preset": "ultrafast"})
    return data.getvalue()


def _held_sideways(image: Image.Image) -> bytes:
    """Return the file as an iPhone writes it: the sensor's pixels, turned both by the file's `irot` box
    and by the EXIF orientation."""
    exif = Image.Exif()
    exif[0x0112] = 6
    data = a_heic(image.rotate(90, expand=True), exif.tobytes())
    assert b"irot" in data
    return data


@pytest.mark.parametrize("make", [a_heic, _held_sideways])
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
def test_an_iphones_picture_is_read_upright(make: Callable[[Image.Image], bytes], mode: str) -> None:
    seen = decode(make(_upright().convert(mode)), "the photograph")
    assert seen.shape == (90, 60, 3)
    assert int(seen[20, 30, 1]) < 100
    assert seen[70, 30].min() > 230


def test_a_large_one_comes_out_no_larger_than_is_enough() -> None:
    assert decode(a_heic(_upright(1200, 1800)), "large", 600).shape == (900, 600, 3)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_one_cut_short_is_told_in_words_of_ours(part: float) -> None:
    data = a_heic(Image.effect_noise((400, 300), 90).convert("RGB"))
    with pytest.raises(PictureError, match=r"^cut: (The file|This file is not a photograph)"):
        decode(data[: int(part * len(data))], "cut")


@cache
def a_png(width: int, height: int, channels: int) -> bytes:
    """Return a black PNG of width x height pixels with 16 bits per channel. The file is small, but decoding
    it takes much memory."""
    coded, row = zlib.compressobj(1), bytes(1 + width * channels * 2)
    body = b"".join(coded.compress(row) for _ in range(height)) + coded.flush()
    head = width.to_bytes(4) + height.to_bytes(4) + bytes((16, {3: 2, 4: 6}[channels], 0, 0, 0))
    chunks = ((b"IHDR", head), (b"IDAT", body), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4) for kind, data in chunks
    )


def a_jpeg(width: int, height: int, **options: object) -> bytes:
    """Return a small JPEG file whose header promises width x height pixels. A decoder fills the missing
    part with grey, and needs the memory of the whole picture."""
    data = bytearray(_file(_upright(), "JPEG", **options))
    at = data.index(b"\xff\xc2" if options.get("progressive") else b"\xff\xc0")
    data[at + 5 : at + 9] = height.to_bytes(2) + width.to_bytes(2)
    return bytes(data)


@cache
def _an_iphones() -> bytes:
    return a_heic(Image.new("RGB", (5712, 4284)))


LOOK = """
import json, resource, sys
from pathlib import Path
from vision.picture import PictureError, decode, load_bounded

def most(who): return resource.getrusage(who).ru_maxrss * 1024

data = sys.stdin.buffer.read()
rest = most(resource.RUSAGE_SELF)
try:
    said = str((load_bounded(Path(sys.argv[1])) if sys.argv[1:] else decode(data, "it", 2304)).shape)
except PictureError as fault:
    said = str(fault)
taken = most(resource.RUSAGE_SELF) - rest + most(resource.RUSAGE_CHILDREN)
print(json.dumps([said, taken]))
"""
"""A program that decodes a picture in the sandbox. It prints the fault, and the peak memory of its own
process and of the decoder's process together."""


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: a_png(8000, 8000, 3)[:1000], "64 megapixels. In this format at most 32 are read"),
        (lambda: a_png(5600, 5600, 4), "(2800, 2800, 3)"),
        (lambda: a_jpeg(12000, 9000), "(2250, 3000, 3)"),
        (lambda: a_jpeg(65000, 65000), "4225 megapixels. At most 256 are read"),
        (lambda: a_jpeg(6400, 5000, progressive=True), "(2500, 3200, 3)"),
        (lambda: a_jpeg(12000, 9000, progressive=True), "too much memory"),
        (lambda: _file(Image.new("RGB", (4000, 3000)), "WEBP"), "too much memory"),
        (lambda: _file(Image.new("RGB", (6000, 5000)), "WEBP", lossless=True), "too much memory"),
        (lambda: _file(Image.new("RGBA", (6000, 5000)), "WEBP", exif=Image.Exif()), "too much memory"),
        (
            lambda: _file(Image.new("RGB", (12000, 9000)), "WEBP", method=0),
            "108 megapixels. In this format at most 32",
        ),
        (lambda: _file(Image.new("RGB", (12000, 9000)), "WEBP", lossless=True), "108 megapixels. In this"),
        (_an_iphones, "(2142, 2856, 3)"),
    ],
)
def test_whatever_is_sent_takes_no_more_than_its_share_of_memory(
    make: Callable[[], bytes], said: str
) -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], input=make(), capture_output=True, check=True)
    told, taken = json.loads(done.stdout)
    assert said in told
    assert taken < MOST


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: a_png(8000, 8000, 3), "64 megapixels. In this format at most 32 are read"),
        (lambda: a_png(5600, 5600, 4), "(2800, 2800, 3)"),
        (lambda: a_jpeg(12000, 9000), "(2250, 3000, 3)"),
        (lambda: a_jpeg(12000, 9000) + bytes(100_000_000), "too much memory"),
        (lambda: _file(Image.new("CMYK", (5000, 6000)), "JPEG"), "(3000, 2500, 3)"),
        (_an_iphones, "(2142, 2856, 3)"),
        (lambda: bytes(300_000_000), "not a photograph"),
    ],
)
def test_whatever_lies_in_a_camera_s_folder_takes_no_more_either(
    make: Callable[[], bytes], said: str, tmp_path: Path
) -> None:
    (tmp_path / "a.jpg").write_bytes(make())
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(tmp_path / "a.jpg")], input=b"", capture_output=True, check=True
    )
    told, taken = json.loads(done.stdout)
    assert said in told
    assert taken < MOST


def test_one_picture_is_decoded_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(*_: object) -> np.ndarray:
        assert picture._DECODING.locked()
        return np.zeros((1, 1, 3), np.uint8)

    monkeypatch.setattr(decoder_sandbox, "decode_sandboxed", held)
    decode(_file(_upright(), "PNG"), "it")
    assert not picture._DECODING.locked()


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", DAMAGED),
        ("os.abort()", TOO_MUCH_MEMORY),
        ("os.kill(os.getpid(), signal.SIGXCPU)", TOO_SLOW),
        ("sys.exit(1)", DAMAGED),
        ('print(\'{"width": 5000, "height": 5000}\')', DAMAGED),
    ],
)
def test_a_decoder_that_dies_takes_nothing_with_it(
    monkeypatch: pytest.MonkeyPatch, ends: str, said: str
) -> None:
    run = subprocess.run

    def dying(_command: list[str], **options: object) -> object:
        return run([sys.executable, "-c", f"import os, signal, sys; {ends}"], **options)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", dying)
    with pytest.raises(PictureError) as caught:
        decode(_file(_upright(), "PNG"), "it")
    assert caught.value.sentence.text == said


def test_a_decoder_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def waiting(command: list[str], timeout: float, **_: object) -> object:
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(subprocess, "run", waiting)
    with pytest.raises(PictureError, match="too long"):
        decode(_file(_upright(), "PNG"), "it")


def test_a_file_of_very_many_passes_is_refused() -> None:
    data = _file(_upright(), "JPEG", progressive=True)
    at = data.index(b"\xff\xda")
    with pytest.raises(PictureError, match="too many passes"):
        decode(data[:at] + data[at:-2] * 20 + data[-2:], "it")
