"""Test a person at the virtual table in a browser: cards dragged there are rendered, read and ruled on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from device.demo import Demo
from tests.web.evening import NAME, Evening, evening


@pytest.fixture
def table(chromium: Browser, tmp_path: Path) -> Iterator[Evening]:
    asked = Demo(tmp_path, seed=5, port=0, fps=1e6, cheat=0.0, guest=NAME)
    with evening(chromium, tmp_path, asked) as found:
        yield found


def laid(table: Evening, word: str) -> None:
    """Tap the letters of `word` in the person's hand, and end the turn. Wait for its ruling."""
    for letter in word:
        held = next(card["card"] for card in table.lies()["hand"] if card["letter"] == letter)
        assert table.tap(held)
    table.says_over()
    table.until(lambda: table.ruled[0] == 0)


@pytest.mark.parametrize(("word", "ruling", "left"), [("OIL", "legal", 7), ("KPL", "illegal", 10)])
def test_a_word_laid_by_dragging_is_read_and_ruled_on(
    table: Evening, word: str, ruling: str, left: int
) -> None:
    table.until(lambda: table.ruled[0] == 2)
    table.sits()
    page, hand = table.page, table.page.locator("#hand .face")
    table.until(lambda: hand.count() == 10 and hand.first.is_enabled())
    laid(table, word)
    assert table.ruled == (0, f"+{word}", ruling)
    expect(page.locator(f".ruled.{ruling}")).to_contain_text(word)
    expect(page.locator("#hint")).to_contain_text("Waiting for")  # although the cards lie as before
    table.until(lambda: hand.count() == left)
    assert table.complaints == []
