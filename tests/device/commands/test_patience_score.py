"""Test `score` and `solve` of the patiences on the command line."""

import json

import pytest
from click.testing import CliRunner

from device.commands.score import command as score
from device.commands.solve import command as solve
from device.errors import UsageFault


def scored(**table: object) -> dict[str, object]:
    result = CliRunner().invoke(score, input=json.dumps(table))
    assert result.exit_code == 0, result.exception
    answer: dict[str, object] = json.loads(result.stdout)
    return answer


def test_word_solitaires_score_are_the_letters_added() -> None:
    done = scored(game="word-solitaire", columns=["TILLEAD#", "JOTTING", "S#"], turned="", stock=0)
    assert done == {"score": 12, "mark": "fair", "over": True, "won": True}


def test_the_other_patiences_count_the_cards_left() -> None:
    assert scored(game="solitaire-1", piles=["", "AB"])["score"] == 2
    assert scored(game="solitaire-1", piles=["", ""])["won"] is True
    clock = scored(game="clock", circle=["HOME"] * 12, centre="CART", turned="", stock=0)
    assert (clock["score"], clock["won"]) == (0, True)


@pytest.mark.parametrize(
    ("piles", "lost"),
    [
        (["A"], True),  # one card left is no word
        (["", "QZ", "X"], True),
        (["TA", "C"], False),  # C and A make no four letters, but three cards may end on CAT
        (["E", "M", "O", "H", "Z"], False),
    ],
)
def test_a_solitaire_1_without_a_word_left_is_lost_s1_5(piles: list[str], lost: bool) -> None:
    answer = scored(game="solitaire-1", piles=piles)
    assert (answer["over"], answer["won"], "lost" in answer) == (lost, False, lost)


def test_keyword_patience_counts_its_words() -> None:
    assert scored(game="keyword-patience", words=["EASY", "YOUNG"])["score"] == 2
    assert scored(game="keyword-patience", words=12)["mark"] == "very good"


@pytest.mark.parametrize(
    ("command", "asked", "said"),
    [
        (score, {"game": "keyword-patience"}, "needs 'words'"),
        (score, {"game": "keyword-patience", "words": 2, "grid": ["A", "BB"]}, "grid row 2"),
        (score, {"game": "solitaire-1"}, "needs 'piles'"),
        (solve, {"game": "keyword-patience"}, "needs 'cards'"),
        (solve, {"game": "keyword-patience", "cards": "a1"}, "letters are A-Z"),
        (solve, {"game": "keyword-patience", "cards": "AB", "grid": ["..", ".."]}, "19 rows of 19"),
        (solve, {"game": "clock", "circle": ["A"] * 12, "centre": "B", "cards": "#"}, "is not known"),
    ],
)
def test_what_cannot_be_understood_is_said_in_one_line(
    command: object, asked: dict[str, object], said: str
) -> None:
    result = CliRunner().invoke(command, input=json.dumps(asked))  # type: ignore[arg-type]
    assert isinstance(result.exception, UsageFault)
    assert said in str(result.exception)
    assert "\n" not in str(result.exception)


def test_solve_plays_keyword_patience_on_from_what_lies_there() -> None:
    """The bottom row already holds CAT. Its T begins TABBY, which ends in the corner of the grid."""
    rows = ["." * 19] * 16 + ["." * 14 + card + "." * 4 for card in "CAT"]
    deal = {"game": "keyword-patience", "grid": rows, "hand": "RAINYXQZBB", "cards": "EEEE"}
    result = CliRunner().invoke(solve, input=json.dumps(deal))
    answer = json.loads(result.stdout)
    assert (answer["solved"], answer["moves"]) == (True, ["P19>ABBY"])
    assert (answer["score"], answer["bound"]) == (1, 1)
