"""Test the bench for what each stage of reading contributes. A picture is read a second time without a
stage, but only if that stage has changed something the first time."""

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.lab.bench import ablation, reading_path
from device.lab.bench.stages_off import STAGES, Stage, StageEffect, recording, same_result, without
from engine.words import WordList
from vision.reader import Reader

SCENES = Path(__file__).parents[3] / "vision" / "scenes"


def test_every_stage_is_called_by_the_name_that_it_is_left_out_by() -> None:
    for name, stage in STAGES.items():
        assert callable(vars(stage.owner)[stage.name]), name
    assert all(stage in STAGES for group in ablation.STAGES_LEFT_OUT.values() for stage in group)


def test_the_reading_path_is_all_that_a_photograph_goes_through() -> None:
    path = reading_path.measure()
    assert path["modules"] > 40
    assert path["lines"] > 50 * path["modules"]
    files = {file.name for file in reading_path._files()}
    assert {"reader.py", "suppression.py", "cards.py"} <= files
    assert not {"golden.py", "camera.py"} & files


def test_leaving_out_puts_everything_back() -> None:
    before = {name: vars(stage.owner)[stage.name] for name, stage in STAGES.items()}
    with without(tuple(STAGES)):
        assert all(vars(stage.owner)[stage.name] is stage.neutral for stage in STAGES.values())
    assert before == {name: vars(stage.owner)[stage.name] for name, stage in STAGES.items()}


@pytest.mark.parametrize(("result", "changed"), [((1, 2), False), ((1,), True)])
def test_a_stage_is_watched_for_whether_it_changes_anything(result: tuple[int, ...], changed: bool) -> None:
    owner = SimpleNamespace(keep=lambda _: result)
    seen = StageEffect()
    run = recording(Stage(owner, "keep", lambda given: given), seen, lambda: 0.0, lambda: 0)
    assert run((1, 2)) == result
    assert seen.changed is changed


def test_values_are_alike_by_what_they_hold() -> None:
    array = np.arange(3)
    assert same_result((array, [1]), (array.copy(), (1,)))
    assert not same_result((array,), (array + 1,))
    assert not same_result((1, 2), (1,))


def test_a_photograph_is_read_again_only_without_what_did_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for suffix in (".jpg", ".txt"):
        shutil.copy(SCENES / f"crossword{suffix}", tmp_path)
    kept, read = tmp_path / "kept", list[int]()
    own = Reader.read

    def counted(*given: Any) -> Any:
        read.append(1)
        return own(*given)

    monkeypatch.setattr(Reader, "read", counted)
    words = WordList.of(["AT"])
    table = ablation.measure(tmp_path, words, kept, 1)["golden"]
    did = sum(row["changed"] for name, row in table.items() if name.startswith("without"))
    assert len(read) == 1 + did < 1 + len(ablation.STAGES_LEFT_OUT)
    assert table["every stage"]["found"] == table["every stage"]["of"] > 0
    # Kept readings are not read again.
    read.clear()
    assert ablation.measure(tmp_path, words, kept, 1)["golden"] == table
    assert not read


def test_without_its_corner_letters_a_fan_is_lost_and_the_interval_says_so(tmp_path: Path) -> None:
    for suffix in (".jpg", ".txt"):
        shutil.copy(SCENES / f"fan-index{suffix}", tmp_path)
    ways = {"add_corner_cards": ("add_corner_cards",)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ablation, "STAGES_LEFT_OUT", ways)
        row = ablation.measure(tmp_path, WordList.of(["AT"]), None, 1)["golden"]["without add_corner_cards"]
    lost = int(row["right"].split()[0])
    assert lost < 0
    assert row["right"] == f"{lost:+d} ({lost:+d} to {lost:+d})"
