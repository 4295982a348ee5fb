"""Which installed typefaces are fit to train with."""

import shutil
from pathlib import Path

import pytest

from vision.render.prints.typefaces import Face, Faces, vendored
from vision.training.fonts import installed, split

FONTS = Path(vendored().faces[0].path).parent


def test_finds_fonts_below_a_folder_each_set_of_shapes_once(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    shutil.copy(FONTS / "sans.ttf", tmp_path / "deep" / "one.ttf")
    shutil.copy(FONTS / "sans.ttf", tmp_path / "two.ttf")
    shutil.copy(FONTS / "slab.otf", tmp_path / "three.otf")
    (tmp_path / "broken.ttf").write_bytes(b"no font at all")
    found = installed((tmp_path,))
    assert [Path(face.path).name for face in found.faces] == ["one.ttf", "three.otf"]


def test_nothing_to_print_with_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no typeface"):
        installed((tmp_path,))


def test_a_family_stays_on_one_side_whatever_else_is_installed() -> None:
    names = [f"Family{chr(65 + n % 26)}{n}x" for n in range(60)]
    faces = Faces(tuple(Face(f"/f/{name}-{weight}.ttf") for name in names for weight in ("Bold", "Regular")))
    train, held = split(faces)
    assert len(train) + len(held) == len(faces)
    assert {f.path.split("-")[0] for f in train.faces}.isdisjoint(f.path.split("-")[0] for f in held.faces)
    fewer, _ = split(Faces(faces.faces[::-1][:80]))
    assert set(fewer.faces) <= set(train.faces)
