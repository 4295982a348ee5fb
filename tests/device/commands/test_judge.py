import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.commands.best import command as best
from device.commands.judge import command as judge
from device.commands.score import command as score
from device.errors import UsageFault


def asked(command: Any, *lines: object, options: tuple[str, ...] = ()) -> Result:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return CliRunner().invoke(command, list(options), input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def turn(before: object, after: object, game: str = "lexicon", **more: object) -> dict[str, object]:
    kind = "words" if game == "lexicon" else "grid"
    return {"game": game, "before": {kind: before}, "after": {kind: after}, **more}


def test_the_promised_example() -> None:
    result = asked(
        judge, turn(["MOTHER", "CAT"], ["SMOTHERED", "CAT"], hand="SEDXQZA", options={}, players=3)
    )
    (answer,) = answers(result)
    assert result.exit_code == 0
    assert (answer["ruling"], answer["move"], answer["breaches"]) == ("legal", "1:MOTHER<SMOTHERED", [])


def test_every_breach_comes_with_its_clause_and_a_sentence() -> None:
    (answer,) = answers(asked(judge, turn(["MOTHER", "MAN"], ["SMOTHREED", "MANY"])))
    assert answer["ruling"] == "illegal"
    clauses = [breach["clause"] for breach in answer["breaches"]]
    assert clauses[0] == "LEX-C3"
    assert set(clauses) >= {"LEX-C3", "LEX-C1", "ALL-1", "LEX-1", "ALL-5"}
    assert all(breach["text"].endswith(".") for breach in answer["breaches"])


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (["CAT"], ["CAT", "ZQX"], "ZQX isn't in the word list (ALL-1, ALL-5, LEX-A)."),
        (
            ["MAN"],
            ["M"],
            "A and N came out of MAN. Cards may be added to a word, but not taken from it (LEX-C, ALL-5)."
            " M isn't in the word list (ALL-1, ALL-5).",
        ),
    ],
)
def test_people_read_one_sentence_a_fault_with_its_clauses_together(
    before: list[str], after: list[str], told: str
) -> None:
    (answer,) = answers(asked(judge, turn(before, after)))
    assert answer["text"] == told
    in_text = {clause for part in told.split("(")[1:] for clause in part.split(")")[0].split(", ")}
    assert {breach["clause"] for breach in answer["breaches"]} == in_text


def test_two_words_that_break_one_clause_are_two_faults() -> None:
    (answer,) = answers(asked(judge, turn(["C..", "A..", "T.."], ["CX.", "AQ.", "T.."], "crossword")))
    assert [text.split()[0] for text in answer["text"].split(". ")] == ["CX", "AQ", "XQ"]
    assert answer["text"].count("(XW-3, ALL-1, ALL-5, XW-5).") == 3


def test_the_booklets_words_are_judged_by_the_committed_list() -> None:
    legal = [
        ("HAT", "THATCHED"),
        ("FAR", "FAIRY"),
        ("ARE", "CARESS"),
        ("EXPERT", "EXPORT"),
        ("LARCH", "LURCH"),
    ]
    result = asked(judge, *(turn([before], [after]) for before, after in legal))
    assert [answer["ruling"] for answer in answers(result)] == ["legal"] * len(legal)
    moo, mio = [".M..", "LOVE", ".O.."], [".M..", "LIVE", ".O.."]
    result = asked(judge, *(turn([".M..", "L.VE", ".O.."], grid, "crossword") for grid in (moo, mio)))
    assert [answer["ruling"] for answer in answers(result)] == ["legal", "illegal"]
    result = asked(judge, turn(["CAT."], ["CATS"], "crossword"), turn(["SMILE."], ["SMILES"], "crossword"))
    assert [answer["ruling"] for answer in answers(result)] == ["illegal", "legal"]


def test_an_unclear_turn_says_why() -> None:
    (answer,) = answers(asked(judge, turn(["TAR"], ["RAT"], hand=7)))
    assert answer["ruling"] == "unclear"
    assert answer["breaches"] == []
    assert answer["doubts"][0].startswith("It looks like two things at once.")


def test_without_a_hand_what_shows_is_taken_for_what_it_is() -> None:
    result = asked(judge, turn(["TAR"], ["RAT"]), turn(["TAR"], ["RAT"], hand="TRX"))
    told, exchanged = answers(result)
    assert [breach["clause"] for breach in told["breaches"]] == ["LEX-C2", "LEX-C1"]
    assert exchanged["ruling"] == "legal"


def test_a_word_read_backwards_is_named() -> None:
    (answer,) = answers(asked(judge, turn(["...."], ["EMAG"], "crossword")))
    clauses = {breach["clause"] for breach in answer["breaches"]}
    assert clauses == {"XW-3", "ALL-1", "ALL-5", "ALL-6", "XW-5"}
    assert "EMAG is GAME backwards." in answer["text"]


def test_an_exposed_card_given_on_one_side_only_is_not_a_discard_beside_a_word() -> None:
    line = turn(["CAT"], ["CATS"])
    line["before"] = {"words": ["CAT"], "exposed": "Q"}
    (answer,) = answers(asked(judge, line))
    assert answer["ruling"] == "legal"


def test_the_first_grid_may_be_empty() -> None:
    (answer,) = answers(asked(judge, turn([], ["GAME"], "crossword", turn=1)))
    assert answer["ruling"] == "legal"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("not json", "not JSON, at character 5: 'j' cannot stand there"),
        ("[1]", "not a question, which is an object"),
        ('{"game": 3}', "game: 3, but it must be text"),
        (turn(["CAT"], ["CATS"], hand=[3]), "hand: [3], but it must be"),
        ('{"game": "lexicon"}', "line 1: before is missing"),
        ('{"game": "chess"}', "line 1: unknown game 'chess'"),
        (turn(["CAT"], ["CATS"], Hand="S"), "Hand: there is no such key; did you mean 'hand'?"),
        (turn(["CAT"], ["CATS"], Word_="S"), "Word_: there is no such key; did you mean 'word'?"),
        (
            '{"game": "lexicon", "before": {"Words": []}, "after": {"words": []}}',
            "before.Words: there is no such key; did you mean 'words'? Known: piles,",
        ),
        (turn(["C4T"], []), "before: word 'C4T'"),
        (turn(["CAT"], ["CAT"], game="chess"), "unknown game 'chess'"),
        (turn(["CAT"], ["CAT"], options={"out_att": 1}), "unknown option 'out_att'"),
        (turn(["CAT"], ["CAT"], options={"word_list": "nowhere"}), "word list 'nowhere'"),
        (turn(["CAT"], ["CAT"], hand="c"), "hand 'c'"),
        (turn(["CAT"], ["CAT", 3]), "after.words[1]: 3, but it must be text of at most 100 characters"),
        (turn(["CAT"], ["CATS", "."], game="crossword"), "after: grid row 2 has 1 places, row 1 has 4"),
        (
            turn(["CAT"], ["CATS"], game="crossword"),
            "before is 1 row of 3, after 1 row of 4; both need the same size, with . for an empty place",
        ),
        (turn(["CAT"], ["A" * 101]), "A…, but it must be text of at most 100 characters"),
        ("[" * 100000, ""),
    ],
)
def test_a_line_that_cannot_be_judged_says_why_and_the_rest_is_judged(line: object, said: str) -> None:
    result = asked(judge, line, turn(["MAN"], ["MANY"]))
    bad, good = answers(result)
    assert bad["error"].startswith("line 1: ")
    assert said in bad["error"]
    assert good["ruling"] == "legal"
    assert isinstance(result.exception, UsageFault)


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_text(json.dumps(turn(["MAN"], ["MANY"])) + "\n\n" + json.dumps(turn(["MAN"], ["NAM"])) + "\n")
    result = asked(judge, options=(str(path),))
    assert [answer["ruling"] for answer in answers(result)] == ["legal", "illegal"]


def test_a_missing_file_is_one_line() -> None:
    result = asked(judge, options=("/no/such/file",))
    assert isinstance(result.exception, UsageFault)
    assert "/no/such/file" in str(result.exception)


def test_score_the_promised_example() -> None:
    line = {"game": "lexicon", "options": {}, "totals": [40, 95, 99], "hands": ["", "AEI", "Q?"]}
    (answer,) = answers(asked(score, line))
    assert answer["points"] == [0, 30, 19]
    assert answer["totals"] == [40, 125, 118]
    assert answer["out"] == [1, 2]
    assert answer["winner"] == 0


def test_score_a_shared_win_has_no_single_winner() -> None:
    (answer,) = answers(asked(score, {"game": "crossword", "totals": [95, 0, 0], "hands": ["A", "", ""]}))
    assert (answer["winner"], answer["winners"], answer["over"]) == (None, [1, 2], True)


def test_score_a_whole_game_with_a_challenge() -> None:
    line: dict[str, object] = {
        "game": "lexicon",
        "hands": [["", "AEI", "EI"], ["A", "", None]],
        "challenges": [{"challenger": 2, "offender": 0, "good": False}],
    }
    (answer,) = answers(asked(score, line))
    assert answer["totals"] == [10, 30, 10]
    assert answer["points"] == [10, 0, 0]
    assert (answer["winner"], answer["over"]) == (None, False)
    line["options"] = {"challenge_credit": "offender"}
    assert answers(asked(score, line))[0]["totals"] == [20, 30, 20]


def test_score_a_party_ends_with_the_arranged_hands_and_names_the_tables_winner() -> None:
    """PTY-4, PTY-5, PTY-6: a proper noun is fined 50, a misspelling is not fined. The party ends after its
    two hands."""
    hands = [["", "AEI", "EI"], ["A", "", "EE"]]
    fined = {"challenger": 2, "offender": 0, "good": False}
    line = {"game": "lexicon-party", "options": {"hands": 2}, "hands": hands, "challenges": [fined]}
    (answer,) = answers(asked(score, line))
    assert (answer["totals"], answer["table"], answer["winner"]) == ([60, 30, 40], [1], 1)
    line["challenges"] = [fined | {"misspelt": True}]
    assert answers(asked(score, line))[0]["totals"] == [10, 30, 40]
    more = {"game": "lexicon-party", "options": {"hands": 2}, "hands": hands[0], "hand": 1}
    assert answers(asked(score, more))[0]["over"] is False


def test_score_races_pay_who_comes_home() -> None:
    """MW-7: the first two players to finish score ten and five. After the agreed number of races the most
    points win."""
    line = {"game": "my-word", "players": 3, "options": {"hands": 2}, "home": [[1, 0], [2, 1]]}
    (answer,) = answers(asked(score, line))
    assert (answer["points"], answer["totals"], answer["winner"]) == ([0, 5, 10], [5, 15, 10], 1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"game": "my-word", "players": 2, "home": [[2]]}, "home: a list a race of players, of 0 to 1"),
        ({"game": "lexicon", "totals": [1], "hands": ["A", "B"]}, "2 hands for 1 totals"),
        (
            {"game": "my-word", "players": 2, "home": [[1, 1]]},
            "home: a list a race of players, of 0 to 1, each once",
        ),
        ({"game": "my-word"}, "My Word needs 'home'"),
        ({"game": "my-word", "hands": ["A", ""]}, "hands: there is no such key"),
        ({"game": "partnership-keyword", "hands": ["A", ""]}, "Partnership Keyword is played by 4"),
        ({"game": "lexicon", "hands": ["A", "4"]}, "hidden"),
        ({"game": "lexicon", "hands": []}, "hands"),
        ({"game": "lexicon", "pack": "tarot", "hands": ["A", ""]}, "unknown pack 'tarot'"),
        ({"game": "lexicon", "hands": ["A", ["B"]]}, "hands"),
        (
            {"game": "my-word", "home": [[10**9]]},
            "home[0][0]: 1000000000, but it must be a whole number from 0 to 19",
        ),
        ({"game": "lexicon", "hands": ["A"] * 21}, "hands: 21 of them; no game is for more than 20 players"),
        ({"game": "my-word", "home": [[0]], "totals": [0] * 21}, "totals"),
        (
            {
                "game": "lexicon",
                "hands": ["A", "B"],
                "challenges": [{"challenger": 20, "offender": 0, "good": True}],
            },
            "challenges[0].challenger: 20, but it must be",
        ),
    ],
)
def test_score_says_what_is_wrong(line: object, said: str) -> None:
    result = asked(score, line)
    assert isinstance(result.exception, UsageFault)
    assert said in str(result.exception)


def test_best_lists_legal_plays_with_their_results() -> None:
    line = {"game": "lexicon", "table": {"words": ["EXPERT"]}, "hand": "OAS?"}
    (answer,) = answers(asked(best, line))
    moves = {play["move"]: play for play in answer["plays"]}
    assert moves["1:EXPERT=EXPORT"]["result"] == "EXPORT"
    assert moves["1:EXPERT=EXPORT"]["kind"] == "exchange"
    assert moves["1:EXPERT<EXPERTS"]["cards"] == 1
    assert answer["plays"][0]["cards"] == 4
    assert answers(asked(best, line, options=("--limit", "2")))[0]["plays"] == answer["plays"][:2]


def test_best_plays_of_the_committed_list_are_all_judged_legal() -> None:
    hand = "OAST"
    plays = answers(asked(best, {"game": "lexicon", "table": {"words": ["EXPERT", "HAT"]}, "hand": hand}))[0][
        "plays"
    ]
    assert len(plays) > 20
    turns = [turn(["EXPERT", "HAT"], play["result"].split(), hand=hand) for play in plays]
    assert {answer["ruling"] for answer in answers(asked(judge, *turns))} == {"legal"}


def test_best_knows_how_many_masters_there_are() -> None:
    result = asked(best, {"game": "lexicon", "table": {"words": ["C??T", "CaT"]}, "hand": "A??"})
    assert isinstance(result.exception, UsageFault)
    assert "4 Masters" in str(result.exception)


def test_best_needs_a_known_hand() -> None:
    result = asked(best, {"game": "lexicon", "table": {"words": []}, "hand": "7"})
    assert isinstance(result.exception, UsageFault)
