"""Act as the patience player, who acts when the table is still, and reads the rulings on a phone."""

from dataclasses import replace

from device.records.value_files import keep
from device.virtual.messages import CommandSender
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.pace import MATCH_REVIEW_SECONDS
from device.virtual.patience.patience_state import (
    PatienceState,
    PatienceStep,
    deal_patience,
    next_step,
    opening,
)
from device.virtual.players_table import PlayersTable
from engine.table.commands import EndTurn, RecordEvent
from engine.words import WordList


class PatienceActor:
    """The simulated player of the patience `at_table` on `table`. `cheat` is the probability of a wrong
    move.

    Only the camera's thread may call the methods.
    """

    def __init__(
        self, at_table: PatienceState, table: PlayersTable, *, words: WordList, cheat: float
    ) -> None:
        self.at_table = at_table
        self._table, self._words, self._cheat, self._sender = table, words, cheat, CommandSender(table.inbox)

    def act_if_due(self, now: float) -> None:
        """Let the simulated player take the next step that is due at the time `now` (seconds), if any."""
        referee = self._table.watch()
        event_count = len(referee.events)
        if self._table.cards.busy(now) or self._sender.awaits_answer(event_count, now):
            return
        match = referee.match
        if match is None or (match.scores.winners is not None and self.at_table.turn == 0):
            self._sender.send(
                (RecordEvent(opening(self.at_table, self._table.game.name, {})),), event_count, now
            )
        elif match.scores.winners is not None:
            self._take(self._next_match(), event_count, now)
        elif step := next_step(self.at_table, match, event_count, self._words, self._cheat):
            self._take(step, event_count, now)
        elif referee.asks_if_finished:
            self._sender.send((EndTurn(),), event_count, now)

    def _take(self, step: PatienceStep, event_count: int, now: float) -> None:
        at_table = (
            step.at_table if step.at_table.undo is not None else replace(step.at_table, heard=event_count)
        )
        keep(self._table.file, at_table)
        self.at_table = at_table
        if step.motion:
            self._table.cards.perform(step.motion, step.at_table.top, now)
        if step.commands:
            self._sender.send(step.commands, event_count, now)

    def _next_match(self) -> PatienceStep:
        """Deal another patience, after a pause at the end of this one."""
        old = self.at_table
        again = deal_patience(self._table.game, self._words, old.name, old.seed + 1)
        return PatienceStep(again, (MotionStep(MATCH_REVIEW_SECONDS, old.top), MotionStep(1.0, again.top)))
