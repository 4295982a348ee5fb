from base64 import b64decode
from typing import Final

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Browser

from tests.web.conftest import ADDRESS, Caller, Keyring, watcher
from web.server import Server, create_app
from web.snapshot_hub import SnapshotHub

PEOPLE: Final = {"Accept": "text/html"}
PIXELS: Final = """image => {
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  const brush = canvas.getContext("2d");
  brush.fillStyle = "white";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1];
}"""
"""A script that returns the picture on a page, as a PNG in base64."""


ASKED = "Which of you holds this phone?"


@pytest.mark.parametrize("path", ["/", "/snap"])
def test_the_phone_that_sets_matches_up_is_asked_once_whose_it_is(app: Flask, path: str) -> None:
    """The steward's phone has no seat, so the page asks whose phone it is. A tap on a name takes the seat
    and returns to the page."""
    assert ASKED not in watcher(app).get(path, headers=PEOPLE).text
    phone = watcher(app).steward()
    page = phone.get(path, headers=PEOPLE).text
    assert all(f">{name}</button>" in page for name in ("Ann", "Bertrand", "Cleo"))
    answer = phone.post("/join/sit", data={"seat": "1", "to": path})
    assert (answer.status_code, answer.headers["Location"]) == (303, path)
    page = phone.get("/", headers=PEOPLE).text
    assert ASKED not in page
    assert 'data-mine="1"' in page


def test_who_does_not_play_is_not_asked_again(app: Flask) -> None:
    phone = watcher(app).steward()
    phone.post("/join/sit", data={"to": "/"})
    assert ASKED not in phone.get("/", headers=PEOPLE).text


def test_another_phones_player_does_not_hold_this_one(app: Flask) -> None:
    watcher(app).seated(2)
    page = watcher(app).steward().get("/", headers=PEOPLE).text
    assert ">Ann</button>" in page
    assert ">Cleo</button>" not in page
    assert "We all share it" not in page


@pytest.mark.parametrize("to", ["https://elsewhere.example/", "//elsewhere.example", "/steward", ""])
def test_it_leads_on_to_the_table_and_nowhere_else(client: Caller, to: str) -> None:
    answer = client.knowing_its_token().post("/join/sit", data={"seat": "1", "to": to})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("lexicon-table.local:8080", "http://lexicon-table.local:8080/"),
        ("localhost:8080", "http://192.168.7.9:8080/"),
        ("127.0.0.1", "http://192.168.7.9/"),
        ("[::1]:8080", "http://192.168.7.9:8080/"),
        ("[::1]", "http://192.168.7.9/"),
        ("[fd00::5]:8080", "http://[fd00::5]:8080/"),
        ("raspberrypi:8080", "http://raspberrypi:8080/"),
    ],
)
def test_another_phone_is_told_an_address_that_is_good_there(
    hub: SnapshotHub, keyring: Keyring, host: str, shown: str
) -> None:
    app = create_app(hub, lambda _: None, keys=keyring.gate, address=lambda: "192.168.7.9")
    assert shown in watcher(app).get("/join", headers={"Host": host}).text


def test_the_address_is_the_one_that_the_table_has_now(hub: SnapshotHub, keyring: Keyring) -> None:
    now: list[str | None] = [None]
    app = create_app(hub, lambda _: None, keys=keyring.gate, address=lambda: now[0])
    for path in ("/join", "/tv", "/join/way-in"):
        now[0] = None
        page = watcher(app).get(path, headers={"Host": "localhost:8080"})
        assert "not on a network" in page.text
        assert "code.svg" not in page.text
        for address, shown in (
            ("192.168.7.9", "192.168.7.9"),
            ("10.0.0.4", "10.0.0.4"),
            ("fd00::7", "[fd00::7]"),
        ):
            now[0] = address
            text = watcher(app).get(path, headers={"Host": "localhost:8080"}).text
            assert f'<p class="address">http://{shown}:8080/</p>' in text
            assert "not on a network" not in text


def test_there_is_no_code_while_no_phone_can_reach_the_table(hub: SnapshotHub, keyring: Keyring) -> None:
    app = create_app(hub, lambda _: None, keys=keyring.gate)
    assert watcher(app).get("/join/code.svg", headers={"Host": "localhost:8080"}).status_code == 404


WIFI = "WIFI:T:WPA;S:lexicon-table-4711;P:lexicon-table;;"


def test_the_way_in_leads_through_the_table_s_own_wi_fi_while_it_has_one(
    hub: SnapshotHub, keyring: Keyring
) -> None:
    now: list[str | None] = [None]
    app = create_app(hub, lambda _: None, keys=keyring.gate, address=lambda: "10.41.0.1", wifi=lambda: now[0])
    for path in ("/join", "/tv", "/join/way-in"):
        now[0] = None
        assert "wifi.svg" not in watcher(app).get(path).text
        now[0] = WIFI
        text = watcher(app).get(path).text
        assert text.index("/join/wifi.svg") < text.index("/join/code.svg")
    now[0] = None
    assert watcher(app).get("/join/wifi.svg").status_code == 404


def test_the_code_of_the_wi_fi_can_be_scanned(hub: SnapshotHub, keyring: Keyring, chromium: Browser) -> None:
    app = create_app(hub, lambda _: None, keys=keyring.gate, wifi=lambda: WIFI)
    page = chromium.new_page(viewport={"width": 300, "height": 300}, device_scale_factor=2)
    page.set_content(watcher(app).get("/join/wifi.svg").text)
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    page.close()
    assert picture is not None
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == WIFI


def test_the_code_is_a_picture_of_its_own(app: Flask) -> None:
    answer = watcher(app).get("/join/code.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "style=" not in answer.text


def test_the_code_on_the_page_can_be_scanned(chromium: Browser, server: Server) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 1200}, device_scale_factor=2)
    page.goto(f"http://127.0.0.1:{server.port}/join")
    drawn = page.locator("img.code").evaluate(PIXELS)
    page.close()
    picture = cv2.imdecode(np.frombuffer(b64decode(drawn), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    # OpenCV's older detector misses one port's code in some three hundred.
    text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(picture)
    assert text == f"http://{ADDRESS}:{server.port}/"
