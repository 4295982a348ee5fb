"""Test that loading any bytes gives a picture or a one-line fault, without another error and in limited
time."""

import io
import os
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.lab.measuring.golden import ACCUSING_CONFIDENCE, truth_of
from vision.picture import FORMATS, PictureError, load
from vision.reader import Reader

FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def _photo(width: int = 48, height: int = 36) -> Image.Image:
    return Image.fromarray(np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8))


def _coded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


CODED = {kind: _coded(_photo(), kind) for kind in FORMATS if kind != "AVIF"}
_heic = io.BytesIO()
pillow_heif.from_pillow(_photo()).save(_heic, quality=60)
CODED["HEIC"] = _heic.getvalue()
CODED["progressive"] = _coded(_photo(), "JPEG", progressive=True)
CODED["with EXIF"] = _coded(
    _photo(), "JPEG", exif=b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0"
)


def _outcome(path: Path) -> str:
    """Load a file. Return `picture` or `fault`. Check that the picture is well formed, and that the fault
    is one line with the file's name."""
    said = ""
    try:
        picture = load(path)
    except PictureError as fault:
        said = str(fault)
    if said:
        assert said.startswith(str(path))
        assert "\n" not in said
        return "fault"
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    return "picture"


@pytest.mark.parametrize("kind", CODED)
def test_whole_files_are_pictures(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "whole.jpg"
    path.write_bytes(CODED[kind])
    assert _outcome(path) == "picture"


@pytest.mark.parametrize("kind", ["JPEG", "progressive", "with EXIF"])
def test_a_jpeg_cut_anywhere_is_a_picture_or_one_line(tmp_path: Path, kind: str) -> None:
    path, data = tmp_path / "cut.jpg", CODED[kind]
    # Close together in the header, where each byte has a meaning, and here and there in the data.
    for end in [*range(40), *range(40, 640, 7), *range(640, len(data), 61)]:
        path.write_bytes(data[:end])
        _outcome(path)


@FUZZ
@given(kind=st.sampled_from(sorted(CODED)), cut=st.floats(0, 1))
def test_any_format_cut_anywhere(tmp_path: Path, kind: str, cut: float) -> None:
    path, data = tmp_path / "cut.jpg", CODED[kind]
    path.write_bytes(data[: round(cut * len(data))])
    _outcome(path)


@FUZZ
@given(
    kind=st.sampled_from(sorted(CODED)),
    bent=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=12),
    head=st.booleans(),
)
def test_any_format_with_bytes_changed(
    tmp_path: Path, kind: str, bent: list[tuple[float, int]], head: bool
) -> None:
    path, data = tmp_path / "bent.jpg", bytearray(CODED[kind])
    reach = min(160, len(data)) if head else len(data)
    for place, byte in bent:
        data[int(place * reach)] = byte
    path.write_bytes(data)
    _outcome(path)


@FUZZ
@given(
    data=st.binary(max_size=400),
    start=st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF89a"]),
)
def test_any_bytes_at_all(tmp_path: Path, data: bytes, start: bytes) -> None:
    path = tmp_path / "any.jpg"
    path.write_bytes(start + data)
    _outcome(path)


@pytest.mark.parametrize(
    "text",
    [
        "a shopping list\n", "<svg xmlns='http://www.w3.org'/>", "%!PS-Adobe-3.0 EPSF-3.0\n{} loop\n",
        "%PDF-1.7\n", "<html></html>", "P3 8 8",
        "#define x_width 8\n#define x_height 8\nstatic char x_bits[] = {0};",
    ],
)  # fmt: skip
def test_text_called_jpg_is_one_line_and_is_never_run(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.jpg"
    path.write_text(text)
    assert _outcome(path) == "fault"


def test_a_file_that_only_says_it_is_an_iphones_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "IMG_0001.HEIC"
    path.write_bytes(b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + bytes(200))
    assert _outcome(path) == "fault"


def _png(width: int, height: int) -> bytes:
    """Return a PNG whose header promises width x height pixels. The file has the data of hardly any of
    them."""
    whole = _coded(Image.new("L", (2, 2)), "PNG")
    return whole[:16] + struct.pack(">II", width, height) + whole[24:]


def _jpeg(width: int, height: int) -> bytes:
    data = bytearray(CODED["JPEG"])
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize(
    "size", [(17000, 17000), (65500, 65500), (2**31 - 1, 2**31 - 1), (64_000_001, 1), (0, 0)]
)
@pytest.mark.parametrize("make", [_png, _jpeg])
def test_bombs_are_refused_by_what_they_promise(
    tmp_path: Path, size: tuple[int, int], make: Callable[[int, int], bytes]
) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(make(*(size if make is _png else (min(s, 65535) for s in size))))
    assert _outcome(path) == "fault"


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG", "TIFF"])
def test_an_animation_gives_its_first_picture(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "moving"
    first, second = Image.new("RGB", (40, 30), (240, 240, 240)), Image.new("RGB", (40, 30), (10, 10, 10))
    path.write_bytes(_coded(first, kind, save_all=True, append_images=[second, first]))
    assert int(load(path).min()) > 200


@pytest.mark.parametrize("turn", range(1, 9))
def test_every_way_a_camera_was_held(tmp_path: Path, turn: int) -> None:
    """The file has a dark top left corner, stored in one of EXIF's eight orientations. The loaded picture
    has it at the top left again."""
    upright = np.full((24, 40, 3), 250, np.uint8)
    upright[:8, :12] = 5
    flips = {
        1: upright, 2: upright[:, ::-1], 3: upright[::-1, ::-1], 4: upright[::-1],
        5: upright.transpose(1, 0, 2), 6: np.rot90(upright), 7: np.rot90(upright.transpose(1, 0, 2), 2),
        8: np.rot90(upright, -1),
    }  # fmt: skip
    exif = Image.Exif()
    exif[0x0112] = turn
    path = tmp_path / "held.jpg"
    Image.fromarray(np.ascontiguousarray(flips[turn])).save(path, exif=exif, quality=95, subsampling=0)
    picture = load(path)
    assert picture.shape == upright.shape
    assert int(np.abs(picture.astype(int) - upright).mean()) < 4


@pytest.mark.parametrize("bits", ["I;16", "RGB 16"])
def test_sixteen_bits_keep_their_greys(tmp_path: Path, bits: str) -> None:
    ramp = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (32, 1))
    path = tmp_path / "deep.png"
    if bits == "I;16":
        Image.fromarray(ramp).save(path)
    else:
        cv2.imwrite(str(path), np.repeat(ramp[:, :, None], 3, 2))
    greys = load(path)[5, :, 1].astype(int)
    assert np.abs(greys - np.linspace(0, 255, 64)).max() <= 2


def test_inks_become_colours(tmp_path: Path) -> None:
    """The JPEG holds the four inks of a printer, stored inverted as by Adobe. It is loaded in
    true colours."""
    picture = Image.new("RGB", (32, 32), (200, 30, 40)).convert("CMYK")
    picture.save(tmp_path / "inks.jpg", quality=95)
    blue, green, red = load(tmp_path / "inks.jpg")[16, 16].tolist()
    assert red > 170
    assert green < 70
    assert blue < 80


@pytest.mark.parametrize("shape", [(1, 1), (1, 3000), (3000, 1), (2, 2), (31, 33)])
def test_the_smallest_pictures_hold_no_card(tmp_path: Path, shape: tuple[int, int]) -> None:
    path = tmp_path / "small.png"
    Image.fromarray(np.random.default_rng(2).integers(0, 255, (*shape, 3), np.uint8)).save(path)
    assert Reader.load().read(load(path)).observation.cards == ()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(PictureError, match="not a file"):
        load(tmp_path / "pipe.jpg")


SCENES = Path(__file__).parent / "scenes"
GOLDEN = ("deck-index-sans", "table-pale-wood", "crossword")


def _letters(path: Path, least: float = 0.0) -> Counter[str]:
    """Return the letters read in a file with at least this confidence."""
    cards = Reader.load().read(load(path), "cards").observation.cards
    return Counter(best[0] for card in cards if (best := card.best) and best[1] >= least)


def _damaged(data: bytes) -> Iterator[bytes]:
    """Yield damaged copies of a JPEG: cut off at seven places, or with single bits flipped in its pixel
    data."""
    start = data.index(b"\xff\xda") + 14
    for share in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 0.98):
        yield data[: start + round(share * (len(data) - start))]
    rng = np.random.default_rng(5)
    for _ in range(7):
        bent = bytearray(data)
        for place in rng.integers(start, len(data), 3).tolist():
            bent[place] ^= 1 << int(rng.integers(8))
        yield bytes(bent)


@pytest.mark.parametrize("name", GOLDEN)
def test_what_is_left_of_a_damaged_photograph_is_never_another_card(tmp_path: Path, name: str) -> None:
    """A damaged photograph may lose cards, or leave them in doubt. It may not show a sure card that does
    not lie there. One exception is allowed for each scene: damage may cut a card in two, and half of a B is
    a sure R."""
    path = tmp_path / "damaged.jpg"
    lying, wrong, decoded = truth_of(SCENES / f"{name}.jpg").letters, 0, 0
    for data in _damaged((SCENES / f"{name}.jpg").read_bytes()):
        path.write_bytes(data)
        if _outcome(path) == "picture":
            decoded += 1
            wrong += (_letters(path, ACCUSING_CONFIDENCE) - lying).total()
    assert decoded >= 5
    assert wrong <= 1


def _as_inks(picture: Image.Image, path: Path) -> None:
    picture.convert("CMYK").save(path, "JPEG", quality=95)


def _as_sixteen_bits(picture: Image.Image, path: Path) -> None:
    deep = np.asarray(picture.convert("RGB"), np.uint16)[:, :, ::-1] * 257
    path.write_bytes(cv2.imencode(".png", deep)[1].tobytes())


def _as_grey_sixteen_bits(picture: Image.Image, path: Path) -> None:
    Image.fromarray(np.asarray(picture.convert("L"), np.uint16) * 257).save(path, "PNG")


def _as_animation(picture: Image.Image, path: Path) -> None:
    dark = Image.new("RGB", picture.size, (8, 8, 8))
    picture.save(path, "PNG", save_all=True, append_images=[dark, picture])


def _as_held_sideways(picture: Image.Image, path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.transpose(Image.Transpose.ROTATE_90).save(path, "JPEG", exif=exif, quality=92)


@pytest.mark.parametrize(
    "store", [_as_inks, _as_sixteen_bits, _as_grey_sixteen_bits, _as_animation, _as_held_sideways]
)
@pytest.mark.parametrize("name", GOLDEN[:2])
def test_however_a_photograph_is_stored_its_cards_are_the_same(
    tmp_path: Path, name: str, store: Callable[[Image.Image, Path], None]
) -> None:
    path = tmp_path / "stored.jpg"
    with Image.open(SCENES / f"{name}.jpg") as picture:
        store(picture, path)
    assert _letters(path) == truth_of(SCENES / f"{name}.jpg").letters
