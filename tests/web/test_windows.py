"""Test many windows of one browser at once. The browser opens at most six connections to the table, but
every window shows changes and answers taps."""

import queue
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Keyring, sits
from web.requests import PhoneRequest, TurnOver
from web.server import Server, create_app
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub

MANY = 7


@pytest.fixture
def wishes() -> "queue.Queue[PhoneRequest]":
    """Return the queue of the phones' requests to the table."""
    return queue.Queue()


@pytest.fixture
def windows(chromium: Browser, hub: SnapshotHub, wishes: "queue.Queue[PhoneRequest]") -> Iterator[list[Page]]:
    """Provide several visible windows of the browser on one phone. The phone has Ann's seat."""
    server = Server(create_app(hub, wishes.put, keys=Keyring().gate), "127.0.0.1", 0).start()
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    home = f"http://127.0.0.1:{server.port}"
    page = context.new_page()
    page.goto(f"{home}/join")
    sits(page, "Ann")
    page.close()
    opened = []
    for _ in range(MANY):
        opened.append(context.new_page())
        opened[-1].goto(home)
    yield opened
    context.close()
    server.close()


def test_every_window_is_live(windows: list[Page], hub: SnapshotHub, table: Snapshot) -> None:
    for hand in (5, 6):
        hub.publish(replace(table, hand=hand))
        for page in windows:
            expect(page.locator(".place")).to_contain_text(f"Hand {hand}")
            expect(page.locator("html")).to_have_attribute("data-link", "live")


def test_every_window_answers_a_tap(windows: list[Page], wishes: "queue.Queue[PhoneRequest]") -> None:
    for page in windows:
        page.get_by_role("button", name="Turn is over").click()
        expect(page.locator("#said")).not_to_be_empty()
        assert wishes.get(timeout=20) == TurnOver()
