"""Simulate races of My Word from a camera's view to the prizes. Compare the referee's records with the
truth."""

from dataclasses import dataclass

from device.lab.simulation.attending import Look
from device.lab.simulation.watched import MAX_WAITS, Rulings, WatchedTable
from device.virtual.race.next_steps import RaceSitting, RaceSkill, RaceStep, next_step, opening
from device.virtual.race.race_state import begin_race
from device.virtual.tabletop.state import Tabletop, printed
from engine.events import Option, TimeUp, TurnFinished
from engine.game import Game
from engine.moves import EMPTY
from engine.notation import parse_position
from engine.position import RacePosition
from engine.rules.race import race_points
from engine.table.commands import RecordEvent


@dataclass(slots=True)
class RaceResults(Rulings):
    """The results of simulated races. `lost` is the number of turns that ended without a word, `races` the
    number of finished races, and `totals` the true points of each player."""

    lost: int = 0
    races: int = 0
    totals: tuple[int, ...] = ()


def run(
    game: Game, names: tuple[str, ...], look: Look, skill: RaceSkill, seed: int, options: dict[str, Option]
) -> RaceResults:
    """Play one match of races to its end, and return the results."""
    return _RaceTable(game, RaceSitting(begin_race(game, names, seed)), look, skill, options).run()


class _RaceTable:
    """A simulated match of races: its true state, and the watcher whose records are compared with this
    state."""

    def __init__(
        self, game: Game, racing: RaceSitting, look: Look, skill: RaceSkill, options: dict[str, Option]
    ) -> None:
        self._account = RaceResults(totals=(0,) * len(racing.runners.names))
        self._game, self._racing, self._skill = game, racing, skill
        self._watched, self._began = WatchedTable(skill.words, look, self._account, self), 0.0
        self._turn: tuple[int, int | None] = (0, None)
        self._watched.handle_command(RecordEvent(opening(racing, game.name, options)))

    @property
    def honest(self) -> bool:
        return self._racing.honest

    @property
    def over(self) -> bool:
        return self._watched.match.scores.winners is not None and self._racing.before is None

    @property
    def top(self) -> Tabletop:
        return self._racing.runners.top

    def run(self) -> RaceResults:
        # A player without a word in mind waits a minute for the bell.
        ended, account = self._watched.follow(2 * MAX_WAITS), self._account
        if ended and self._watched.match.scores.totals != account.totals:
            self._watched.note_slip(
                "wrong totals", f"{self._watched.match.scores.totals} is {account.totals}"
            )
        return account

    def act_next(self) -> bool:
        self._ring()
        step = next_step(self._racing, self._watched.match, self._watched.event_count, self._skill)
        if step is not None:
            self._act(step)
        return step is not None

    def check_turn(self, event: TurnFinished) -> None:
        if event.move == "pass":
            self._account.lost += 1
        else:
            rows = self._racing.runners.laid[event.player]
            self._watched.count_ruling(event, rows, is_read_right=_is_about_table(event, rows))

    def _ring(self) -> None:
        """Report that the time is up, if the present turn has lasted as long as the game allows (MW-4)."""
        match, now = self._watched.match, self._watched.now
        turn = (match.hand.turns, match.turn)
        if turn != self._turn:
            self._turn, self._began = turn, now
        if match.turn is not None and now >= self._began + self._game.time_limit.seconds:
            self._watched.handle_command(RecordEvent(TimeUp()))

    def _act(self, step: RaceStep) -> None:
        home = self._racing.runners.home
        self._watched.watch(*step.motion)
        for command in step.commands:
            self._racing = step.racing
            self._watched.handle_command(command)
        self._racing = step.racing
        if len(step.racing.runners.home) > len(home):
            self._come_home(step.racing.runners.home)

    def _come_home(self, home: tuple[int, ...]) -> None:
        """Add the prize of the player who has just come home to the true totals (MW-7). `home` has the
        players who are home, in order."""
        self._account.races += len(home) == 2
        self._account.totals = tuple(
            total + race_points(self._game, len(home) - 1) * (seat == home[-1])
            for seat, total in enumerate(self._account.totals)
        )


def _is_about_table(event: TurnFinished, rows: tuple[str, ...]) -> bool:
    """Return True if the turn's position has the player's true rows `rows`. The letter that a joker stands
    for is not compared, because no camera can see it."""
    after = parse_position(event.after)
    return isinstance(after, RacePosition) and _printed(after.laid[event.player]) == _printed(rows)


def _printed(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(card if card == EMPTY else printed(card) for card in row) for row in rows)
