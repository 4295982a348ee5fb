"""Test the public views: standings, the big screen, the party as JSON, live streams, and their size."""

import re
from collections import Counter
from gzip import decompress
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment

from engine.party import lowest_wins
from tests.web.party.conftest import SECRET, Phone, phone
from tests.web.party.evening import at, everybody_ready, played, row
from tests.web.party.folded import FoldedRoom, begun
from web.party.access import ROUTES
from web.party.application import create_app
from web.party.live import COLLECT_S, frames
from web.party.responses import ClosingFlag, PartyContext
from web.party.shared_rendering import LivePage, PagePart

PAGES = (
    "/",
    "/find",
    "/find?q=a",
    "/standings",
    "/tv",
    "/help",
    "/steward",
    "/steward/scores",
    "/host",
    "/host/codes",
)
MOST = 60_000
"""The greatest size of a page for a new phone, in bytes: the page and all files that its head names."""


def counted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return a list that collects each template rendered from now on, with its language."""
    made, render = list[tuple[str, str]](), LivePage.render_part

    def noted(live: LivePage, templates: Environment, part: PagePart, *given: Any) -> str:
        made.append((part.template, live.language))
        return render(live, templates, part, *given)

    monkeypatch.setattr(LivePage, "render_part", noted)
    return made


def of_all(app: Flask, room: FoldedRoom) -> Phone:
    """Return a phone with all rights: a player's, a steward's and the host's."""
    return at(app, room, 0).steward().host()


def test_every_route_has_a_role(app: Flask) -> None:
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == set(ROUTES)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_light(app: Flask, room: FoldedRoom, page: str) -> None:
    played(app, room)
    mine, asks = of_all(app, room), {"Accept-Encoding": "gzip"}
    sent = mine.get(page, headers=asks)
    assert sent.status_code == 200
    html = decompress(sent.data).decode() if sent.data[:2] == b"\x1f\x8b" else sent.text
    needed = sorted(set(re.findall(r'(?:src|href)="(/[^"]+)"', html.split("</head>")[0])))
    sizes = {"the page": len(sent.data), **{one: len(mine.get(one, headers=asks).data) for one in needed}}
    assert sum(sizes.values()) <= MOST, sizes


def test_the_page_of_a_party_of_a_thousand_tables_is_light() -> None:
    room = begun([f"Player {n:04}" for n in range(4000)])
    app = create_app(room, SECRET)
    for page in ("/", "/tv"):
        assert len(at(app, room, 0).get(page).data) < 20_000


def test_the_big_screen_turns_its_pages_by_the_hubs_clock() -> None:
    room = begun([f"Player {n:02}" for n in range(40)])
    app = create_app(room, SECRET)
    first, seen = phone(app).get("/tv").text, set[str]()
    assert "The bell waits for tables" in first
    for _ in range(2):
        seen |= set(re.findall(r"Player \d\d", phone(app).get("/tv").text))
        room.turn(8)
    assert len(seen) == 40


def test_the_party_as_json(app: Flask, room: FoldedRoom) -> None:
    played(app, room)
    told: dict[str, Any] = phone(app).get("/api/party").get_json()
    assert told["round"] == 2
    assert told["waiting"] == [1, 2]
    assert len(told["standings"]) == 8
    assert sorted(name for row in told["tables"] for name in row) == sorted(
        room.latest().party.names.values()
    )
    assert lowest_wins(room.latest().party)


def test_a_stream_brings_what_changes_for_its_phone_and_nothing_else(app: Flask, room: FoldedRoom) -> None:
    mine = at(app, room, 0)
    stream = mine.get("/events?of=mine", buffered=False).iter_encoded()
    assert next(stream).startswith(b"retry:")
    whole = next(stream)
    assert whole.count(b"<hx-partial") == 4
    assert b"We are ready" in whole
    assert b"event: state" in next(stream)
    mine.tap("/ready", round=1, ready="true")
    part = next(stream)
    assert b"Wait, not yet" in part
    assert b"region-masthead" not in part


def test_what_everybody_sees_is_rendered_once_for_all(
    app: Flask, room: FoldedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = counted(monkeypatch)
    languages = ("en", "en", "en", "de")
    asked = [phone(app).get("/events?of=screen", headers={"Accept-Language": one}) for one in languages]
    streams = [one.iter_encoded() for one in asked]
    for _ in range(3):
        whole = [next(stream) for stream in streams]
    assert len(made) == len(set(made)) == 6
    at(app, room, 0).tap("/ready", round=1, ready="true")
    made.clear()
    whole = [next(stream) for stream in streams]
    parts = ("party/big.html", "party/lists.html")
    assert sorted(made) == [(part, language) for part in parts for language in ("de", "en")]
    assert whole[0] == whole[2]
    assert b"The bell waits for table<" in whole[0]
    assert b"The bell waits" not in whole[3]


def test_a_tap_is_rendered_for_the_phones_of_its_table_and_once_for_the_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = begun([f"Player {n:02}" for n in range(80)])
    app, seats = create_app(room, SECRET), [(table, seat) for table in range(20) for seat in range(4)]
    phones = [at(app, room, table, seat) for table, seat in seats]
    streams = [one.get("/events?of=mine", buffered=False).iter_encoded() for one in phones]
    for _ in range(3):
        for stream in streams:
            next(stream)
    made = counted(monkeypatch)
    phones[0].tap("/ready", round=1, ready="true")
    sent = [next(stream) for stream in streams]
    assert Counter(template for template, _ in made) == {
        "party/now.html": 4,
        "party/below.html": 4,
        "party/waits.html": 1,
    }
    assert all(b"The bell waits for 19 tables." in one for one in sent)
    assert all(b"Wait, not yet" in one for one in sent[:4])
    assert all(len(one) < 250 for one in sent[4:])


def test_the_bell_is_told_before_the_page_that_follows_it(app: Flask, room: FoldedRoom) -> None:
    stream = at(app, room, 0).get("/events?of=mine", buffered=False).iter_encoded()
    for _ in range(3):
        next(stream)
    everybody_ready(app, room)
    told = [next(stream) for _ in range(2)]
    assert b"event: state" in told[0]
    assert b"The bell rings in" in told[1]


@pytest.mark.parametrize("page", ["/events?of=screen", "/overlay/events"])
def test_what_everybody_sees_has_no_form(app: Flask, room: FoldedRoom, page: str) -> None:
    stream = of_all(app, room).get(page).iter_encoded()
    next(stream)
    assert b"<hx-partial" in (whole := next(stream))
    assert b"<form" not in whole


def test_what_changes_is_told_at_once_and_what_changes_soon_after_together(
    app: Flask, room: FoldedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = list[float]()
    monkeypatch.setattr(ClosingFlag, "pause", lambda _, seconds: pauses.append(seconds))
    mine = at(app, room, 0)
    stream = mine.get("/events?of=mine").iter_encoded()
    for _ in range(3):
        next(stream)
    mine.tap("/ready", round=1, ready="true")
    assert b"Wait, not yet" in next(stream)
    assert pauses == []
    mine.tap("/ready", round=1, ready="false")
    assert b"We are ready" in next(stream)
    assert pauses == [COLLECT_S]


def test_a_stream_rings_when_its_time_comes(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    stream = at(app, room, 0).get("/events?of=mine", buffered=False).iter_encoded()
    for _ in range(3):
        next(stream)
    room.turn(3)
    state = next(stream)
    assert b"Until the bell" in next(stream)
    assert b'"rings":1' in state
    assert b"The hand begins." in state
    assert re.search(rb'"left":41\d', state)


def test_every_form_on_a_page_has_a_key_of_its_own(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(3)
    page = at(app, room, 0).get("/").text
    keys = re.findall(r'name="key" value="([^"]+)"', page)
    assert len(keys) == len(set(keys)) >= 2


def test_a_stream_is_for_whom_it_concerns(app: Flask, room: FoldedRoom) -> None:
    assert at(app, room, 0).get("/events?of=steward").status_code == 403
    assert at(app, room, 0).get("/events?of=host").status_code == 403
    assert at(app, room, 0).get("/events?of=x").status_code == 404


def test_streams_end_with_the_server(app: Flask, room: FoldedRoom) -> None:
    desk: PartyContext = app.extensions["page_context"]
    assert list(desk.moments.of(room.latest()).names(0))
    stream = at(app, room, 0).get("/events?of=mine", buffered=False).iter_encoded()
    next(stream)
    desk.closing.close()
    assert len(list(stream)) <= 2
    assert frames is not None


def test_a_name_is_no_markup(app: Flask) -> None:
    room = begun(("<b>Ann</b>", "Ben & Co", 'Cleo"', "Dora"))
    app = create_app(room, SECRET)
    for page in ("/", "/tv", "/find?q=e"):
        text = at(app, room, 0).get(page).text
        assert "<b>Ann</b>" not in text
        assert "Ben & Co" not in text


def test_german(app: Flask, room: FoldedRoom) -> None:
    german = {"Accept-Language": "de"}
    assert "Wir sind bereit" in at(app, room, 0).get("/", headers=german).text
    assert row(room, 0)
