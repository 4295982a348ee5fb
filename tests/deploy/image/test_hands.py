"""Test the image's trial of power cuts while people play. A stand-in replaces the emulated machine. Each
time its page is read, one more event has been written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deploy.image import hands
from deploy.image.guest import Guest
from deploy.image.hands import SimulatedPlayers
from engine.events import AnyEvent, TurnFinished
from engine.match import fold
from tests.deploy.image.test_cuts import events, written

__all__ = ["events"]

FIRST = 3
"""The number of events on the memory card before play begins. The last of these events is the first turn."""


class Played(Guest):
    """A stand-in for the emulated machine. Its table plays the game of `events`. After a power cut the card
    holds the first `kept(n)` events of the `n` that were written."""

    def __init__(self, folder: Path, events: tuple[AnyEvent, ...], kept: Callable[[int], int]) -> None:
        super().__init__(folder, folder / "key", 0)
        self.events, self.kept = events, kept
        self.number = self.card = self.saved = FIRST
        self.starts = 0

    def switch_on(self, *, from_saved: bool = False) -> None:
        self.starts += not from_saved
        self.number = self.saved if from_saved else self.card

    def save(self) -> None:
        self.saved = self.card = self.number

    def cut_power(self) -> None:
        self.card = self.kept(self.number)

    def state(self) -> dict[str, Any]:
        self.number += 1
        assert self.number <= len(self.events), "the game is over"
        match = fold(self.events[: self.number])
        assert match is not None
        turn = max(
            number
            for number, event in enumerate(self.events[: self.number], 1)
            if isinstance(event, TurnFinished)
        )
        totals = [{"total": total} for total in match.scores.totals]
        return {"hand": match.hand.number, "history": [{"event": turn}], "players": totals}

    def wait(self, what: str, there: Callable[[], object], *, timeout_seconds: float = 0) -> float:
        while not there():
            pass
        return 60.0


def cut(guest: Played, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, dict[str, Any]]:
    def copy_from_card(_: Path, __: Path, ___: str, target: Path) -> None:
        (target / "hands").mkdir()
        written(guest.events[: guest.card], target / "hands/journal.db")

    monkeypatch.setattr(hands, "copy_from_card", copy_from_card)
    return SimulatedPlayers(guest).power_cuts(4, 2, 0.0, seed=1)


def test_cuts_that_take_nothing_are_counted(
    events: tuple[AnyEvent, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Played(tmp_path, events, kept=lambda number: number)
    good, found = cut(guest, monkeypatch)
    assert good
    assert (found["cuts"], found["starts"], guest.starts) == (4, 2, 2)
    assert found["eventful"] == 2  # two of the four cuts come before the first look
    assert found["events"] >= found["turns"] >= 2


def test_a_card_that_lacks_a_shown_turn_fails_the_trial(
    events: tuple[AnyEvent, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, found = cut(Played(tmp_path, events, kept=lambda _: FIRST), monkeypatch)
    assert not good
    assert found["lost"] > 0
