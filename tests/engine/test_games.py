"""Test the worked example of docs/games.md: another game is one value and one line of the catalogue."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from engine import catalogue
from engine.catalogue import configured
from engine.events import HandDealt, MatchSetUp
from engine.game import Vocabulary
from engine.games.crossword import LEXIGRAM
from engine.match import fold
from engine.rules.scoring import challenge_points
from tests.engine.clauses.grids import clauses, move, ruled

CORNER = replace(
    LEXIGRAM,
    name="corner",
    title="Corner",
    edition="house",
    deal=replace(LEXIGRAM.deal, by_players=((2, 8),)),
    plays=replace(LEXIGRAM.plays, fewer=((2, 2),)),
    vocabulary=Vocabulary(),
    challenges=replace(LEXIGRAM.challenges, points_at_stake=10),
)


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the invented game of these tests, `CORNER`, to the catalogue."""
    editions = MappingProxyType({**catalogue.EDITIONS, "corner": (CORNER,)})
    monkeypatch.setattr(catalogue, "EDITIONS", editions)


def test_a_new_game_is_ruled_on() -> None:
    assert move(ruled("corner", "TIP.", "TIPS")) == "D1>S"
    assert clauses(ruled("corner", "Y....", "YOUNG")) == {"LG-1"}
    assert challenge_points(configured("corner"), good=False, challenger=1, offender=0) == (0, 10)


def test_a_new_game_is_played_as_a_match() -> None:
    match = fold([MatchSetUp("corner", ("Ada", "Bo")), HandDealt(exposed="Q")])
    assert match is not None
    assert [holding.count for holding in match.table.hands] == [8, 8]
