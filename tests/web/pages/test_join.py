import pytest
from flask import Flask

from tests.web.conftest import Keyring, watcher
from web.hub import Hub
from web.server import create_app


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("lexicon-table.local:8080", "http://lexicon-table.local:8080/"),
        ("localhost:8080", "http://192.168.7.9:8080/"),
        ("127.0.0.1", "http://192.168.7.9/"),
        ("[::1]:8080", "http://192.168.7.9:8080/"),
    ],
)
def test_another_phone_is_told_an_address_that_is_good_there(
    hub: Hub, keyring: Keyring, host: str, shown: str
) -> None:
    app = create_app(hub, lambda _: None, keys=keyring.gate, address="192.168.7.9")
    assert shown in watcher(app).get("/join", headers={"Host": host}).text


def test_the_code_is_a_picture_of_its_own(app: Flask) -> None:
    answer = watcher(app).get("/join/code.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "style=" not in answer.text
