"""A simulated game that is watched at a glance: its rulings counted, and held against what was done."""

from dataclasses import dataclass, field
from typing import Final, Protocol

from device.running.wishes import Over, Wish
from device.virtual.hands.handling import Beat
from device.virtual.simulation.attending import Events, Glances, Look
from device.virtual.top.tabletop import Tabletop
from engine.events import AnyEvent, QuestionAsked, TurnFinished
from engine.match import Match
from engine.words import WordList

WAIT: Final = 0.5
"""Seconds people wait before they look at their phones again."""
STUCK: Final = 120
"""Waits in a row after which a game has come to a stop: a minute."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Something the referee got wrong: `what`, in which hand and after how many turns, and the facts."""

    what: str
    hand: int
    turn: int
    detail: str


@dataclass(slots=True)
class Rulings:
    """What came of simulated turns: `honest` and `planted` ones ruled on, planted ones that were called
    `illegal` or asked about (`unclear`), honest ones that were `asked` about. `slips` are faults of the
    referee; none is the aim."""

    honest: int = 0
    planted: int = 0
    illegal: int = 0
    unclear: int = 0
    asked: int = 0
    slips: list[Slip] = field(default_factory=list)


class Truth(Protocol):
    """What is really done at the table."""

    @property
    def honest(self) -> bool:
        """Whether what was done last breaks no rule."""

    @property
    def over(self) -> bool:
        """Whether nobody does anything any more."""

    @property
    def top(self) -> Tabletop:
        """What lies there."""

    def acts(self) -> bool:
        """Do what comes next; False while people wait."""

    def finished(self, event: TurnFinished) -> None:
        """A turn was finished, so the referee says: `Watched.ruled` counts one that was played."""


class Watched:
    """The referee of a table of which `truth` knows what was done; `rulings` counts what it says."""

    def __init__(self, words: WordList, look: Look, rulings: Rulings, truth: Truth) -> None:
        self.rulings = rulings
        self._truth, self._glances = truth, Glances(words, look)

    @property
    def match(self) -> Match:
        """The match as the referee has it, once one was set up."""
        match = self._glances.referee.match
        assert match is not None
        return match

    @property
    def heard(self) -> int:
        """How many events there are."""
        return len(self._glances.referee.events)

    @property
    def now(self) -> float:
        """The table's time, seconds."""
        return self._glances.now

    @property
    def looks(self) -> int:
        """How often the table was looked at."""
        return self._glances.looks

    def sees(self, *beats: Beat) -> None:
        """Moments of the table."""
        for beat in beats:
            self._keep(self._glances.sees(beat))

    def hears(self, wish: Wish) -> None:
        """Somebody says something."""
        self._keep(self._glances.hears(wish))

    def follow(self, stuck: int = STUCK, most: int | None = None) -> bool:
        """Watch until all is over, for `most` steps at the most; False when it came to a stop instead, after
        so many waits in a row."""
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
            if self._glances.referee.asking:
                self.hears(Over())
            self._keep(self._glances.waits(WAIT, self._truth.top))
        return True

    def ruled(self, event: TurnFinished, deed: object, *, read: bool) -> None:
        """Count one turn: was the ruling just? `deed` is what was done; `read`: and it was read as that."""
        rulings, said = self.rulings, f"{deed}: {event.before} -> {event.after}"
        if not self._truth.honest:
            rulings.planted += 1
            rulings.illegal += event.ruling == "illegal"
            if event.ruling == "legal":
                self.slip("a planted fault called legal", said)
            return
        rulings.honest += 1
        if event.ruling == "illegal":
            self.slip("an honest play called illegal", said)
        elif event.ruling == "legal" and not read:
            self.slip("read wrongly", said)

    def slip(self, what: str, detail: str) -> None:
        """The referee got something wrong."""
        self.rulings.slips.append(Slip(what, self.match.hand_number, self.match.turns, detail))

    def _keep(self, events: Events) -> None:
        for event in events:
            self._compare(event)

    def _compare(self, event: AnyEvent) -> None:
        match event:
            case TurnFinished():
                self._truth.finished(event)
            case QuestionAsked(about="Master"):
                pass  # its player is to say a letter: nothing is in doubt
            case QuestionAsked() if self._truth.honest:
                self.rulings.asked += 1
            case QuestionAsked():
                self.rulings.unclear += 1
            case _:
                pass
