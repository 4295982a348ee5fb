"""Simulate a patience from a camera's view to its end. Compare the referee's records with the true cards."""

from dataclasses import dataclass

from device.lab.simulation.attending import Look
from device.lab.simulation.watched import Rulings, WatchedTable
from device.virtual.patience.patience_state import (
    PatienceState,
    PatienceStep,
    agrees_where_visible,
    deal_patience,
    next_step,
    opening,
)
from device.virtual.tabletop.state import Tabletop
from engine.events import PositionCorrected, TurnFinished
from engine.game import Game
from engine.table.commands import RecordEvent
from engine.words import WordList


@dataclass(slots=True)
class PatienceResults(Rulings):
    """The results of a simulated patience, with the rulings on its turns."""

    corrected: int = 0
    """The number of times that the player had to correct the position in the records."""
    looks: int = 0
    """The number of times that the reader looked at the table."""
    won: bool = False
    """True if the patience was won."""
    over: bool = False
    """True if the patience has ended."""
    score: int = 0
    """The final score in the referee's records."""


def play_alone(
    game: Game, words: WordList, look: Look, seed: int, *, cheat: float = 0.0, max_steps: int = 1000
) -> PatienceResults:
    """Play one patience to its end, or for at most `max_steps` steps. `look` reads the table. `cheat` is the
    probability that the player breaks a rule on purpose."""
    table = _PatienceTable(game, words, look, deal_patience(game, words, "Anne", seed), cheat)
    return table.play(max_steps)


class _PatienceTable:
    """A simulated patience: its true state, and the watcher whose records are compared with this state."""

    def __init__(
        self, game: Game, words: WordList, look: Look, at_table: PatienceState, cheat: float
    ) -> None:
        self._account = PatienceResults()
        self._words, self._solitary, self._cheat = words, at_table, cheat
        self._watched = WatchedTable(words, look, self._account, self)
        self._watched.handle_command(RecordEvent(opening(at_table, game.name, {})))

    @property
    def honest(self) -> bool:
        return self._solitary.honest

    @property
    def over(self) -> bool:
        return self._watched.match.scores.winners is not None

    @property
    def top(self) -> Tabletop:
        return self._solitary.top

    def play(self, max_steps: int) -> PatienceResults:
        self._watched.follow(max_steps=max_steps)
        match, account = self._watched.match, self._account
        account.over, account.won, account.score = (
            match.over,
            match.scores.winners == (0,),
            match.scores.totals[0],
        )
        account.looks = self._watched.looks
        return account

    def act_next(self) -> bool:
        watched = self._watched
        step = next_step(self._solitary, watched.match, watched.event_count, self._words, self._cheat)
        if step is not None:
            self._act(step)
        return step is not None

    def check_turn(self, event: TurnFinished) -> None:
        at_table = self._solitary
        if at_table.undo is None:
            self._watched.note_slip("a turn nobody played", event.move)
        else:
            is_read_right = agrees_where_visible(self._watched.match.position, at_table.at)
            self._watched.count_ruling(event, at_table.deed, is_read_right=is_read_right)

    def _act(self, step: PatienceStep) -> None:
        self._solitary = step.at_table
        self._watched.watch(*step.motion)
        for command in step.commands:
            if isinstance(command, RecordEvent) and isinstance(command.event, PositionCorrected):
                self._account.corrected += 1
            self._watched.handle_command(command)
