"""Provide a table with the test's clock, and the phone of a person who plays there, for stories in a
browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from device.demo import Demo, demo
from device.hardware.camera import Frame
from device.running.appliance import Appliance
from device.running.inbox import TimePassed
from engine.match import Match
from engine.notation import format_position

MOST: Final = 400
"""The greatest number of frames to wait for an event."""
STEP: Final = 0.5
"""The time from one frame to the next on the table's clock, seconds."""
NAME: Final = "Zoe"
SHOWN: Final = """([x, y]) => {
    const at = new DOMPoint(x, y).matrixTransform(document.getElementById("felt").getScreenCTM());
    return [at.x, at.y];
}"""
"""The JavaScript that converts a place on the virtual table, in millimetres, to a place on the page, in
pixels."""
SHOWS: Final = """(names) => {
    const shown = document.querySelectorAll('[data-card^="hand"], [data-card^="table"]');
    return Array.from(shown, (card) => card.dataset.card).sort().join() === names.sort().join();
}"""
"""A script that returns true if the page shows these cards and no others."""


class NeverError(AssertionError):
    """An awaited event did not happen."""


@dataclass
class Evening:
    """A running table on the test's clock, and the phone of a person who plays at it."""

    table: Appliance
    page: Page
    now: list[float]
    frames: Iterator[Frame]
    complaints: list[str] = field(default_factory=list)

    @property
    def match(self) -> Match:
        """The match as the table knows it."""
        match = self.table.loop.view.referee.match
        assert match is not None
        return match

    @property
    def ruled(self) -> tuple[int, str, str]:
        """The last turn: its player, its move and its ruling."""
        match = self.table.loop.view.referee.match
        last = None if match is None else match.last
        return (-1, "", "") if last is None else (last.player, last.move, last.ruling)

    def tick(self) -> None:
        """Handle one frame, and all messages that follow."""
        self.now[0] += STEP
        self.table.inbox.put(next(self.frames))
        self.hear()

    def hear(self) -> None:
        """Let the table's loop handle all messages in its inbox."""
        while not isinstance(message := self.table.inbox.get(0), TimePassed):
            self.table.loop.handle(message)

    def until(self, done: Callable[[], bool], what: str = "it") -> None:
        """Let time pass, while the others play, until `done` returns True. Raise NeverError after `MOST`
        frames. `what` names the event in the error."""
        for _ in range(MOST):
            if done():
                return
            self.tick()
        raise NeverError(f"{what} never happened: {self.ruled}, {format_position(self.match.position)}")

    def sits(self) -> None:
        """Take the person's seat with the phone."""
        self.until(lambda: self.table.loop.view.referee.match is not None)
        self.page.goto(f"http://127.0.0.1:{self.table.server.port}/play-here")
        self.page.get_by_role("button", name=f"Play as {NAME}").click()
        self.page.locator("#hand").wait_for()

    def lies(self) -> dict[str, Any]:
        """Return the person's hand and the cards on the virtual table, as the page for play by touch gets
        them."""
        told: dict[str, Any] = self.page.evaluate("fetch('/play-here/table').then((answer) => answer.json())")
        return told

    def tap(self, card: str) -> bool:
        """Tap the card of this name, which goes to the next free place of the page. Return True if it has
        moved."""
        return self.moved(self.page.locator(f'[data-card="{card}"]').click)

    def points(self, card: str, side: str = "") -> None:
        """Tap a card on the page of the table, then the button named `side`, such as the one for "to the
        right of this card". Without `side` no button is tapped."""
        self.page.locator(f'[data-card="{card}"]').click()
        if side:
            self.page.get_by_role("button", name=side).click()

    def drag(self, card: str, x: float, y: float) -> bool:
        """Drag the card of this name to (x, y), in millimetres of the table. Return True if it has moved."""
        at = self.page.evaluate(SHOWN, [x, y])
        return self._dragged(card, at[0], at[1])

    def into_hand(self, card: str) -> bool:
        """Drag a card from the table into the hand."""
        box = self.page.locator("#hand").bounding_box()
        assert box is not None
        return self._dragged(card, box["x"] + 8, box["y"] + box["height"] - 6)

    def moved(self, does: Callable[[], None]) -> bool:
        """Call `does`, which moves a card on the page. Return True if the table accepted the move. Wait
        until the page shows it, so that the next tap hits."""
        with self.page.expect_response("**/play-here/move") as answered:
            does()
        if answered.value.status != HTTPStatus.OK:
            return False
        lies = answered.value.json()
        names = [card["card"] for card in [*lies["hand"], *lies["cards"]]]
        self.page.wait_for_function(SHOWS, arg=[name for name in names if name.startswith(("hand", "table"))])
        return True

    def _dragged(self, card: str, x: float, y: float) -> bool:
        element = self.page.locator(f'[data-card="{card}"]')
        element.scroll_into_view_if_needed()
        box, mouse = element.bounding_box(), self.page.mouse
        assert box is not None

        def drag() -> None:
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            mouse.down()
            mouse.move(x - 12, y - 9, steps=2)
            mouse.move(x, y, steps=2)
            mouse.up()

        return self.moved(drag)

    def says_over(self) -> None:
        """Wait until the cards have been read, then press the button "Turn is over"."""
        for _ in range(3):
            self.tick()
        self.until(lambda: self.table.loop.view.reading is not None, "a still picture")
        if self.match.turn == 0:
            self.page.get_by_role("button", name="Turn is over").click()
            self.hear()


@contextmanager
def evening(browser: Browser, data: Path, asked: Demo, **virtual: Any) -> Iterator[Evening]:
    """Provide a demo with a person who plays on a phone."""
    now = [0.0]
    table = demo(asked, clock=lambda: now[0], **virtual)
    page = browser.new_page(viewport={"width": 390, "height": 844})
    found = Evening(table, page, now, table.camera.frames())
    page.on("console", lambda said: found.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: found.complaints.append(str(fault)))
    table.server.start()
    try:
        yield found
    finally:
        page.close()
        table.server.close()
        table.resources.close()
