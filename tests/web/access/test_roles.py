"""Test that each route answers exactly the phones whose role `web.access.roles` permits there."""

from collections.abc import Iterator
from typing import Final

import pytest
from flask import Flask

from tests.web.conftest import ADDRESS, PIN, Caller, Keyring, watcher
from tests.web.played import Kept as Archive
from tests.web.table_behind import Does, doing
from web.access.roles import ROUTES, Role
from web.requests import PhoneRequest
from web.server import create_app
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub

JSON: Final = {"Accept": "application/json"}
PEOPLE: Final = {"Accept": "text/html"}

ASKED: Final[dict[str, tuple[str, str, dict[str, str], tuple[int, int, int]]]] = {
    "static": ("GET", "/static/icon.svg", {}, (200, 200, 200)),
    "table.page": ("GET", "/", {}, (200, 200, 200)),
    "table.events": ("GET", "/events", {}, (200, 200, 200)),
    "table.regions": ("GET", "/regions", {}, (200, 200, 200)),
    "table.picture": ("GET", "/table.jpg", {}, (200, 200, 200)),
    "table.cutout": ("GET", "/cards/none-0.jpg", {}, (404, 404, 404)),
    "table.state": ("GET", "/api/state", {}, (200, 200, 200)),
    "taps.confirm": ("POST", "/api/confirm", {}, (403, 403, 202)),
    "taps.finished": ("POST", "/api/finished", {"player": "0"}, (403, 202, 202)),
    "taps.unfinished": ("POST", "/api/unfinished", {}, (403, 409, 409)),
    "taps.go_on": ("POST", "/api/next", {}, (403, 409, 409)),
    "taps.hold": ("POST", "/api/hold", {"on": "true"}, (403, 409, 409)),
    "taps.going": ("POST", "/api/going", {}, (403, 409, 409)),
    "taps.challenge": ("POST", "/api/challenge", {"by": "1"}, (403, 202, 202)),
    "taps.answer": ("POST", "/api/answer", {"question": "q", "choice": "0"}, (403, 409, 409)),
    "taps.correct": ("POST", "/api/correct", {"picture": "7", "card": "c5", "letter": "F"}, (403, 202, 202)),
    "taps.timer": ("POST", "/api/timer", {"do": "start", "minutes": "7"}, (403, 202, 202)),
    "taps.refocus": ("POST", "/api/refocus", {}, (403, 202, 202)),
    "taps.prize": ("POST", "/api/prize", {"word": "QUARTZ"}, (403, 409, 409)),
    "taps.blank": ("POST", "/api/blank", {"square": "C7", "letter": "E"}, (403, 409, 409)),
    "taps.winnable": ("POST", "/api/winnable", {}, (403, 409, 409)),
    "description.openapi": ("GET", "/api/openapi.json", {}, (200, 200, 200)),
    "join.page": ("GET", "/join", {}, (200, 200, 200)),
    "join.code": ("GET", "/join/code.svg", {}, (200, 200, 200)),
    "join.wifi": ("GET", "/join/wifi.svg", {}, (404, 404, 404)),
    "join.way_in": ("GET", "/join/way-in", {}, (200, 200, 200)),
    "join.sit": ("POST", "/join/sit", {"seat": "2"}, (303, 303, 303)),
    "more.page": ("GET", "/more", {}, (200, 200, 200)),
    "more.language": ("POST", "/more/language", {"language": "de"}, (303, 303, 303)),
    "invitation.accept": ("GET", "/j/nothing", {}, (303, 303, 303)),
    "steward.enter": ("GET", "/steward/enter", {}, (200, 200, 200)),
    "steward.admit": ("POST", "/steward/enter", {"pin": PIN}, (303, 303, 303)),
    "steward.page": ("GET", "/steward", {}, (403, 403, 200)),
    "steward.leave": ("POST", "/steward/leave", {}, (403, 403, 303)),
    "steward.renew": ("POST", "/steward/pin", {"pin": "123456"}, (403, 403, 200)),
    "steward.free": ("POST", "/steward/free", {"seat": "0"}, (403, 403, 303)),
    "steward.offensive": ("GET", "/steward/words", {}, (403, 403, 200)),
    "steward.screen": ("POST", "/steward/words", {"add": "DRAT"}, (403, 403, 303)),
    "steward.away": ("POST", "/steward/away", {"seat": "0"}, (403, 403, 303)),
    "steward.back": ("POST", "/steward/back", {}, (403, 403, 303)),
    "shell.manifest": ("GET", "/manifest.webmanifest", {}, (200, 200, 200)),
    "shell.worker": ("GET", "/worker.js", {}, (200, 200, 200)),
    "shell.offline": ("GET", "/offline", {}, (200, 200, 200)),
    "statistics.page": ("GET", "/statistics", {}, (200, 200, 200)),
    "statistics.spreadsheet": ("GET", "/statistics/matches.csv", {}, (200, 200, 200)),
    "statistics.program": ("GET", "/statistics/matches.json", {}, (200, 200, 200)),
    "statistics.picture": ("GET", "/statistics/1.png", {}, (200, 200, 200)),
    "statistics.evening": ("GET", "/statistics/1", {}, (200, 200, 200)),
    "statistics.latest": ("GET", "/statistics/latest", {}, (302, 302, 302)),
    "screen.page": ("GET", "/tv", {}, (200, 200, 200)),
    "overlay.page": ("GET", "/overlay", {}, (200, 200, 200)),
    "rules.page": ("GET", "/rules", {}, (200, 200, 200)),
    "rules.game": ("GET", "/rules/my-word", {}, (200, 200, 200)),
    "history.page": ("GET", "/history", {}, (200, 200, 200)),
    "history.turn": ("GET", "/history/7", {}, (200, 200, 200)),
    "history.picture": ("GET", "/history/5.jpg", {}, (200, 200, 200)),
    "history.hand": ("GET", "/history/hand/1", {}, (200, 200, 200)),
    "history.amend": ("POST", "/history/amend", {"event": "7", "line": "COTS"}, (403, 303, 303)),
    "history.back": ("POST", "/history/back", {"event": "5"}, (403, 403, 303)),
    "history.total": ("POST", "/history/total", {"player": "1", "total": "12"}, (403, 303, 303)),
    "history.overrule": (
        "POST",
        "/history/overrule",
        {"event": "8", "verdict": "word good"},
        (403, 403, 303),
    ),
    "setup.page": ("GET", "/setup", {}, (403, 403, 200)),
    "setup.begin": ("POST", "/setup", {"game": "lexicon", "player": "Ann"}, (403, 403, 400)),
    "setup.names": ("GET", "/setup/names?player=Ann", {}, (403, 403, 200)),
    "setup.view": ("GET", "/setup/view", {}, (403, 403, 200)),
    "setup.cards": ("GET", "/setup/cards.pdf?game=lexicon", {}, (403, 403, 200)),
    "setup.box": ("POST", "/setup/box", {"game": "lexicon"}, (403, 403, 400)),
    "setup.words": ("POST", "/setup/words", {"add": "ZAX"}, (403, 403, 303)),
    "setup.board": ("POST", "/setup/board", {"profile": "squares = []"}, (403, 403, 303)),
    "look.page": ("GET", "/look", {}, (200, 200, 200)),
    "look.cards": ("GET", "/look/cards", {}, (200, 200, 200)),
    "look.picture": ("GET", "/look/table.jpg?id=7", {}, (200, 200, 200)),
    "look.fix": ("POST", "/look/fix", {"x": "0.15", "y": "0.2", "letter": "r"}, (403, 202, 202)),
    "snap.page": ("GET", "/snap", {}, (403, 200, 200)),
    "snap.take": ("POST", "/snap", {}, (403, 422, 422)),
    "touch.page": ("GET", "/play-here", {}, (200, 200, 200)),
    "touch.old": ("GET", "/touch", {}, (301, 301, 301)),
    "touch.rise": ("POST", "/play-here/rise", {}, (403, 303, 403)),
    "touch.table": ("GET", "/play-here/table", {}, (200, 200, 200)),
    "touch.sit": ("POST", "/play-here/sit", {}, (303, 303, 303)),
    "touch.move": ("POST", "/play-here/move", {}, (403, 400, 403)),
    "party.page": ("GET", "/party", {}, (200, 200, 200)),
    "party.initial": ("POST", "/party/initial", {"player": "0"}, (403, 409, 409)),
    "party.cut": ("POST", "/party/cut", {"card-1": "K"}, (403, 409, 409)),
    "enrol.page": ("GET", "/enrol", {}, (403, 403, 200)),
    "enrol.card": ("GET", "/enrol/card/3.png", {}, (403, 403, 200)),
    "enrol.look": ("POST", "/enrol/look", {}, (403, 403, 303)),
    "enrol.say": ("POST", "/enrol/say", {"card": "3", "letter": "q"}, (403, 403, 303)),
    "enrol.keep": ("POST", "/enrol/keep", {"name": "attic", "as_is": "1"}, (403, 403, 303)),
    "enrol.forget": ("POST", "/enrol/forget", {}, (403, 403, 303)),
    "enrol.back": ("GET", "/enrol/back/attic.jpg", {}, (403, 403, 200)),
    "enrol.undo": ("POST", "/enrol/undo", {"name": "attic"}, (403, 403, 303)),
    "enrol.remove": ("POST", "/enrol/remove", {"name": "attic"}, (403, 403, 303)),
    "privacy.page": ("GET", "/privacy", {}, (200, 200, 200)),
}
"""A request to each endpoint: its method, path and form fields, and the HTTP status that it must get from a
phone without rights, from player 1's phone, and from a steward's."""


class Once:
    """The application of a table, which all tests of this module share."""

    def __init__(self, table: Snapshot, jpeg: bytes) -> None:
        self.hub, self.gate = SnapshotHub(table), Keyring().gate
        self.hub.publish(table, jpeg)
        self.asked: list[PhoneRequest] = []
        services = doing(Does(), Archive(jpegs={5: jpeg}))
        self.app = create_app(
            self.hub, self.asked.append, keys=self.gate, address=lambda: ADDRESS, streams=6, services=services
        )
        self.app.config["HEARING"] = 0.0  # the requests are not carried out


@pytest.fixture(scope="module")
def once(table: Snapshot, jpeg: bytes) -> Iterator[Once]:
    """Provide the one application of all tests here. Three hundred applications would compile every
    template three hundred times."""
    once = Once(table, jpeg)
    yield once
    once.hub.close()


@pytest.fixture
def app(once: Once) -> Flask:
    """Return the shared application. Free all seats and restore the PIN, which earlier phones may have
    changed."""
    for seat in range(len(once.hub.latest().snapshot.players)):
        once.gate.seats.release(seat)
    once.gate.pin_lock = Keyring().gate.pin_lock
    return once.app


def phone(app: Flask, role: Role) -> Caller:
    match role:
        case Role.WATCHING:
            return watcher(app).knowing_its_token()
        case Role.SEATED:
            return watcher(app).seated(1)
        case Role.STEWARD:
            return watcher(app).steward()


def test_no_route_and_no_row_is_forgotten(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert endpoints == set(ROUTES) == set(ASKED)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("endpoint", ASKED)
def test_a_phone_may_what_its_role_may(app: Flask, endpoint: str, role: Role) -> None:
    method, path, fields, expected = ASKED[endpoint]
    answer = phone(app, role).open(path, method=method, data=fields or None, headers=JSON)
    assert answer.status_code == expected[role]
    assert (expected[role] == 403) or role >= ROUTES[endpoint]
    answer.close()


@pytest.mark.parametrize("endpoint", [name for name, row in ASKED.items() if row[0] == "POST"])
def test_nothing_is_changed_without_the_forms_token(app: Flask, endpoint: str) -> None:
    method, path, fields, _ = ASKED[endpoint]
    caller = watcher(app).seated(1).steward()
    caller.token = ""
    answer = caller.open(path, method=method, data={**fields, "csrf": "0" * 32}, headers=JSON)
    assert answer.status_code == 403
    assert "too old" in answer.json["error"]


@pytest.mark.parametrize("endpoint", ASKED)
def test_every_answer_is_guarded(app: Flask, endpoint: str) -> None:
    method, path, _, _ = ASKED[endpoint]
    answer = watcher(app).open(path, method=method)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    answer.close()


def test_a_person_is_shown_the_way_in(app: Flask) -> None:
    caller = watcher(app)
    answer = caller.get("/steward", headers=PEOPLE)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/steward/enter?next=/steward")
    refused = caller.post("/api/confirm", headers=PEOPLE)
    assert refused.status_code == 403
    assert "Take a seat first." in refused.text


def test_an_application_with_an_unlisted_route_does_not_start(app: Flask) -> None:
    from web.access import guard

    other = Flask("other")
    other.add_url_rule("/secret", "secret", lambda: "")
    with pytest.raises(ValueError, match="does not list: secret"):
        guard.install(other, tuple)
