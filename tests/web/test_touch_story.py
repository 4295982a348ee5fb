"""A person plays at the virtual table in a browser: cards dragged there are rendered, read and ruled on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from device.app import Demo, demo
from device.hardware.camera import Frame
from device.running.appliance import Appliance
from device.running.inbox import Tick

MOST = 200
"""Frames, half a second apart, within which everybody else has played."""


@dataclass
class Evening:
    """A table whose clock the test turns, and the phone of the person who plays there."""

    table: Appliance
    page: Page
    now: list[float]
    frames: Iterator[Frame]
    complaints: list[str] = field(default_factory=list)

    def until(self, done: Callable[[], bool]) -> None:
        """Time passes until `done`, with everybody else at play."""
        for _ in range(MOST):
            if done():
                return
            self.now[0] += 0.5
            self.table.inbox.put(next(self.frames))
            while not isinstance(message := self.table.inbox.get(0), Tick):
                self.table.loop.handle(message)
        raise AssertionError("it never happened")

    @property
    def ruled(self) -> tuple[int, str, str]:
        """Who played last, what, and how that was ruled."""
        match = self.table.loop.view.referee.match
        last = None if match is None else match.last
        return (-1, "", "") if last is None else (last.player, last.move, last.ruling)

    def drag(self, letter: str, x: float, y: float) -> None:
        """A card of the hand dragged to a point of the page."""
        with self.page.expect_response("**/touch/move") as answered:
            card = self.page.locator("#hand .face", has_text=letter).first.bounding_box()
            assert card is not None
            mouse = self.page.mouse
            mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
            mouse.down()
            mouse.move(x - 30, y, steps=3)
            mouse.move(x, y, steps=3)
            mouse.up()
        assert answered.value.status == 200

    def lay(self, word: str) -> None:
        """`word` laid in the middle of the table, in one row, and said to be the turn."""
        felt = self.page.locator("#felt").bounding_box()
        assert felt is not None
        pitch = felt["width"] / 1100 * 60
        for n, letter in enumerate(word):
            self.drag(letter, felt["x"] + felt["width"] * 0.3 + n * pitch, felt["y"] + felt["height"] * 0.8)
        before = self.table.loop.view.picture
        self.until(lambda: self.table.loop.view.picture > before + 3)
        self.page.get_by_role("button", name="Turn is over").click()
        self.until(lambda: self.ruled[0] == 0)


@pytest.fixture
def evening(chromium: Browser, tmp_path: Path) -> Iterator[Evening]:
    now = [0.0]
    table = demo(Demo(tmp_path, seed=5, port=0, fps=1e6, cheat=0.0, guest="Zoe"), clock=lambda: now[0])
    page = chromium.new_page(viewport={"width": 1000, "height": 740})
    evening = Evening(table, page, now, table.camera.frames())
    page.on("console", lambda said: evening.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: evening.complaints.append(str(fault)))
    table.server.start()
    yield evening
    page.close()
    table.server.close()
    table.opened.close()


@pytest.mark.parametrize(("word", "ruling", "left"), [("OIL", "legal", 7), ("KPL", "illegal", 10)])
def test_a_word_laid_by_dragging_is_read_and_ruled_on(
    evening: Evening, word: str, ruling: str, left: int
) -> None:
    page, home = evening.page, f"http://127.0.0.1:{evening.table.server.port}"
    evening.until(lambda: evening.ruled[0] == 2)
    page.goto(f"{home}/touch")
    page.get_by_role("button", name="Play as Zoe").click()
    hand = page.locator("#hand .face")
    evening.until(lambda: hand.count() == 10 and hand.first.is_enabled())
    evening.lay(word)
    assert evening.ruled == (0, f"+{word}", ruling)
    expect(page.locator(f".ruled.{ruling}")).to_contain_text(word)
    evening.until(lambda: hand.count() == left)
    assert evening.complaints == []
