"""Test that the committed drawings of the states of the loop and of the match agree with the tables in the
code."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from device.running.loop_states import NEXT_STATE
from engine.match.stages import TRANSITIONS

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def loop() -> ModuleType:
    spec = spec_from_file_location("loop", ROOT / "deploy" / "lab" / "pictures" / "loop.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_of_the_states_is_current(loop: ModuleType) -> None:
    kept = (ROOT / "docs" / "pictures" / "loop.svg").read_text("utf-8")
    assert kept == loop.draw(), "run deploy/lab/pictures/loop.py"


def test_every_state_and_every_cue_is_in_it(loop: ModuleType) -> None:
    words = {element.text for element in ElementTree.fromstring(loop.draw()).iter() if element.text}
    assert {state for state, _ in NEXT_STATE} <= words
    assert {trigger for (start, trigger), end in NEXT_STATE.items() if start != end} <= words
    assert {name for step in TRANSITIONS for name in (step.start, step.end)} <= words
