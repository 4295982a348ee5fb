"""Test the set-up of a match from a phone: its choices, its required fields, and its refusals."""

import gzip
import re
from dataclasses import replace
from io import BytesIO

import pytest
from flask import Flask

from engine.catalogue import GAMES
from engine.options import OPTIONS
from tests.web.conftest import Caller, watcher
from tests.web.table_behind import Does
from web.application import create_app
from web.page_services import PageServices
from web.rulebook import evening
from web.services.match_set_up import NewMatch
from web.services.refusal import RefusedError
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub, empty_snapshot

PEOPLE = {"Accept": "text/html"}


def test_the_form_is_filled_in_as_the_last_match_was(client: Caller) -> None:
    page = client.steward().get("/setup", headers=PEOPLE).text
    assert 'value="Bertrand"' in page
    assert 'data-name="Dora"' in page
    assert page.count(" selected>") >= 4  # three edges and the word list
    assert "This ends the match" in page


def test_a_match_is_begun_as_it_was_tapped(client: Caller, does: Does) -> None:
    form = {"game": "keyword", "player": ["Dora", " ", "Ann"], "edge": ["top", "", "left"]}
    form |= {"mode": "challenge", "pack": "", "word_list": "everyday", "board": "ours"}
    answer = client.steward().post("/setup", data=form, headers=PEOPLE)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/snap")  # it has no camera
    wanted = NewMatch("keyword", ("Dora", "Ann"), ("top", "left"), "challenge", "", "everyday", "ours")
    assert does.asked == [("begin", wanted)]


def opened(page: str) -> list[str]:
    """Return the names of the steps that the form shows opened at first."""
    return re.findall(r'<section class="step opens" id="(\w+)"', page)


def test_what_is_wrong_is_said_beside_its_field_and_the_form_keeps_what_was_typed(client: Caller) -> None:
    answer = client.steward().post("/setup", data={"game": "lexicon", "player": "Zoe"}, headers=PEOPLE)
    assert answer.status_code == 400
    assert "1 are named" in answer.text
    assert opened(answer.text) == ["who"]
    assert answer.text.index("1 are named") > answer.text.index('value="Zoe"')


@pytest.mark.parametrize(
    ("field", "step"),
    [
        ("player", "who"),
        ("game", "game"),
        ("pack", "cards"),
        ("word_list", "go"),
        ("board", "go"),
        ("", "who"),
    ],
)
def test_a_refused_form_opens_at_the_step_of_its_field(
    client: Caller, does: Does, monkeypatch: pytest.MonkeyPatch, field: str, step: str
) -> None:
    def refuses(_does: Does, _match: NewMatch) -> int:
        raise RefusedError("That can't be.", field)

    monkeypatch.setattr(Does, "begin", refuses)
    page = (
        client.steward().post("/setup", data={"game": "lexicon", "player": ["A", "B"]}, headers=PEOPLE).text
    )
    assert opened(page) == [step]
    assert page.count("That can&#39;t be.") == 1


def test_who_plays_alone_has_the_seat_at_once(app: Flask, hub: SnapshotHub, table: Snapshot) -> None:
    hub.publish(replace(table, players=table.players[:1]))
    phone = watcher(app).steward()
    form = {"game": "lexicon", "player": ["Ann", "Ben"]}
    assert phone.post("/setup", data=form, headers=PEOPLE).headers["Location"] == "/snap"
    assert 'data-mine="0"' in phone.get("/", headers=PEOPLE).text


@pytest.mark.parametrize("said", ["0", "10000", "-5", "a hundred", "1.5", "1e3", "9" * 50, "٥٠"])
@pytest.mark.parametrize(("field", "label", "most"), [("out_at", "Played to", 9999), ("hands", "Hands", 99)])
def test_a_number_that_is_none_is_said_beside_it_and_the_form_keeps_all(
    client: Caller, does: Does, said: str, field: str, label: str, most: int
) -> None:
    form = {"game": "lexicon", "player": ["Zoe", "Ben"], "plurals": "no", field: said}
    answer = client.steward().post("/setup", data=form, headers=PEOPLE)
    assert answer.status_code == 400
    assert answer.text.count(f"Write a number from 1 to {most} for “{label}”.") == 1
    assert opened(answer.text) == ["go"]
    assert f'value="{said}" aria-invalid="true" aria-describedby="wrong" autofocus' in answer.text
    assert 'value="Zoe"' in answer.text
    assert 'value="Ben"' in answer.text
    assert '<option value="no" selected>' in answer.text
    assert does.asked == []


def test_nonsense_is_malformed(client: Caller, does: Does) -> None:
    for form in ({"player": "Ann"}, {"game": "a", "plurals": "both"}, {"game": "a", "mode": "b"}):
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
    assert does.asked == [
        ("begin", NewMatch("lexicon", ("Ann", "Dora"), options={"plurals": False, "out_at": 50}))
    ]


def test_every_option_that_is_asked_for_has_a_field_that_keeps_what_was_chosen(
    client: Caller, does: Does
) -> None:
    asked = [option for option in OPTIONS.values() if option.form_labels]
    form: dict[str, object] = {"game": "lexicon", "player": ["Ann", "Dora"]}
    form |= {
        option.name: str(option.upper_limit.maximum) if option.upper_limit else "yes" for option in asked
    }
    page = client.steward().get("/setup", headers=PEOPLE).text
    assert all(f'name="{option.name}"' in page for option in asked)
    assert client.post("/setup", data=form, headers=PEOPLE).status_code == 303
    options = {option.name: option.upper_limit.maximum if option.upper_limit else True for option in asked}
    assert does.asked == [("begin", NewMatch("lexicon", ("Ann", "Dora"), options=options))]


def test_cards_are_printed_for_the_game(client: Caller) -> None:
    answer = client.steward().get("/setup/cards.pdf?game=lexicon&paper=Letter")
    assert (answer.mimetype, answer.data) == ("application/pdf", b"%PDF for Letter")
    assert client.get("/setup/cards.pdf?game=keyword").status_code == 409


def test_every_game_is_told_with_its_picture_and_what_it_takes() -> None:
    """Each of the fourteen games has a picture of its own, which takes less than 500 bytes compressed, and
    a sentence."""
    setting, pictures = Does(), set[str]()
    app = create_app(SnapshotHub(empty_snapshot()), lambda _: None, services=PageServices(set_up=setting))
    with app.test_request_context("/setup"):
        draw = app.jinja_env.get_template("pictures.html").module.picture  # type: ignore[attr-defined]
        for game in GAMES.values():
            drawn = str(draw(game.name))
            pictures.add(drawn)
            assert "<path" in drawn
            assert len(gzip.compress(drawn.encode())) < 500
            assert evening.equipment(game)
            assert evening.duration(game)
            assert "{" not in evening.layout_instructions(game)
    assert len(pictures) == len(GAMES)


def photographed(client: Caller, photo: bytes, **form: object) -> str:
    """Return the set-up form after the steward's phone has sent a photograph of a box."""
    told = {"game": "lexicon", "player": ["Zoe", "Ben"], "photo": (BytesIO(photo), "box.jpg"), **form}
    answer = client.steward().post("/setup/box", data=told, headers=PEOPLE)
    assert answer.status_code == (200 if photo.startswith(b"\xff\xd8") else 400)
    return answer.text


def chosen(page: str, name: str) -> list[str]:
    """Return the values of the selected radio buttons named `name`."""
    return re.findall(rf'<input type="radio" name="{name}" value="([^"]*)"[^>]* checked>', page)


def test_a_photographed_box_chooses_pack_and_booklet_and_says_what_told_it(client: Caller) -> None:
    page = photographed(client, b"\xff\xd8", hands="9", out_at="a hundred")
    assert opened(page) == ["cards"]
    assert "I read LEXICON, PARKER BROTHERS. This is Lexicon by Parker Brothers." in page
    assert (chosen(page, "game"), chosen(page, "pack")) == (["lexicon"], ["parker"])
    assert '<option value="pb" selected>Parker Brothers</option>' in page
    assert 'value="Zoe"' in page
    assert 'value="a hundred"' in page


def test_a_box_of_another_game_chooses_that_game(client: Caller) -> None:
    page = photographed(client, b"\xff\xd8 keyword")
    assert (chosen(page, "game"), chosen(page, "pack")) == (["keyword"], [""])
    assert "Its game is chosen, too: Keyword." in page


def test_a_box_that_is_not_known_is_said_beside_the_button_and_the_form_keeps_all(client: Caller) -> None:
    page = photographed(client, b"", **{"edition-lexicon": "art"})
    assert opened(page) == ["cards"]
    assert page.count("I don&#39;t know this print.") == 1
    assert '<option value="art" selected>The magazine article</option>' in page
    assert 'value="Zoe"' in page


def test_games_with_several_booklets_ask_whose(client: Caller, does: Does) -> None:
    page = client.steward().get("/setup", headers=PEOPLE).text
    assert re.findall(r'<select id="edition-(\w+)"', page) == ["lexicon"]  # of the three games there are
    form = {"game": "lexicon", "player": ["Ann", "Dora"], "edition-lexicon": "art", "edition-crossword": "wd"}
    client.post("/setup", data=form, headers=PEOPLE)
    assert does.asked == [("begin", NewMatch("lexicon", ("Ann", "Dora"), edition="art"))]
