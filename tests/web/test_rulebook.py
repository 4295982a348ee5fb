"""Test the rules in the program's own words: every clause that a ruling may cite, for every game, in every
language."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

import engine
from engine.catalogue import EDITIONS, GAMES, configured
from engine.game import Game
from tests.web.conftest import watcher
from tests.web.played import Kept
from web import clauses, languages, rulebook
from web.turn_views import challenge_clause

CLAUSE = re.compile(r'"((?:ALL|LEX|PTY|XW|LG|KW|KP|S1|S2|CLK|WS|MW)-\w+)"')
EVERY = [game for games in EDITIONS.values() for game in games]


def of(game: Game) -> dict[str, str]:
    return {told.id: told.text for section in rulebook.rules_of(game) for told in section.clauses}


def interpretations(name: str) -> dict[str, str]:
    sections = rulebook.rules_of(GAMES[name])
    return {
        told.id: told.interpretation
        for section in sections
        for told in section.clauses
        if told.interpretation
    }


def test_every_clause_the_engine_cites_is_told_somewhere() -> None:
    sources = Path(engine.__file__).parent.rglob("*.py")
    cited = {clause for source in sources for clause in CLAUSE.findall(source.read_text("utf-8"))}
    told = {clause for game in GAMES.values() for clause in of(game)}
    assert cited - told == set()


def test_why_opens_the_rules_own_words_and_nothing_for_a_clause_nobody_has() -> None:
    lexicon = GAMES["lexicon"]
    assert clauses.clause("LEX-C1", lexicon).text == of(lexicon)["LEX-C1"]
    assert clauses.clause("OLD-1", lexicon).text == ""


@pytest.mark.parametrize("game", EVERY, ids=lambda game: f"{game.name}-{game.edition}")
@pytest.mark.parametrize("language", languages.LANGUAGE_NAMES)
def test_every_game_has_its_rules_with_its_own_figures(game: Game, language: str) -> None:
    with languages.speaking(language):
        told = of(game)
        introduction = rulebook.introduction(game)
    assert introduction
    assert not [text for text in told.values() if "{" in text or "None" in text]


@pytest.mark.parametrize("game", [game for game in EVERY if game.seats.most > 1], ids=lambda game: game.name)
def test_whatever_is_challenged_has_its_clause(game: Game) -> None:
    assert challenge_clause(game) in of(game)


def test_no_clause_is_told_twice_and_none_forgotten() -> None:
    listed = {clause for told in rulebook.CLAUSES.values() for clause in told.split()}
    assert listed == {clause.split()[0] for clause in rulebook.TEXTS}
    for told in rulebook.CLAUSES.values():
        assert len(told.split()) == len(set(told.split()))


@pytest.mark.parametrize(
    ("game", "clauses_read"),
    [
        ("lexicon", {"LEX-CH"}),
        ("lexicon-party", {"PTY-4"}),
        ("crossword", {"ALL-7", "XW-4", "XW-CH"}),
        ("lexigram", {"ALL-8", "LG-3"}),
        ("keyword", {"KW-3"}),
        ("solitaire-1", {"S1-3"}),
        ("solitaire-2", {"S1-3", "S2-3"}),
        ("clock", set()),
        ("my-word", set()),
    ],
)
def test_where_a_booklet_is_silent_our_reading_is_shown_as_ours(game: str, clauses_read: set[str]) -> None:
    assert set(interpretations(game)) == clauses_read


def test_every_reading_is_of_a_clause_that_is_told_and_stands_in_every_language() -> None:
    listed = {clause for told in rulebook.CLAUSES.values() for clause in told.split()}
    assert {key.split()[0] for key in rulebook.interpretations.TEXTS} <= listed
    with languages.speaking("de"):
        assert interpretations("lexigram")["ALL-8"] not in rulebook.interpretations.TEXTS.values()


def test_the_page_says_whose_reading_it_is(app: Flask) -> None:
    page = watcher(app).get("/rules/crossword").text
    assert page.count("How we read it:") == 3
    assert "How we read it:" not in watcher(app).get("/rules/clock").text


def test_the_rules_are_this_tables() -> None:
    quick = configured("crossword", {"quick": True, "any_length": True, "plurals": True})
    told = of(quick)
    assert "50" in told["XW-9"]
    assert "as many cards as you like" in told["XW-2"]
    assert "Plurals" in told["XW-4"]
    article = configured("lexicon", {"edition": "art"})
    assert "passes 100" in of(article)["LEX-E"]
    assert "its player is charged 10" in of(article)["LEX-CH"]
    assert "exposed card first" in of(article)["LEX-B2"]
    assert "never counts" in of(article)["LEX-W"]
    assert "unless the word list" in of(configured("lexicon"))["LEX-W"]
    assert "out_at" not in of(replace(article, goal=replace(article.goal, out_at=70)))["LEX-E"]


def test_a_ruling_leads_to_its_clause(app: Flask, archive: Kept) -> None:
    page = watcher(app).get("/").text
    (link,) = re.findall(r'href="/rules#([\w-]+)"', page)
    rules = watcher(app).get("/rules").text
    assert f'id="{link}"' in rules
    assert "A word stands until somebody challenges it" in rules


def test_the_rules_of_any_other_game_are_a_tap_away(app: Flask) -> None:
    assert "MW-7" in watcher(app).get("/rules/my-word").text
    assert "A word stands until" in watcher(app).get("/rules/lexicon").text
    assert watcher(app).get("/rules/whist").status_code == 404
