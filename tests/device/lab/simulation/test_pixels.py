"""Play one hand of each game from pixels to the final score. Each turn is filmed until the table is at
rest, then read, explained, ruled on and scored.

The bench plays a hundred of them: `lexicon-table bench --only hands --hands 100`.
"""

import pytest

from device.lab.bench.hands import measure
from device.words.lists import load


@pytest.mark.parametrize(("game", "seed"), [("lexicon", 5), ("crossword", 8)])
def test_a_hand_seen_only_in_pictures_is_ruled_and_scored_as_it_was_played(game: str, seed: int) -> None:
    played = measure(1, load(), game, seed, fps=2.5)
    assert played["slips"] == []
    assert played["flawless"]
    assert played["hands"] == 1
    assert played["honest"] >= 3
    assert 0 < played["planted"] <= played["illegal"] + played["unclear"]
