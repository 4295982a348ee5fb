"""Simulate hands from a camera's view to the final score, and compare the referee's records with the truth.

Players lay their cards one at a time, with pauses and small deviations. The referee learns only what is seen
while the table is still, and what people would report. Quick tests use a perfect eye. In realistic tests a
camera films everything, and a real table's loop reads the pictures.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from device.lab.simulation import board_truth
from device.lab.simulation.attending import Attendant, Film, Glances, Look, Pictures
from device.lab.simulation.watched import GLANCE_SECONDS, MAX_WAITS, Rulings, Slip
from device.virtual.company import board_news, company_state, record_check
from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import CompanyStep, PlayChooser, Sitting, next_step, opening
from device.virtual.tabletop.state import Tabletop
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    HandScored,
    KeywordTurned,
    PositionCorrected,
    QuestionAsked,
    ScoreInitialled,
    TimeUp,
    TurnAmended,
    TurnFinished,
)
from engine.game import Game
from engine.match import Match
from engine.table.commands import AnswerQuestion, Command, EndTurn, RecordEvent
from engine.table.referee import Referee
from engine.words import WordList, WordRefusal


@dataclass(slots=True)
class HandTally(Rulings):
    """The results of simulated hands. `slips` lists the referee's faults; all other fields are numbers."""

    hands: int = 0
    """Hands that were scored."""
    looks: int = 0
    """Times that the reader looked at the table."""
    challenged: int = 0
    """Bluffs that a neighbour challenged."""
    accused: int = 0
    """Honest plays that were called illegal."""
    missed: int = 0
    """Turns in which a player broke a rule on purpose, and that were called legal without a question."""
    wrong_totals: int = 0
    """Hands after which the totals in the records differ from the true ones."""

    @property
    def flawless(self) -> bool:
        """True if the referee made no fault: no honest play was called illegal, no planted fault was missed,
        and all totals were right."""
        return not (self.slips or self.accused or self.missed or self.wrong_totals)


@dataclass(frozen=True, slots=True)
class Filming:
    """The cameras that film the tables. `camera` is a function that returns the camera for a match, by the
    match's number."""

    camera: Callable[[int], Film]


@dataclass(frozen=True, slots=True)
class SimulationSetting:
    """The parts that a simulated match needs besides the players' names.

    `look` is a function that observes a table at rest, or a `Filming` with a camera for each match.
    `chooser` is the function that chooses the plays.
    """

    game: Game
    words: WordList
    look: Look | Filming
    chooser: PlayChooser
    options: dict[str, str | int | bool] = field(default_factory=dict)


def simulate(stage: SimulationSetting, names: tuple[str, ...], hands: int, seed: int) -> HandTally:
    """Play match after match until `hands` hands are scored. Compare the referee's records with the truth,
    and return the results."""
    tally, number = HandTally(), seed
    while tally.hands < hands:
        SimulatedTable(stage, names, number, tally).play(hands)
        number += 1
    return tally


class SimulatedTable:
    """A simulated match: the people, the stand-in for camera and loop with its referee, and the clock that
    they share."""

    def __init__(self, stage: SimulationSetting, names: tuple[str, ...], seed: int, tally: HandTally) -> None:
        self._stage, self._tally = stage, tally
        self.sitting = Sitting(company_state.seated(stage.game, names, seed))
        self._watched: Attendant = (
            Pictures(stage.words, stage.look.camera(seed))
            if isinstance(stage.look, Filming)
            else Glances(stage.words, stage.look)
        )
        self._totals = [0] * len(names)
        self._questioned, self._keyword = False, ""
        self._honest: dict[int, bool] = {}
        self._dealt, self._looks = 0.0, 0
        self._tell(RecordEvent(opening(self.sitting, stage.game.name, stage.options)))

    @property
    def referee(self) -> Referee:
        """The referee, which knows the table only from what was seen and said."""
        return self._watched.referee

    @property
    def match(self) -> Match:
        """The match as the referee's records have it. Raise ValueError if no match has begun."""
        match = self.referee.match
        if match is None:
            raise ValueError("no match has begun")
        return match

    def play(self, hands: int) -> None:
        """Play until the match is over, until the tally has `hands` hands, or until nothing has happened for
        a minute."""
        waited = 0
        while self.match.scores.winners is None and self._tally.hands < hands:
            self._ring()
            event_count = len(self.referee.events)
            step = next_step(self.sitting, self.match, event_count, self._stage.chooser)
            if step is not None:
                self._act(step)
            elif self.referee.asks_if_finished:
                self._tell(EndTurn())
            idle = len(self.referee.events) == event_count and not (step and step.motion)
            waited = waited + 1 if idle else 0
            if waited > MAX_WAITS:
                self._slip("came to a stop", str(self.match.last))
                return
            if idle:
                self._wait(GLANCE_SECONDS, self.sitting.company.top)

    def _ring(self) -> None:
        """If the time of a hand is up at a party, report to the referee that the room's bell has rung
        (PTY-2). No camera can see this."""
        game = self._stage.game
        timed = game.time_limit.unit == "hand" and game.time_limit.seconds and self.match.turn is not None
        if timed and self._watched.now >= self._dealt + game.time_limit.seconds:
            self._tell(RecordEvent(TimeUp()))

    def _act(self, step: CompanyStep) -> None:
        self.sitting = step.sitting
        for motion_step in step.motion:
            self._keep(self._watched.watch(motion_step))
        for command in step.commands:
            match command:
                case RecordEvent(PositionCorrected(corrected)) if step.sitting.before is None:
                    self._slip("put right by the people", f"{self.match.position} is {corrected}")
            self._tell(command)

    def _wait(self, seconds: float, top: Tabletop) -> None:
        """Let time pass over the still table `top`, and compare the events with the truth."""
        self._keep(self._watched.wait(seconds, top))

    def _tell(self, command: Command) -> None:
        self._keep(self._watched.handle_command(command))
        if isinstance(command, AnswerQuestion):
            self._questioned = False

    def _keep(self, events: tuple[AnyEvent, ...]) -> None:
        self._tally.looks += self._watched.looks - self._looks
        self._looks = self._watched.looks
        first = len(self.referee.events) - len(events)
        for number, event in enumerate(events, first):
            self._compare(number, event)

    def _compare(self, number: int, event: AnyEvent) -> None:
        match event:
            case QuestionAsked(about="turn"):
                self._count_question()
            case TurnFinished():
                self._honest[number] = self.sitting.honest
                if event.ruling != "unclear":
                    self._check_turn(event, event.player)
            case TurnAmended() if event.event == self._unruled_event and self._questioned:
                self._check_turn(event, self._last_player)
            case TurnAmended():
                self._check_amendment(event)
            case ChallengeSettled():
                self._check_challenge(event)
            case HandDealt():
                self._dealt = self._watched.now
            case KeywordTurned(word):
                self._keyword = word
            case HandScored() if not self.match.game.goal.initialled:
                self._check_totals()
            case ScoreInitialled() if not self.match.scores.marks:
                self._check_totals()

    def _count_question(self) -> None:
        self._questioned = True
        if self.sitting.honest:
            self._tally.asked += 1
        else:
            self._tally.unclear += 1

    @property
    def _last_player(self) -> int:
        """The player of the turn that has just been amended."""
        return self.match.last.player if self.match.last else 0

    @property
    def _unruled_event(self) -> int | None:
        """The journal's number of the last finished turn, if its player still waits for the ruling; otherwise
        None."""
        last, sitting = self.match.last, self.sitting
        return last.event if last and sitting.before and last.event >= sitting.heard else None

    def _check_amendment(self, event: TurnAmended) -> None:
        """Check the ruling on an amended turn. Count a fault if the turn was honest and is now called
        illegal."""
        if event.ruling == "illegal" and self._honest.get(event.event):
            self._tally.accused += 1
            self._slip("an honest play called illegal later", f"{event.before} -> {event.after}")

    def _check_turn(self, event: TurnFinished | TurnAmended, player: int) -> None:
        """Check a turn that the referee has ruled on. The turn must be the play that was really made, with
        the right ruling and the right player."""
        sitting, tally = self.sitting, self._tally
        if sitting.before is None:
            self._slip("a turn nobody played", event.move)
            return
        position = company_state.position(self._stage.game, sitting.company)
        if event.stands and board_news.unreported_blanks(self.match, position):
            return  # its player knows of a blank, and reports it
        if sitting.honest:
            tally.honest += 1
            if event.ruling == "illegal":
                tally.accused += 1
                self._slip("an honest play called illegal", f"{event.before} -> {event.after}")
        else:
            self._count_planted_fault(event)
        if event.stands and not record_check.matches_table(
            self.match.position, sitting.company, self._stage.game
        ):
            self._slip("read wrongly", f"{event.after} is {' '.join(sitting.company.texts)}")
        if event.stands:
            self._earn(sitting.before, sitting.company)
        if player != sitting.before.to_move:
            self._slip("somebody else's turn", f"player {player}")

    def _earn(self, before: Company, after: Company) -> None:
        """Add the points of a play on a board to the true totals (KW-5)."""
        game, seat = self._stage.game, before.to_move
        points = board_truth.play_score(game, before.texts, after.texts, seat, self._keyword)
        for seat_of_side in game.seats.side(seat):
            self._totals[seat_of_side] += points

    def _count_planted_fault(self, event: TurnFinished | TurnAmended) -> None:
        self._tally.planted += 1
        if event.ruling == "illegal":
            self._tally.illegal += 1
        elif not self._questioned:
            self._tally.missed += 1
            self._slip("a planted fault called legal", f"{event.before} -> {event.after}")

    def _check_challenge(self, event: ChallengeSettled) -> None:
        """Check a settled challenge, and add its points to the true totals.

        Only bluffs are challenged here, so that every challenger must be right. The edition sets the points.
        """
        game, offender = self._stage.game, self._offender
        self._tally.challenged += 1
        if event.verdict == "word good":
            self._slip("a bluff called good", " ".join(event.words))
        elif game.challenges.judge == "steward":
            self._totals[offender] += game.challenges.fine * self._worse_than_misspelt(event.words)
        elif game.challenges.credit == "challenger":
            self._totals[event.challenger] -= game.challenges.points_at_stake
        else:
            self._totals[offender] += game.challenges.points_at_stake

    def _worse_than_misspelt(self, words: tuple[str, ...]) -> bool:
        """Return True if one of the words is refused as a proper noun, as an abbreviation or by the table's
        choice (PTY-6). Return False if the word list merely lacks them."""
        listed = self._stage.words
        return any(
            word not in listed and listed.refusal(word) is not WordRefusal.NOT_LISTED for word in words
        )

    @property
    def _offender(self) -> int:
        before = self.sitting.before
        return self.sitting.company.to_move if before is None else before.to_move

    def _check_totals(self) -> None:
        """Add the points of the cards left in the players' hands to the true totals. Compare the totals and
        the number of cards with the referee's records."""
        company, match, pack = self.sitting.company, self.match, self._stage.game.pack
        self._tally.hands += 1
        left = [pack.points(hand) for hand in company.hands]
        if self._stage.game.board_scoring is not None:
            left = list(board_truth.end_changes(self._stage.game, company.hands))
        self._totals = [total + points for total, points in zip(self._totals, left, strict=True)]
        if tuple(self._totals) != match.scores.totals:
            self._tally.wrong_totals += 1
            self._slip("wrong totals", f"{match.scores.totals} is {tuple(self._totals)}")
        counted = [holding.count for holding in match.table.hands]
        if counted != [len(hand) for hand in company.hands]:
            self._slip("miscounted hands", f"{counted} is {company.hands}")

    def _slip(self, what: str, detail: str) -> None:
        self._tally.slips.append(Slip(what, self.match.hand.number, self.match.hand.turns, detail))
