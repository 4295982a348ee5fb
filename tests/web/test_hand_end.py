"""Test the message at the end of a hand, and the cheer for a good play, on phones. Each is animated once,
covers nothing else, and does not come back after a tap has hidden it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.album import pictured
from tests.web.conftest import sits
from web.server import Server
from web.snapshot import Account, Praise, Snapshot, Summary
from web.snapshot_hub import SnapshotHub

OVER = Summary(
    "57",
    3,
    "Ann has gone out!",
    accounts=(Account(0, 0, 42), Account(2, 35, 138), Account(1, 80, 167)),
    best="QUaRTZ",
    by=1,
    missed=("Bertrand could have played QUARTZITES (98 points) on turn 2, instead of discarding.",),
    known=True,
)
CHEER = Praise("56", "Ann has won a Master!")


@pytest.fixture
def between(table: Snapshot) -> Snapshot:
    """Return the snapshot `table` as it is after a hand, with the hand's summary."""
    return replace(
        table,
        turn=None,
        buttons=replace(table.buttons, may_confirm=False, may_challenge=False, contested=None),
        scores=replace(table.scores, summary=OVER),
    )


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    home = f"http://127.0.0.1:{server.port}"
    context = chromium.new_context(viewport={"width": 390, "height": 844}, base_url=home)
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.goto("/join")
    sits(page, "Bertrand")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    yield page
    context.close()


def test_who_plays_here_is_told_the_end_of_a_hand_as_well(
    page: Page, hub: SnapshotHub, between: Snapshot
) -> None:
    page.goto("/play-here")
    panel = page.locator(".summary")
    expect(panel).to_have_count(0)
    hub.publish(between)
    expect(panel.locator("summary b")).to_have_text("Ann has gone out!")
    expect(panel.locator(".away li")).to_have_css("opacity", "1")
    panel.scroll_into_view_if_needed()
    pictured(page, "play-here-hand-end")
    panel.get_by_text("Hide").click()
    expect(panel.locator(".accounts")).not_to_be_visible()


def test_the_end_of_a_hand_is_told_above_everything_else_until_the_next(
    page: Page, hub: SnapshotHub, table: Snapshot, between: Snapshot
) -> None:
    panel = page.locator(".summary")
    expect(panel).to_have_count(0)
    hub.publish(between)
    expect(panel.locator("summary b")).to_have_text("Ann has gone out!")
    expect(panel.locator(".accounts li")).to_have_text(["Ann0", "Cleo+35", "Bertrand+80"])
    expect(panel.locator(".best .card.master")).to_have_text("A")
    expect(panel.locator(".away li")).to_have_text(list(OVER.missed))
    expect(page.get_by_role("button", name="Deal the next hand")).to_be_visible()
    above, scores = panel.bounding_box(), page.locator("#scores").bounding_box()
    assert above is not None
    assert scores is not None
    assert above["y"] + above["height"] <= scores["y"]
    pictured(page, "hand-over")
    hub.publish(table)
    expect(panel).to_have_count(0)


def test_what_was_hidden_stays_hidden_on_this_phone_and_the_next_hand_is_shown(
    page: Page, hub: SnapshotHub, between: Snapshot
) -> None:
    hub.publish(between)
    panel = page.locator(".summary")
    panel.locator("summary").click()
    expect(panel).not_to_have_attribute("open", "")
    hub.publish(
        replace(
            between,
            messages=replace(between.messages, saw=("I see CAT.",)),
            scores=replace(between.scores, summary=replace(OVER, looking=True)),
        )
    )
    expect(panel).not_to_have_attribute("open", "")
    page.reload()
    expect(panel).not_to_have_attribute("open", "")
    expect(panel.get_by_text("Show")).to_be_visible()
    panel.locator("summary").click()
    page.reload()
    expect(panel).to_have_attribute("open", "")
    hub.publish(
        replace(
            between,
            scores=replace(between.scores, summary=replace(OVER, id="91", headline="Cleo has gone out!")),
        )
    )
    expect(panel).to_have_attribute("open", "")
    expect(panel.locator("summary b")).to_have_text("Cleo has gone out!")


def test_a_cheer_is_animated_once_and_stays_to_be_read(page: Page, hub: SnapshotHub, table: Snapshot) -> None:
    hub.publish(replace(table, messages=replace(table.messages, praise=CHEER)))
    line = page.locator(".praise")
    expect(line).to_have_text("★Ann has won a Master!★")
    expect(line).to_have_class("praise fresh")
    assert line.evaluate("p => getComputedStyle(p).animationName") == "cheer"
    page.reload()
    expect(line).to_have_text("★Ann has won a Master!★")
    expect(line).to_have_class("praise")
    hub.publish(replace(table, messages=replace(table.messages, praise=replace(CHEER, id="77"))))
    expect(line).to_have_class("praise fresh")


def test_a_cheer_lies_over_no_button(page: Page, hub: SnapshotHub, table: Snapshot) -> None:
    page.emulate_media(reduced_motion="reduce")  # its final place, as it grows a little on the way
    hub.publish(replace(table, messages=replace(table.messages, praise=CHEER)))
    expect(page.locator(".praise")).to_have_class("praise fresh")
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    covered = page.evaluate(
        """() => {
          const a = document.querySelector(".praise").getBoundingClientRect();
          return [...document.querySelectorAll("main button, main summary, main a")].filter((one) => {
            const b = one.getBoundingClientRect();
            const beside = b.left >= a.right || a.left >= b.right;
            return one.checkVisibility() && b.width && !beside && b.top < a.bottom && a.top < b.bottom;
          }).map((one) => one.outerHTML);
        }"""
    )
    assert covered == []
    assert page.locator(".praise").evaluate("p => getComputedStyle(p).position") == "static"


def test_reduced_motion_is_respected(page: Page, hub: SnapshotHub, table: Snapshot) -> None:
    page.emulate_media(reduced_motion="reduce")
    hub.publish(replace(table, messages=replace(table.messages, praise=CHEER)))
    line = page.locator(".praise")
    expect(line).to_have_class("praise fresh")
    assert line.evaluate("p => getComputedStyle(p).animationName") == "none"
