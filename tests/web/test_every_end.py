"""Test the end of every game on the phone: the winner or the result, the best word, and the remaining
cards."""

import pytest

from engine.catalogue import GAMES
from engine.match import Match
from engine.table.referee import Referee
from tests.web.in_play import reached
from web import languages
from web.hand_summary import between_hands, last_ended_hand, summary_shown
from web.snapshot import Summary

BOX = 9
"""The number of tiles left to draw after the deal of a game with a Keyword. It is small, so that the game
ends soon."""
ON_A_BOARD = ("keyword", "partnership-keyword", "keyword-solitaire", "keyword-party")
ALONE = ("solitaire-1", "solitaire-2", "clock", "word-solitaire", "keyword-patience")


def _over(match: Match) -> bool:
    return bool(match.hand.turns) and between_hands(match)


@pytest.fixture(scope="module", params=GAMES)
def referee(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Referee:
    """Return the referee of each game in turn, at the end of its first hand, race or patience."""
    letters = BOX if request.param in ON_A_BOARD else None
    return reached(request.param, _over, tmp_path_factory.mktemp("people"), letters=letters)


def told(referee: Referee, language: str = "en") -> Summary:
    """Return the summary that phones show at the end of a hand."""
    with languages.speaking(language):
        found = summary_shown(last_ended_hand(referee.events))
    assert found is not None
    return found


def test_the_end_is_told_in_words(referee: Referee) -> None:
    match = referee.match
    assert match is not None
    one = told(referee)
    assert one.headline.endswith((".", "!"))
    assert bool(one.rest) == (match.game.ends in ("race", "patience"))
    assert bool(one.accounts) == (match.game.name not in ALONE)
    assert bool(one.best) == (match.game.name != "word-solitaire")


def test_no_word_of_it_is_left_in_english(referee: Referee) -> None:
    english, german = told(referee), told(referee, "de")
    assert english.headline != german.headline
    for field in ("standing", "rest"):
        pairs = zip(getattr(english, field), getattr(german, field), strict=True)
        assert all(one != other for one, other in pairs)
