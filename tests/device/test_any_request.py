"""Test that any request to any route of a table is answered, and never with an internal error."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from device import app
from device.phones import Phones
from device.running.inbox import TimePassed
from device.settings import CameraSettings, Settings, TableSettings
from tests.web.access.test_roles import ASKED
from tests.web.conftest import Caller, Keyring, watcher
from web.page_services import PageServices
from web.server import create_app
from web.services.match_set_up import NewMatch

ODD = (
    "", " ", "nonsense", "-1", "0", "99999999999999999999", "1e300", "NaN", "\x00", "\u202e", "{x}", "%s",
    "../keys", "é" * 900, "[" * 3_000, "true", "null",
)  # fmt: skip
BODIES: tuple[bytes, ...] = (
    b"", b"[", b"[" * 4_000, b'{"a":' * 800, b"\xff\xfe", b"null", b"[]", b'"text"', b"1e999",
    b'{"player": 1e999}', b'{"player": 123456789012345678901234567890}', b'{"": ""}', b'{"by":[]}',
    b'{"question":{},"choice":{}}',
    b'{"card":"\\ud800","to":"next"}',
)  # fmt: skip


class Served:
    """A stand-in for the web server of a table: it opens no port, and gives tests a phone that calls the
    pages."""

    port = 0

    def __init__(self, phones: Phones, services: PageServices) -> None:
        self.phones, self.services = phones, services

    def close(self) -> None:
        """Close nothing."""

    def phone(self) -> Caller:
        """Return a phone with a seat and the steward's rights. Its table has a new set of keys."""
        served = create_app(self.phones.hub, self.phones.submit, keys=Keyring().gate, services=self.services)
        served.config["HEARING"] = 0.0
        return watcher(served).seated(0).steward()


@contextmanager
def playing(data: Path) -> Iterator[Served]:
    """Provide the web server of a table without a camera. A match has been set up at the table."""
    settings = Settings(table=TableSettings(pins="none", data=str(data)), camera=CameraSettings("none"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            app, "create_page_server", lambda _web, phones, _data, services, _code: Served(phones, services)
        )
        table = app.play(settings)
    there = cast(Served, table.server)
    assert there.services.set_up is not None
    there.services.set_up.begin(NewMatch("lexicon", ("Ann", "Ben")))
    while not isinstance(message := table.inbox.get(0), TimePassed):
        table.loop.handle(message)
    yield there
    table.camera.close()
    table.resources.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Provide the web server of a table at which a match has been set up."""
    with playing(tmp_path_factory.mktemp("table")) as there:
        yield there


@pytest.fixture(scope="module")
def phones(served: Served) -> list[Caller]:
    """Return a list of one phone. `steward` appends a new phone when the last one has lost its rights."""
    return [served.phone()]


@pytest.fixture
def steward(served: Served, phones: list[Caller]) -> Caller:
    """Return a phone with the steward's rights: the last of `phones`. If a request of the test has ended
    its rights, append a new phone, and return that one."""
    english = phones[-1].post("/more/language", data={"language": "en"})
    if english.status_code != 303 or phones[-1].get("/setup").status_code != 200:
        phones.append(served.phone())
    return phones[-1]


def _answered(caller: Caller, caplog: pytest.LogCaptureFixture, method: str, path: str, **how: Any) -> None:
    caplog.clear()
    answer = caller.open(path, method=method, **how)
    answer.close()
    assert answer.status_code < 500 or answer.status_code == 503, (method, path, how)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR], (method, path, how)


@pytest.mark.parametrize("endpoint", [name for name in ASKED if name != "table.events"])
def test_a_value_that_nobody_offers_is_answered(
    endpoint: str, steward: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    method, path, fields, _ = ASKED[endpoint]
    path = path.partition("?")[0]
    if method == "GET":
        where = path.rsplit("/", 1)[0]
        for odd in ODD[2:13]:
            _answered(
                steward, caplog, "GET", path, query_string=dict.fromkeys(("page", "game", "paper", "id"), odd)
            )
            _answered(steward, caplog, "GET", f"{where}/{odd.replace('%', '')}")
        return
    for odd in ODD:
        for name in {**fields, "csrf2": ""}:
            _answered(steward, caplog, method, path, data=fields | {name: odd})
        _answered(steward, caplog, method, path, json=dict.fromkeys(fields, odd))
    for body in BODIES:
        _answered(steward, caplog, method, path, data=body, content_type="application/json")
        _answered(steward, caplog, method, path, data=body, content_type="multipart/form-data; boundary=x")


SET_UP = {
    "game": "keyword", "player": ["Ann", "Ben"], "edge": ["bottom", "top"], "mode": "strict",
    "pack": "parker", "word_list": "default", "board": "", "form": "", "plurals": "", "out_at": "",
    "hands": "",
}  # fmt: skip


@pytest.mark.parametrize("option", SET_UP)
def test_no_option_of_a_new_match_is_too_odd(
    option: str, steward: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    for odd in ODD[2::3]:
        _answered(steward, caplog, "POST", "/setup", data=SET_UP | {option: odd})


def test_a_board_that_is_not_there_is_refused_in_one_line(steward: Caller) -> None:
    command = SET_UP | {"pack": "", "board": "nonsense"}
    answer = steward.post("/setup", data=command, headers={"Accept": "application/json"})
    assert 400 <= answer.status_code < 500
    assert "have that board" in answer.text


@pytest.mark.parametrize(
    "name", ["broken", "[" * 9_000, "a." * 9_000 + "a=1", "squares = 1", "x = " + "9" * 9_000]
)
def test_a_board_that_is_none_is_refused_in_one_line(steward: Caller, name: str) -> None:
    answer = steward.post("/setup/board", data={"profile": name}, headers={"Accept": "application/json"})
    assert 400 <= answer.status_code < 500
    assert answer.get_json()["error"].endswith("Compare it with the guide.")
