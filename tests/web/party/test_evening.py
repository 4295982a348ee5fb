"""Test a party of three hands in a browser, on one player's phone and a steward's, and the pages that
everybody may see."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from engine.party import TableReady
from tests.web.party.conftest import SECRET
from tests.web.party.evening import at, count, everybody_ready, initial, played, row
from tests.web.party.folded import FoldedRoom
from tests.web.test_access_for_all import violations
from web.party import broadcast
from web.party.codes import address
from web.server import Server

PHONE, SCREEN = (390, 844), (1920, 1080)
LATER = 10_000
"""The time after which a page surely says that the party is out of reach, milliseconds."""


class Room:
    """A browser with the pages of a party. It counts the taps."""

    def __init__(self, chromium: Browser, server: Server) -> None:
        self.home = f"http://127.0.0.1:{server.port}"
        self._chromium = chromium
        self.taps = 0

    def page(self, path: str, size: tuple[int, int] = PHONE) -> Page:
        """Open a page at this path, as a new phone or a new screen does."""
        viewport: Any = {"width": size[0], "height": size[1]}
        context = self._chromium.new_context(
            viewport=viewport, color_scheme="light", service_workers="block", locale="en-GB"
        )
        page = context.new_page()
        page.clock.install()  # which goes on by itself, and lets a test hurry the page's own timers
        page.goto(self.home + path)
        return page

    def player(self, room: FoldedRoom, table: int, seat: int) -> Page:
        """Open a new phone, scan the table's code, and confirm the name of the player at this seat. Return
        the page."""
        page = self.page(address(SECRET, "table", table))
        page.get_by_role("checkbox", name=room.latest().party.names[row(room, table)[seat]]).check()
        page.get_by_role("button", name="That is me").click()
        expect(page.get_by_role("heading", name="Go to your seat")).to_be_visible()
        return page

    def tap(self, page: Page, button: str) -> None:
        """Tap a button once."""
        self.taps += 1
        page.get_by_role("button", name=button).first.click()


@pytest.fixture
def pages(chromium: Browser, server: Server) -> Iterator[Room]:
    """Provide a browser with the pages of a party, and close its windows at the end."""
    yield Room(chromium, server)
    for context in chromium.contexts:
        context.close()


def heading(page: Page, text: str) -> None:
    """Check that the phone's current task has this heading."""
    expect(page.locator(".task h2").first).to_have_text(text)


def test_a_players_phone_and_a_stewards_through_three_hands(
    app: Flask, room: FoldedRoom, pages: Room
) -> None:
    mine, me = pages.player(room, 0, 0), row(room, 0)[0]
    steward = pages.page(address(SECRET, "steward", 0))
    for number in (1, 2, 3):
        table, seat = next((t, r.index(me)) for t, r in enumerate((row(room, 0), row(room, 1))) if me in r)
        other = 1 - table
        expect(mine.locator(".where")).to_contain_text(f"Table {table + 1}")
        expect(steward.locator(".held")).to_contain_text(f"Table {table + 1}")
        pages.tap(mine, "We are ready")
        expect(mine.locator(".task .done")).to_have_text("Your table is ready.")
        expect(mine.locator("#region-waits")).to_have_text("The bell waits for 1 table.")
        assert at(app, room, other).tap("/ready", round=number, ready="true").status_code == 202
        heading(mine, "Get ready")
        room.turn(2)
        heading(mine, "Play")
        expect(mine.locator("#clock")).to_have_text("7:00")
        expect(mine.locator("#bell.rung")).to_contain_text("The hand begins.")

        mine.get_by_text("Call the steward").first.click()
        mine.get_by_label("Which word?").fill("kiten")
        mine.locator(".who label").nth(0).click()
        mine.locator(".call button.main").click()
        pages.taps += 3
        expect(mine.locator(".called .open")).to_contain_text("The steward comes.")
        expect(steward.locator(".prepared")).to_contain_text("KITEN isn't in the word list.")
        steward.locator(".verdicts .main").click()
        expect(steward.locator(".task h2")).to_have_text("No calls")
        expect(mine.locator(".called .misspelt")).to_contain_text("No fine.")

        room.turn(420)
        heading(mine, "What does your hand count?")
        mine.locator(f".task [name=points-{seat}]").fill("3")
        pages.tap(mine, "Write my points")
        heading(mine, "Written down")
        third = (seat + 1) % 4
        others = {f"points-{one}": 20 + one for one in range(4) if one != seat}
        assert at(app, room, table, third).tap("/count", round=number, **others).status_code == 202
        heading(mine, "Check your neighbour's score")
        pages.tap(mine, "I have checked it")
        heading(mine, "Your part is done")
        initial(app, room, table)
        heading(mine, "Your table is done")
        expect(steward.locator(".held")).to_contain_text(f"Table {other + 1}")
        count(app, room, other, 9, 10, 11, 12)
        initial(app, room, other)
    heading(mine, "The party is over")
    expect(mine.locator(".task .where b")).to_have_text("Place 1")
    heading(steward, "The party is over")
    assert room.latest().party.rounds[-1].over
    assert pages.taps <= 3 * 6  # ready, call (three), points, initials


def test_a_phone_rings_by_the_hubs_clock_before_it_is_told_so(
    app: Flask, room: FoldedRoom, pages: Room
) -> None:
    mine = pages.player(room, 0, 0)
    expect(mine.locator("html")).to_have_attribute("data-link", "live")
    everybody_ready(app, room)
    expect(mine.locator("#bell.rung")).to_contain_text("The hand begins.")
    expect(mine.locator("#clock")).to_contain_text("6:5")
    heading(mine, "Get ready")  # the room's own clock stands still


def test_what_is_typed_stays_while_others_tap(app: Flask, room: FoldedRoom, pages: Room) -> None:
    mine = pages.player(room, 0, 0)
    everybody_ready(app, room)
    room.turn(500)
    mine.locator(".task [name=points-0]").fill("17")
    at(app, room, 0, 2).tap("/count", round=1, **{"points-2": 8})
    expect(mine.locator(".far .count")).to_have_text("8 points")
    expect(mine.locator(".task [name=points-0]")).to_have_value("17")


def test_a_tap_out_of_reach_is_kept_and_sent_later(room: FoldedRoom, pages: Room) -> None:
    mine = pages.player(room, 0, 0)
    expect(mine.locator("html")).to_have_attribute("data-link", "live")
    mine.context.set_offline(True)
    mine.get_by_role("button", name="We are ready").click()
    expect(mine.locator("form[data-kept]")).to_be_visible()
    mine.clock.fast_forward(LATER)
    expect(mine.locator(".out-of-reach")).to_be_visible()
    assert not room.latest().party.card(1, 0).ready
    mine.context.set_offline(False)
    expect(mine.locator(".task .done")).to_contain_text("Your table is ready.")
    assert sum(isinstance(one, TableReady) for one in room.facts) == 1


def test_a_tap_that_no_hub_takes_is_kept_and_sent_later(
    room: FoldedRoom, pages: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "KEEPALIVE_S", 0.5)  # the page sends it when it next hears of the machine
    mine = pages.player(room, 0, 0)
    expect(mine.locator("html")).to_have_attribute("data-link", "live")
    room.away = True
    mine.get_by_role("button", name="We are ready").click()
    expect(mine.locator("form[data-kept]")).to_be_visible()
    room.away = False
    room.turn(1)
    expect(mine.locator(".task .done")).to_contain_text("Your table is ready.")


def test_axe_finds_nothing_on_any_page_by_day_and_by_night(app: Flask, room: FoldedRoom, pages: Room) -> None:
    shows = {"/": pages.player(room, 0, 0), "/tv": pages.page("/tv", SCREEN)}
    shows["/steward"] = pages.page(address(SECRET, "steward", 0))
    found = dict[str, list[str]]()

    def looked(stage: str, *paths: str) -> None:
        for path in paths:
            page = shows.get(path, shows["/steward"])
            found[f"{stage} {path}"] = violations(page, pages.home + path, ("light", "dark"))

    looked("ready", *shows)
    everybody_ready(app, room)
    at(app, room, 0).tap("/call", round=1, word="kiten", by=0, against=1)
    room.turn(3)
    looked("play", *shows)
    room.turn(500)
    looked("count", "/", "/tv")
    count(app, room, 0, 5, 5, 7, 30)
    looked("initial", "/", "/steward")
    initial(app, room, 0)
    looked("cut", "/", "/steward")
    at(app, room, 0).tap("/cut", round=1, table=0, how="app")
    count(app, room, 1, 9, 10, 11, 12)
    initial(app, room, 1)
    looked("next", "/standings", "/help", "/find?q=a", "/steward/scores", address(SECRET, "table", 0))
    played(app, room)
    played(app, room)
    looked("end", "/", "/tv")
    assert {where: broken for where, broken in found.items() if broken} == {}


def test_axe_finds_nothing_where_a_host_sets_up(chromium: Browser, server_before: Server) -> None:
    pages = Room(chromium, server_before)
    host = pages.page(address(SECRET, "host"))
    host.get_by_label("Who comes?").press_sequentially("Ann\nBen\nAnn\nCleo\nDora")
    expect(host.locator("#people .wrong").last).to_contain_text("Ann is there twice.")
    host.get_by_role("button", name="Begin the party").click()
    expect(host.locator(".wrong").first).to_contain_text("Ann is there twice.")
    assert violations(host, f"{pages.home}/host") == []
    host.get_by_label("Who comes?").fill("Ann\nBen\nCleo\nDora")
    host.get_by_role("button", name="Begin the party").click()
    expect(host.locator(".held")).to_contain_text("Table 1")
    host.context.close()
