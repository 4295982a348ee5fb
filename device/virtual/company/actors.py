"""Act as the simulated players at a virtual table. They act when the table is still, and read the rulings
on their phones."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from device.records.value_files import keep
from device.virtual.company import company_state
from device.virtual.company.next_steps import CompanyStep, PlayChooser, Sitting, next_step, opening
from device.virtual.messages import CommandSender
from device.virtual.motions.motion_steps import MotionStep, withdrawal_motion
from device.virtual.pace import MATCH_REVIEW_SECONDS
from device.virtual.players_table import PlayersTable
from device.virtual.touch_moves import PERSON_SEAT
from engine.game import Game
from engine.match import Match
from engine.match.stages import first_dealer
from engine.table.commands import EndTurn, ExplainPicture, RecordEvent
from engine.turn.mismatch import PictureAnswer, possible_answers

StepFinder = Callable[[Sitting, Match, int, PlayChooser], CompanyStep | None]
"""A function that returns the next step at a virtual table, as `next_steps.next_step` does."""
MAX_RULING_SECONDS: Final = 40.0
"""Seconds without a ruling after which a player says that the turn is over. The table rules on a doubtful
play after a third of this time."""

MAX_REMEMBERED_TURNS: Final = 400
"""Maximum number of turns for which the simulated players remember the hand before the turn. A hand of play
has fewer turns."""


class CompanyPlayers:
    """The simulated players at `table`, in the state `sitting`. `chooser` chooses their plays.

    While a person plays with them, `guest_step_finder` finds their next step. `hands_by_turn` collects the
    cards that the player held before each turn, by the turn's number in the journal. Only the camera's
    thread may call a method, unless the method's docstring allows any thread.
    """

    def __init__(
        self,
        sitting: Sitting,
        table: PlayersTable,
        chooser: PlayChooser,
        *,
        guest_step_finder: StepFinder = next_step,
        hands_by_turn: dict[int, str] | None = None,
    ) -> None:
        self.sitting, self.joined = sitting, False
        self._hands_by_turn = {} if hands_by_turn is None else hands_by_turn
        self._guest_step_finder, self._hand, self._now = guest_step_finder, threading.RLock(), 0.0
        self._waiting = (
            -1,
            0.0,
        )  # the number of events, and the time since which nobody has had anything to do
        self._reaching = False  # True if the hand over the table is the person's
        self._table, self._chosen, self._sender = table, chooser, CommandSender(table.inbox)

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._table.game

    def act_if_due(self, now: float) -> None:
        """Let the simulated players take the next step that is due at the time `now` (seconds), if any."""
        with self._hand:
            self._now = now
            self._act(now)

    def table_state(self) -> tuple[Sitting, bool]:
        """Return the players' state, and True if a simulated player's hand is over the table. Any thread may
        call this."""
        with self._hand:
            return self.sitting, self._others_at_work()

    def join(self, joins: bool) -> None:
        """If `joins` is true, let a person play the seat `PERSON_SEAT`. Otherwise give the seat back to its
        simulated player.

        If the person has moved cards without ending the turn, the cards go back. Any thread may call this.
        """
        with self._hand:
            is_leaving, before = self.joined and not joins and self.sitting.waits, self.sitting.before
            self.joined = joins
            if is_leaving and before is not None:
                company = replace(before, turn=self.sitting.company.turn + 1)
                leaves = withdrawal_motion(self.sitting.company.top, company.top)
                self._take(CompanyStep(Sitting(company), leaves), self.sitting.heard, self._now)

    def touch(self, act: Callable[[Sitting], Sitting]) -> Sitting:
        """Apply the person's action `act` to the players' state, and return the new state. While another hand
        is over the table, return the state unchanged.

        The camera sees the person's arm leave. Raise the errors of `act`. Any thread may call this.
        """
        with self._hand:
            if not self._others_at_work():
                before, after = self.sitting, act(self.sitting)
                keep(self._table.file, after)
                self.sitting, self._reaching = after, True
                leaves = withdrawal_motion(before.company.top, after.company.top)
                self._table.cards.perform(leaves, after.company.top, self._now)
            return self.sitting

    def _others_at_work(self) -> bool:
        return not self._reaching and self._table.cards.busy(self._now)

    def _act(self, now: float) -> None:
        referee = self._table.watch()
        event_count = len(referee.events)
        if self._table.cards.busy(now) or self._sender.awaits_answer(event_count, now):
            return
        if referee.match is None:
            self._open_match(event_count, now)
        elif referee.match.scores.winners is not None:
            self._sit_down_again(referee.match, event_count, now)
        elif step := self._step_finder(self.sitting, referee.match, event_count, self._chosen):
            self._remember_hand(referee.match)
            self._take(step, event_count, now)
        elif referee.asks_if_finished and self._is_simulated(referee.match):
            self._sender.send((EndTurn(),), event_count, now)
        elif referee.unmatched is not None and not self.joined:
            self._sender.send(
                (ExplainPicture(_picture_answer(possible_answers(referee.unmatched.why))),), event_count, now
            )
        elif self.sitting.before is not None and not self.joined:
            self._wait(event_count, now)

    @property
    def _step_finder(self) -> StepFinder:
        return self._guest_step_finder if self.joined else next_step

    def _is_simulated(self, match: Match) -> bool:
        """Return True if a simulated player is on turn, not a person."""
        return not self.joined or match.turn != PERSON_SEAT

    def _wait(self, event_count: int, now: float) -> None:
        """End a simulated player's turn if the table has not noticed the turn for MAX_RULING_SECONDS."""
        if self._waiting[0] != event_count:
            self._waiting = (event_count, now)
        elif now - self._waiting[1] > MAX_RULING_SECONDS:
            self._waiting = (event_count, now)
            self._sender.send((EndTurn(),), event_count, now)

    def _remember_hand(self, match: Match) -> None:
        """Remember the hand that the player held before the turn that was just finished."""
        before, last = self.sitting.before, match.last
        if before is not None and last is not None and last.event >= self.sitting.heard:
            self._hands_by_turn[last.event] = before.hands[last.player]
            for old in sorted(self._hands_by_turn)[:-MAX_REMEMBERED_TURNS]:
                del self._hands_by_turn[old]

    def _take(self, step: CompanyStep, event_count: int, now: float) -> None:
        sitting = (
            step.sitting if step.sitting.before is not None else replace(step.sitting, heard=event_count)
        )
        keep(self._table.file, sitting)
        self.sitting = sitting
        if step.motion:
            self._reaching = False
            self._table.cards.perform(step.motion, step.sitting.company.top, now)
        if step.commands:
            self._sender.send(step.commands, event_count, now)

    def _open_match(self, event_count: int, now: float) -> None:
        opened = opening(self.sitting, self._table.game.name, self._table.options)
        self._sender.send((RecordEvent(opened),), event_count, now)

    def _sit_down_again(self, last: Match, event_count: int, now: float) -> None:
        """Begin another match with the same players. First they look at the winner and clear the table."""
        if self.sitting.fresh:
            self._open_match(event_count, now)
            self.sitting = replace(self.sitting, fresh=False)
            return
        company = self.sitting.company
        dealer = first_dealer(last, self._table.game, company.names)
        again = company_state.seated(self._table.game, company.names, company.seed + 1, dealer)
        motion = (
            MotionStep(MATCH_REVIEW_SECONDS, company.top),
            *company_state.clearing_motion(company),
            MotionStep(1.0, again.top),
        )
        self._take(CompanyStep(Sitting(again, fresh=True), motion), event_count, now)


def _picture_answer(answers: Sequence[PictureAnswer]) -> PictureAnswer:
    """Return the players' answer about a picture that does not fit the match: "still there" if `answers`
    offers it, otherwise "another table"."""
    return "still there" if "still there" in answers else "another table"
