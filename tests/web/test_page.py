"""Test the main view of a table's phone in a real browser: rulings, questions, the bell, and the buttons."""

import gzip
import queue
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect

import web
from device.lab.bench.absence import WifiRelay
from tests.web.album import pictured
from tests.web.conftest import sits, watcher
from web.requests import Answer, Challenge, NotFinished, PhoneRequest, PlayerFinished, TurnOver
from web.responses import PageContext
from web.server import Server, create_app
from web.snapshot import Bell, Choice, Clause, Contested, Notice, Player, Question, Ruled, Snapshot
from web.snapshot_hub import SnapshotHub

Asked = queue.Queue[PhoneRequest]

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({type: "layout-shift", buffered: true});
window.policy = [];
addEventListener("securitypolicyviolation", (event) => window.policy.push(event.violatedDirective));
"""

COUNTED = """() => {
  window.rung = 0;
  new MutationObserver(() => window.rung++).observe(document.getElementById("bell"), {childList: true});
}"""
"""The JavaScript that counts the strokes of the bell on the page in `window.rung`. At each stroke the page
writes the bell's reason anew, which the script observes."""


@dataclass
class Phone:
    """A page with all errors that it reported and all addresses that it requested."""

    page: Page
    home: str
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def open(self) -> "Phone":
        self.page.on("console", lambda m: self.complaints.append(m.text) if m.type != "log" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.add_init_script(SHIFTS)
        self.page.goto(self.home + "join")
        sits(self.page, "Bertrand")
        expect(self.page.locator("html")).to_have_attribute("data-link", "live")
        return self


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Phone]:
    """Provide a phone of 360 by 740 pixels on the table's main view. After the test, check that the page
    reported no error and asked no other machine for anything."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, device_scale_factor=2)
    context.set_default_timeout(20_000)
    phone = Phone(context.new_page(), f"http://127.0.0.1:{server.port}/").open()
    yield phone
    context.close()
    assert phone.complaints == []
    assert [url for url in phone.asked if not url.startswith(phone.home)] == []


RULING = Ruled("legal", "SMOTHER — Ann added S and M to OTHER.", (Clause("LEX-C"),), "1:OTHER<SMOTHER", 0)


def test_a_ruling_appears_without_reloading_and_nothing_jumps(
    phone: Phone, hub: SnapshotHub, table: Snapshot, jpeg: bytes
) -> None:
    page = phone.page
    page.evaluate("window.same = true")
    assert table.picture is not None
    picture = replace(table.picture, id=8, marks=table.picture.marks[:4])
    players = (Player("Ann", 42, 4), *table.players[1:])
    hub.publish(replace(table, players=players, turn=1, ruling=RULING, picture=picture), jpeg)
    expect(page.locator(".ruled.legal .sentence")).to_have_text(RULING.sentence)
    expect(page.locator(".player.turn .name")).to_have_text("Bertrand")
    expect(page.locator(".overlay polygon")).to_have_count(4)
    assert page.locator(".frame img").evaluate("i => [i.naturalWidth, i.complete]") == [1280, True]
    pictured(page, "page")
    assert page.evaluate("[window.same, window.policy]") == [True, []]
    assert page.evaluate("window.shifts") < 0.01


def test_the_readings_lie_on_their_cards(phone: Phone, table: Snapshot) -> None:
    assert table.picture is not None
    image = phone.page.locator(".frame img").bounding_box()
    drawn = phone.page.locator(".overlay polygon").nth(10).bounding_box()
    (left, top), _, (right, bottom), _ = table.picture.marks[10].corners
    assert image is not None
    assert drawn is not None
    assert drawn["x"] == pytest.approx(image["x"] + left * image["width"], abs=2)
    assert drawn["y"] == pytest.approx(image["y"] + top * image["height"], abs=2)
    assert drawn["width"] == pytest.approx((right - left) * image["width"], abs=4)
    assert drawn["height"] == pytest.approx((bottom - top) * image["height"], abs=4)


def test_what_keeps_the_camera_from_seeing_is_named_until_it_is_mended(
    phone: Phone, hub: SnapshotHub, table: Snapshot
) -> None:
    banner = phone.page.locator(".notices")
    expect(banner).not_to_be_visible()
    spot = ((0.1, 0.2), (0.2, 0.2), (0.2, 0.4), (0.1, 0.4))
    glare = Notice("glare", "A card reflects the light.", "Move the lamp.", where=(spot,))
    dark = Notice("too dark", "It is too dark to read the cards.", "Switch a lamp on.", waits=True)
    hub.publish(replace(table, messages=replace(table.messages, notices=(dark, glare))))
    expect(banner.locator(".notice")).to_have_count(2)
    expect(banner.locator(".waits")).to_contain_text("too dark to read the cards. Switch a lamp on.")
    expect(banner.locator(".waits")).to_contain_text("Until then I rule on nothing.")
    shape = phone.page.locator(".overlay polygon.trouble").bounding_box()
    image = phone.page.locator(".frame img").bounding_box()
    assert shape is not None
    assert image is not None
    assert shape["x"] == pytest.approx(image["x"] + 0.1 * image["width"], abs=3)
    assert shape["y"] == pytest.approx(image["y"] + 0.2 * image["height"], abs=3)
    pictured(phone.page, "notices")
    hub.publish(table)
    expect(banner).not_to_be_visible()


def test_the_bell_rings_once_for_each_new_ring(phone: Phone, hub: SnapshotHub, table: Snapshot) -> None:
    bell = phone.page.locator("#bell")
    expect(bell).not_to_be_visible()
    phone.page.evaluate(COUNTED)
    rung = replace(table, hardware=replace(table.hardware, bell=Bell(2, "EXPROT isn't in the word list.")))
    hub.publish(rung)
    expect(bell).to_be_visible()
    expect(bell).to_contain_text("EXPROT isn't in the word list.")
    # News without a new ring: the page shows it, and the bell is silent.
    first, *others = table.players
    hub.publish(replace(rung, players=(replace(first, name="Zenobia"), *others)))
    expect(phone.page.get_by_text("Zenobia").first).to_be_visible()
    assert phone.page.evaluate("window.rung") == 1
    hub.publish(replace(rung, hardware=replace(rung.hardware, bell=Bell(3, "Time is up."))))
    expect(bell).to_contain_text("Time is up.")
    expect(bell).not_to_contain_text("EXPROT")
    assert phone.page.evaluate("window.rung") == 2


RISEN = "Promise.all(document.getElementById('bell').getAnimations().map((one) => one.finished))"
COVERS = """() => {
  const bell = document.getElementById("bell").getBoundingClientRect();
  const words = [...document.querySelectorAll("h1, .note, .question, .tools a")];
  const lie = words.map((one) => one.getBoundingClientRect()).filter((one) => one.height);
  const beside = (one) => one.right <= bell.left || one.left >= bell.right;
  return lie.some((one) => one.top < bell.bottom && one.bottom > bell.top && !beside(one));
}"""
"""A script that returns true if the bell's message covers a headline, a question or a sentence that says
what to do."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_the_bell_covers_no_headline_and_no_question(
    phone: Phone, hub: SnapshotHub, table: Snapshot, width: int, height: int
) -> None:
    """While the bell on the page shows why it rings, the sentence about the next step and an open question
    can still be read."""
    phone.page.set_viewport_size({"width": width, "height": height})
    asks = Question("q", "Did I miss a draw?", (Choice("0", "Yes"), Choice("1", "No")), player=1)
    notes = ("Ann has gone out!", "Photograph your hand, Bertrand.")
    for question in (None, asks):
        rings = hub.latest().snapshot.hardware.bell.rings + 1
        hub.publish(
            replace(
                table,
                question=question,
                messages=replace(table.messages, notes=notes),
                hardware=replace(table.hardware, bell=Bell(rings, f"Ring {rings}.")),
            )
        )
        expect(phone.page.locator("#bell")).to_contain_text(f"Ring {rings}.")
        expect(phone.page.get_by_text("Photograph your hand, Bertrand.")).to_be_in_viewport()
        phone.page.evaluate(RISEN)
        assert not phone.page.evaluate(COVERS)
        pictured(phone.page, f"bell-{width}-{'asks' if question else 'tells'}")


def test_a_bell_that_rings_before_the_first_news_is_heard(
    phone: Phone, hub: SnapshotHub, table: Snapshot
) -> None:
    held: list[Route] = []
    phone.page.route(re.compile("/events"), lambda route: held.append(route))
    with phone.page.expect_request(re.compile("/events")):
        phone.page.reload()
    hub.publish(
        replace(table, hardware=replace(table.hardware, bell=Bell(2, "EXPROT isn't in the word list.")))
    )
    expect(phone.page.locator("html")).not_to_have_attribute("data-link", "live")
    held.pop().continue_()
    expect(phone.page.locator("#bell")).to_contain_text("EXPROT isn't in the word list.")


def test_the_turn_is_over_with_one_tap(phone: Phone, hub: SnapshotHub, table: Snapshot, asked: Asked) -> None:
    hub.publish(replace(table, turn=1))
    phone.page.get_by_role("button", name="Turn is over").click()
    expect(phone.page.locator("#said")).to_have_text("Got it.")
    assert asked.get_nowait() == TurnOver()


def test_another_s_turn_is_named_and_asked_about_once(phone: Phone, asked: Asked) -> None:
    """It is Ann's turn, so Bertrand's phone has the button "Ann has finished". It asks once more before it
    ends her turn."""
    expect(phone.page.get_by_role("button", name="Turn is over")).to_have_count(0)
    has = phone.page.locator(".of-another")
    has.get_by_text("Ann has finished", exact=True).click()
    expect(has.get_by_text("Has Ann finished?")).to_be_visible()
    has.get_by_role("button", name="No").click()
    expect(has.get_by_text("Has Ann finished?")).not_to_be_visible()
    has.get_by_text("Ann has finished", exact=True).click()
    has.get_by_role("button", name="Yes, Ann has finished").click()
    expect(phone.page.locator("#said")).to_have_text("Got it.")
    assert asked.get_nowait() == PlayerFinished(0)


def test_a_turn_that_somebody_else_ended_is_taken_up_again(
    phone: Phone, hub: SnapshotHub, table: Snapshot, asked: Asked
) -> None:
    hub.publish(replace(table, buttons=replace(table.buttons, ended=0)))
    expect(phone.page.locator(".taken-up")).to_have_count(1)
    expect(phone.page.locator(".taken-up")).not_to_be_visible()
    hub.publish(replace(table, buttons=replace(table.buttons, ended=1)))
    expect(phone.page.locator(".taken-up")).to_contain_text("Somebody ended your turn, Bertrand.")
    phone.page.get_by_role("button", name="Yes, I am still playing").click()
    expect(phone.page.locator("#said")).to_have_text("Got it.")
    assert asked.get_nowait() == NotFinished()


def test_a_challenge_is_offered_with_its_word_and_its_player_or_not_at_all(
    phone: Phone, hub: SnapshotHub, table: Snapshot
) -> None:
    expect(phone.page.locator(".challenge summary")).to_have_text("Challenge SMOTHERED")
    phone.page.locator(".challenge summary").click()
    expect(phone.page.locator(".challenge .sheet p")).to_have_text("Challenge SMOTHERED, laid by Ann?")
    hub.publish(replace(table, buttons=replace(table.buttons, contested=Contested(("SMOTHERED",), 1))))
    expect(phone.page.locator(".challenge")).not_to_be_visible()  # a player can't challenge the own word
    hub.publish(replace(table, buttons=replace(table.buttons, may_challenge=False, contested=None)))
    expect(phone.page.locator(".challenge")).to_have_count(0)


def test_a_challenge_takes_two_taps(phone: Phone, asked: Asked) -> None:
    phone.page.locator(".challenge summary").click()
    phone.page.locator(".challenge .sheet").get_by_role("button", name="Bertrand").click()
    expect(phone.page.locator("#said")).to_have_text("Got it.")
    assert asked.get_nowait() == Challenge(1)
    expect(phone.page.locator(".challenge .sheet")).not_to_be_visible()


def test_a_question_is_answered_in_one_tap_and_moves_nothing(
    phone: Phone, hub: SnapshotHub, table: Snapshot, asked: Asked
) -> None:
    before = phone.page.locator(".ruled").bounding_box()
    choices = (Choice("exposed", "The exposed Q"), Choice("stock", "The stock"))
    hub.publish(replace(table, question=Question("q9", "Which pile did Ann draw from?", choices)))
    phone.page.get_by_role("button", name="The stock").click()
    expect(phone.page.locator("#said")).to_have_text("Got it.")
    assert asked.get_nowait() == Answer("q9", "stock")
    assert phone.page.locator(".ruled").bounding_box() == before


def test_fingers_find_every_button(phone: Phone, hub: SnapshotHub, table: Snapshot) -> None:
    hub.publish(replace(table, question=Question("q", "Well?", (Choice("a", "A"), Choice("b", "B")))))
    expect(phone.page.locator(".question")).to_be_visible()
    phone.page.locator(".challenge summary").click()
    for button in phone.page.locator("button:visible, summary:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, button.text_content()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_tap_that_changes_nothing_else_keeps_the_focus(
    phone: Phone, hub: SnapshotHub, table: Snapshot
) -> None:
    hub.publish(replace(table, turn=1))
    phone.page.get_by_role("button", name="Turn is over").focus()
    hub.publish(replace(table, turn=1, buttons=replace(table.buttons, may_challenge=False, contested=None)))
    expect(phone.page.locator(".challenge")).to_have_count(0)
    assert phone.page.evaluate("document.activeElement.textContent") == "Turn is over"


def test_a_table_out_of_reach_says_so(chromium: Browser, app: Flask) -> None:
    first = Server(app, "127.0.0.1", 0).start()
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.clock.install()
    page.goto(f"http://127.0.0.1:{first.port}/")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    context.set_offline(True)
    first.close()
    expect(page.locator("html")).to_have_attribute("data-link", "trying")
    page.clock.run_for(6000)
    expect(page.locator("#link")).to_have_text("Table out of reach")
    context.close()


def test_after_the_table_restarts_the_phone_shows_the_truth(
    phone: Phone, server: Server, table: Snapshot
) -> None:
    server.close()
    expect(phone.page.locator("html")).not_to_have_attribute("data-link", "live")
    hub = SnapshotHub(replace(table, hand=9, picture=None))
    again = Server(create_app(hub, lambda _: None, streams=4), "127.0.0.1", server.port).start()
    expect(phone.page.locator("html")).to_have_attribute("data-link", "live", timeout=20_000)
    expect(phone.page.locator(".place")).to_have_text("Hand 9")
    phone.complaints.clear()  # the browser's own message about the refused connection
    again.close()
    phone.complaints.clear()


SLEEPING = """
(asleep) => {
  const pretend = (name, value) => Object.defineProperty(document, name, {value, configurable: true});
  pretend("hidden", asleep);
  pretend("visibilityState", asleep ? "hidden" : "visible");
  document.dispatchEvent(new Event("visibilitychange", {bubbles: true}));
}
"""


def test_a_phone_that_slept_shows_the_truth(
    phone: Phone, app: Flask, hub: SnapshotHub, table: Snapshot
) -> None:
    desk: PageContext = app.extensions["page_context"]
    assert desk.stream_limit.open == 1
    phone.page.evaluate(SLEEPING, True)
    hub.publish(replace(table, hand=5))
    hub.publish(replace(table, hand=6))
    phone.page.evaluate(SLEEPING, False)
    expect(phone.page.locator(".place")).to_contain_text("Hand 6")
    expect(phone.page.locator("html")).to_have_attribute("data-link", "live")


def test_a_phone_whose_network_was_gone_shows_the_truth(
    chromium: Browser, server: Server, hub: SnapshotHub, table: Snapshot
) -> None:
    air = WifiRelay(server.port)
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{air.port}/")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    air.fade()
    context.set_offline(True)
    expect(page.locator("html")).to_have_attribute("data-link", "trying")
    hub.publish(replace(table, hand=6))
    expect(page.locator(".place")).not_to_contain_text("Hand 6", timeout=1)
    air.clear()
    context.set_offline(False)
    expect(page.locator(".place")).to_contain_text("Hand 6")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    context.close()
    air.close()


def test_two_phones_see_the_same_and_each_may_do_its_own(
    phone: Phone, chromium: Browser, app: Flask, asked: Asked
) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    other = context.new_page()
    other.goto(phone.home)
    expect(other.locator("html")).to_have_attribute("data-link", "live")
    assert other.locator(".player .name").all_text_contents() == ["Ann", "Bertrand", "Cleo"]
    expect(other.get_by_role("button", name="Turn is over")).to_have_count(0)
    other.get_by_role("link", name="Take a seat").click()
    expect(other.get_by_text("plays on another phone")).to_be_visible()
    expect(other.get_by_role("checkbox", name="Bertrand")).to_be_disabled()
    sits(other, "Ann")
    other.get_by_role("button", name="Turn is over").click()
    expect(other.locator("#said")).to_have_text("Got it.")
    assert asked.get_nowait() == TurnOver()
    context.close()


def test_a_player_is_offered_challenges_of_the_own_seat(
    phone: Phone, hub: SnapshotHub, table: Snapshot
) -> None:
    def offered() -> list[str]:
        names = phone.page.locator(".challenge .sheet button")
        return [each.inner_text() for each in names.all() if each.is_visible()]

    phone.page.locator(".challenge summary").click()
    assert offered() == ["Yes, Bertrand challenges", "No, leave it"]
    hub.publish(replace(table, players=(*table.players, Player("Dora", 5, 7)), hand=4))
    expect(phone.page.locator(".place")).to_contain_text("Hand 4")
    assert offered() == ["Yes, Bertrand challenges", "No, leave it"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(360, 740), (1920, 1080)], ids=["phone", "tv"])
def test_it_reads_well_in_every_light(
    chromium: Browser, server: Server, scheme: str, size: tuple[int, int]
) -> None:
    width, height = size
    context = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
    )
    phone = Phone(context.new_page(), f"http://127.0.0.1:{server.port}/").open()
    pictured(phone.page, f"page-{scheme}-{width}")
    worst = phone.page.evaluate(CONTRAST)
    context.close()
    assert worst["ratio"] >= 4.5, worst


CONTRAST = """
() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const lum = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (el) => {
    for (; el; el = el.parentElement) {
      const colour = rgb(getComputedStyle(el).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  let worst = {ratio: 99};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const el = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !el.checkVisibility()) continue;
    if (el.closest("svg, .unseen, .skip, #bell")) continue;
    const [a, b] = [lum(rgb(getComputedStyle(el).color)), lum(behind(el))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst.ratio) worst = {ratio, text: texts.currentNode.data.trim(), of: el.className};
  }
  return worst;
}
"""
"""The least contrast between a text and the plain colour behind it (WCAG 1.4.3)."""


@pytest.mark.parametrize("path", ["/", "/join", "/setup", "/snap", "/statistics/1"])
def test_the_whole_page_is_small(app: Flask, path: str) -> None:
    answer = watcher(app).steward().get(path)
    assert answer.status_code == 200
    page = answer.text
    named = set(re.findall(r'"/static/([^"?]+\.(?:css|js|svg|woff2))', page))
    assert {"page.css", "fonts/table-sans.woff2"} <= named
    static = Path(web.__file__).parent / "static"
    files = {name: (static / name).read_bytes() for name in named}
    sizes = {
        name: len(data if name.endswith(".woff2") else gzip.compress(data)) for name, data in files.items()
    }
    sizes["the page"] = len(gzip.compress(page.encode()))
    assert sum(sizes.values()) < 60_000, sizes
