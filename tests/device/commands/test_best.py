import json
from pathlib import Path
from typing import Any

import pytest

from device.commands.best import answer_line
from device.errors import UsageFault

WORDS = "able acorn at bear bore cat coat con cone corn ear no oar on once one rote ton tone to toe"


@pytest.fixture
def asked(tmp_path: Path) -> Any:
    """Return the answer of `best` to a question, with a small word list."""
    club = tmp_path / "club.txt"
    club.write_text(WORDS)

    def answer(**question: Any) -> list[dict[str, Any]]:
        line = json.dumps({"options": {"word_list": str(club)}, **question}).encode()
        plays = answer_line(line, None)["plays"]
        assert isinstance(plays, list)
        return plays

    return answer


def moves(plays: list[dict[str, Any]]) -> list[str]:
    return [play["move"] for play in plays]


def test_on_a_board_each_play_says_what_it_pays_its_player(asked: Any) -> None:
    grid = [".......", "..TON..", "......."]
    (first, *_) = plays = asked(game="keyword", player=1, table={"grid": grid}, hand="EAT")
    assert first["points"] == max(play["points"] for play in plays) == 5 * first["cards"]


def test_six_players_lay_at_most_three_cards_of_lexigram(asked: Any) -> None:
    table = {"grid": ["......", "......", ".TO...", "......", "......"]}
    two, six = (asked(game="lexigram", table=table, hand="ANCRN", players=players) for players in (2, 6))
    assert max(play["cards"] for play in two) == 4
    assert max(play["cards"] for play in six) <= 3


def test_a_patience_needs_no_hand(asked: Any) -> None:
    assert moves(asked(game="solitaire-1", table={"piles": ["TA", "OC", "XE"]})) == ["COAT@2,2,1,1"]
    table = {"tableau": ["B", [None, "E"], [None, "A"], "R"], "nest": 20, "turned": ""}
    assert moves(asked(game="solitaire-2", table=table))[0] == "BEAR@1,2,3,4"


def test_a_patience_without_masters_has_none_on_its_table(asked: Any) -> None:
    with pytest.raises(UsageFault, match="played without Masters"):
        asked(game="solitaire-1", table={"piles": ["MO", "h", "E"]})


def test_a_first_play_needs_no_grid_drawn(asked: Any) -> None:
    assert {play["cards"] for play in asked(game="crossword", table={"grid": []}, hand="CTA")} == {2, 3}
    assert asked(game="keyword", table={"grid": []}, hand="CTA")[0]["move"] == "I10>CAT"


def test_in_the_race_the_circle_asks_for_so_many_cards(asked: Any) -> None:
    found = asked(game="my-word", table={"track": [0, 1]}, player=1, hand="TONEAC")
    assert {play["cards"] for play in found} == {4}
    assert moves(found)[:2] == ["+COAT", "+CONE"]


def test_a_player_without_a_horse_is_told_so(asked: Any) -> None:
    with pytest.raises(UsageFault, match="no horse of player 2"):
        asked(game="my-word", table={"track": [0, 1]}, player=2, hand="TONE")


def test_a_hand_that_nobody_named_is_missed(asked: Any) -> None:
    with pytest.raises(UsageFault, match="hand is missing"):
        asked(game="lexicon", table={"words": ["CAT"]})
    assert asked(game="lexicon", table={"words": ["CAT"]}, hand="") == []


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ({"game": "crossword", "options": {"wide_open": True}, "table": {"grid": []}}, "PARIS;"),
        ({"game": "lexicon", "options": {"proper": True}, "table": {"words": []}}, "PARIS"),
        ({"game": "lexicon", "options": {"abbreviations": True}, "table": {"words": []}}, "PS"),
    ],
)
def test_words_that_only_an_option_allows_are_played(question: dict[str, Any], result: str) -> None:
    """Wide Open allows proper names, so a list of every legal play has them."""
    for options, found in ((question["options"], True), ({}, False)):
        line = json.dumps(question | {"hand": "PARIS", "options": options}).encode()
        plays = answer_line(line, None)["plays"]
        assert isinstance(plays, list)
        assert (result in [play["result"] for play in plays]) is found
