"""Test the enrolment of a deck from a phone: missing cards are shown, and doubtful ones asked about card
by card."""

from dataclasses import replace
from io import BytesIO

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import PIN, Caller
from tests.web.table_behind import ODD, Does
from web.server import Server

PEOPLE = {"Accept": "text/html"}


def test_the_page_asks_about_one_card_and_shows_what_is_missing(client: Caller) -> None:
    page = client.steward().get("/enrol").text
    assert page.index('value="O"') < page.index('value="Q"') < page.index('value="D"')
    assert "2 cards look like this one" in page
    assert "Still missing:" in page
    assert "★</i> × 2" in page
    assert client.get("/enrol/card/3.png").status_code == 200
    assert client.get("/enrol/card/4.png").status_code == 404


def test_how_little_is_learnt_is_told_once_nothing_is_left_to_ask(
    client: Caller, does: Does, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "50 of them learnt" in client.steward().get("/enrol").text
    asked = does.state()
    for learnt, told in (
        (3, "50 cards are uncertain, so the table has not learnt them"),
        (53, ("The table is sure of every card.")),
    ):
        monkeypatch.setattr(
            does, "state", lambda learnt=learnt: replace(asked, card_in_question=None, learnt=learnt)
        )
        page = client.get("/enrol").text
        assert told in page
        assert ("The table is sure of every card." in page) == (learnt == 53)


def test_what_is_said_and_done_reaches_the_table(client: Caller, does: Does, jpeg: bytes) -> None:
    client.steward().post("/enrol/look", data={"photo": (BytesIO(jpeg), "a.jpg")})
    client.post("/enrol/look")
    client.post("/enrol/say", data={"card": "3", "letter": "q"})
    client.post("/enrol/say", data={"card": "3", "letter": ""})
    client.post("/enrol/keep", data={"name": " Attic ", "as_is": "1"})
    said = [("say", 3, "Q"), ("say", 3, None), ("keep", "attic")]
    assert does.asked == [("look", jpeg), ("look", None), *said]


def test_what_comes_too_late_or_is_nonsense_is_refused(client: Caller, does: Does) -> None:
    late = client.steward().post("/enrol/say", data={"card": "9", "letter": "A"}, headers=PEOPLE)
    assert late.status_code == 409
    assert "answered already" in late.text
    for fields in ({}, {"card": "3", "letter": "AB"}, {"card": "x", "letter": "A"}):
        assert client.post("/enrol/say", data=fields).status_code == 400
    assert does.asked == []


def test_a_deck_that_does_not_add_up_is_told_to_programs_too(client: Caller, does: Does) -> None:
    told = client.steward().post("/enrol/keep", data={"name": "attic"})
    assert (told.status_code, told.get_json()) == (409, {"error": ODD})
    assert does.asked == []


def test_a_deck_the_table_can_not_do_without_is_refused_in_words(client: Caller) -> None:
    refused = client.steward().post("/enrol/remove", data={"name": "house"}, headers=PEOPLE)
    assert refused.status_code == 409
    assert "The table&#39;s settings name that deck" in refused.text


def test_a_deck_shows_its_back_where_one_was_seen(client: Caller) -> None:
    page = client.steward().get("/enrol").text
    assert page.count('src="/enrol/back/') == 1
    assert client.get("/enrol/back/attic.jpg").mimetype == "image/jpeg"
    assert client.get("/enrol/back/shed.jpg").status_code == 404


def _steward(chromium: Browser, server: Server, locale: str = "en") -> Page:
    """Return a page for the enrolment of a deck, open on a phone on which the steward's PIN was entered."""
    page = chromium.new_context(viewport={"width": 390, "height": 844}, locale=locale).new_page()
    home = f"http://127.0.0.1:{server.port}"
    page.goto(f"{home}/steward/enter")
    page.locator("input[name=pin]").fill(PIN)
    with page.expect_navigation():
        page.locator("form:has(input[name=pin]) button").click()
    page.goto(f"{home}/enrol")
    return page


@pytest.mark.parametrize(
    ("locale", "told", "back", "anyway"),
    [
        ("en", "These cards don't make a whole pack.", "Go back", "Keep it as it is"),
        ("de", "Diese Karten ergeben kein vollständiges Kartenspiel.", "Zurück", "So behalten, wie es ist"),
    ],
)
def test_keeping_what_does_not_add_up_is_asked_first(
    chromium: Browser, server: Server, does: Does, locale: str, told: str, back: str, anyway: str
) -> None:
    page = _steward(chromium, server, locale)
    keep = page.locator("form[action='/enrol/keep']")
    for chosen in (back, anyway):
        keep.locator("input[name=name]").fill("attic")
        keep.locator("button").click()
        expect(page.get_by_role("alert")).to_contain_text(told)
        expect(page.get_by_role("alert")).to_contain_text("4 Q")
        expect(page.locator(".gaps").first).to_contain_text("Q × 4")
        page.locator("main").get_by_text(chosen, exact=True).click()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(keep.locator("input[name=name]")).to_be_visible()
        assert does.asked == ([("keep", "attic")] if chosen == anyway else [])
    page.context.close()


def test_a_deck_is_undone_and_forgotten_with_two_taps_each(
    chromium: Browser, server: Server, does: Does
) -> None:
    page = _steward(chromium, server)
    attic, shed = page.locator(".decks li").all()
    expect(attic).to_contain_text("52 cards, like waddingtons")
    expect(shed.get_by_text("Undo")).to_have_count(0)
    for deck, first, then in (
        (attic, "Undo", "Forget what the table learnt last of attic"),
        (shed, "Forget", "Forget shed for good"),
    ):
        deck.get_by_text(first, exact=True).click()
        with page.expect_navigation():
            deck.get_by_role("button", name=then).click()
    assert does.asked == [("undo", "attic"), ("remove", "shed")]
    page.context.close()


def test_a_phone_from_the_set_up_goes_back_there_with_its_deck_chosen(client: Caller, does: Does) -> None:
    client.steward()
    assert "/enrol?for=setup" in client.get("/setup").text
    client.get("/enrol?for=setup")
    client.post("/enrol/say", data={"card": "3", "letter": "Q"})  # a question on the way changes nothing
    asked = client.post("/enrol/keep", data={"name": "attic"}, headers=PEOPLE)
    assert asked.status_code == 409  # the cards do not add up, and are asked about first
    kept = client.post("/enrol/keep", data={"name": "attic", "as_is": "1"})
    assert kept.headers["Location"] == "/setup?deck=attic#cards"
    again = client.post("/enrol/keep", data={"name": "attic", "as_is": "1"})
    assert again.headers["Location"] == "/enrol"


def test_who_only_looks_after_decks_stays_with_them(client: Caller, does: Does) -> None:
    client.steward().get("/enrol?for=setup")
    assert "/enrol?for=itself" in client.get("/more").text
    client.get("/enrol?for=itself")
    kept = client.post("/enrol/keep", data={"name": "attic", "as_is": "1"})
    assert kept.headers["Location"] == "/enrol"
