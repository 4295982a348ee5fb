"""The order in which the committed networks are taught on; the lessons themselves take half an hour."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from vision.training import onwards


def _resumed(line: list[str]) -> str:
    return line[line.index("--resume") + 1]


@pytest.mark.parametrize("name", list(onwards.ROUNDS))
def test_each_round_goes_on_from_the_one_before(runs: list[list[str]], tmp_path: Path, name: str) -> None:
    onwards.lessons(tmp_path, name, 1)
    assert runs[0][0] == "eightbit.reopen"
    made = runs[0][3]
    for line in runs[1:]:
        if line[0] == "train":
            assert _resumed(line) == made
            made = f"{line[3]}/{name}.pt"
        else:
            assert line[0] == "mean"
            assert made in line[3:]
            made = line[2]
    assert (tmp_path / f"{name}.pt").exists()


def test_the_speller_does_not_unlearn_its_new_class(runs: list[list[str]], tmp_path: Path) -> None:
    onwards.lessons(tmp_path, "speller", 2)
    means = [line for line in runs if line[0] == "mean"]
    assert len(means) == 1
    assert all("reopened" not in path for path in means[0][3:])


def test_what_was_taught_is_not_taught_again(runs: list[list[str]], tmp_path: Path) -> None:
    onwards.lessons(tmp_path, "finder", 2)
    (tmp_path / "finder.pt").unlink()
    before = sum(line[0] == "train" for line in runs)
    onwards.lessons(tmp_path, "finder", 2)
    assert sum(line[0] == "train" for line in runs) == before


def test_corner_letters_are_learnt_from_pictures_of_their_own(runs: list[list[str]], tmp_path: Path) -> None:
    result = CliRunner().invoke(onwards.main, [str(tmp_path), "--only", "glyphs"])
    assert (result.exit_code, result.stderr) == (
        0,
        f"glyphs taught on: {tmp_path / 'weights' / 'glyphs'}.onnx\n",
    )
    (drawn,) = (line for line in runs if line[0] == "pictures")
    (exported,) = (line for line in runs if line[0] == "eightbit.export")
    assert (drawn[1], drawn[-1]) == (str(tmp_path / "corners"), "--lapped")
    assert str(tmp_path / "corners") in exported
    assert all(line[2] == drawn[1] for line in runs if line[0] == "train")
