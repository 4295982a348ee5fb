"""Watch a simulated game by glances, count its rulings, and check them against the truth."""

from dataclasses import dataclass, field
from typing import Final, Protocol

from device.lab.simulation.attending import Events, Glances, Look
from device.virtual.motions.beats import Beat
from device.virtual.tabletop.state import Tabletop
from engine.events import AnyEvent, QuestionAsked, TurnFinished
from engine.match import Match
from engine.table.commands import Command, EndTurn
from engine.words import WordList

GLANCE_SECONDS: Final = 0.5
"""Seconds that people wait before they look at their phones again."""
MAX_WAITS: Final = 120
"""Number of waits in a row after which a game counts as stopped: a minute."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A fault of the referee."""

    what: str
    """The fault."""
    hand: int
    """The number of the hand."""
    turn: int
    """The number of turns so far."""
    detail: str


@dataclass(slots=True)
class Rulings:
    """The results of simulated turns."""

    honest: int = 0
    """Honest turns that were ruled on."""
    planted: int = 0
    """Turns with a fault made on purpose that were ruled on."""
    illegal: int = 0
    """Turns with a fault made on purpose that were called illegal."""
    unclear: int = 0
    """Turns with a fault made on purpose about which the table asked."""
    asked: int = 0
    """Honest turns about which the table asked."""
    slips: list[Slip] = field(default_factory=list)
    """Faults of the referee. The list should be empty."""


class TrueTable(Protocol):
    """The interface of a simulated table that knows the true state of its cards and people."""

    @property
    def honest(self) -> bool:
        """True if the last action breaks no rule."""

    @property
    def over(self) -> bool:
        """True if nobody acts any more."""

    @property
    def top(self) -> Tabletop:
        """The true table: the cards where they really lie, whatever the camera reads."""

    def acts(self) -> bool:
        """Do the next action. Return False if people are waiting and nobody acts."""

    def finished(self, event: TurnFinished) -> None:
        """Note that the referee has finished a turn. `WatchedTable.ruled` counts a turn that was played."""


class WatchedTable:
    """Follow the referee of a table whose truth is known. `rulings` counts its rulings."""

    def __init__(self, words: WordList, look: Look, rulings: Rulings, truth: TrueTable) -> None:
        self.rulings = rulings
        self._truth, self._glances = truth, Glances(words, look)

    @property
    def match(self) -> Match:
        """The match in the referee's records, after one was set up."""
        match = self._glances.referee.match
        assert match is not None
        return match

    @property
    def heard(self) -> int:
        """The number of events that the referee has recorded up to now."""
        return len(self._glances.referee.events)

    @property
    def now(self) -> float:
        """The table's time, seconds."""
        return self._glances.now

    @property
    def looks(self) -> int:
        """The number of times that the reader has looked at the table."""
        return self._glances.looks

    def sees(self, *beats: Beat) -> None:
        """Watch moments of the table."""
        for beat in beats:
            self._keep(self._glances.sees(beat))

    def hears(self, command: Command) -> None:
        """Take a person's command."""
        self._keep(self._glances.hears(command))

    def follow(self, stuck: int = MAX_WAITS, most: int | None = None) -> bool:
        """Watch until the game is over, or for at most `most` steps.

        Return False when the game has come to a stop, after `stuck` waits in a row.
        """
        steps = waited = 0
        while not self._truth.over and steps != most:
            steps += 1
            if self._truth.acts():
                waited = 0
                continue
            waited += 1
            if waited > stuck:
                self.slip("came to a stop", str(self.match.last))
                return False
            if self._glances.referee.asks_if_finished:
                self.hears(EndTurn())
            self._keep(self._glances.waits(GLANCE_SECONDS, self._truth.top))
        return True

    def ruled(self, event: TurnFinished, deed: object, *, read: bool) -> None:
        """Count one turn, and check its ruling.

        `deed` is the player's action. `read` is true if the referee read the action so.
        """
        rulings, play_text = self.rulings, f"{deed}: {event.before} -> {event.after}"
        if not self._truth.honest:
            rulings.planted += 1
            rulings.illegal += event.ruling == "illegal"
            if event.ruling == "legal":
                self.slip("a planted fault called legal", play_text)
            return
        rulings.honest += 1
        if event.ruling == "illegal":
            self.slip("an honest play called illegal", play_text)
        elif event.ruling == "legal" and not read:
            self.slip("read wrongly", play_text)

    def slip(self, what: str, detail: str) -> None:
        """Add a fault of the referee."""
        self.rulings.slips.append(Slip(what, self.match.hand.number, self.match.hand.turns, detail))

    def _keep(self, events: Events) -> None:
        for event in events:
            self._compare(event)

    def _compare(self, event: AnyEvent) -> None:
        match event:
            case TurnFinished():
                self._truth.finished(event)
            case QuestionAsked(about="Master"):
                pass  # the table asks its player for a letter, and doubts nothing
            case QuestionAsked() if self._truth.honest:
                self.rulings.asked += 1
            case QuestionAsked():
                self.rulings.unclear += 1
            case _:
                pass
