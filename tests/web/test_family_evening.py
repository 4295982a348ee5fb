"""Test a family's first evening by taps in a browser, with photographs as the only pictures: two hands of
Lexicon, and the mishaps on the way."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from device.running.appliance import Appliance
from device.virtual.tabletop.free_places import CARD_STEP_MM
from engine.shared.scene import LyingCard
from tests.web.album import pictured
from tests.web.first import CAMERA, MOST_TAPS, played, taken, welcome


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Appliance]:
    with played(tmp_path) as table:
        yield table


@pytest.fixture
def phone(chromium: Browser, table: Appliance) -> Iterator[Page]:
    with welcome(chromium, table) as page:
        yield page


@dataclass
class Evening:
    """The one phone of a family, and the cards that lie on the table."""

    phone: Page
    words: list[str] = field(default_factory=list)
    exposed: str = "Q"
    steps: int = 0

    def shot(self, what: str) -> None:
        """Take a picture of the phone for the album."""
        self.steps += 1
        pictured(self.phone, f"family-{self.steps:02d}-{what}")

    def photographs(self, *, words: Sequence[str] | None = None, hand: str = "", exposed: str = "") -> None:
        """Send a photograph of the table. `words` are the words on it if they differ from this table's
        words, `hand` a hand that is shown face up."""
        shown = self.words if words is None else words
        picture = photograph(shown, exposed or self.exposed, hand)
        self.phone.goto("/")
        self.phone.get_by_role("link", name="Photograph").click()
        self._sent(picture)

    def sends(self) -> None:
        """Send a photograph from the page for photographs, which is already open."""
        self._sent(photograph(self.words, self.exposed))

    def _sent(self, picture: bytes) -> None:
        with self.phone.expect_file_chooser() as chosen:
            self.phone.get_by_text("Take a photograph").click()
        chosen.value.set_files({"name": "table.jpg", "mimeType": "image/jpeg", "buffer": picture})

    def totals(self, **totals: int) -> None:
        """Check the totals of players by name. Check that the page offers the next deal, as after a hand."""
        for name, total in totals.items():
            expect(self.phone.locator(".player", has_text=name).locator(".total")).to_contain_text(str(total))
        expect(self.phone.get_by_role("button", name="Deal")).to_be_visible()

    def ruled(self, *words: str) -> None:
        """Check that the sentence of the last ruling contains `words`."""
        for word in words:
            expect(self.phone.locator(".ruled")).to_contain_text(word)

    def taps(self, name: str) -> None:
        self.phone.get_by_role("button", name=name, exact=True).click()


def photograph(words: Sequence[str], exposed: str, hand: str = "") -> bytes:
    """Return a photograph: words in rows, the stock, the exposed card, and perhaps a hand face up at Zoe's
    edge."""
    cards = [LyingCard("A", 1040, 250 - n, face_up=False) for n in range(3)]
    cards += [LyingCard(exposed, 1040, 370)]
    for row, word in enumerate(words):
        x, y = 70 + 480 * (row % 2), 90 + 140 * (row // 2)
        cards += [LyingCard(card, x + n * CARD_STEP_MM, y, 0.4) for n, card in enumerate(word)]
    cards += [LyingCard(card, 300 + n * CARD_STEP_MM, 560, -0.3) for n, card in enumerate(hand)]
    return taken(cards)


def begun(evening: Evening) -> None:
    """Set up a match on the phone that scanned the program's QR code, and play until the first ruling."""
    phone = evening.phone
    phone.get_by_label("1", exact=True).click()
    phone.keyboard.type("Zoe")
    phone.keyboard.press("Enter")
    phone.keyboard.type("Ben")
    evening.shot("who")
    phone.get_by_role("link", name="Next").click()
    evening.shot("game")
    phone.get_by_role("radio", name="Words lie apart").locator("xpath=ancestor::label").click()
    evening.shot("cards")
    phone.get_by_role("radio", name="A Lexicon pack").locator("xpath=ancestor::label").click()
    evening.shot("go")
    phone.get_by_role("button", name="Begin").click()
    expect(phone.get_by_text("Ben plays.")).to_be_visible()
    evening.shot("begun")
    evening.words = ["MOTHER"]
    evening.sends()
    evening.ruled("MOTHER")
    evening.shot("first-ruling")


def first_hand(evening: Evening) -> None:
    """Play a hand in which a picture of another table is sent, a draw is forgotten and a Master is laid."""
    phone, asked = evening.phone, evening.phone.locator(".question:not([hidden])")
    evening.photographs(words=["MILLS", "HIDE"], exposed="I")
    expect(asked.locator("legend")).to_contain_text("I don't see MOTHER")
    evening.shot("another-table")
    evening.taps("It is another table. Forget this picture")
    expect(phone.locator(".seen")).to_contain_text("I have forgotten that picture")
    evening.shot("forgotten")
    evening.exposed = "K"
    evening.photographs()
    evening.ruled("Zoe", "K")
    evening.shot("discard")
    evening.words = ["MOTHER", "CAT"]
    evening.photographs()
    evening.ruled("Ben", "CAT")
    expect(phone.locator(".challenge")).not_to_be_attached()  # the table has ruled on the word
    evening.shot("ruled")
    evening.words = ["MOTHER", "CAT", "STR?DE"]
    evening.photographs()
    expect(asked).to_be_visible()
    evening.shot("master")
    evening.taps("STRIDE")
    evening.ruled("STRIDE")
    evening.shot("named")
    evening.words = ["MOTHER", "CATS", "STR?DE"]
    evening.photographs()
    expect(phone.locator(".seen")).to_contain_text("Ben has gone out!")
    evening.shot("out")
    evening.photographs(hand="AEI")
    expect(asked).to_contain_text("I see 3 of your cards, Zoe, and counted 4 during play")
    evening.shot("counting")
    evening.taps("Yes, Zoe has A, E and I")
    evening.totals(Zoe=30, Ben=0)
    evening.shot("counted")


def second_hand(evening: Evening) -> None:
    """Play a hand without a mishap."""
    phone = evening.phone
    evening.taps("Deal the next hand")
    expect(phone.locator(".place")).to_contain_text("Hand 2")
    evening.shot("second-hand")
    evening.words = []
    for word, name in (("ZEBRA", "Zoe"), ("QUID", "Ben"), ("HOUSE", "Zoe")):
        evening.words.append(word)
        evening.photographs()
        evening.ruled(name, word)
    evening.shot("out-again")
    evening.photographs(hand="AEINST")
    evening.totals(Zoe=30, Ben=54)
    evening.shot("the-end")


def test_a_familys_first_evening(phone: Page, record_property: Callable[[str, object], None]) -> None:
    began = time.monotonic()
    evening = Evening(phone)
    begun(evening)
    taps = phone.evaluate("Number(sessionStorage.getItem('taps'))")
    record_property("taps to the first ruling", taps)
    record_property("seconds to the first ruling", round(time.monotonic() - began, 1))
    assert 6 <= taps <= MOST_TAPS - CAMERA
    first_hand(evening)
    second_hand(evening)
