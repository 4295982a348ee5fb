"""Test in which order the recipe runs the trainings of the networks. Stand-ins replace the trainings, which
take an hour."""

import itertools
from pathlib import Path

import pytest

from vision.lab.training import recipe


def test_a_network_trained_in_rounds_becomes_the_mean_after_each(
    runs: list[list[str]], tmp_path: Path
) -> None:
    recipe._train(tmp_path, recipe.Machine(2), True, "speller")
    assert [line[0] for line in runs] == [
        "train",
        *["train", "weight_averaging"] * len(recipe.ROUNDS["speller"]),
    ]
    for before, line in zip([runs[0], *runs[2::2]], runs[1::2], strict=False):
        result = Path(before[3]) / "speller.pt" if before[0] == "train" else Path(before[2])
        assert line[line.index("--resume") + 1] == str(result)
    assert len({line[line.index("--seed") + 1] for line in runs[1::2]}) == len(recipe.ROUNDS["speller"])
    assert (tmp_path / "speller.pt").exists()
    assert (tmp_path / "speller.json").exists()


def test_the_finder_is_trained_further_by_what_it_is_shown_in_each_round(
    runs: list[list[str]], tmp_path: Path
) -> None:
    recipe._train(tmp_path, recipe.Machine(2), True, "finder")
    assert [line[0] for line in runs] == ["train"] * (1 + len(recipe.ROUNDS["finder"]))
    for before, line in itertools.pairwise(runs):
        assert line[line.index("--resume") + 1] == str(Path(before[3]) / "finder.pt")
    shown = [tuple(map(float, line[line.index("--favour") + 1 :][:2])) for line in runs[1:]]
    assert shown == [each.favour for each in recipe.ROUNDS["finder"]]
    assert (tmp_path / "finder.pt").exists()


@pytest.mark.parametrize("trained", [True, False])
def test_the_reader_of_figures_begins_with_what_the_spotter_knows(
    runs: list[list[str]], tmp_path: Path, trained: bool
) -> None:
    if trained:
        (tmp_path / "spotter.pt").touch()
    recipe._train(tmp_path, recipe.Machine(2), True, "figures")
    assert [line[0] for line in runs] == ["initial_weights"] * trained + ["train"]
    assert ("--resume" in runs[-1]) == trained
    assert (tmp_path / "figures.pt").exists()


def test_what_is_trained_already_is_not_trained_again(runs: list[list[str]], tmp_path: Path) -> None:
    recipe._train(tmp_path, recipe.Machine(2), False, "finder")
    assert [line[0] for line in runs] == ["train"]
    recipe._train(tmp_path, recipe.Machine(2), False, "finder")
    assert len(runs) == 1


def test_a_graphics_card_is_shown_more_a_step_by_processes_of_their_own(
    runs: list[list[str]], tmp_path: Path
) -> None:
    recipe._train(tmp_path, recipe.Machine(2, "cuda", 15).shared(3), False, "glyphs")
    (line,) = runs
    told = dict(zip(line[4::2], line[5::2], strict=True))
    assert (told["--device"], told["--workers"]) == ("cuda", "5")
    assert int(told["--batch"]) > 1
    assert "--processes" not in told
