"""Test in which order the networks are fine-tuned, and with which data. Stand-ins replace the trainings,
which take half an hour."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from vision.lab.training import fine_tune
from vision.lab.training.recipe import Machine


def _resumed(line: list[str]) -> str:
    return line[line.index("--resume") + 1]


@pytest.mark.parametrize("name", list(fine_tune.ROUNDS))
def test_each_round_goes_on_from_the_one_before(runs: list[list[str]], tmp_path: Path, name: str) -> None:
    fine_tune.train_further(tmp_path, name, Machine(1))
    assert runs[0][0] == "quantisation.dequantise"
    made = runs[0][3]
    for line in runs[1:]:
        if line[0] == "train":
            assert _resumed(line) == made
            made = f"{line[3]}/{name}.pt"
        else:
            assert line[0] == "weight_averaging"
            assert made in line[3:]
            made = line[2]
    assert (tmp_path / f"{name}.pt").exists()


def test_the_speller_is_more_what_it_became_than_what_it_was(runs: list[list[str]], tmp_path: Path) -> None:
    fine_tune.train_further(tmp_path, "speller", Machine(2))
    (mean,) = (line for line in runs if line[0] == "weight_averaging")
    assert ["reopened" in path for path in mean[3:]] == [True, False, False]


def test_what_was_trained_is_not_trained_again(runs: list[list[str]], tmp_path: Path) -> None:
    fine_tune.train_further(tmp_path, "finder", Machine(2))
    (tmp_path / "finder.pt").unlink()
    before = sum(line[0] == "train" for line in runs)
    fine_tune.train_further(tmp_path, "finder", Machine(2))
    assert sum(line[0] == "train" for line in runs) == before


def test_the_class_for_what_bears_no_letter_is_found_anew(runs: list[list[str]], tmp_path: Path) -> None:
    result = CliRunner().invoke(fine_tune.main, [str(tmp_path), "--only", "speller"])
    shipped = str(tmp_path / "weights" / "speller.onnx")
    assert (result.exit_code, result.stderr) == (0, f"speller trained further: {shipped}\n")
    assert [line[0] for line in runs[-2:]] == ["quantisation.export", "refit_unlettered"]
    assert runs[-1][1:3] == [shipped, shipped]


def test_masters_of_many_drawings_are_learnt_from_besides(runs: list[list[str]], tmp_path: Path) -> None:
    drawings = tmp_path / "drawings"
    drawings.mkdir()
    result = CliRunner().invoke(
        fine_tune.main, [str(tmp_path), "--only", "speller", "--drawings", str(drawings)]
    )
    assert result.exit_code == 0, result.output
    (drawn,) = (line for line in runs if line[0] == "training_set" and "--drawings" in line)
    assert drawn[drawn.index("--first") + 1] == str(fine_tune.PICTURES)
    assert runs[-1][-1] == str(fine_tune.PICTURES + fine_tune.MASTER_PICTURES)


def test_as_many_processes_draw_the_pictures_as_keep_a_graphics_card_busy(
    runs: list[list[str]], tmp_path: Path
) -> None:
    result = CliRunner().invoke(fine_tune.main, [str(tmp_path), "--only", "speller", "--workers", "15"])
    assert result.exit_code == 0
    for line in (line for line in runs if line[0] == "training_set"):
        assert line[line.index("--processes") + 1] == "16"


def test_corner_letters_are_learnt_from_cards_laid_over_one_another(
    runs: list[list[str]], tmp_path: Path
) -> None:
    result = CliRunner().invoke(fine_tune.main, [str(tmp_path), "--only", "glyphs"])
    assert result.exit_code == 0
    overlapping = next(line for line in runs if line[0] == "training_set" and "--overlapping" in line)
    for line in (line for line in runs if line[0] == "train"):
        assert line[2] == overlapping[1]
        assert line[line.index("--count") + 1] == overlapping[overlapping.index("--count") + 1]
