"""Test JPEG decoding by OpenCV: it gives Pillow's pixels, and refuses a truncated file."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from vision.jpeg import TruncatedError, decode, is_complete


def _table(width: int = 203, height: int = 131, mode: str = "RGB") -> Image.Image:
    """Return a picture of smooth colours with some grain. Its width and height are no multiples of the size
    of a JPEG block."""
    noise = np.random.default_rng(3).integers(0, 256, (height // 8, width // 8, 3)).astype(np.uint8)
    return Image.fromarray(noise).resize((width, height), Image.Resampling.BICUBIC).convert(mode)


def _file(image: Image.Image, **options: object) -> bytes:
    data = BytesIO()
    image.save(data, "JPEG", **options)
    return data.getvalue()


def _thumbnailed() -> bytes:
    """Return a file with a whole small JPEG in its header, as cameras write it."""
    data = _file(_table())
    small = b"thumb" + _file(_table(40, 24))
    return data[:2] + b"\xff\xe5" + (len(small) + 2).to_bytes(2) + small + data[2:]


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("subsampling", [0, 1, 2])
@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("shrink", [1, 2, 4, 8])
def test_the_pixels_are_pillows(mode: str, subsampling: int, progressive: bool, shrink: int) -> None:
    image = _table(mode=mode)
    data = _file(image, quality=90, subsampling=subsampling, progressive=progressive)
    with Image.open(BytesIO(data)) as other:
        other.draft(None, (image.width // shrink, image.height // shrink))
        expected = np.asarray(other.convert("RGB"))[:, :, ::-1]
    assert np.array_equal(decode(BytesIO(data), shrink), expected)


def test_a_file_on_the_disk_and_its_bytes_are_the_same(tmp_path: Path) -> None:
    data = _file(_table())
    (tmp_path / "a").write_bytes(data)
    with (tmp_path / "a").open("rb") as file:
        file.read(10)
        assert np.array_equal(decode(file), decode(BytesIO(data)))


@pytest.mark.parametrize("progressive", [False, True])
@given(part=st.floats(0, 1))
def test_a_file_is_whole_or_refused(progressive: bool, part: float) -> None:
    data = _file(_table(), progressive=progressive)
    assert is_complete(data)
    cut = data[: min(len(data) - 1, int(part * len(data)))]
    assert not is_complete(cut)
    with pytest.raises(TruncatedError):
        decode(BytesIO(cut))


def test_what_follows_the_picture_is_none_of_it() -> None:
    data = _file(_table())
    both = data + b"\0\0\0\x18ftypmp42" + data[: len(data) // 2]
    assert is_complete(both)
    assert np.array_equal(decode(BytesIO(both)), decode(BytesIO(data)))


def test_the_end_of_a_thumbnail_is_not_the_end() -> None:
    data = _thumbnailed()
    assert is_complete(data)
    assert not is_complete(data[:-2])
    assert decode(BytesIO(data)).shape == (131, 203, 3)


def test_what_has_an_end_and_no_picture_is_damaged() -> None:
    with pytest.raises(OSError, match="no picture"):
        decode(BytesIO(b"\xff\xd8\xff\xd9"))
