"""The patience player at work: acts when the table is still, and learns the rulings as a phone shows them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from device.records.keeping import keep
from device.running.inbox import Inbox
from device.running.referee import Referee
from device.running.wishes import Over, Said
from device.virtual.alone.solitary import Alone, Solitary, next_step, opening, sat_down
from device.virtual.hands.handling import Beat
from device.virtual.pace import AFTER_A_MATCH
from device.virtual.top.table import VirtualTable
from device.virtual.voice import Voice
from engine.game import Game
from engine.words import WordList


class Loner:
    """The player who plays the patience `solitary` on `table`.

    The patience is kept in `file` before any of it is seen; `cheat` is the chance of a fault. `watch` returns
    the referee as the phones show it. All methods are for the camera's thread.
    """

    def __init__(
        self,
        solitary: Solitary,
        table: VirtualTable,
        *,
        game: Game,
        words: WordList,
        cheat: float,
        inbox: Inbox,
        watch: Callable[[], Referee],
        file: Path,
    ) -> None:
        self.solitary = solitary
        self._table, self._game, self._words, self._cheat = table, game, words, cheat
        self._voice, self._watch, self._file = Voice(inbox), watch, file

    def live(self, now: float) -> None:
        """Do the next thing that is due at `now`, if any."""
        referee = self._watch()
        heard = len(referee.events)
        if self._table.busy(now) or self._voice.waits(heard, now):
            return
        match = referee.match
        if match is None or (match.winners is not None and self.solitary.turn == 0):
            self._voice.say((Said(opening(self.solitary, self._game.name, {})),), heard, now)
        elif match.winners is not None:
            self._take(self._another(), heard, now)
        elif step := next_step(self.solitary, match, heard, self._words, self._cheat):
            self._take(step, heard, now)
        elif referee.asking:
            self._voice.say((Over(),), heard, now)

    def _take(self, step: Alone, heard: int, now: float) -> None:
        solitary = step.solitary if step.solitary.undo is not None else replace(step.solitary, heard=heard)
        keep(self._file, solitary)
        self.solitary = solitary
        if step.beats:
            self._table.perform(step.beats, step.solitary.top, now)
        if step.wishes:
            self._voice.say(step.wishes, heard, now)

    def _another(self) -> Alone:
        """Deal again, after a look at the end of this patience."""
        old = self.solitary
        again = sat_down(self._game, self._words, old.name, old.seed + 1)
        return Alone(again, (Beat(AFTER_A_MATCH, old.top), Beat(1.0, again.top)))
