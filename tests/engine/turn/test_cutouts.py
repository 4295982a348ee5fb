"""Test which cards of the newest picture are cut out and shown beside a question."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.catalogue import configured
from engine.events import QuestionAsked
from engine.explain import ExplanationContext, SettledPosition
from engine.notation import parse_position
from engine.turn.cutouts import with_pictured_cards
from engine.words import WordList

Table = Callable[..., Any]


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        ("CAT;...;...", "EO"),  # new cards
        ("CAT;..O;...", "E"),
        ("CUT;..O;..E", "A"),  # and changed cards
        ("....;.CAT;...O;...E", "ACEOT"),  # seen in another frame, so new cards can't be told
    ],
)
def test_of_a_crossword_what_is_new_is_shown(
    empty_table: Table, words: WordList, before: str, shown: str
) -> None:
    seen = empty_table(1).grid(("CAT", "..O", "..E"), 500, 400).seen()
    asked = QuestionAsked(1, before, "CAT;..O;..E", "Which is it?", about="turn")
    context = ExplanationContext(configured("crossword"), words)
    event = with_pictured_cards(asked, SettledPosition(parse_position("CAT;..O;..E")), seen, context)
    assert isinstance(event, QuestionAsked)
    (cards,) = event.cards
    best = [seen.cards[i].best for i in cards]
    assert "".join(sorted(letter[0] for letter in best if letter is not None)) == shown
