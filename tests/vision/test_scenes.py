"""Golden scenes: every picture in scenes/ is read no worse than it ever was (deploy/scenes/floors.py)."""

from pathlib import Path

import pytest

from device.words.lists import load as load_words
from vision.measuring.golden import measured, parse_floors, print_of
from vision.reader import Reader

SCENES = Path(__file__).parent / "scenes"
FLOORS = parse_floors((SCENES / "floors.txt").read_text(encoding="utf-8"))
NAMES = sorted(path.stem for path in SCENES.glob("*.jpg"))


def test_every_scene_has_its_text_and_its_floor() -> None:
    assert len(NAMES) >= 60
    assert sorted(path.stem for path in SCENES.glob("*.txt") if path.stem != "floors") == NAMES
    assert sorted(FLOORS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_read_no_worse_than_before(name: str) -> None:
    picture = SCENES / f"{name}.jpg"
    assert FLOORS[name].print == print_of(picture), "the scene changed: run deploy/scenes/floors.py"
    assert measured(picture, Reader.load(), load_words()).worse_than(FLOORS[name].score) == ()
