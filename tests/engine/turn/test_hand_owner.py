"""Test the question about the owner of a hand on the table: the answer counts the hand once."""

import pytest

from engine.events import AnyEvent, HandCounted, HandDealt, MatchSetUp, TurnFinished
from engine.match import Match, fold
from engine.turn.hand_owner import ask_hand_owner, events_of_answer

LAID = TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", stands=True)


def counting(*events: AnyEvent) -> Match:
    """Return a match that Bob has won, in which the others count their remaining cards."""
    match = fold(
        [MatchSetUp("lexicon", ("Ann", "Bob", "Cy")), HandDealt(("10", "CAT", "10"), "K"), LAID, *events]
    )
    assert match is not None
    assert match.hand.gone_out == 1
    return match


@pytest.mark.parametrize(
    ("counted", "said", "events"),
    [
        ((), "2 DOG", (HandCounted(2, "DOG"),)),
        ((HandCounted(0, "AB"),), "2 DOG", (HandCounted(2, "DOG"),)),
        ((HandCounted(2, "CAB"),), "2 DOG", ()),  # it is counted already
        ((), "1 DOG", ()),  # nobody was asked about Bob
        ((), "", ()),
    ],
)
def test_a_hand_is_counted_as_its_players_once(
    counted: tuple[AnyEvent, ...], said: str, events: tuple[AnyEvent, ...]
) -> None:
    match = counting(*counted)
    assert events_of_answer(match, ask_hand_owner(match, (0, 2), ("DOG",), ()), said) == events
