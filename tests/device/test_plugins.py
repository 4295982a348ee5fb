"""Test a third-party package that adds a fifteenth game: it is installed the usual way, and played."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from engine.catalogue import _ADDED, _EDITIONS, _GAMES, GAMES, AddedGame, add_game, configured
from engine.game import Deal, Goal
from engine.option_values import OptionFault
from web.languages import speaking
from web.rulebook import evening, introduction, rules_of

PROJECT: Final = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "short-lexicon"
version = "1.0"

[project.entry-points."lexicon_table.games"]
short-lexicon = "short_lexicon:GAME"
broken = "short_lexicon:NOTHING"

[tool.setuptools]
py-modules = ["short_lexicon"]
"""
MODULE: Final = """
from dataclasses import replace

from engine.catalogue import GAMES, AddedGame
from engine.game import Deal, Goal

GAME = AddedGame(
    replace(GAMES["lexicon"], name="short-lexicon", title="Short Lexicon", deal=Deal(5), goal=Goal(50)),
    like="lexicon",
    introduction="Lexicon with five cards each, to fifty points.",
)
"""


@pytest.fixture
def catalogue() -> Iterator[None]:
    """Remove every game that the test has added to the catalogue."""
    names = set(GAMES)
    yield
    for name in set(GAMES) - names:
        del _EDITIONS[name], _GAMES[name], _ADDED[name]


def short(name: str = "short-lexicon", like: str = "lexicon") -> AddedGame:
    game = replace(GAMES["lexicon"], name=name, title="Short Lexicon", deal=Deal(5), goal=Goal(50))
    return AddedGame(game, like, "Lexicon with five cards each.")


def test_an_installed_package_adds_a_game(tmp_path: Path) -> None:
    project, site = tmp_path / "project", tmp_path / "site"
    project.mkdir()
    (project / "pyproject.toml").write_text(PROJECT)
    (project / "short_lexicon.py").write_text(MODULE)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    target = ["--no-build-isolation", "--disable-pip-version-check", "--target", str(site), str(project)]
    subprocess.run([*pip, *target], check=True, capture_output=True)
    turn = {"before": {"words": ["MOTHER"]}, "after": {"words": ["SMOTHERED"]}, "game": "short-lexicon"}
    done = subprocess.run(
        [sys.executable, "-m", "device.cli", "judge"],
        input=json.dumps(turn) + "\n",
        env={**os.environ, "PYTHONPATH": f"{Path.cwd()}{os.pathsep}{site}"},
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout)["ruling"] == "legal"
    (told,) = done.stderr.splitlines()
    assert told.startswith("lexicon-table: The game broken of the package short-lexicon can't be played: ")


@pytest.mark.usefixtures("catalogue")
def test_an_added_game_is_configured_and_told_like_any_other() -> None:
    add_game(short())
    game = configured("Short Lexicon", {"out_at": 30})
    assert (game.deal.cards, game.goal.out_at) == (5, 30)
    with speaking("en"):
        assert introduction(game) == "Lexicon with five cards each."
        assert next(told.title for told in rules_of(game)) == "A turn, and the end of a hand"
        assert evening.duration(game) == evening.duration(GAMES["lexicon"])


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize(
    ("name", "like"),
    [("lexicon", "lexicon"), ("clock-patience", "clock"), ("Short Lexicon", "lexicon"), ("short", "chess")],
)
def test_a_game_that_cannot_be_added_is_refused(name: str, like: str) -> None:
    with pytest.raises(OptionFault, match=name):
        add_game(short(name, like))
    assert len(GAMES) == 14
