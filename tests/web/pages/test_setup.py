"""Setting a match up from a phone: what is offered, what is asked for, and what is refused."""

import gzip

import pytest

from engine.catalogue import GAMES
from tests.web.conftest import Caller
from tests.web.table_behind import Does
from web.application import create_app
from web.behind import Behind, NewMatch
from web.hub import Hub, blank
from web.rulebook import evening

PEOPLE = {"Accept": "text/html"}


def test_the_form_is_filled_in_as_the_last_match_was(client: Caller) -> None:
    page = client.steward().get("/setup", headers=PEOPLE).text
    assert 'value="Bertrand"' in page
    assert 'data-name="Dora"' in page
    assert page.count(" selected>") >= 4  # three edges and the word list
    assert "ends with it" in page


def test_a_match_is_begun_as_it_was_tapped(client: Caller, does: Does) -> None:
    form = {"game": "keyword", "player": ["Dora", " ", "Ann"], "edge": ["top", "", "left"]}
    form |= {"mode": "challenge", "pack": "", "word_list": "everyday", "board": "ours"}
    answer = client.steward().post("/setup", data=form, headers=PEOPLE)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/snap")  # it has no camera
    wanted = NewMatch("keyword", ("Dora", "Ann"), ("top", "left"), "challenge", "", "everyday", "ours")
    assert does.asked == [("begin", wanted)]


def test_what_is_wrong_is_said_above_the_form_which_keeps_what_was_typed(client: Caller) -> None:
    answer = client.steward().post("/setup", data={"game": "lexicon", "player": "Zoe"}, headers=PEOPLE)
    assert answer.status_code == 400
    assert "1 are named" in answer.text
    assert 'value="Zoe"' in answer.text


@pytest.mark.parametrize("said", ["0", "1000", "-5", "a hundred", "1.5", "1e3", "9" * 50, "٥٠"])
@pytest.mark.parametrize(("field", "label", "most"), [("out_at", "Played to", 999), ("hands", "Hands", 99)])
def test_a_number_that_is_none_is_said_above_the_form_which_keeps_the_rest(
    client: Caller, does: Does, said: str, field: str, label: str, most: int
) -> None:
    form = {"game": "lexicon", "player": ["Zoe", "Ben"], "plurals": "no", field: said}
    answer = client.steward().post("/setup", data=form, headers=PEOPLE)
    assert answer.status_code == 400
    assert f"Write a number from 1 to {most} for “{label}”." in answer.text
    assert 'value="Zoe"' in answer.text
    assert 'value="Ben"' in answer.text
    assert '<option value="no" selected>' in answer.text
    assert does.asked == []


def test_nonsense_is_malformed(client: Caller, does: Does) -> None:
    for form in ({"player": "Ann"}, {"game": "lexicon", "player": "x" * 99}, {"game": "a", "mode": "b"}):
        assert client.steward().post("/setup", data=form).status_code == 400
    assert does.asked == []


def test_words_of_the_house_come_and_go(client: Caller, does: Does) -> None:
    client.steward().post("/setup/words", data={"add": "zax"})
    client.post("/setup/words", data={"remove": "QUIX"})
    assert does.asked == [("house word", "zax", True), ("house word", "QUIX", False)]


def test_a_board_that_is_none_is_refused_in_one_line(client: Caller) -> None:
    answer = client.steward().post("/setup/board", data={"profile": "name = 1"})
    assert answer.status_code == 409
    assert "description has “squares”" in answer.text


def test_rules_of_the_evening_are_those_that_somebody_chose(client: Caller, does: Does) -> None:
    form = {
        "game": "lexicon",
        "player": ["Ann", "Dora"],
        "form": "",
        "plurals": "no",
        "out_at": "50",
        "hands": "",
    }
    assert client.steward().post("/setup", data=form, headers=PEOPLE).status_code == 303
    assert does.asked == [("begin", NewMatch("lexicon", ("Ann", "Dora"), plurals=False, out_at=50))]


def test_cards_are_printed_for_the_game(client: Caller) -> None:
    answer = client.steward().get("/setup/cards.pdf?game=lexicon&paper=Letter")
    assert (answer.mimetype, answer.data) == ("application/pdf", b"%PDF for Letter")
    assert client.get("/setup/cards.pdf?game=keyword").status_code == 409


def test_every_game_is_told_with_its_picture_and_what_it_takes() -> None:
    """All fourteen, in no more than a few bytes each."""
    setting, pictures = Does(), set[str]()
    app = create_app(Hub(blank()), lambda _: None, behind=Behind(setting=setting))
    with app.test_request_context("/setup"):
        draw = app.jinja_env.get_template("pictures.html").module.picture  # type: ignore[attr-defined]
        for game in GAMES.values():
            drawn = str(draw(game.name))
            pictures.add(drawn)
            assert "<path" in drawn
            assert len(gzip.compress(drawn.encode())) < 500
            assert evening.needs(game)
            assert evening.minutes(game)
            assert "{" not in evening.laying(game)
    assert len(pictures) == len(GAMES)
