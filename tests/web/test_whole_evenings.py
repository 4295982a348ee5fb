"""Test whole hands by taps in a browser: a person at the demo's table. A patience and a party have
photographs as their only pictures."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from device.demo import Demo
from device.running.appliance import Appliance
from device.virtual.tabletop.free_places import CARD_STEP_MM
from engine.events import HandDealt, MatchSetUp, TimeUp
from engine.position import FACE_DOWN
from engine.shared.scene import LyingCard
from engine.table.commands import GoOn, RecordEvent
from engine.table.referee import Referee
from engine.words import WordList
from tests.device.running.test_apart import Told
from tests.engine.conftest import Laid
from tests.engine.test_explain_patiences import columns as columns_seen
from tests.web.album import pictured
from tests.web.by_finger import whole_hand
from tests.web.evening import NAME, evening
from tests.web.first import played, taken, welcome
from web import proposal_views

HIGH: Final = 92.0
"""The distance from one card of a column to the card below it, mm."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Appliance]:
    with played(tmp_path) as table:
        yield table


@pytest.fixture
def phone(chromium: Browser, table: Appliance) -> Iterator[Page]:
    with welcome(chromium, table) as page:
        yield page


class Album:
    """Pictures of a phone, step by step, for people to look at."""

    def __init__(self, phone: Page, name: str) -> None:
        self._phone, self._name, self._count = phone, name, 0

    def shot(self, what: str) -> None:
        self._count += 1
        pictured(self._phone, f"{self._name}-{self._count:02d}-{what}")


def sits_down(phone: Page, names: Sequence[str], game: str) -> None:
    """Set a match up: enter the names, choose the game and the first pack offered, and begin."""
    phone.get_by_label("1", exact=True).click()
    for name in names:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    phone.get_by_role("link", name="Next").click()
    phone.locator(f'input[name="game"][value="{game}"]').locator("xpath=ancestor::label").click()
    expect(phone.get_by_role("heading", name="Which cards?")).to_be_visible()
    phone.goto("/setup#go")
    expect(phone.locator("#chosen")).to_contain_text(", ".join(names))


def sent(phone: Page, cards: Sequence[LyingCard]) -> None:
    """Send a photograph of these cards from the page for photographs."""
    if not phone.url.endswith("/snap"):
        phone.goto("/")
        phone.get_by_role("link", name="Photograph").click()
    with phone.expect_file_chooser() as chosen:
        phone.get_by_text("Take a photograph").click()
    chosen.value.set_files({"name": "table.jpg", "mimeType": "image/jpeg", "buffer": taken(cards)})


def test_a_person_plays_a_whole_hand_of_the_demo(chromium: Browser, tmp_path: Path) -> None:
    asked = Demo(tmp_path, seed=5, port=0, fps=1e6, cheat=0.0, guest=NAME)
    with evening(chromium, tmp_path, asked) as found:
        album = Album(found.page, "demo")
        finger = whole_hand(found, 5, album.shot)
        album.shot("scored")
        assert finger.played
        assert finger.refused == 0
        assert found.complaints == []


def columns(*lines: str) -> list[LyingCard]:
    """Return cards that lie in columns, the top card of a column first. `#` is a card face down."""
    return [
        LyingCard(card, 120 + 110 * n, 80 + HIGH * row, face_up=card != FACE_DOWN)
        for n, line in enumerate(lines)
        for row, card in enumerate(line)
    ]


def in_hand(cards: str) -> list[LyingCard]:
    return [LyingCard(card, 100 + n * CARD_STEP_MM, 560, -0.3) for n, card in enumerate(cards)]


def test_a_patience_is_laid_and_played(phone: Page) -> None:
    album = Album(phone, "patience")
    sits_down(phone, ["Zoe"], "word-solitaire")
    album.shot("go")
    phone.get_by_role("button", name="Begin").click()
    album.shot("begun")
    sent(phone, columns(*"TABLESOM"))
    expect(phone.get_by_role("button", name="Still winnable?")).to_be_visible()  # the deal has been read
    album.shot("dealt")
    # No card is turned up yet: the deal counts as laid out, and no player has passed.
    expect(phone.locator(".ruled")).to_contain_text("Nobody has played yet")
    expect(phone.locator(".cards")).to_contain_text("Turned up")
    expect(phone.locator(".seen")).to_contain_text("The cards are laid out. The patience begins.")
    lines = ["TO", *"ABLESOM"]
    sent(phone, columns(*lines))  # turned up and placed since the last photograph
    expect(phone.locator(".ruled.legal")).to_contain_text("Zoe played O to place 1.")
    album.shot("placed")
    for n in range(len(lines)):
        lines[n] += FACE_DOWN
        sent(phone, columns(*lines))
        expect(phone.locator(".ruled.legal")).to_contain_text(f"Zoe closed column {n + 1}.")
        expect(phone.locator(".seen")).not_to_contain_text("Nothing has changed")
    expect(phone.locator(".summary")).to_contain_text("The last column is closed. The game is over.")
    expect(phone.get_by_role("button", name="Next match")).to_be_visible()
    album.shot("over")


def test_a_challenge_where_the_players_watch_the_words(phone: Page) -> None:
    """In challenge mode the page says what a challenge costs before a player makes one."""
    album = Album(phone, "challenge")
    sits_down(phone, ["Zoe", "Ben"], "lexicon")
    phone.get_by_text("Rules of this evening").click()
    phone.locator('input[name="mode"][value="challenge"]').locator("xpath=ancestor::label").click()
    phone.get_by_role("button", name="Begin").click()
    phone.get_by_role("button", name="We all share it").click()
    word = [LyingCard(card, 70 + n * CARD_STEP_MM, 90) for n, card in enumerate("MOTHER")]
    piles = [*(LyingCard("A", 1040, 250 - n, face_up=False) for n in range(3)), LyingCard("Q", 1040, 370)]
    sent(phone, [*word, *piles])
    expect(phone.locator(".seen")).to_contain_text("I see MOTHER")
    phone.get_by_role("button", name="Turn is over").click()
    expect(phone.locator(".ruled.played")).to_contain_text("Ben played MOTHER")
    phone.locator(".challenge summary").click()
    expect(phone.locator(".challenge .stakes")).to_contain_text(
        "it stands: 10 penalty points for the challenger"
    )
    album.shot("offered")
    phone.get_by_role("button", name="Yes, Zoe challenges").click()
    expect(phone.locator(".ruled")).to_contain_text(
        "Zoe challenged MOTHER. It stands. 10 penalty points for Zoe."
    )
    expect(phone.locator(".challenge")).not_to_be_attached()
    album.shot("settled")


def test_a_party_hand(phone: Page, table: Appliance) -> None:
    album = Album(phone, "party")
    sits_down(phone, ["Zoe", "Ben", "Cora", "Dan"], "lexicon-party")
    album.shot("go")
    phone.get_by_role("button", name="Begin").click()
    phone.get_by_role("button", name="We all share it").click()
    album.shot("begun")
    word = [LyingCard(card, 70 + n * CARD_STEP_MM, 90) for n, card in enumerate("MOTHER")]
    piles = [*(LyingCard("A", 1040, 250 - n, face_up=False) for n in range(3)), LyingCard("Q", 1040, 370)]
    sent(phone, [*word, *piles])
    expect(phone.locator(".seen")).to_contain_text("I see MOTHER")
    album.shot("laid")
    phone.get_by_role("button", name="Turn is over").click()
    expect(phone.locator(".ruled")).to_contain_text("Ben played MOTHER")
    album.shot("ruled")
    table.inbox.put(RecordEvent(TimeUp()))
    expect(phone.locator(".reckoned")).to_contain_text("Everybody lays the cards left face up")
    album.shot("bell")
    phone.get_by_role("button", name="Score the hand").click()
    expect(phone.locator(".seen")).to_contain_text("The cards of Zoe, Ben, Cora and Dan aren't counted yet")
    album.shot("to-be-counted")
    for name, hand in (("Ben", "AEIO"), ("Zoe", "BCDFGHLNPR"), ("Cora", "STUVWXYZAE")):
        # One phone goes from player to player. Each hand lies at the lower edge of its photograph.
        if name == "Cora":
            phone.goto("/snap")
            expect(phone.locator(".lead")).to_contain_text("Still to be counted: the cards of Cora and Dan.")
            album.shot("whose-is-missing")
        sent(phone, [*word, *piles, *in_hand(hand)])
        if name != "Ben":  # only he has four cards, and the others have equal numbers
            phone.get_by_role("button", name=f"They are {name}'s").click()
        counted = phone.locator(".reckoned li", has_text=name)
        expect(counted).not_to_contain_text("not counted yet")
        album.shot(f"counted-{name}")
    sent(phone, [*word, *piles, *in_hand("AILNORSTEU")])
    expect(phone.locator(".reckoned")).to_contain_text("Score cards")
    phone.goto("/party")
    for name in ("Zoe", "Ben", "Cora", "Dan"):
        phone.get_by_role("button", name=f"Initial the score of {name}").click()
    album.shot("initialled")
    phone.goto("/")
    expect(phone.get_by_role("button", name="Deal the next hand")).to_be_visible()
    for name, total in (("Zoe", 62), ("Ben", 38), ("Cora", 66), ("Dan", 86)):
        expect(phone.locator(".player", has_text=name).locator(".total")).to_contain_text(str(total))
    album.shot("scored")


def test_what_is_laid_out_for_a_patience_is_nobodys_pass() -> None:
    told = Told(Referee(WordList.of(["CAT"]), by_photograph=True))
    told.says(RecordEvent(MatchSetUp("word-solitaire", ("Zoe",))), RecordEvent(HandDealt()))
    told.shows(columns_seen(Laid(random.Random(1)), list("TABLESOM")).seen())
    making = proposal_views.proposed_play(told.match, told.referee.proposal)
    assert making is not None
    assert making.text.startswith("The patience is being laid out.")
    assert "tap “Turn is over”" in making.text


def test_after_a_patience_the_one_button_lays_out_the_next() -> None:
    told = Told(Referee(WordList.of(["CAT"]), by_photograph=True))
    told.says(RecordEvent(MatchSetUp("word-solitaire", ("Zoe",))), GoOn())
    assert told.of(HandDealt) == [HandDealt()]
    assert told.match.turn == 0


def test_what_the_set_up_would_refuse_is_said_at_its_step(phone: Page) -> None:
    phone.goto("/setup")
    names = phone.locator('input[name="player"]')
    for name, told in (("", "Write down who plays."), ("Zoe", "Two players are called Zoe.")):
        names.nth(0).fill(name)
        if name:
            names.nth(1).fill(name)
        phone.locator("#who").get_by_role("link", name="Next").click()
        expect(phone.locator("#wrong-who")).to_contain_text(told)
        expect(phone.get_by_role("heading", name="Who is playing?")).to_be_visible()
    names.nth(0).fill("Ian")
    names.nth(1).fill("lan")
    names.nth(1).blur()
    expect(phone.locator("#wrong-who")).to_contain_text(
        "Ian and lan look alike"
    )  # the hand has not continued yet
    names.nth(1).fill("Ben")
    expect(phone.locator("#wrong-who")).to_be_hidden()
    phone.locator("#who").get_by_role("link", name="Next").click()
    phone.locator('input[name="game"][value="word-solitaire"]').locator("xpath=ancestor::label").click()
    expect(phone.locator("#wrong-game")).to_contain_text("another number of players")
    phone.locator('input[name="game"][value="lexicon"]').locator("xpath=ancestor::label").click()
    expect(phone.get_by_role("heading", name="Which cards?")).to_be_visible()
