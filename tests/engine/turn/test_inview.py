"""What one picture shows, compared with what is settled."""

import pytest

from engine.explain import Explanation, Settled
from engine.notation import parse_position
from engine.observation import Observation
from engine.turn.inview import in_play
from engine.turn.proposal import begun


@pytest.mark.parametrize(
    ("after", "exposed"), [("CUT /Q", "Q"), ("CUT /K", ""), ("CUT", ""), ("CUTS /K", "")]
)
def test_the_exposed_card_is_told_when_it_is_another(after: str, exposed: str) -> None:
    before = parse_position("CUT /K")
    best = Explanation(before, parse_position(after), 1.0)
    assert in_play(Observation(100, 100, ()), best, begun(Settled(before))).exposed == exposed
