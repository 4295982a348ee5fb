"""Watch a simulated game by glances. Count the referee's rulings, and compare them with the truth."""

from dataclasses import dataclass, field
from typing import Final, Protocol

from device.lab.simulation.attending import Events, Glances, Look
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.tabletop.state import Tabletop
from engine.events import AnyEvent, QuestionAsked, TurnFinished
from engine.match import Match
from engine.table.commands import Command, EndTurn
from engine.words import WordList

GLANCE_SECONDS: Final = 0.5
"""Seconds of table time between two glances at the phones while nothing happens."""
MAX_WAITS: Final = 120
"""Maximum number of glances in a row at which no player acts, a minute in all. After more glances the game
counts as stopped."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A fault of the referee, and when it happened."""

    what: str
    """The kind of fault, in words."""
    hand: int
    """The number of the hand of play in which the fault happened."""
    turn: int
    """The number of turns of the hand that were finished when the fault happened."""
    detail: str


@dataclass(slots=True)
class Rulings:
    """The results of simulated turns. All fields but `slips` are numbers."""

    honest: int = 0
    """Honest turns that were ruled on."""
    planted: int = 0
    """Turns in which a player broke a rule on purpose (planted faults), and that were ruled on."""
    illegal: int = 0
    """Planted faults that were called illegal."""
    unclear: int = 0
    """Planted faults about which the table asked."""
    asked: int = 0
    """Honest turns about which the table asked."""
    slips: list[Slip] = field(default_factory=list)
    """The faults of the referee. The list should be empty."""


class TrueTable(Protocol):
    """The interface of a simulated table: its true cards and players, which the watcher does not know."""

    @property
    def honest(self) -> bool:
        """True if the players' last action breaks no rule."""

    @property
    def over(self) -> bool:
        """True if the game has ended, so that nobody acts any more."""

    @property
    def top(self) -> Tabletop:
        """The table as the cards really lie."""

    def act_next(self) -> bool:
        """Let the players do their next action. Return False if they wait and do nothing."""

    def check_turn(self, event: TurnFinished) -> None:
        """Compare a turn that the referee has finished with the true play. Call
        `WatchedTable.count_ruling` if the turn has a play."""


class WatchedTable:
    """A watcher of the simulated table `truth`. The referee's rulings are compared with the truth, and
    counted in `rulings`."""

    def __init__(self, words: WordList, look: Look, rulings: Rulings, truth: TrueTable) -> None:
        self.rulings = rulings
        self._truth, self._glances = truth, Glances(words, look)

    @property
    def match(self) -> Match:
        """The match as the referee's records have it. A match must have been set up before."""
        match = self._glances.referee.match
        assert match is not None
        return match

    @property
    def event_count(self) -> int:
        """The number of events that the referee has recorded so far."""
        return len(self._glances.referee.events)

    @property
    def now(self) -> float:
        """The table's time since the beginning, seconds."""
        return self._glances.now

    @property
    def looks(self) -> int:
        """The number of times that the reader has looked at the table."""
        return self._glances.looks

    def watch(self, *motion: MotionStep) -> None:
        """Watch the table during a motion, given as its motion steps."""
        for motion_step in motion:
            self._keep(self._glances.watch(motion_step))

    def handle_command(self, command: Command) -> None:
        """Pass a person's command to the referee."""
        self._keep(self._glances.handle_command(command))

    def follow(self, max_waits: int = MAX_WAITS, max_steps: int | None = None) -> bool:
        """Let the players act, and watch them, until the game is over or `max_steps` steps are done.
        Return True in both cases.

        Return False if the game has stopped: no player has acted in more than `max_waits` steps in a row.
        """
        steps = waited = 0
        while not self._truth.over and steps != max_steps:
            steps += 1
            if self._truth.act_next():
                waited = 0
                continue
            waited += 1
            if waited > max_waits:
                self.note_slip("came to a stop", str(self.match.last))
                return False
            if self._glances.referee.asks_if_finished:
                self.handle_command(EndTurn())
            self._keep(self._glances.wait(GLANCE_SECONDS, self._truth.top))
        return True

    def count_ruling(self, event: TurnFinished, true_play: object, *, is_read_right: bool) -> None:
        """Count a turn that was ruled on, and check its ruling.

        `true_play` is what the player really did. `is_read_right` is true if the referee read the cards of
        this play right.
        """
        rulings, play_text = self.rulings, f"{true_play}: {event.before} -> {event.after}"
        if not self._truth.honest:
            rulings.planted += 1
            rulings.illegal += event.ruling == "illegal"
            if event.ruling == "legal":
                self.note_slip("a planted fault called legal", play_text)
            return
        rulings.honest += 1
        if event.ruling == "illegal":
            self.note_slip("an honest play called illegal", play_text)
        elif event.ruling == "legal" and not is_read_right:
            self.note_slip("read wrongly", play_text)

    def note_slip(self, what: str, detail: str) -> None:
        """Note a fault of the referee. `what` is the kind of fault, and `detail` describes it."""
        self.rulings.slips.append(Slip(what, self.match.hand.number, self.match.hand.turns, detail))

    def _keep(self, events: Events) -> None:
        for event in events:
            self._compare(event)

    def _compare(self, event: AnyEvent) -> None:
        match event:
            case TurnFinished():
                self._truth.check_turn(event)
            case QuestionAsked(about="Master"):
                pass  # the table asks its player for a letter, and doubts nothing
            case QuestionAsked() if self._truth.honest:
                self.rulings.asked += 1
            case QuestionAsked():
                self.rulings.unclear += 1
            case _:
                pass
