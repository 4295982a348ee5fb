"""Test `lexicon-table height`, the calculator for mounting a camera."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.commands.height import command
from device.lenses import LENSES


def said(*options: str) -> str:
    done = CliRunner().invoke(command, options)
    assert done.exit_code == 0, done.output + str(done.exception)
    return done.output


def test_without_a_camera_it_lists_all_of_them() -> None:
    listed = said()
    assert all(lens.name in listed for lens in LENSES.values())
    assert "| Camera Module 3 | 66° | 62 cm, 164 px |" in listed


def test_a_table_gives_the_height_and_a_height_gives_the_table() -> None:
    assert said("--camera", "module-3", "--table", "90x60").startswith(
        "Camera Module 3: 82 cm above the table it sees 107 x 60 cm.\nA card is 123 of 2304 pixels wide."
    )
    assert "120 cm above the table it sees 169 x 95 cm" in said("--camera", "webcam", "--height", "120")


def test_a_camera_of_its_own() -> None:
    assert "50 cm above the table it sees 100 x 50 cm" in said(
        "--degrees", "90", "--pixels", "2000x1000", "--height", "50"
    )
    assert "too small to be read" in said("--degrees", "90", "--pixels", "640x480", "--height", "200")


def test_its_drawing_has_its_measures(tmp_path: Path) -> None:
    out = tmp_path / "arm.svg"
    said("--camera", "webcam", "--table", "80x80", "--draw", "arm", "--out", str(out))
    drawn = out.read_text("utf-8")
    assert "101 cm" in drawn
    assert "80 × 80 cm" in drawn


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--camera", "webcam", "--degrees", "60"), "--camera and --degrees: name one of them"),
        (("--camera", "webcam", "--height", "60", "--table", "9x9"), "--table and --height: name one"),
        (("--table", "90x60"), "Name a camera"),
        (("--camera", "webcam", "--draw", "arm"), "--draw and --out go together"),
        (("--camera", "webcam", "--draw", "arm", "--out", "/nowhere/a.svg"), "No such file"),
    ],
)
def test_what_does_not_go_together_is_one_line(options: tuple[str, ...], why: str) -> None:
    assert why in str(CliRunner().invoke(command, options).exception)


@pytest.mark.parametrize("table", ["0x60", "90", "ax60", "90x-6", "1e9x4"])
def test_a_table_is_two_numbers_over_zero(table: str) -> None:
    done = CliRunner().invoke(command, ["--camera", "webcam", "--table", table])
    assert done.exit_code == 2
    assert "not two numbers such as 90x60" in done.output
