"""Test several matches in one journal, and their totals."""

import csv
import json
from dataclasses import replace
from io import BytesIO, StringIO

import pytest
from flask import Flask
from PIL import Image

from engine.events import AnyEvent, HandDealt, HandScored, MatchEnded, MatchSetUp, TurnAmended, Undone
from engine.position import Grid, Piles, Position, RacePosition
from tests.web.conftest import watcher
from tests.web.played import JOURNAL, PLAYERS, Kept, turn
from web import poster, statistics
from web.match_history import FoldedMatch, folded_match
from web.past_matches import PastMatch, PastMatches, events_of_match, match_ranges

LATER: tuple[AnyEvent, ...] = (
    MatchSetUp(game="lexicon", players=("Cleo", "=Dora")),
    HandDealt(exposed="Q"),
    turn(1, "/Q", "QUIZ /Q", "+QUIZ"),
    TurnAmended(12, "/Q", "HAT /Q", "+HAT", "legal", stands=True),
    HandScored(("AT", "")),
    MatchEnded(),
)
BOTH = (*JOURNAL, *LATER)


def evenings(events: tuple[AnyEvent, ...] = BOTH) -> tuple[PastMatch, ...]:
    return PastMatches().of(events, Kept().times())


def test_each_match_counts_from_its_own_beginning() -> None:
    assert list(match_ranges(BOTH)) == [range(10), range(10, 16)]
    assert events_of_match(BOTH, range(10, 16))[3] == TurnAmended(
        2, "/Q", "HAT /Q", "+HAT", "legal", stands=True
    )
    first, second = evenings()
    assert (first.number, first.finished, first.history.match.players) == (1, False, PLAYERS)
    assert (second.number, second.finished, second.history.match.scores.winners) == (2, True, (1,))
    assert second.history.turns[0].words == ("HAT",)
    assert (first.began, second.began) == (1_000_000.0, None)


def test_a_set_up_that_was_undone_begins_no_match() -> None:
    assert list(match_ranges((*JOURNAL, LATER[0], Undone(10)))) == [range(12)]


def test_what_belongs_to_an_earlier_match_says_nothing_in_a_later_one() -> None:
    assert events_of_match((*JOURNAL, LATER[0], Undone(3)), range(10, 12))[1] == Undone(-1)


def test_a_match_of_another_version_is_left_out() -> None:
    unknown = MatchSetUp(game="whist", players=("Ann",))
    assert [one.number for one in evenings((*JOURNAL, unknown))] == [1]


def test_a_match_that_is_over_for_good_is_looked_back_on_once() -> None:
    told = PastMatches()
    before, _ = told.of(BOTH)
    after, _ = told.of((*BOTH, HandDealt()))
    assert before.history is after.history


def test_people_are_known_by_name_over_all_matches() -> None:
    found = {person.name: person for person in statistics.figures(evenings()).people}
    assert {name: (one.matches, one.wins) for name, one in found.items()} == {
        "=Dora": (1, 1.0),
        "Ann": (0, 0.0),
        "Bertrand": (0, 0.0),
        "Cleo": (1, 0.0),
    }
    cleo, bertrand = found["Cleo"], found["Bertrand"]
    assert (cleo.hands, cleo.longest, cleo.opening) == (2, "COT", "")
    assert (cleo.challenges, cleo.challenges_won, bertrand.plays_caught) == (1, 1, 1)
    assert (bertrand.longest, bertrand.words, bertrand.times_out) == ("MOTHER", 1, 1)


def test_a_word_that_went_back_is_nobodys() -> None:
    assert "MOTHRE" not in dict(statistics.figures(evenings()).words)


def test_averages_are_told_game_by_game_the_fewest_first() -> None:
    told = statistics.figures(evenings()).averages["Lexicon"]
    assert [(one.name, one.hands) for one in told][:2] == [("=Dora", 1), ("Bertrand", 1)]
    assert {one.name: one.points for one in told}["Ann"] == 34.0


def test_a_win_that_is_shared_counts_in_parts() -> None:
    draw = (*LATER[:2], MatchEnded())
    assert {one.name: one.wins for one in statistics.figures(evenings(draw)).people} == {
        "Cleo": 0.5,
        "=Dora": 0.5,
    }


def test_the_same_for_spreadsheets_and_programs(app: Flask, archive: Kept) -> None:
    archive.journal = BOTH
    table = list(csv.DictReader(StringIO(watcher(app).get("/statistics/matches.csv").text)))
    rows = json.loads(watcher(app).get("/statistics/matches.json").data)
    assert len(table) == len(rows) == 5
    assert (table[4]["player"], rows[4]["player"]) == ("'=Dora", "=Dora")
    assert rows[4] | {"match": 2, "won": True, "over": True, "longest": "HAT", "hands": 1} == rows[4]
    assert (rows[2]["challenges"], rows[2]["challenges_won"]) == (1, 1)


@pytest.mark.parametrize(
    "name", ["=1+1", "＝1+1", " +1", "﹣1", "@SUM", "\t=1", "\r=1", "\u200b=1", "|cmd", "\x1b=1"]
)
def test_no_name_is_a_formula_in_a_spreadsheet(app: Flask, archive: Kept, name: str) -> None:
    archive.journal = tuple(
        replace(one, players=tuple(name if who == "=Dora" else who for who in one.players))
        if isinstance(one, MatchSetUp)
        else one
        for one in BOTH
    )
    table = list(csv.DictReader(StringIO(watcher(app).get("/statistics/matches.csv").text, newline="")))
    assert f"'{name}" in {row["player"] for row in table}


@pytest.mark.parametrize("at", [1e300, -1e300, float("inf"), float("nan"), -1.0])
def test_a_moment_of_no_age_is_left_out(
    app: Flask, archive: Kept, at: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.journal = BOTH
    monkeypatch.setattr(Kept, "times", lambda _archive: (at,) * len(BOTH))
    for page in ("/statistics", "/statistics/matches.csv", "/statistics/1", "/statistics/1.png", "/history"):
        assert watcher(app).get(page).status_code == 200


def test_nobody_has_won_none_of_no_matches(app: Flask, archive: Kept) -> None:
    archive.journal = JOURNAL  # a match that still goes on
    assert "0 of 0" not in watcher(app).get("/statistics").text
    archive.journal = BOTH
    told = watcher(app).get("/statistics").text
    assert "1 of 1" in told
    assert "0 of 0" not in told


def test_without_a_match_there_is_a_page_all_the_same(app: Flask, archive: Kept) -> None:
    archive.journal = ()
    for path in ("/statistics", "/history", "/rules", "/tv"):
        assert watcher(app).get(path).status_code == 200
    assert "Nothing has been played yet." in watcher(app).get("/statistics").text
    assert watcher(app).get("/statistics/matches.json").json == []
    assert watcher(app).get("/statistics/matches.csv").status_code == 200
    assert watcher(app).get("/statistics/1.png").status_code == 404


def told(position: Position) -> FoldedMatch:
    found = folded_match(JOURNAL)
    assert found is not None
    match = found.match
    return replace(found, match=replace(match, table=replace(match.table, position=position)))


@pytest.mark.parametrize(
    "position",
    [
        Grid(("CAT", "O..", "TO?")),
        Grid(("." * 19,) * 19),
        Piles(("AB#", "", "C")),
        RacePosition((("CAT",), ("H", "O")), (1, 2)),
        Grid(()),
    ],
)
def test_every_board_becomes_a_picture(position: Position) -> None:
    image = Image.open(BytesIO(poster.poster(told(position), "2026-11-21")))
    assert image.format == "PNG"
    assert image.width == poster.WIDTH_PIXELS
    assert image.height > 400


def test_the_picture_of_an_evening_tells_winner_best_word_and_curve() -> None:
    one = evenings()[1].history
    assert statistics.best_word(one) == ("HAT", "=Dora")
    won, going_on = (Image.open(BytesIO(poster.poster(past))) for past in (one, evenings()[0].history))
    bare = Image.open(BytesIO(poster.poster(one, offends=lambda word: word == "HAT")))
    assert bare.height < won.height
    assert poster.totals(one)[0] == (0, 0)
    assert len(poster.totals(one)) == 2
    assert going_on.width == poster.WIDTH_PIXELS


def test_a_long_name_on_the_poster_leaves_room_for_the_total() -> None:
    def right_end(name: str) -> Image.Image:
        journal = (MatchSetUp(game="lexicon", players=("Cleo", name)), *LATER[1:])
        image = Image.open(BytesIO(poster.poster(evenings((*JOURNAL, *journal))[1].history)))
        return image.crop((poster.WIDTH_PIXELS - poster.EDGE_PIXELS - 60, 600, *image.size))

    assert right_end("W" * 40).tobytes() == right_end("=Dora").tobytes()


def test_an_evening_has_a_page_with_its_picture_to_save(app: Flask, archive: Kept) -> None:
    archive.journal = BOTH
    page = watcher(app).get("/statistics/2").text
    assert 'src="/statistics/2.png"' in page
    assert "download=" in page
    assert watcher(app).get("/statistics/latest").headers["Location"] == "/statistics/2"
    assert watcher(app).get("/statistics/9").status_code == 404


def test_numbers_have_the_decimal_sign_of_the_language(app: Flask, archive: Kept) -> None:
    archive.journal = (
        *LATER[:3],
        turn(0, "QUIZ /Q", "QUIZ BOX /Q", "+BOX"),
        turn(1, "QUIZ BOX /Q", "QUIZ BOX HAT /Q", "+HAT"),
    )
    english, german = (
        watcher(app).get("/statistics", headers={"Accept-Language": language}).text
        for language in ("en", "de")
    )
    assert "<td>3.5</td>" in english
    assert "<td>3,5</td>" in german


def test_the_best_player_has_the_longest_bar_also_where_the_fewest_points_win() -> None:
    told = statistics.figures(evenings()).averages["Lexicon"]
    assert told[0].share == 1.0
    assert [one.share for one in told] == sorted((one.share for one in told), reverse=True)
    assert [one.points for one in told] == sorted(one.points for one in told)


def test_nothing_is_a_favourite_that_happened_once() -> None:
    once = statistics.figures(evenings())
    assert once.openings == ()
    assert {person.opening for person in once.people} == {""}
    twice = statistics.figures((*evenings(), *evenings()))
    assert ("COT", 2) in twice.openings


def test_a_word_that_offends_is_shown_nowhere() -> None:
    shown = statistics.figures(evenings(), lambda word: word in ("MOTHER", "COT"))
    assert not {"MOTHER", "COT"} & {word for word, _ in shown.words}
    assert not {"MOTHER", "COT"} & {person.longest for person in shown.people}


def test_a_word_that_offends_is_in_no_export(
    app: Flask, archive: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.journal = BOTH
    words = archive.words().screening(("MOTHER", "HAT"))
    monkeypatch.setattr(Kept, "words", lambda _archive: words)
    for name in ("matches.csv", "matches.json"):
        exported = watcher(app).get(f"/statistics/{name}").text
        assert "MOTHER" not in exported
        assert "HAT" not in exported


@pytest.mark.parametrize(
    ("position", "without"),
    [
        (RacePosition((("CAT",), ("H.", "OX")), (1, 2)), RacePosition((("CAT",), ()), (1, 2))),
        (Piles(("CAT", "HO", "OX")), Piles(("CAT", "HO", ""))),
        (Grid(("CAT", "O..", "OX.")), Grid(())),
    ],
)
def test_a_word_that_offends_is_on_no_poster(position: Position, without: Position) -> None:
    shown, kept = (poster.poster(told(one), offends=lambda word: word == "OX") for one in (position, without))
    assert shown == kept


def test_a_board_is_drawn_where_it_lies() -> None:
    empty = Image.open(BytesIO(poster.poster(told(Grid(("...", "..."))))))
    full = Image.open(BytesIO(poster.poster(told(Grid(("C..", "..."))))))
    low = full.height - poster.EDGE_PIXELS - 2 * poster.MAX_CARD_PIXELS + 8
    corner, away = (poster.EDGE_PIXELS + 8, low), (poster.EDGE_PIXELS + poster.MAX_CARD_PIXELS + 8, low)
    assert full.getpixel(corner) != empty.getpixel(corner)
    assert full.getpixel(away) == empty.getpixel(away)


def match_with(*words: str) -> tuple[AnyEvent, ...]:
    """Return the events of a match in which Ann lays these words, each on an empty table."""
    start = MatchSetUp(game="lexicon", players=("Ann", "Ben"))
    return (start, HandDealt(exposed="Q"), *(turn(0, "/Q", f"{word} /Q", f"+{word}") for word in words))


def test_short_words_are_not_among_the_longest() -> None:
    listed = statistics.figures(evenings(match_with("HI", "HORSE", "HO", "CHORUS"))).words
    assert listed == (("CHORUS", "Ann"), ("HORSE", "Ann"))


def test_the_longest_words_are_listed_while_there_is_no_long_one() -> None:
    listed = statistics.figures(evenings(match_with("HI", "CAT", "DOG"))).words
    assert listed == (("CAT", "Ann"), ("DOG", "Ann"))
