"""Play at the virtual table in a browser, by tapping or dragging the cards of a hand, as a person does who
sees only the page.

    python -m tests.web.by_finger --game lexicon --seed 5

The command plays one whole hand with the real reader, from the deal to the score, and reports the result.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import atan2, degrees
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import sync_playwright

from device.demo import Demo
from device.virtual.motions.board import Cell, GridPlace, cells, padded, shift, trimmed
from device.virtual.tabletop.state import Tabletop
from engine.events import HandScored, TurnFinished
from engine.moves import Discard, Pass, face, faces
from engine.notation import NotationError, parse_position, square
from engine.position import Grid, Position
from engine.shared.players import Intent, Mind, choose
from tests.web.browser import launched
from tests.web.evening import NAME, Evening, NeverError, evening


@dataclass
class Finger:
    """A simulated person at the page. It looks at the page, chooses a play, and taps or drags its cards."""

    evening: Evening
    dice: random.Random
    strength: Any = "greedy"
    refused: int = 0
    asked: int = 0
    played: list[str] = field(default_factory=list)
    means: Position = field(default_factory=Grid)
    """The position that the player wants on the table at the end of the turn."""
    blanks: dict[str, str] = field(default_factory=dict)
    """The letter of each blank that was laid but not yet told to the page, by the blank's square."""

    def turn(self) -> None:
        """Play the person's turn, from the first card moved to the ruling."""
        heard, intent = len(self._turns()), self._thought()
        self.means = intent.result
        self._lay(intent)
        unseen = isinstance(intent.move, Pass) or not self.evening.lies()["cards"]
        if unseen or self.dice.random() < 0.5:
            self.evening.says_over()
        self.evening.until(lambda: self._settled(heard), "the ruling")
        self.played.append(" ".join(self.evening.ruled[1:]))

    def _settled(self, heard: int) -> bool:
        """Answer the table's open questions to this person. Return True if the turn has been ruled on."""
        if self.evening.match.questions:
            self._answers()
        if self.blanks:
            self._tells()
        asking = self.evening.page.locator(".still button", has_text="I have finished")
        if asking.count() and asking.is_visible():
            asking.click()
            self.evening.page.wait_for_timeout(50)
            self.evening.hear()
        asked = any(one.question.player == 0 for one in self.evening.match.questions)
        return len(self._turns()) > heard and not asked and not self.blanks

    def _turns(self) -> list[TurnFinished]:
        events = self.evening.table.loop.view.referee.events
        return [event for event in events if isinstance(event, TurnFinished) and event.player == 0]

    def _answers(self) -> None:
        shown = self.evening.page.locator(".question:not([hidden]) button[name=choice]")
        asked = next((one.question for one in self.evening.match.questions if one.question.player == 0), None)
        if shown.count() and asked is not None:
            true = (n for n, text in enumerate(asked.choices) if _same(text, self.means))
            self.asked += 1
            shown.nth(next(true, 0)).click()
            self.evening.page.wait_for_timeout(50)
            self.evening.hear()

    def _tells(self) -> None:
        """Choose the square and the letter of a blank on the page, if the page offers a square of `blanks`.
        No camera sees a blank (KW-4)."""
        page = self.evening.page
        offered = page.locator("select[name=square] option").all_text_contents()
        at = next((at for at in self.blanks if at in offered), None)
        if at is not None:
            page.locator("details.naming", has=page.locator("select[name=square]")).locator("summary").click()
            page.locator("select[name=square]").select_option(at)
            page.locator("select[name=letter]").select_option(self.blanks.pop(at))
            page.get_by_role("button", name="The blank lies there").click()
            page.wait_for_timeout(50)
            self.evening.hear()

    def _thought(self) -> Intent:
        match, referee = self.evening.match, self.evening.table.loop.view.referee
        hand = "".join("?" if (c := card["letter"]) == "★" else c for card in self.evening.lies()["hand"])
        lies = match.position
        if isinstance(lies, Grid) and match.game.board is None:
            lies = _roomy(lies, self.evening.lies())
        return choose(Mind(match.game, referee.words, lies, hand), self.dice, strength=self.strength)

    def _lay(self, intent: Intent) -> None:
        if isinstance(intent.move, Discard):
            self._discard(intent.move.card, intent.move.drawn_from == "exposed")
            return
        if isinstance(intent.result, Grid):
            self._crossed(intent.result)
            return
        before, after = self.evening.match.position.lines, intent.result.lines
        for index, word in enumerate(after):
            was = before[index] if index < len(before) else ""
            if word != was and not self._written(faces(was), faces(word)):
                self.refused += 1
                self._back(str(intent))

    def _written(self, was: str, word: str) -> bool:
        """Change the word `was` on the table into `word`, card by card. Return False if the table has no
        room for it."""
        if not was:
            return all(self.evening.tap(self._held(card)) for card in word)
        if len(was) == len(word):
            return self._exchanged(was, word)
        at = 0
        for n, card in enumerate(word):
            if at < len(was) and was[at] == card and _fits(was[at:], word[n:]):
                at += 1
            elif not self._added(word[:n] + was[at:], n, card):
                return False
        return True

    def _added(self, word: str, place: int, card: str) -> bool:
        """Tap a card of the hand into `word`, at `place`. Return True if the card lies there now."""
        row = self._row(word)
        self.evening.points(row[place - 1] if place else row[0], "After it" if place else "Before it")
        return self.evening.tap(self._held(card))

    def _exchanged(self, was: str, word: str) -> bool:
        for n, (old, new) in enumerate(zip(was, word, strict=True)):
            if old != new:
                self.evening.points(self._row(word[:n] + was[n:])[n], "In its place")
                if not self.evening.tap(self._held(new)):
                    return False
        return True

    def _row(self, word: str) -> list[str]:
        """Return the names of the cards of the row that spells `word`. A card's name identifies it on the
        page."""
        lies = self.evening.lies()
        letters = {card["card"]: card["letter"] for card in lies["cards"]}
        return next(row for row in lies["rows"] if "".join(letters[name] for name in row) == word)

    def _crossed(self, after: Grid) -> None:
        """Lay the cards of a crossword play, each on its place beside those that lie there."""
        lies, match = self.evening.lies(), self.evening.match
        assert isinstance(match.position, Grid)
        old, new = cells(match.position), cells(after)
        down, right = shift(old, new) if old and not lies["squares"] else (0, 0)
        there = _lattice(lies, sorted(old), sorted(new))
        for (row, column), card in _nearest_first(new, [(r + down, c + right) for r, c in old]):
            cell = (row - down, column - right)
            if not self.evening.drag(self._held(face(card)), *there.at(cell)):
                self.refused += 1
                self._back(f"{square(row, column)} of {after.rows}")
            if card.islower() and lies["squares"]:
                self.blanks[square(row, column)] = card.upper()

    def _discard(self, card: str, take_exposed: bool) -> None:
        self.evening.page.get_by_role("button", name="Discard a card").click()
        assert self.evening.tap(self._held(card))
        if self.dice.random() < 0.7 or take_exposed:
            assert self.evening.tap("under" if take_exposed else "stock")

    def _back(self, what: str) -> None:
        raise NeverError(f"no room: {what}")

    def _held(self, card: str) -> str:
        hand = self.evening.lies()["hand"]
        return str(next(one["card"] for one in hand if one["letter"] == card))


def _roomy(grid: Grid, lies: dict[str, Any]) -> Grid:
    """Return the grid with as many empty rows and columns round it as the table has room for."""
    bare = trimmed(grid)
    taken = sorted(cells(bare))
    board = _lattice(lies, taken, taken) if taken else None
    return padded(bare, board, Tabletop(lies["width"], lies["height"]))


def _same(text: str, means: Position) -> bool:
    """Return True if the answer `text`, in notation, is the position that the player wants."""
    try:
        lies = parse_position(text)
    except NotationError:
        return False
    if isinstance(lies, Grid) and isinstance(means, Grid):
        return trimmed(lies).rows == trimmed(means).rows
    return lies == means


def _lattice(lies: dict[str, Any], old: list[Cell], new: list[Cell]) -> GridPlace:
    """Return where the squares of a crossword lie on the table. The page says where its board lies. If it
    has no board, the answer follows from where its cards lie."""
    board, lying = lies["squares"], [card for card in lies["cards"] if card["card"].startswith("table")]
    if board:
        corner = GridPlace(board["x"], board["y"], board["angle"], (board["side"], board["side"]))
        return GridPlace(*corner.at((0.5, 0.5)), board["angle"], corner.pitch)
    if not lying:
        middle = GridPlace((lies["width"] - 57) / 2, lies["height"] / 2, 0.0)
        return GridPlace(*middle.at((-new[0][0], -new[0][1])), 0.0)
    # The page does not give the angle of the crossword. The two cards farthest apart tell it best.
    cards = sorted(zip(old, lying, strict=True), key=lambda one: one[0])
    (first, a), (last, b) = cards[0], cards[-1]
    straight = GridPlace(0.0, 0.0, 0.0)
    x, y = straight.at((last[0] - first[0], last[1] - first[1]))
    turn = degrees(atan2(b["y"] - a["y"], b["x"] - a["x"]) - atan2(y, x))
    tilted = GridPlace(a["x"], a["y"], turn)
    return GridPlace(*tilted.at((-first[0], -first[1])), turn)


def _nearest_first(new: Mapping[Cell, str], old: list[Cell]) -> Iterator[tuple[Cell, str]]:
    """Yield the new cards in an order in which each one is near a card that lies already. Distant places
    are out of sight on the page."""
    lying, rest = list(old), {cell: card for cell, card in new.items() if cell not in old}
    while rest:
        near = min(rest, key=lambda at: min((abs(at[0] - r) + abs(at[1] - c) for r, c in lying), default=0))
        lying.append(near)
        yield near, rest.pop(near)


def _fits(rest: str, into: str) -> bool:
    letters = iter(into)
    return all(card in letters for card in rest)


def whole_hand(evening: Evening, seed: int, shown: Callable[[str], None] = lambda _: None) -> Finger:
    """Play a hand from the deal to the score. Call `shown` with a name at each step that is worth a
    picture."""
    evening.sits()
    shown("dealt")
    finger = Finger(evening, random.Random(seed))
    hand = evening.page.locator("#hand .face:enabled")
    while not any(isinstance(e, HandScored) for e in evening.table.loop.view.referee.events):
        evening.tick()
        if evening.match.turn == 0 and hand.count() and evening.lies()["may"]:
            finger.turn()
            shown("ruled")
    return finger


def main() -> None:
    """Play one hand with the real reader."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--game", default="lexicon")
    given.add_argument("--seed", type=int, default=5)
    given.add_argument("--picture", default="by-finger.png", help="the page at the end")
    asked = given.parse_args()
    began = time.monotonic()
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = launched(driver)
        wanted = Demo(Path(folder), asked.game, asked.seed, port=0, fps=1e6, cheat=0.0, guest=NAME)
        with evening(browser, Path(folder), wanted) as one:
            try:
                finger = whole_hand(one, asked.seed)
            finally:
                one.page.screenshot(path=asked.picture)
            click.echo("\n".join(finger.played))
            totals = dict(zip(one.match.players, one.match.scores.totals, strict=True))
            click.echo(f"{totals} {one.complaints} {time.monotonic() - began:.0f} s")
        browser.close()


if __name__ == "__main__":
    main()
