"""Test that each steward has ten tables, or five at a Keyword party, and rules on those alone (PTY-1)."""

from dataclasses import replace

import pytest

from engine.party import (
    CallRuled,
    HubFact,
    Party,
    PartySetUp,
    PlayerLeft,
    RoundOver,
    RoundScoreCorrected,
    TableLeftOut,
    WinnersDrawn,
    may_state,
    steward_of,
)
from engine.party.state import Round

ROOM = tuple(tuple(f"p{table}-{seat}" for seat in range(4)) for table in range(12))
LEXICON = Party(PartySetUp("Saturday", "lexicon-party", 3, 7, 5), rounds=(Round(ROOM),))
KEYWORD = replace(LEXICON, rules=PartySetUp("Saturday", "keyword-party", 3, 40, 5))


def test_ten_tables_for_a_steward_and_five_at_keyword() -> None:
    assert [steward_of(LEXICON, table) for table in (0, 9, 10, 25)] == [0, 0, 1, 2]
    assert [steward_of(KEYWORD, table) for table in (0, 4, 5, 25)] == [0, 0, 1, 5]


@pytest.mark.parametrize(
    "fact",
    [
        CallRuled(11, 3, "word bad"),
        TableLeftOut(1, 11),
        WinnersDrawn(1, 11, (2,)),
        RoundScoreCorrected(1, "p11-2", 40),
    ],
)
def test_a_steward_speaks_for_their_own_tables(fact: HubFact) -> None:
    assert [may_state(LEXICON, steward, fact) for steward in (0, 1, 2)] == [False, True, False]


@pytest.mark.parametrize(
    "fact",
    [
        RoundOver(1),
        PlayerLeft("p0-0"),
        TableLeftOut(2, 0),
        TableLeftOut(1, -1),
        RoundScoreCorrected(1, "x", 0),
    ],
)
def test_a_steward_does_not_speak_for_the_hub_or_of_what_is_not_there(fact: HubFact) -> None:
    assert not may_state(LEXICON, 0, fact)
