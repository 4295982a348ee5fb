"""A deck enrolled from a phone: what is missing is shown, what is in doubt is asked, card by card."""

from io import BytesIO

from tests.web.conftest import Caller
from tests.web.table_behind import Does

PEOPLE = {"Accept": "text/html"}


def test_the_page_asks_about_one_card_and_shows_what_is_missing(client: Caller) -> None:
    page = client.steward().get("/enrol").text
    assert page.index('value="O"') < page.index('value="Q"') < page.index('value="D"')
    assert "2 cards look like this one" in page
    assert "Still missing:" in page
    assert "★</i> × 2" in page
    assert client.get("/enrol/card/3.png").status_code == 200
    assert client.get("/enrol/card/4.png").status_code == 404


def test_what_is_said_and_done_reaches_the_table(client: Caller, does: Does, jpeg: bytes) -> None:
    client.steward().post("/enrol/look", data={"photo": (BytesIO(jpeg), "a.jpg")})
    client.post("/enrol/look")
    client.post("/enrol/say", data={"card": "3", "letter": "q"})
    client.post("/enrol/say", data={"card": "3", "letter": ""})
    client.post("/enrol/keep", data={"name": " Attic "})
    said = [("say", 3, "Q"), ("say", 3, None), ("keep", "attic")]
    assert does.asked == [("look", jpeg), ("look", None), *said]


def test_what_comes_too_late_or_is_nonsense_is_refused(client: Caller, does: Does) -> None:
    late = client.steward().post("/enrol/say", data={"card": "9", "letter": "A"}, headers=PEOPLE)
    assert late.status_code == 409
    assert "not asked about any more" in late.text
    for fields in ({}, {"card": "3", "letter": "AB"}, {"card": "x", "letter": "A"}):
        assert client.post("/enrol/say", data=fields).status_code == 400
    assert does.asked == []
