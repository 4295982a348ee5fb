"""Choose the lamp's signal for the state of the table."""

from collections.abc import Callable
from typing import Final

from device.hardware.lamps import Lamp, Light
from device.running.loop import TableView
from engine.match import LastTurn, Match
from engine.shared.condition import forbids_rulings

RULING_SECONDS: Final = 5.0
"""Seconds for which a ruling is shown: enough for a player to look up, and over before the next turn is
ruled on."""


class LampSignal:
    """Make `lamp` show the state of the table, such as the last ruling. `watch` returns the table's
    present view."""

    name = "The lamp"

    def __init__(self, lamp: Lamp, watch: Callable[[], TableView]) -> None:
        self._lamp, self._watch = lamp, watch
        self._last: LastTurn | None = None
        self._since = 0.0

    def update(self, now: float) -> None:
        """Make the lamp show the state of the table at the time `now`, seconds."""
        view = self._watch()
        match = view.referee.match
        last = None if match is None else match.last
        if last != self._last:
            self._last, self._since = last, now
        self._lamp.show(light_for(view, now - self._since), now)


def light_for(view: TableView, seconds: float) -> Light:
    """Return the lamp's signal for `view`, whose last turn finished `seconds` ago. A signal that
    asks people to act has priority."""
    if view.troubles or forbids_rulings(view.conditions):
        return "trouble"
    match = view.referee.match
    if match is None:
        return "dark"
    if match.rejected_position is not None:
        return "illegal"
    if view.referee.proposal is not None:
        return "open"
    ruled = _ruling_light(match) if seconds < RULING_SECONDS else "dark"
    return "look" if ruled == "dark" and match.question is not None else ruled


def _ruling_light(match: Match) -> Light:
    """Return the light for the last turn's ruling. A word that only a challenge can reject has no
    ruling before the challenge."""
    last = match.last
    if last is None or (match.game.challenges.mode == "challenge" and last.verdict is None and last.stands):
        return "dark"
    if last.verdict is not None:
        return "legal" if last.verdict == "word good" else "illegal"
    return "look" if last.ruling == "unclear" else last.ruling
