"""Test a table that shows more cards of a letter than the pack has. The table asks about each such letter
in a sentence."""

import pytest

from engine.events import HandDealt, MatchSetUp
from engine.match import fold
from engine.moves import Lay
from engine.notation import parse_position
from engine.ruling import DoubtfulCard, MoreThanThePack, Unclear
from engine.turn.packs import ask_surplus_letters


@pytest.mark.parametrize(
    ("letter", "seen", "held", "told"),
    [
        ("?", 3, 2, "I see 3 Masters, and you should have 2. Do you have more?"),
        ("M", 4, 1, "I see M on 4 cards, and you should have 1. Do you have more?"),
    ],
)
def test_the_question_says_what_is_seen_and_what_the_pack_should_have(
    letter: str, seen: int, held: int, told: str
) -> None:
    match = fold([MatchSetUp("lexicon", ("Ann", "Bob")), HandDealt((), "K")])
    assert match is not None
    doubts = (DoubtfulCard("MOM", "O", 0.6), MoreThanThePack(letter, seen, held))
    before, after = parse_position("/K"), parse_position("MOM /K")
    (question,) = ask_surplus_letters(match, before, after, Unclear(Lay("MOM"), doubts), 2)
    assert question.asks is not None
    assert question.asks.facts == ((("letter", "M"),) if letter == "M" else ()) + (
        ("seen", seen),
        ("held", held),
    )
    assert (str(question.asks), question.choices) == (told, (f"more {letter}",))
