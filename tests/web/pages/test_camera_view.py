"""Test the page that shows the table card by card: it names the other letters that a card may be, and a tap
corrects a card even if the picture has changed since."""

import queue

from tests.web.conftest import Caller
from web.requests import Correct, PhoneRequest


def test_each_card_tells_what_else_it_may_be_and_why(client: Caller) -> None:
    page = client.get("/look").text
    assert "%" not in page.partition("<main")[2]
    assert page.index('id="card-c5"') < page.index('id="card-c0"')  # the doubtful one first
    for told in ("EXPORT is listed", "in EXPODT", "none left in the pack", "probably", "perhaps"):
        assert told in page


def test_a_watching_phone_is_shown_no_buttons(client: Caller) -> None:
    client.post("/join/sit")
    page = client.get("/look/cards").text
    assert 'name="letter"' not in page
    assert "Take a seat to correct a card." in page


def test_one_tap_corrects_the_card_that_lies_there(
    client: Caller, asked: "queue.Queue[PhoneRequest]"
) -> None:
    answer = client.post("/look/fix", data={"x": "0.62", "y": "0.71", "letter": "f"})
    assert answer.status_code == 202
    assert asked.get_nowait() == Correct(7, "c0", "F")


def test_what_is_no_letter_is_malformed(client: Caller) -> None:
    for fields in ({"x": "0.1", "y": "0.1", "letter": "ß"}, {"x": "7", "y": "0.1", "letter": "A"}, {}):
        assert client.post("/look/fix", data=fields).status_code == 400


def test_the_picture_is_the_one_the_cards_were_drawn_for(client: Caller) -> None:
    page = client.get("/look/cards").text
    assert 'src="/look/table.jpg?id=7"' in page
    assert page.count("<polygon") == 2
    assert page.count("<circle") == 1  # only doubtful cards are marked
    shown = client.get("/look/table.jpg?id=7")
    assert (shown.status_code, shown.mimetype) == (200, "image/jpeg")
    assert client.get("/look/table.jpg?id=6").status_code == 404
    assert client.get("/look/table.jpg?id=x").status_code == 404
