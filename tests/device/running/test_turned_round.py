"""Test a word that reads as another word from the opposite side, as HO reads OH: the players' answer about
it holds."""

import random

import pytest

from engine.events import TurnFinished
from engine.observation import Observation
from engine.table.commands import Amend, EndTurn
from engine.table.referee import Referee
from engine.words import WordList
from tests.device.running.test_apart import Told
from tests.engine.conftest import Laid

WORDS = WordList.of(["HO", "OH", "NO", "ON", "CAT", "CATS"])


def seen(*words: str) -> Observation:
    table = Laid(random.Random(1))
    for n, word in enumerate(words):
        table = table.word(word, 400, 120 + 130 * n)
    return table.piles("K").seen()


@pytest.mark.parametrize("by_photograph", [False, True])
@pytest.mark.parametrize(("lies", "means"), [("OH", "HO"), ("NO", "ON")])
def test_the_next_player_has_not_exchanged_its_cards(lies: str, means: str, by_photograph: bool) -> None:
    story = Told(Referee(WORDS, by_photograph=by_photograph)).begun().shows(seen("CAT")).says(EndTurn())
    story.shows(seen("CAT", lies)).says(EndTurn())
    turn = story.of(TurnFinished)[-1]
    number = story.referee.events.index(turn)
    story.says(Amend(number, f"CAT {means} /K"))
    assert story.referee.proposal is None
    story.shows(seen("CATS", lies)).says(EndTurn())
    turn = story.of(TurnFinished)[-1]
    assert (turn.after, turn.ruling) == (f"CATS {means} /K", "legal")
