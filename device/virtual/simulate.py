"""Simulated hands, from what a camera would see to the final score, against the truth.

Players lay their cards one at a time with pauses and jitter; the referee is told nothing but what is seen
when the table is still, and what people would say themselves. `look` is the eye: a perfect one for a test
in a hurry, or render and read for the real thing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from device.running.loop import AGAIN
from device.running.referee import Made, Referee
from device.running.wishes import Answered, Said, Wish
from device.virtual import board_news, board_truth
from device.virtual import company as seats
from device.virtual.board_handling import trimmed
from device.virtual.company import Company
from device.virtual.handling import Beat
from device.virtual.sitting import Choose, Sitting, Step, next_step, opening
from device.virtual.tabletop import Tabletop, scene
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    HandScored,
    KeywordTurned,
    QuestionAsked,
    ScoreInitialled,
    TimeUp,
    TurnAmended,
    TurnFinished,
)
from engine.game import Game
from engine.match import Match
from engine.observation import Observation
from engine.position import Grid, Position
from engine.scene import Scene
from engine.words import Refusal, WordList

Look = Callable[[Scene], Observation]
"""What is seen of a still table."""

SETTLES: Final = 0.6
"""Seconds the table must be still before a camera's picture counts."""
WAIT: Final = 0.5
"""Seconds people wait before they look at their phones again."""
STUCK: Final = 120
"""Waits in a row after which a game has come to a stop."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Something the referee got wrong: `what`, in which hand and after how many turns, and the facts."""

    what: str
    hand: int
    turn: int
    detail: str


@dataclass(slots=True)
class Tally:
    """What came of the simulated hands.

    `honest` and `planted` count finished turns by whether they broke a rule; `illegal` and `unclear` the
    planted ones that were caught or asked about, `asked` the honest ones that were asked about; `challenged`
    counts bluffs that a neighbour called. `slips` are
    faults of the referee; none is the aim. `hands` counts those scored.
    """

    hands: int = 0
    honest: int = 0
    planted: int = 0
    illegal: int = 0
    unclear: int = 0
    asked: int = 0
    looks: int = 0
    challenged: int = 0
    accused: int = 0
    missed: int = 0
    wrong_totals: int = 0
    slips: list[Slip] = field(default_factory=list)

    @property
    def flawless(self) -> bool:
        """Whether nobody was wronged, nothing planted got through, and every total was exact."""
        return not (self.slips or self.accused or self.missed or self.wrong_totals)


@dataclass(frozen=True, slots=True)
class Stage:
    """What a simulation is played with. `patience`: the table's, in seconds."""

    game: Game
    words: WordList
    look: Look
    chosen: Choose
    options: dict[str, str | int | bool] = field(default_factory=dict)


def simulate(stage: Stage, names: tuple[str, ...], hands: int, seed: int) -> Tally:
    """Play `hands` hands of play, match after match, and compare the referee with the truth."""
    tally, number = Tally(), seed
    while tally.hands < hands:
        Table(stage, names, number, tally).play(hands)
        number += 1
    return tally


class Table:
    """One simulated match: the people, the referee, and the clock between them."""

    def __init__(self, stage: Stage, names: tuple[str, ...], seed: int, tally: Tally) -> None:
        self._stage, self._tally = stage, tally
        self.sitting = Sitting(seats.seated(stage.game, names, seed))
        self.referee = Referee(stage.words)
        self.now = 0.0
        self._totals = [0] * len(names)
        self._questioned, self._keyword = False, ""
        self._looked = self._dealt = 0.0
        opened = Said(opening(self.sitting, stage.game.name, stage.options))
        self._keep(self.referee.heard(opened, self.now))

    @property
    def match(self) -> Match:
        """The match as the referee has it."""
        match = self.referee.match
        if match is None:
            raise ValueError("no match has begun")
        return match

    def play(self, hands: int) -> None:
        """Until the match is over, `hands` hands were scored in all, or it has come to a stop."""
        waited = 0
        while self.match.winners is None and self._tally.hands < hands:
            self._ring()
            step = next_step(self.sitting, self.match, len(self.referee.events), self._stage.chosen)
            waited = 0 if step else waited + 1
            if waited > STUCK:
                self._slip("came to a stop", str(self.match.last))
                return
            if step is None:
                self._wait(WAIT, self.sitting.company.top)
            else:
                self._act(step)

    def _ring(self) -> None:
        """The bell of the room, which no table hears by camera: a party's hand is over (PTY-2)."""
        game = self._stage.game
        timed = game.timed == "hand" and game.seconds and self.match.turn is not None
        if timed and self.now >= self._dealt + game.seconds:
            self._tell(Said(TimeUp()))

    def _act(self, step: Step) -> None:
        self.sitting = step.sitting
        for beat in step.beats:
            self._watch(beat)
        for wish in step.wishes:
            self._tell(wish)

    def _watch(self, beat: Beat) -> None:
        """A moment of the table: looked at once it has been still for long enough."""
        if beat.reach is None and beat.seconds >= SETTLES:
            self.now += SETTLES
            self._look(beat.top)
            self._wait(beat.seconds - SETTLES, beat.top)
        else:
            self.now += beat.seconds
            self.referee = self.referee.disturbed(self.now)

    def _look(self, top: Tabletop) -> None:
        self._tally.looks += 1
        self._looked = self.now
        self._keep(self.referee.seen(self._stage.look(scene(top)), self.now))

    def _wait(self, seconds: float, top: Tabletop) -> None:
        """Time passes over a still table; one that made no sense is looked at again."""
        self.now += seconds
        if self.referee.unsure and self.now - self._looked >= AGAIN:
            self._look(top)
        self._keep(self.referee.passed(self.now))

    def _tell(self, wish: Wish) -> None:
        self._keep(self.referee.heard(wish, self.now))
        if isinstance(wish, Answered):
            self._questioned = False

    def _keep(self, made: Made) -> None:
        self.referee = made.referee
        for event in made.events:
            self._compare(event)

    def _compare(self, event: AnyEvent) -> None:
        match event:
            case QuestionAsked(about="turn"):
                self._asked()
            case TurnFinished() if event.ruling != "unclear":
                self._finished(event, event.player)
            case TurnAmended():
                self._finished(event, self._last_player)
            case ChallengeSettled():
                self._settled(event)
            case HandDealt():
                self._dealt = self.now
            case KeywordTurned(word):
                self._keyword = word
            case HandScored() if not self.match.game.initialled:
                self._scored()
            case ScoreInitialled() if not self.match.marks:
                self._scored()

    def _asked(self) -> None:
        self._questioned = True
        if self.sitting.honest:
            self._tally.asked += 1
        else:
            self._tally.unclear += 1

    @property
    def _last_player(self) -> int:
        """Whose turn it was that has just been amended: nobody here plays on before that."""
        return self.match.last.player if self.match.last else 0

    def _finished(self, event: TurnFinished | TurnAmended, player: int) -> None:
        """One turn ruled: was it what was done, and was the ruling just?"""
        sitting, tally = self.sitting, self._tally
        if sitting.before is None:
            self._slip("a turn nobody played", event.move)
            return
        truth = seats.position(self._stage.game, sitting.company)
        if event.stands and board_news.untold(self.match, truth):
            return  # its player knows of a blank, and says so
        if sitting.honest:
            tally.honest += 1
            if event.ruling == "illegal":
                tally.accused += 1
                self._slip("an honest play called illegal", f"{event.before} -> {event.after}")
        else:
            self._planted(event)
        if event.stands and not _same(self.match.position, sitting.company, self._stage.game):
            self._slip("read wrongly", f"{event.after} is {' '.join(sitting.company.texts)}")
        if event.stands:
            self._earn(sitting.before, sitting.company)
        if player != sitting.before.to_move:
            self._slip("somebody else's turn", f"player {player}")

    def _earn(self, before: Company, after: Company) -> None:
        """What was laid on a board pays at once (KW-5)."""
        game, seat = self._stage.game, before.to_move
        points = board_truth.earned(game, before.texts, after.texts, seat, self._keyword)
        for one in game.side(seat):
            self._totals[one] += points

    def _planted(self, event: TurnFinished | TurnAmended) -> None:
        self._tally.planted += 1
        if event.ruling == "illegal":
            self._tally.illegal += 1
        elif not self._questioned:
            self._tally.missed += 1
            self._slip("a planted fault called legal", f"{event.before} -> {event.after}")

    def _settled(self, event: ChallengeSettled) -> None:
        """Only bluffs are challenged here: the challenger is right, and the edition says what it is worth."""
        game, offender = self._stage.game, self._offender
        self._tally.challenged += 1
        if event.verdict == "word good":
            self._slip("a bluff called good", " ".join(event.words))
        elif game.fine:
            self._totals[offender] += game.fine * self._worse_than_misspelt(event.words)
        elif game.challenge_credit == "challenger":
            self._totals[event.challenger] -= game.challenge_points
        else:
            self._totals[offender] += game.challenge_points

    def _worse_than_misspelt(self, words: tuple[str, ...]) -> bool:
        """Whether any of them is refused for more than not being listed (PTY-6)."""
        listed = self._stage.words
        return any(word not in listed and listed.refusal(word) is not Refusal.UNKNOWN for word in words)

    @property
    def _offender(self) -> int:
        before = self.sitting.before
        return self.sitting.company.to_move if before is None else before.to_move

    def _scored(self) -> None:
        """The truth's own account: the figures on the cards left, summed by hand."""
        company, match, pack = self.sitting.company, self.match, self._stage.game.pack
        self._tally.hands += 1
        left = [pack.points(hand) for hand in company.hands]
        if self._stage.game.tally is not None:
            left = list(board_truth.at_the_end(self._stage.game, company.hands))
        self._totals = [total + points for total, points in zip(self._totals, left, strict=True)]
        if tuple(self._totals) != match.totals:
            self._tally.wrong_totals += 1
            self._slip("wrong totals", f"{match.totals} is {tuple(self._totals)}")
        counted = [holding.count for holding in match.table.hands]
        if counted != [len(hand) for hand in company.hands]:
            self._slip("miscounted hands", f"{counted} is {company.hands}")

    def _slip(self, what: str, detail: str) -> None:
        self._tally.slips.append(Slip(what, self.match.hand_number, self.match.turns, detail))


def _same(settled: Position, company: Company, game: Game) -> bool:
    """Whether the books and the table agree, a Master's name and the order of new words aside."""
    truth = seats.position(game, company)
    if settled.exposed not in (None, truth.exposed):
        return False
    if isinstance(settled, Grid) and isinstance(truth, Grid):
        lies = settled if game.board else trimmed(settled)
        return _cards(lies.rows) == _cards(truth.rows)
    return sorted(_cards(_lines(settled))) == sorted(_cards(_lines(truth)))


def _lines(at: Position) -> tuple[str, ...]:
    return at.rows if isinstance(at, Grid) else tuple(word for word in at.lines if word)


def _cards(lines: tuple[str, ...]) -> list[str]:
    return ["".join(c if c.isupper() or c == "." else "?" for c in line) for line in lines]
