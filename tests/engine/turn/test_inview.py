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


@pytest.mark.parametrize(
    ("before", "after", "changed", "new"),
    [
        ("CUT MEN /K", "CUTS MEN /K", (("CUT", "CUTS"),), ()),
        ("CUT MEN /K", "CUT MEN CAT /K", (), ("CAT",)),
        ("CUT;...;... /K", "CUT;..O;..E /K", (), ("TOE",)),
        ("CUT /K", "CUTS /K", (("CUT", "CUTS"),), ()),
    ],
)
def test_a_word_of_a_row_is_told_as_changed_and_a_crosswords_as_new(
    before: str, after: str, changed: tuple[tuple[str, str], ...], new: tuple[str, ...]
) -> None:
    was = parse_position(before)
    view = in_play(
        Observation(100, 100, ()), Explanation(was, parse_position(after), 1.0), begun(Settled(was))
    )
    assert (view.changed, view.new) == (changed, new)
