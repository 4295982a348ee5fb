"""Test that every picture in scenes/ is read no worse than its floor (deploy/lab/scenes/floors.py)."""

import re
from pathlib import Path

import pytest

from device.words.lists import load as load_words
from vision.lab.measuring.golden import fingerprint_of, measure_scene, parse_floors, truth_of
from vision.reader import Reader

SCENES = Path(__file__).parent / "scenes"
MEASURED = Path(__file__).parents[2] / "docs" / "measured.md"
FLOORS = parse_floors((SCENES / "floors.txt").read_text(encoding="utf-8"))
NAMES = sorted(path.stem for path in SCENES.glob("*.jpg"))


def test_every_scene_has_its_text_and_its_floor() -> None:
    assert len(NAMES) >= 120
    assert sorted(path.stem for path in SCENES.glob("*.txt") if path.stem != "floors") == NAMES
    assert sorted(FLOORS) == NAMES


def test_the_page_of_figures_says_what_the_floors_come_to() -> None:
    """docs/measured.md has the sums of all floors. If a floor changes, the document must change, too."""
    row = next(line for line in MEASURED.read_text("utf-8").splitlines() if "golden scenes (" in line)
    said = [int(number.replace(",", "")) for number in re.findall(r"\d+(?:,\d{3})*", row)]
    truths = [truth_of(SCENES / f"{name}.jpg") for name in NAMES]
    scores = [floor.score for floor in FLOORS.values()]
    lie = [len(NAMES), sum(t.letters.total() for t in truths), sum(len(t.words) for t in truths)]
    reached = ("found", "right", "words", "false", "sure_wrong")
    assert said[:8] == lie + [sum(getattr(score, what) for score in scores) for what in reached]


@pytest.mark.parametrize("name", NAMES)
def test_read_no_worse_than_before(name: str) -> None:
    picture = SCENES / f"{name}.jpg"
    assert FLOORS[name].fingerprint == fingerprint_of(picture), (
        "the scene changed: run deploy/lab/scenes/floors.py"
    )
    assert measure_scene(picture, Reader.load(), load_words()).worse_than(FLOORS[name].score) == ()
