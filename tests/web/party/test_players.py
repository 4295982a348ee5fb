"""Test a player's phone: the effect of each tap, and the phones that may tap."""

import re

import pytest
from flask import Flask

from engine.party import RoundCounted, SeatInitialled, StewardCalled, TableReady, WinnersDrawn, left_of
from tests.web.party.conftest import SECRET, phone
from tests.web.party.evening import at, count, everybody_ready, initial, played, row
from tests.web.party.folded import FoldedRoom, begun
from web.party.application import create_app
from web.party.codes import address


def test_a_code_and_a_name_open_the_table(app: Flask, room: FoldedRoom) -> None:
    new = phone(app)
    assert new.get("/").headers["Location"] == "/find"
    asked = new.get(address(SECRET, "table", 1)).text
    assert all(room.latest().party.names[one] in asked for one in row(room, 1))
    page = at(app, room, 1, 2).get("/").text
    assert "Table 2" in page
    assert "Seat 3" in page
    assert "We are ready" in page


def test_the_first_hand_is_cut_for_and_then_the_newcomer_deals(app: Flask, room: FoldedRoom) -> None:
    assert "Cut for the deal" in at(app, room, 0).get("/").text
    winner = phone(app).player(room, row(room, 0)[0])
    played(app, room)
    page = winner.get("/").text
    assert "Table 2" in page
    assert "You have moved up: shuffle and deal." in page


def test_one_bell_when_the_last_table_is_ready(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room, but=1)
    assert "The bell waits for 1 table." in at(app, room, 0).get("/").text
    at(app, room, 1).tap("/ready", round=1, ready="true")
    assert "The bell rings in" in at(app, room, 0).get("/").text
    room.turn(2)
    assert "Until the bell" in at(app, room, 0).get("/").text
    room.turn(420)
    assert "What does your hand count?" in at(app, room, 0).get("/").text


def test_a_table_may_take_its_word_back_until_the_bell(app: Flask, room: FoldedRoom) -> None:
    mine = at(app, room, 0)
    mine.tap("/ready", round=1, ready="true")
    mine.tap("/ready", round=1, ready="false")
    assert room.facts[-1] == TableReady(1, False, room.latest().party.rounds[0].room[0])


def test_each_phone_writes_its_own_hand_and_what_others_wrote_stays(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(500)
    for seat, points in enumerate((0, 12, 7, 30)):
        assert at(app, room, 0, seat).tap("/count", round=1, **{f"points-{seat}": points}).status_code == 202
    assert room.latest().party.card(1, 0).reported == (0, 12, 7, 30)


def test_the_neighbour_on_the_left_initials_and_nobody_else(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(500)
    count(app, room, 0, 5, 12, 7, 30)
    by = left_of(row(room, 0), 0)
    for seat in (0, 2, 3):
        refused = at(app, room, 0, seat).tap("/initial", round=1, seat=0, points=5)
        assert refused.status_code == 403
        assert refused.said == "Only the neighbour on the left may initial that score."
    assert at(app, room, 0, by).tap("/initial", round=1, seat=0, points=5).status_code == 202
    assert room.facts[-1] == SeatInitialled(1, 0, by)


def test_a_score_that_changed_meanwhile_is_looked_at_again(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(500)
    count(app, room, 0, 5, 12, 7, 30)
    answer = at(app, room, 0, 1).tap("/initial", round=1, seat=0, points=4)
    assert (answer.status_code, answer.said) == (
        409,
        "That score has changed meanwhile. Look at it once more.",
    )


def test_no_phone_speaks_for_another_table(app: Flask, room: FoldedRoom) -> None:
    stranger = row(room, 1)[0]
    path = address(SECRET, "table", 0)
    new = phone(app)
    answer = new.post(path, data={"csrf": new.token, "player": stranger}, headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert answer.text == "That player sits at another table. Scan the code on that table."
    everybody_ready(app, room)
    room.turn(500)
    before = len(room.facts)
    ours = at(app, room, 0)
    assert ours.tap("/call", round=1, word="cat", by=2, against=1).status_code == 403
    assert ours.tap("/cut", round=1, table=1, how="app").status_code == 403
    ours.tap("/count", round=1, table=1, **{"points-0": 3})
    assert [type(one) for one in room.facts[before:]] == [RoundCounted]
    assert room.latest().party.card(1, 1).reported == ()


def test_a_phone_goes_with_its_player(app: Flask, room: FoldedRoom) -> None:
    mine, player = at(app, room, 0), row(room, 0)[0]
    played(app, room)
    assert player in row(room, 1)
    mine.tap("/ready", round=2, ready="true")
    assert room.latest().party.card(2, 1).ready
    assert not room.latest().party.card(2, 0).ready


def test_the_same_tap_twice_counts_once(app: Flask, room: FoldedRoom) -> None:
    mine = at(app, room, 0)
    form = {"csrf": mine.token, "key": "one-and-the-same", "round": 1, "ready": "true"}
    before = len(room.facts)
    assert [mine.post("/ready", data=form).status_code for _ in range(2)] == [202, 202]
    assert len(room.facts) == before + 1


def test_a_call_reaches_the_steward_and_comes_back_ruled(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(3)
    mine, steward = at(app, room, 0), phone(app).steward()
    assert mine.tap("/call", round=1, word=" kiten ", by=0, against=2).said == "The steward is called."
    assert room.facts[-1] == StewardCalled(1, 1, "KITEN", 0, 2)
    assert "KITEN isn&#39;t in the word list." in steward.get("/steward").text.replace("'", "&#39;")
    steward.tap("/steward/rule", table=0, call=1, verdict="misspelt")
    assert "takes the cards back and loses the turn. No fine." in mine.get("/").text


def test_nobody_calls_the_steward_a_hundred_times(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    mine = at(app, room, 0)
    answers = [mine.tap("/call", round=1, word="cat", by=0, against=1).status_code for _ in range(5)]
    assert answers == [202, 202, 202, 409, 409]


@pytest.mark.parametrize("letters", [("A", "B"), ("", "")])
def test_a_tie_is_cut_at_the_table_or_drawn(app: Flask, room: FoldedRoom, letters: tuple[str, str]) -> None:
    everybody_ready(app, room)
    room.turn(500)
    count(app, room, 0, 5, 5, 7, 30)
    initial(app, room, 0)
    mine = at(app, room, 0)
    assert "A tie:" in mine.get("/").text
    assert at(app, room, 0, 3).tap("/cut", round=1, table=0, how="app").status_code == 403
    if letters[0]:
        again = mine.tap("/cut", round=1, table=0, how="cut", **{"card-0": "q", "card-1": "Q"})
        assert again.said == "Those cards tie again. Cut once more."
        mine.tap("/cut", round=1, table=0, how="cut", **{"card-0": "a", "card-1": "b"})
        assert room.facts[-1] == WinnersDrawn(1, 0, (0,))
    else:
        mine.tap("/cut", round=1, table=0, how="app")
        assert isinstance(room.facts[-1], WinnersDrawn)
    assert "wins the table and moves up" in mine.get("/").text


def test_somebody_is_out_early_or_was_not_after_all(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(3)
    mine = at(app, room, 0)
    mine.tap("/count", round=1, **{"points-0": 0})
    assert "What does your hand count?" in at(app, room, 0, 1).get("/").text
    mine.tap("/count", round=1, undo="yes")
    assert "Until the bell" in at(app, room, 0, 1).get("/").text


def test_nothing_is_counted_before_the_bell(app: Flask, room: FoldedRoom) -> None:
    answer = at(app, room, 0).tap("/count", round=1, **{"points-0": 3})
    assert (answer.status_code, answer.said) == (409, "The bell has not begun this hand yet.")


@pytest.mark.parametrize(
    ("path", "fields", "says"),
    [
        ("/count", {"round": 1, "points-0": "many"}, "Write the points as a number from 0 to 999."),
        ("/count", {"round": 1}, "Write the points first."),
        ("/call", {"round": 1, "word": "c4t", "by": 0, "against": 1}, "Write the word with 2 to 20 letters"),
        ("/call", {"round": 1, "word": "cat", "by": 0}, "Say who laid the word."),
        ("/ready", {"round": "one", "ready": "true"}, "Load the page again"),
        ("/initial", {"round": 1, "seat": 7, "points": 3}, "Load the page again"),
    ],
)
def test_what_no_form_brings_is_refused_in_a_sentence(
    app: Flask, room: FoldedRoom, path: str, fields: dict[str, object], says: str
) -> None:
    everybody_ready(app, room)
    room.turn(500)
    answer = at(app, room, 0).tap(path, **fields)
    assert answer.status_code == 400
    assert says in answer.said


def test_a_tap_of_the_hand_before_does_nothing(app: Flask, room: FoldedRoom) -> None:
    mine = at(app, room, 0)
    played(app, room)
    answer = mine.tap("/ready", round=1, ready="true")
    assert (answer.status_code, answer.said) == (
        409,
        "That hand is over. Your page shows the next one in a moment.",
    )


def test_nothing_is_lost_while_no_hub_answers(app: Flask, room: FoldedRoom) -> None:
    mine = at(app, room, 0)
    room.away = True
    answer = mine.tap("/ready", round=1, ready="true")
    assert (answer.status_code, "Nothing is lost." in answer.said) == (503, True)
    assert "does not answer" in mine.get("/").text


def test_a_form_of_another_site_or_without_its_token_is_refused(app: Flask, room: FoldedRoom) -> None:
    mine = at(app, room, 0)
    form = {"key": "some-key-12", "round": 1, "ready": "true"}
    assert mine.post("/ready", data=form).status_code == 403
    there = {"Origin": "http://elsewhere.example"}
    assert mine.post("/ready", data={**form, "csrf": mine.token}, headers=there).status_code == 403
    assert mine.get("/", headers={"Host": "elsewhere.example"}).status_code == 421


def test_who_sits_out_is_told_so() -> None:
    room = begun(("Ann", "Ben", "Cleo", "Dora", "Emil"))
    app = create_app(room, SECRET)
    seated = set(row(room, 0))
    out = next(one for one in room.latest().party.players if one not in seated)
    played(app, room)
    again = next(one for one in seated if one not in row(room, 0))
    asked = phone(app).get(f"/find?q={room.latest().party.names[again]}").text
    assert "sits out this hand" in asked
    assert out in row(room, 0)


def test_keyword_asks_for_points_made_and_moves_two() -> None:
    room = begun(game="keyword-party")
    app = create_app(room, SECRET)
    mine = at(app, room, 0)
    assert "Draw a letter each." in mine.get("/").text
    everybody_ready(app, room)
    room.turn(500)
    assert "What did you make?" in mine.get("/").text
    count(app, room, 0, 50, 40, 40, 9)
    initial(app, room, 0)
    page = mine.get("/").text
    names = room.latest().party.names
    assert f"A tie: {names[row(room, 0)[1]]}, {names[row(room, 0)[2]]}" in page
    at(app, room, 0, 1).tap("/cut", round=1, table=0, how="cut", **{"card-1": "M", "card-2": "C"})
    assert room.facts[-1] == WinnersDrawn(1, 0, (0, 2))


def test_everybody_who_ties_for_the_first_place_wins() -> None:
    room = begun([f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"], hands=1)
    app = create_app(room, SECRET)
    everybody_ready(app, room)
    room.turn(3)
    last = at(app, room, 3)
    for table in range(4):
        count(app, room, table, 1, 12, 7, 30)
        if not room.latest().party.rounds[-1].over:
            initial(app, room, table)
    page = last.get("/").text
    winners = [room.latest().party.names[row(room, table)[0]] for table in range(4)]
    said = re.search(r"([^>]*) win with 1 point\.", page)
    assert said is not None
    assert sorted(said[1].split(", ")) == sorted(winners)


def test_who_sits_out_the_last_hand_is_promised_no_other() -> None:
    for hands, promised in ((3, True), (2, False)):
        room = begun(("Ann", "Ben", "Cleo", "Dora", "Emil"), hands=hands)
        app = create_app(room, SECRET)
        phones = {one: phone(app).player(room, one) for one in row(room, 0)}
        played(app, room)
        idle = next(one for one in phones if one not in row(room, 0))
        page = phones[idle].get("/").text
        assert "You sit out this hand" in page
        assert ("You play in the next one." in page) == promised
