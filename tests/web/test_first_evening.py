"""From the code that the program shows to the first ruling, by finger, with photographs alone."""

import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from device.app import play
from device.running.appliance import Appliance
from device.running.inbox import Stop
from device.settings import CameraSettings, GameSettings, Settings, TableSettings, WebSettings
from device.virtual.top.spread import PITCH
from engine.scene import Lying, Scene
from vision.render.table import virtual_table

CODE: Final = "an-invitation"
MOST_TAPS: Final = 10
CAMERA: Final = 2
"""Taps in the phone's own camera: the shutter, and that the photograph is to be used."""
COUNTED: Final = """
addEventListener("click", (event) => event.detail > 0 && counted(), true);
addEventListener("keydown", (event) => event.key === "Enter" && counted(), true);
function counted() {
  sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps") ?? 0) + 1);
}
"""
"""Counts what a person taps, the return key too; what the browser makes of a tap on a label counts once."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Appliance]:
    """The program as `lexicon-table play --camera none --pins none` starts it, on a disk with nothing on it,
    but for the patience: a test has no time for that."""
    settings = Settings(
        game=GameSettings(patience=0.0),
        table=TableSettings(pins="none", data=str(tmp_path)),
        camera=CameraSettings("none"),
        web=WebSettings("127.0.0.1", 0),
    )
    table, up = play(settings, invitation=CODE), threading.Event()
    running = threading.Thread(target=table.run, args=(lambda _port: up.set(),), daemon=True)
    running.start()
    assert up.wait(60)
    yield table
    table.inbox.put(Stop())
    running.join(60)
    assert not running.is_alive()


@pytest.fixture
def phone(chromium: Browser, table: Appliance) -> Iterator[Page]:
    """A phone that has just read the code with its camera."""
    complaints: list[str] = []
    home = f"http://127.0.0.1:{table.server.port}"
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, base_url=home)
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.add_init_script(COUNTED)
    page.goto(f"/steward/invited/{CODE}")
    yield page
    context.close()
    assert complaints == []


def photograph(word: str) -> bytes:
    """The table with one word on it, the stock and the exposed card, as a phone takes it."""
    cards = [Lying("Q", 1040, 370), *(Lying("A", 1040, 250 - n, face_up=False) for n in range(3))]
    cards += [Lying(card, 200 + n * PITCH, 200, 0.4) for n, card in enumerate(word)]
    shot = virtual_table((1600, 900), 3, "classic")(Scene(1100, 618.75, tuple(cards)), 1)
    data = BytesIO()
    Image.fromarray(np.ascontiguousarray(shot[:, :, ::-1])).save(data, "JPEG", quality=90)
    return data.getvalue()


def test_from_the_code_to_the_first_ruling_in_ten_taps(phone: Page, tmp_path: Path) -> None:
    shown = {"who": "Who is playing?", "game": "Which game?", "cards": "Which cards?", "go": "Lay the table"}

    def at(step: str) -> None:
        expect(phone.get_by_role("heading", name=shown[step])).to_be_visible()
        assert phone.locator(".step:visible").count() == 1
        phone.screenshot(path=tmp_path / f"{step}.png")

    at("who")
    phone.get_by_label("1", exact=True).click()
    phone.keyboard.type("Zoe")
    phone.keyboard.press("Enter")
    phone.keyboard.type("Ben")
    phone.get_by_role("link", name="Next").click()
    at("game")
    phone.get_by_role("radio", name="Words lie apart").click(force=True)
    at("cards")
    phone.get_by_role("radio", name="A Lexicon pack").click(force=True)
    at("go")
    expect(phone.locator("#chosen")).to_contain_text("Zoe, Ben")
    phone.get_by_role("button", name="Begin").click()
    expect(phone.get_by_text("Ben plays.")).to_be_visible()
    with phone.expect_file_chooser() as chosen:
        phone.get_by_text("Take a photograph").click()
    chosen.value.set_files({"name": "table.jpg", "mimeType": "image/jpeg", "buffer": photograph("MOTHER")})
    expect(phone.locator(".ruled.legal")).to_contain_text("MOTHER")
    phone.screenshot(path=tmp_path / "ruled.png")
    taps = phone.evaluate("Number(sessionStorage.getItem('taps'))")
    assert 6 <= taps <= MOST_TAPS - CAMERA


def test_the_code_lets_one_phone_in_and_shows_the_others_the_table(
    phone: Page, chromium: Browser, table: Appliance
) -> None:
    other = chromium.new_page(base_url=f"http://127.0.0.1:{table.server.port}")
    other.goto(f"/steward/invited/{CODE}")
    expect(other.get_by_label("PIN")).to_be_visible()
    other.close()
    expect(phone.get_by_role("heading", name="Who is playing?")).to_be_visible()


def test_what_was_chosen_outlasts_a_look_at_another_page(phone: Page) -> None:
    phone.get_by_label("1", exact=True).fill("Zoe")
    phone.get_by_label("2", exact=True).fill("Ben")
    phone.get_by_role("link", name="Next").click()
    phone.get_by_role("radio", name="One crossword grows").click(force=True)
    phone.get_by_role("link", name="Photograph your own cards").click()
    expect(phone.get_by_role("heading", name="Your own deck")).to_be_visible()
    phone.goto("/setup#go")
    expect(phone.locator("#chosen")).to_contain_text("Zoe, Ben")
    expect(phone.locator("#chosen")).to_contain_text("Crossword Lexicon")


def test_cards_are_printed_from_the_phone(phone: Page) -> None:
    phone.goto("/setup#cards")
    with phone.expect_download() as downloading:
        phone.get_by_role("link", name="Print a pack A PDF").click()
    assert Path(downloading.value.path()).read_bytes().startswith(b"%PDF")
