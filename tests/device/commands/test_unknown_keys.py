"""Test that an unknown key of a question is named wherever it stands, with a similar known key."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from device.commands.best import command as best
from device.commands.judge import command as judge
from device.commands.score import command as score
from device.commands.solve import command as solve
from device.errors import UsageFault

TURN = {"game": "lexicon", "before": {"words": ["CAT"]}, "after": {"words": ["CATS"]}}
GRIDS = {"game": "crossword", "before": {"grid": ["CAT."]}, "after": {"grid": ["CATS"]}}
PLAY = {"game": "keyword", "before": {"grid": ["...."]}, "after": {"grid": ["CAT."]}}
RACE = {"game": "my-word", "before": {"track": [0, 0]}, "after": {"track": [1, 0], "words": ["FOR"]}}
COLUMNS = {
    "game": "word-solitaire",
    "before": {"columns": ["TIL"], "turned": "L"},
    "after": {"columns": ["TILL"]},
}
HANDS = {"game": "lexicon", "totals": [40, 95], "hands": ["", "Q"]}
HAND = {"game": "lexicon", "table": {"words": ["CAT"]}, "hand": "S"}
DEAL = {"game": "solitaire-1", "piles": [["T", "A"], ["C"]]}
TABLEAU = {"game": "solitaire-2", "piles": ["B", "TE", "A"], "nest": ["A", "R"]}
BOARD = {"game": "keyword-patience", "cards": "CATSEATING"}


@pytest.mark.parametrize(
    ("command", "line", "said"),
    [
        (
            judge,
            TURN | {"hnad": "S"},
            "hnad: there is no such key; did you mean 'hand'? Known: game, options",
        ),
        (judge, TURN | {"hands": "S"}, "hands: there is no such key; did you mean 'hand'?"),
        (judge, TURN | {"xyz": 1}, "xyz: there is no such key; known: game, options, pack, players"),
        (
            judge,
            TURN | {"before": {"words": ["CAT"], "wrods": []}},
            "before.wrods: there is no such key; did",
        ),
        (judge, TURN | {"options": {"outat": 50}}, "unknown option 'outat'; did you mean out_at?"),
        (judge, {"gmae": "lexicon"}, "gmae: there is no such key; did you mean 'game'?"),
        (
            judge,
            TURN | {"before": {"grid": ["CAT"]}},
            "before: 'grid' is no part of Lexicon; known: words, exp",
        ),
        (
            judge,
            GRIDS | {"after": {"grid": ["CATS"], "turned": "A"}},
            "after: 'turned' is no part of Crossword",
        ),
        (
            judge,
            RACE | {"after": {"track": [1, 0], "words": ["FOR"], "grid": ["FAR"]}},
            "after: 'grid' and 'words' are the same; say one of them",
        ),
        (
            judge,
            COLUMNS | {"before": {"columns": ["TIL"], "turned": "L", "exposed": "Q"}},
            "before: the exposed card 'Q' is not the top card of 'L'",
        ),
        (
            judge,
            COLUMNS | {"before": {"columns": ["TIL"], "turned": "L", "stock": "é"}},
            "before: the stock's cards 'é': only A-Z",
        ),
        (judge, PLAY | {"player": 7}, "player: 7, but Keyword has no seat above 3"),
        (
            best,
            {"game": "keyword", "table": {"grid": ["CAT."]}, "hand": "S", "player": 4},
            "player: 4, but Keyword has no seat above 3",
        ),
        (score, HANDS | {"players": 3}, "players: 3, but 2 are scored"),
        (
            score,
            {"game": "my-word", "players": 3, "totals": [0, 0], "home": [[1, 0]]},
            "players: 3, but 2 are scored",
        ),
        (
            score,
            HANDS | {"totals": [1.5, 2]},
            "totals[0]: 1.5, but it must be a whole number from -1000000 to",
        ),
        (score, HANDS | {"total": [1, 2]}, "total: there is no such key; did you mean 'totals'?"),
        (score, HANDS | {"challenge": []}, "challenge: there is no such key; did you mean 'challenges'?"),
        (score, HANDS | {"home": [[0]]}, "home: there is no such key; known:"),
        (
            score,
            HANDS | {"challenges": [{"challenger": 0, "offender": 1, "good": True, "mispelt": True}]},
            "challenges[0].mispelt: there is no such key; did you mean 'misspelt'?",
        ),
        (score, {"game": "solitaire-1", "piles": [], "hands": ["A"]}, "hands: there is no such key"),
        (score, {"game": "keyword-patience", "words": 9, "word": 8}, "did you mean 'words'?"),
        (best, HAND | {"rack": "CATS"}, "rack: there is no such key"),
        (
            best,
            HAND | {"table": {"words": [], "expsoed": "A"}},
            "table.expsoed: there is no such key; did you",
        ),
        (
            best,
            {"game": "my-word", "table": {"exposed": "A"}, "hand": "CAT"},
            "table: 'exposed' is no part of",
        ),
        (solve, TABLEAU | {"nests": ["A"]}, "nests: there is no such key; did you mean 'nest'?"),
        (solve, TABLEAU | {"stock": ["A"]}, "deal: 'nest' and 'stock' are the same; say one of them"),
        (solve, TABLEAU | {"cards": "AR"}, "deal: 'cards' is the stock as it is turned. Give the stock once"),
        (solve, DEAL | {"nest": ["A"]}, "deal: 'nest' is no part of Lexicon Solitaire 1; known: piles"),
        (solve, DEAL | {"cards": "AB"}, "deal: Lexicon Solitaire 1 has no stock"),
        (solve, DEAL | {"grid": ["A"]}, "grid: there is no such key"),
        (solve, BOARD | {"piles": ["A"]}, "piles: there is no such key"),
        (solve, BOARD | {"options": {"quick": True}}, "option quick: Keyword Patience has no such option"),
    ],
)
def test_an_unknown_key_is_named_and_the_rest_is_answered(
    command: Any, line: dict[str, object], said: str
) -> None:
    good = {judge: TURN, score: HANDS, best: HAND, solve: DEAL}[command]
    result = CliRunner().invoke(command, [], input=f"{json.dumps(line)}\n{json.dumps(good)}")
    told, answered = (json.loads(one) for one in result.stdout.splitlines())
    assert list(told) == ["error"]
    assert said in told["error"]
    assert "error" not in answered
    assert isinstance(result.exception, UsageFault)
