"""Test the history page: the report of every turn, and the players who may correct it."""

import queue

import pytest
from flask import Flask

from engine.events import HandScored, MatchSetUp
from engine.table.commands import Amend, Rewind
from tests.web.conftest import read, watcher
from tests.web.played import JOURNAL, PLAYERS, Kept, turn
from web import requests
from web.requests import Overrule, PhoneRequest, SetTotal
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub

Asked = queue.Queue[PhoneRequest]


def test_every_turn_is_told_the_newest_hand_first(app: Flask) -> None:
    page = read(watcher(app).get("/history").text)
    assert page.index("Hand 2") < page.index("Bertrand played MOTHRE.") < page.index("Cleo played COT.")
    assert page.index("Cleo played COT.") < page.index("Hand 1") < page.index("Bertrand played MOTHER.")
    assert "Corrected later." in page
    assert "HATE left" in page
    assert "Plays that you missed" in page
    assert "A score is wrong" not in page
    assert 'href="/statistics/1.png"' in page


def test_a_turn_is_shown_with_its_picture_its_ruling_and_its_neighbours(app: Flask, archive: Kept) -> None:
    archive.jpegs = {6: b"jpeg"}
    page = read(watcher(app).get("/history/6").text)
    assert 'src="/history/6.jpg"' in page
    assert "COTS — Ann added S to COT." in page
    assert 'rel="prev" href="/history/5"' in page
    assert 'rel="next" href="/history/7"' in page
    assert "It was something else" not in page
    assert watcher(app).get("/history/6.jpg").data == b"jpeg"
    assert watcher(app).get("/history/7.jpg").status_code == 404


def test_a_picture_taken_with_the_question_about_a_turn_is_the_turns(app: Flask, archive: Kept) -> None:
    archive.jpegs = {8: b"jpeg"}
    assert 'src="/history/8.jpg"' in watcher(app).get("/history/7").text
    assert ".jpg" not in watcher(app).get("/history/6").text


def test_a_challenge_is_shown_with_its_clause_and_its_points(app: Flask) -> None:
    page = read(watcher(app).get("/history/7").text)
    assert 'href="/rules#LEX-CH"' in page
    assert "10 points off Cleo's score." in page


@pytest.mark.parametrize("event", [3, 4, 99])
def test_what_is_no_turn_has_no_page(app: Flask, event: int) -> None:
    answer = watcher(app).get(f"/history/{event}", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json) == (404, {"error": "There is no such turn in this match."})


def test_what_could_have_been_played_is_told_when_the_hand_is_over(app: Flask, archive: Kept) -> None:
    assert "Nothing was better." in watcher(app).get("/history/hand/1").text
    assert watcher(app).get("/history/hand/2").status_code == 404
    archive.journal = (
        *JOURNAL[:2],
        turn(1, "/Q", "TO /Q", "+TO"),
        HandScored(("CATS", "MHER", "HATE")),
    )
    page = watcher(app).get("/history/hand/1").text
    assert "MOTHER" in page


def test_a_player_says_what_really_lay_there(app: Flask, asked: Asked) -> None:
    caller = watcher(app).seated(1)
    assert 'value="MOTHRE"' in caller.get("/history/7").text
    answer = caller.post("/history/amend", data={"event": 7, "line": ["COTS", "MOTHER", ""]})
    assert answer.status_code == 303
    assert asked.get_nowait() == Amend(7, "COTS MOTHER /Q")


def test_a_word_that_is_gone_keeps_its_place_and_new_ones_come_after(app: Flask, asked: Asked) -> None:
    caller = watcher(app).steward()
    caller.post("/history/amend", data={"event": 7, "line": ["", "Moth*er", "at"]})
    assert asked.get_nowait() == Amend(7, "- MOTHeR AT /Q")


def test_what_is_no_position_is_said_in_one_line(app: Flask, asked: Asked) -> None:
    caller = watcher(app).steward()
    for fields in ({"line": ["C4T"]}, {"line": ["A;B"]}, {"after": "C-T"}, {}):
        answer = caller.post(
            "/history/amend", data={"event": 7, **fields}, headers={"Accept": "application/json"}
        )
        if fields:
            assert answer.status_code == 400, fields
            assert "\n" not in answer.get_json()["error"]
    assert asked.qsize() <= 1


def test_nobody_speaks_for_another(app: Flask, asked: Asked) -> None:
    caller = watcher(app).seated(0)
    json = {"Accept": "application/json"}
    amended = caller.post("/history/amend", data={"event": 7, "line": "COTS"}, headers=json)
    assert (amended.status_code, amended.json) == (403, {"error": "That turn was another player's."})
    total = caller.post("/history/total", data={"player": 1, "total": 3}, headers=json)
    assert (total.status_code, total.json) == (403, {"error": "That score is another player's."})
    assert asked.empty()


def test_the_steward_puts_anything_right(app: Flask, asked: Asked) -> None:
    caller = watcher(app).steward()
    page = caller.get("/history/5").text
    assert "Undo everything after this turn" in page
    assert caller.post("/history/back", data={"event": 5}).status_code == 303
    assert caller.post("/history/total", data={"player": 2, "total": -4}).status_code == 303
    assert [asked.get_nowait(), asked.get_nowait()] == [Rewind(5), SetTotal(2, -4)]


def test_the_steward_overrules_the_last_challenge(app: Flask, asked: Asked) -> None:
    caller = watcher(app).steward()
    assert "The steward rules otherwise" in caller.get("/history/7").text
    assert "The steward rules otherwise" not in caller.get("/history/6").text
    caller.post("/history/overrule", data={"event": 8, "verdict": "word good"})
    assert asked.get_nowait() == Overrule(8, "word good")
    bad = caller.post("/history/overrule", data={"event": 8, "verdict": "maybe"})
    assert bad.status_code == 400


@pytest.mark.parametrize("total", ["", "many", "99999"])
def test_a_score_is_a_number(app: Flask, total: str) -> None:
    answer = watcher(app).steward().post("/history/total", data={"player": 1, "total": total})
    assert answer.status_code == 400


def test_a_player_there_is_not_has_no_score(app: Flask, table: Snapshot) -> None:
    with pytest.raises(requests.OutOfDateError, match="no player number 7"):
        requests.check(SetTotal(7, 1), table)


def test_what_the_table_would_not_do_is_told(app: Flask, hub: SnapshotHub, table: Snapshot) -> None:
    caller = watcher(app).steward()
    answer = caller.post("/history/back", data={"event": 7})
    assert answer.headers["Location"] == f"/history?still={len(JOURNAL)}"
    assert "Try again." in caller.get(answer.headers["Location"]).text
    assert "Try again." not in caller.get("/history?still=1").text


def test_a_player_says_which_letter_a_master_is_after_all(app: Flask, asked: Asked, archive: Kept) -> None:
    archive.journal = (*JOURNAL[:2], turn(1, "/Q", "CaT /Q", "+CaT"))
    archive.journal = (MatchSetUp("lexicon", PLAYERS), *archive.journal[1:])
    caller = watcher(app).seated(1)
    page = caller.get("/history/2").text
    assert 'C<b class="master">A</b>T' in page
    assert "The Master in CAT is another letter" in page
    assert 'value="O">O</button>' in page
    assert 'value="X">X</button>' not in page
    assert "another letter" not in watcher(app).seated(0).get("/history/2").text
    answer = caller.post("/history/amend", data={"event": 2, "master": "0 1", "letter": "O"})
    assert answer.status_code == 303
    assert asked.get_nowait() == Amend(2, "CoT /Q")


@pytest.mark.parametrize("fields", [{"master": "0 9"}, {"master": "x"}, {"letter": "OO"}, {"letter": ""}])
def test_a_master_that_is_none_is_refused(app: Flask, archive: Kept, fields: dict[str, str]) -> None:
    archive.journal = (*JOURNAL[:2], turn(1, "/Q", "CaT /Q", "+CaT"))
    data = {"event": "2", "master": "0 1", "letter": "O"} | fields
    assert watcher(app).seated(1).post("/history/amend", data=data).status_code == 400
