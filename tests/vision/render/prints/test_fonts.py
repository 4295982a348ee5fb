"""Test the choice of installed typefaces for training."""

import shutil
from pathlib import Path

import pytest

from vision.lab.training.fonts import installed, split
from vision.render.prints.typefaces import Face, Faces, family, vendored

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


def test_what_tables_are_measured_in_is_not_learnt_and_broken_letters_neither(tmp_path: Path) -> None:
    for name in ("Inconsolata-Bold", "QTFraktur", "Plain-Bold"):
        shutil.copy(FONTS / "sans.ttf", tmp_path / f"{name}.ttf")
    assert [Path(face.path).stem for face in installed((tmp_path,)).faces] == ["Plain-Bold"]


def test_the_files_of_one_design_are_one_family() -> None:
    assert {family(Face(f"/f/{name}.otf")) for name in ("ffmbo10", "ffmlc10", "ffmw10")} == {"ffm"}
