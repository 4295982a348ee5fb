import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.commands.judge import command as judge
from device.commands.solve import command as solve
from device.errors import UsageFault
from engine.catalogue import configured


def asked(command: Any, *lines: object) -> Result:
    return CliRunner().invoke(command, [], input="\n".join(map(json.dumps, lines)))


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_promised_example_of_solve() -> None:
    result = asked(solve, {"game": "solitaire-1", "piles": [["E", "M", "O", "H"], ["A", "T"], ["C"]]})
    (answer,) = answers(result)
    assert answer["solved"] is True
    assert sorted("".join(answer["words"])) == sorted("EMOHATC")
    lost = asked(solve, {"game": "solitaire-1", "piles": [["Q", "Z"], ["X", "J"]]})
    assert answers(lost)[0]["solved"] is False


def test_a_nest_is_a_pile_whose_last_card_is_turned_first() -> None:
    deal = {"game": "solitaire-2", "piles": ["B", "E", "A"], "masters": 0}
    listed, turned = asked(solve, {**deal, "nest": ["S", "R"]}), asked(solve, {**deal, "cards": "RS"})
    assert [a["moves"] for a in answers(listed)] == [a["moves"] for a in answers(turned)]


def test_word_solitaire_has_a_score_and_its_bound() -> None:
    (answer,) = answers(asked(solve, {"game": "word-solitaire", "columns": ["T", "J"], "cards": "ILLO"}))
    assert (answer["solved"], answer["score"], answer["bound"]) == (True, 4, 4)


def test_a_whole_deal_of_keyword_patience_is_taken_and_making_ready_for_it_is_timed() -> None:
    deal = {"game": "keyword-patience", "cards": configured("keyword-patience").pack.cards()}
    (answer,) = answers(CliRunner().invoke(solve, ["--limit", "0"], input=json.dumps(deal)))
    assert answer["solved"] == "unknown"
    assert answer["looked"] == 0


def test_too_few_letters_for_the_way_are_impossible_at_once() -> None:
    deal = {"game": "keyword-patience", "cards": "CATSEATING"}
    (answer,) = answers(CliRunner().invoke(solve, ["--limit", "0"], input=json.dumps(deal)))
    assert (answer["solved"], answer["words"]) == (False, [])


def test_the_words_of_a_clock_are_those_around_it() -> None:
    circle = ["HOME", "CART", "COAT", "TEAR", "RATE", "MOAT", "ACRE", "SALT", "LOVE", "GAME", "TREE", "MOTH"]
    (answer,) = answers(asked(solve, {"game": "clock", "circle": circle, "centre": "TRI", "cards": "P"}))
    assert answer["solved"] is True
    assert answer["words"] == [*circle, "TRIP"]


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ({"game": "lexicon"}, "Lexicon is no patience"),
        ({"game": "solitaire-1"}, "needs 'piles'"),
        ({"game": "solitaire-1", "piles": ["AB#"]}, "face down"),
        ({"game": "solitaire-2", "piles": ["AB"], "nest": 9}, "counted, not named"),
        ({"game": "clock", "circle": ["A"]}, "a clock has 12 words and a centre"),
        ({"game": "solitaire-1", "piles": [["AB"]]}, "deal: card 'AB': one card is one letter"),
        ({"game": "solitaire-1", "piles": ["a1"]}, "pile 1"),
        ({"game": "solitaire-1", "piles": ["MO", "?"]}, "played without Masters"),
        ({"game": "word-solitaire", "columns": ["T"], "cards": "?"}, "played without Masters"),
        (
            {"game": "word-solitaire", "columns": ["T"], "cards": "N O"},
            "deal: the stock's cards 'N O': only A-Z",
        ),
        (
            {"game": "solitaire-2", "piles": ["AB"], "nest": ["A", "é"]},
            "deal: the stock's cards 'Aé': only A-Z",
        ),
        ({"game": "solitaire-2", "piles": ["AB"], "cards": "a"}, "deal: the stock's cards 'a': only A-Z"),
        ({"game": "keyword-patience", "cards": "É"}, "deal: letters are A-Z"),
        ({"game": "solitaire-1", "piles": [["A", 5]]}, "piles[0][1]: 5, but it must be text"),
        ({"game": "keyword-patience", "cards": "A", "hand": "A" * 11}, "a rack of Keyword Patience holds 10"),
    ],
)
def test_what_cannot_be_solved_is_said_in_one_line(deal: dict[str, object], said: str) -> None:
    result = asked(solve, deal)
    assert isinstance(result.exception, UsageFault)
    assert said in str(result.exception)
    assert "\n" not in str(result.exception)


def test_a_name_that_only_an_option_allows_solves_a_deal() -> None:
    deal = {"game": "solitaire-1", "piles": ["NODNOL"]}
    refused, allowed = answers(asked(solve, deal, deal | {"options": {"proper": True}}))
    assert refused["solved"] is False
    assert (allowed["solved"], allowed["words"]) == (True, ["LONDON"])


CIRCLE = list("HCBRATLSEZBJ")


@pytest.mark.parametrize(
    ("turn", "move"),
    [
        (
            {"game": "solitaire-1", "before": {"piles": [list("MOH"), ["E"]]}, "after": {"piles": [[], []]}},
            "HOME@1,1,1,2",
        ),
        (
            {
                "game": "solitaire-2",
                "before": {"tableau": ["", [None, "A"], "#Z"], "nest": 20},
                "after": {"tableau": ["A", "#", "#Z"], "nest": 20},
            },
            "A@2>1",
        ),
        (
            {
                "game": "clock",
                "before": {"circle": CIRCLE, "centre": "T", "exposed": "O"},
                "after": {"circle": ["HO", *CIRCLE[1:]], "centre": "T"},
            },
            "O@^>1",
        ),
        (
            {
                "game": "word-solitaire",
                "before": {"columns": ["TIL", "J"], "turned": "L"},
                "after": {"columns": ["TILL", "J"]},
            },
            "L@^>1",
        ),
        (
            {
                "game": "solitaire-2",
                "before": {"tableau": ["R", "A", "Z", "R"]},
                "after": {"tableau": ["", "", "", ""]},
                "word": "RAZOR",
            },
            "RAZoR@1,2,3,?,4",
        ),
    ],
)
def test_judge_speaks_the_patiences(turn: dict[str, object], move: str) -> None:
    (answer,) = answers(asked(judge, turn))
    assert (answer["ruling"], answer["move"]) == ("legal", move)
