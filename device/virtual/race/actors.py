"""Act as the racers. They act when the table is still, and read the rulings on their phones."""

from dataclasses import replace

from device.records.value_files import keep
from device.virtual.messages import CommandSender
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.pace import MATCH_REVIEW_SECONDS
from device.virtual.players_table import PlayersTable
from device.virtual.race.next_steps import RaceSitting, RaceSkill, RaceStep, next_step, opening
from device.virtual.race.race_state import begin_race
from engine.match import Match
from engine.match.stages import first_dealer
from engine.table.commands import RecordEvent


class Racers:
    """The simulated players of the race `racing` at the virtual table `table`. `skill` decides how they
    choose their plays.

    Only the camera's thread may call the methods.
    """

    def __init__(self, racing: RaceSitting, table: PlayersTable, skill: RaceSkill) -> None:
        self.racing = racing
        self._table, self._skill, self._sender = table, skill, CommandSender(table.inbox)

    def act_if_due(self, now: float) -> None:
        """Let the simulated players take the next step that is due at the time `now` (seconds), if any."""
        referee = self._table.watch()
        event_count, match = len(referee.events), referee.match
        if self._table.cards.busy(now) or self._sender.awaits_answer(event_count, now):
            return
        if match is None or (match.over and self.racing.fresh):
            self._sender.send(
                (RecordEvent(opening(self.racing, self._table.game.name, {})),), event_count, now
            )
        elif step := next_step(replace(self.racing, fresh=False), match, event_count, self._skill):
            self._take(step, event_count, now)
        elif match.over:
            self._take(self._next_match(match), event_count, now)

    def _take(self, step: RaceStep, event_count: int, now: float) -> None:
        racing = step.racing if step.racing.before is not None else replace(step.racing, heard=event_count)
        keep(self._table.file, racing)
        self.racing = racing
        if step.motion:
            self._table.cards.perform(step.motion, step.racing.runners.top, now)
        if step.commands:
            self._sender.send(step.commands, event_count, now)

    def _next_match(self, last: Match) -> RaceStep:
        """Return the step that begins another match with the same people, after a pause. The last race
        decides who begins (MW-7)."""
        old = self.racing.runners
        first = first_dealer(last, self._table.game, old.names) + 1
        again = begin_race(self._table.game, old.names, old.seed + 1, first)
        return RaceStep(
            RaceSitting(again, fresh=True),
            (MotionStep(MATCH_REVIEW_SECONDS, old.top), MotionStep(1.0, again.top)),
        )
