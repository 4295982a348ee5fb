"""Test the page on which a person plays at the virtual table by touch: whose hand it shows, who may move
cards, and which moves are allowed."""

from dataclasses import replace

import msgspec
from flask import Flask

from tests.web.conftest import Caller, watcher
from tests.web.table_behind import Does
from web.page_services import PageServices
from web.services.virtual_play import Move, VirtualTableShown


def shown(phone: Caller) -> VirtualTableShown:
    return msgspec.json.decode(phone.get("/play-here/table").data, type=VirtualTableShown)


def test_a_hand_is_shown_to_its_own_phone_alone(app: Flask, client: Caller) -> None:
    mine, other = shown(client), shown(watcher(app))
    assert [card.letter for card in mine.hand] == ["A", "?"]
    assert (other.hand, other.may) == ((), False)


def test_a_seat_is_offered_while_no_other_phone_has_it(app: Flask, client: Caller) -> None:
    page = watcher(app).get("/play-here").text
    assert "Play as Bertrand" not in page
    assert "Another phone plays as Bertrand." in page
    client.post("/join/sit", data={"seat": 0})
    assert "Play as Bertrand" in watcher(app).get("/play-here").text


def test_a_phone_is_offered_the_choices_of_its_own_seats(app: Flask, client: Caller) -> None:
    assert 'data-seats="1"' in client.get("/play-here").text
    assert 'data-seats=""' in watcher(app).get("/play-here").text
    assert "data-seats" not in client.steward().get("/play-here").text


def test_a_card_goes_where_it_is_let_go_of(client: Caller, does: Does) -> None:
    answer = client.post("/play-here/move", json={"card": "hand-0", "to": "table", "x": 310.5, "y": 200})
    assert answer.status_code == 200
    assert does.asked == [("move", Move("hand-0", "table", 310.5, 200))]


def test_a_card_goes_next_to_the_last_or_beside_another(client: Caller, does: Does) -> None:
    assert (
        client.post("/play-here/move", json={"card": "hand-0", "to": "next", "down": True}).status_code == 200
    )
    beside = {"card": "hand-1", "to": "before", "beside": "table-0"}
    assert client.post("/play-here/move", json=beside).status_code == 200
    assert does.asked == [
        ("move", Move("hand-0", "next", down=True)),
        ("move", Move("hand-1", "before", beside="table-0")),
    ]


def test_the_old_address_leads_to_the_new_one(client: Caller) -> None:
    answer = client.get("/touch")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/play-here")


def test_who_sits_down_plays_and_who_stands_up_leaves_the_seat_to_the_table(app: Flask, does: Does) -> None:
    other = watcher(app)
    assert other.post("/play-here/rise").status_code == 403
    assert does.asked == []


def test_what_cannot_be_is_refused_in_one_line(client: Caller, does: Does) -> None:
    assert client.post("/play-here/move", json={"card": "hand-9", "to": "hand"}).status_code == 409
    for move in ({}, {"card": "hand-0", "to": "sky"}, {"card": "hand-0", "to": "table", "x": 1e9}):
        assert client.post("/play-here/move", json=move).status_code == 400
    assert does.asked == []


def test_a_real_table_has_no_such_page(app: Flask, client: Caller) -> None:
    app.extensions["page_context"] = replace(app.extensions["page_context"], services=PageServices())
    for path in ("/play-here", "/play-here/table", "/look", "/snap", "/setup"):
        assert client.steward().get(path).status_code == 404
