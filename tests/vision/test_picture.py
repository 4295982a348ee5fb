"""Test that photographs of every format are read, and that none can crash the reader."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from vision.picture import PictureError, decode, load, load_photograph, save


def _half(width: int = 40, height: int = 20) -> Image.Image:
    image = Image.new("RGB", (width, height), (250, 0, 0))
    image.paste((0, 0, 250), (0, 0, width // 2, height))
    return image


def test_blue_green_red_order(tmp_path: Path) -> None:
    _half().save(tmp_path / "a.png")
    picture = load(tmp_path / "a.png")
    assert picture.shape == (20, 40, 3)
    assert picture[5, 5].tolist() == [250, 0, 0]
    assert picture[5, 35].tolist() == [0, 0, 250]


def test_a_photo_held_sideways_is_turned(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    _half().save(tmp_path / "a.jpg", exif=exif, quality=95)
    picture = load(tmp_path / "a.jpg")
    assert picture.shape == (40, 20, 3)
    assert picture[5, 10, 0] > 200


@pytest.mark.parametrize("mode", ["RGB", "L", "I;16"])
@pytest.mark.parametrize("held", range(1, 9))
def test_a_photo_is_turned_however_it_was_held(tmp_path: Path, held: int, mode: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = held
    noise = np.random.default_rng(held).integers(0, 256, (150, 90, 3)).astype(np.uint8)
    image = Image.fromarray(noise) if mode == "RGB" else Image.fromarray(noise[:, :, 0])
    if mode == "I;16":
        image = Image.fromarray(noise[:, :, 0].astype(np.uint16) * 257)
    image.save(tmp_path / "a.png", exif=exif)
    turned = np.asarray(ImageOps.exif_transpose(Image.open(tmp_path / "a.png")).convert("RGB"))
    if mode == "I;16":
        image.getexif()[0x0112] = held
        turned = np.asarray(ImageOps.exif_transpose(image)) // 257
        turned = np.repeat(turned[:, :, None], 3, 2)
    assert np.array_equal(load(tmp_path / "a.png"), turned[:, :, ::-1])


@pytest.mark.parametrize(
    ("form", "size", "held", "times"),
    [
        ("JPEG", (4801, 3600), 1, (4801 / 2401, 2)),
        ("JPEG", (4801, 3600), 6, (2, 4801 / 2401)),
        ("JPEG", (4800, 3603), 1, (2, 3603 / 1802)),
        ("JPEG", (4608, 3400), 6, (1, 1)),
        ("PNG", (4801, 3600), 1, (4801 / 2401, 2)),
        ("JPEG", (12000, 9000), 1, (4, 4)),
    ],
)
def test_a_very_large_photograph_keeps_its_size_though_a_fraction_of_it_is_read(
    tmp_path: Path, form: str, size: tuple[int, int], held: int, times: tuple[float, float]
) -> None:
    exif = Image.Exif()
    exif[0x0112] = held
    Image.new("RGB", size, (250, 0, 0)).save(tmp_path / "a", form, exif=exif)
    taken = load_photograph(tmp_path / "a")
    assert (taken.width, taken.height) == (size if held == 1 else size[::-1])
    assert taken.shrink_factors == times


@pytest.mark.parametrize(
    ("form", "mode", "enough", "size"),
    [
        ("JPEG", "RGB", 600, (600, 900)),
        ("JPEG", "L", 300, (300, 450)),
        ("JPEG", "CMYK", 600, (600, 900)),
        ("JPEG", "RGB", 1000, (1200, 1800)),
        ("JPEG", "RGB", None, (1200, 1800)),
        ("PNG", "RGB", 600, (600, 900)),
        ("WEBP", "RGB", 300, (300, 450)),
    ],
)
def test_no_more_of_a_large_photograph_is_decoded_than_is_enough(
    form: str, mode: str, enough: int | None, size: tuple[int, int]
) -> None:
    """`enough` is the size in pixels that the reader needs. The upper half of the photograph is red, and
    stays above although the camera was held sideways."""
    image = Image.new("RGB", (1200, 1800), "white")
    image.paste((200, 20, 20), (0, 0, 1200, 900))
    exif = Image.Exif()
    exif[0x0112] = 6
    data = BytesIO()
    image.rotate(90, expand=True).convert(mode).save(data, form, exif=exif)
    picture = decode(data.getvalue(), "large", enough)
    assert picture.shape[:2] == (size[1], size[0])
    assert picture[: size[1] // 3].mean() < picture[-size[1] // 3 :].mean() - 50


@pytest.mark.parametrize("mode", ["L", "1", "P", "RGBA", "LA", "CMYK", "YCbCr", "I;16", "F"])
def test_every_mode_becomes_bytes(tmp_path: Path, mode: str) -> None:
    grey = Image.new("L", (40, 20), 250)
    grey.paste(5, (0, 0, 20, 20))
    image = (
        Image.fromarray(np.asarray(grey).astype(np.uint16) * 256) if mode == "I;16" else grey.convert(mode)
    )
    path = tmp_path / ("a.tif" if mode in ("CMYK", "YCbCr", "I;16", "F") else "a.png")
    image.save(path)
    picture = load(path)
    assert picture.dtype == np.uint8
    assert picture.shape == (20, 40, 3)
    assert int(picture[5, 35, 1]) > int(picture[5, 5, 1]) + 100


def test_an_animation_gives_its_first_picture(tmp_path: Path) -> None:
    _half().save(tmp_path / "a.gif", save_all=True, append_images=[Image.new("RGB", (40, 20))])
    assert load(tmp_path / "a.gif").max() > 200


@pytest.mark.parametrize("damage", ["text", "empty", "cut", "missing", "folder"])
def test_what_cannot_be_decoded_is_one_line(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "bad.jpg"
    if damage == "text":
        path.write_text("not a photograph")
    elif damage == "empty":
        path.touch()
    elif damage == "folder":
        path.mkdir()
    elif damage == "cut":
        Image.effect_noise((400, 300), 90).save(path)
        path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(PictureError, match=r"bad\.jpg") as caught:
        load(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "GIF", "TIFF", "BMP"])
def test_a_file_cut_in_half_is_told_in_words_of_ours(tmp_path: Path, form: str) -> None:
    path = tmp_path / "half"
    Image.effect_noise((400, 300), 90).save(path, form)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(PictureError, match=r"half: The file ends before the picture does. ") as caught:
        load(path)
    assert "truncated" not in str(caught.value)


def test_a_damaged_file_is_called_that(tmp_path: Path) -> None:
    path = tmp_path / "torn.jp2"
    Image.effect_noise((400, 300), 90).save(path, "JPEG2000")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(PictureError, match=r"torn\.jp2: The file is damaged"):
        load(path)


def test_what_the_system_refuses_is_said_as_it_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "bad.jpg")

    monkeypatch.setattr(Path, "open", refused)
    (tmp_path / "bad.jpg").touch()
    with pytest.raises(PictureError, match=r"/bad\.jpg: The file can't be opened: Permission denied\.$"):
        load(tmp_path / "bad.jpg")


@pytest.mark.parametrize(("name", "form"), [("a.png", "PNG"), ("a.tif", "TIFF"), ("a.ppm", "PPM")])
def test_a_picture_is_written_as_its_name_says(name: str, form: str, tmp_path: Path) -> None:
    save(tmp_path / name, np.zeros((20, 40, 3), np.uint8))
    with Image.open(tmp_path / name) as image:
        assert image.format == form


@pytest.mark.parametrize("name", ["a", "a.upload", "a.psd", "a.pdf"])
def test_a_name_that_says_no_format_of_photographs_gets_a_jpeg(name: str, tmp_path: Path) -> None:
    save(tmp_path / name, np.zeros((20, 40, 3), np.uint8))
    with Image.open(tmp_path / "a.jpg") as image:
        assert image.format == "JPEG"


def test_a_hundred_megapixels_are_refused_before_decoding(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    Image.new("1", (12000, 9000)).save(path)
    with pytest.raises(PictureError, match="108 megapixels"):
        load(path)
