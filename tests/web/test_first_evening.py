"""Test the way from the program's code to the first ruling by taps in a browser, with photographs as the
only pictures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from device.running.appliance import Appliance
from device.virtual.tabletop.free_places import CARD_STEP_MM
from engine.shared.scene import LyingCard
from tests.web.album import pictured
from tests.web.first import CAMERA, CODE, MOST_TAPS, played, taken, welcome


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Appliance]:
    with played(tmp_path) as table:
        yield table


@pytest.fixture
def phone(chromium: Browser, table: Appliance) -> Iterator[Page]:
    with welcome(chromium, table) as page:
        yield page


def photograph(word: str) -> bytes:
    """Return a phone's photograph of the table with one word, the stock and the exposed card."""
    cards = [LyingCard("Q", 1040, 370), *(LyingCard("A", 1040, 250 - n, face_up=False) for n in range(3))]
    cards += [LyingCard(card, 200 + n * CARD_STEP_MM, 200, 0.4) for n, card in enumerate(word)]
    return taken(cards)


def test_from_the_code_to_the_first_ruling_in_ten_taps(phone: Page) -> None:
    shown = {"who": "Who is playing?", "game": "Which game?", "cards": "Which cards?", "go": "Lay the table"}

    def at(step: str) -> None:
        expect(phone.get_by_role("heading", name=shown[step])).to_be_visible()
        assert phone.locator(".step:visible").count() == 1
        pictured(phone, f"first-{step}")

    at("who")
    phone.get_by_label("1", exact=True).click()
    phone.keyboard.type("Zoe")
    phone.keyboard.press("Enter")
    phone.keyboard.type("Ben")
    phone.get_by_role("link", name="Next").click()
    at("game")
    phone.get_by_role("radio", name="Words lie apart").locator("xpath=ancestor::label").click()
    at("cards")
    phone.get_by_role("radio", name="A Lexicon pack").locator("xpath=ancestor::label").click()
    at("go")
    expect(phone.locator("#chosen")).to_contain_text("Zoe, Ben")
    phone.get_by_role("button", name="Begin").click()
    expect(phone.get_by_text("Ben plays.")).to_be_visible()
    pictured(phone, "first-begun")
    with phone.expect_file_chooser() as chosen:
        phone.get_by_text("Take a photograph").click()
    chosen.value.set_files({"name": "table.jpg", "mimeType": "image/jpeg", "buffer": photograph("MOTHER")})
    expect(phone.locator(".ruled.legal")).to_contain_text("MOTHER")
    pictured(phone, "first-ruled")
    taps = phone.evaluate("Number(sessionStorage.getItem('taps'))")
    assert 6 <= taps <= MOST_TAPS - CAMERA
    phone.get_by_role("button", name="Zoe").click()  # whoever has not answered is still asked
    expect(phone.locator(".whose")).not_to_be_attached()
    expect(phone.locator("html")).to_have_attribute("data-mine", "0")


def test_the_code_lets_one_phone_in_and_shows_the_others_the_table(
    phone: Page, chromium: Browser, table: Appliance
) -> None:
    other = chromium.new_page(base_url=f"http://127.0.0.1:{table.server.port}")
    other.goto(f"/j/{CODE}")
    expect(other.get_by_label("enter the PIN")).to_be_visible()
    other.close()
    expect(phone.get_by_role("heading", name="Who is playing?")).to_be_visible()


def test_what_was_chosen_outlasts_a_look_at_another_page(phone: Page) -> None:
    phone.get_by_label("1", exact=True).fill("Zoe")
    phone.get_by_label("2", exact=True).fill("Ben")
    phone.get_by_role("link", name="Next").click()
    phone.get_by_role("radio", name="One crossword grows").locator("xpath=ancestor::label").click()
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
