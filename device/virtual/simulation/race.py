"""Simulated races of My Word, from what a camera would see to the prizes, against the truth."""

from dataclasses import dataclass, field

from device.running.wishes import Said
from device.virtual.racing import Minds, Racing, Step, next_step, opening
from device.virtual.runners import sat_down
from device.virtual.simulation.attending import Events, Glances, Look
from device.virtual.simulation.match import STUCK, WAIT, Slip
from device.virtual.top.tabletop import printed
from engine.events import AnyEvent, Option, QuestionAsked, TimeUp, TurnFinished
from engine.game import Game
from engine.match import Match
from engine.moves import EMPTY
from engine.notation import parse_position
from engine.position import Fronts
from engine.rules.race import race_points


@dataclass(slots=True)
class Account:
    """What came of simulated races: turns in which something `honest` or `planted` was formed or nothing came
    to mind (`lost`), planted ones called `illegal` or asked about (`unclear`), honest ones that were `asked`
    about. `slips` are faults of the referee; none is the aim."""

    honest: int = 0
    planted: int = 0
    lost: int = 0
    illegal: int = 0
    unclear: int = 0
    asked: int = 0
    races: int = 0
    totals: tuple[int, ...] = ()
    slips: list[Slip] = field(default_factory=list)


def run(
    game: Game, names: tuple[str, ...], look: Look, minds: Minds, seed: int, options: dict[str, Option]
) -> Account:
    """One match of races, to its end."""
    table = _Table(game, Racing(sat_down(game, names, seed)), look, minds, options)
    table.run()
    return table.account


class _Table:
    def __init__(
        self, game: Game, racing: Racing, look: Look, minds: Minds, options: dict[str, Option]
    ) -> None:
        self.account = Account(totals=(0,) * len(racing.runners.names))
        self._game, self._racing, self._minds = game, racing, minds
        self._watched, self._began = Glances(minds.words, look), 0.0
        self._turn: tuple[int, int | None] = (0, None)
        self._keep(self._watched.hears(Said(opening(racing, game.name, options))))

    @property
    def _match(self) -> Match:
        match = self._watched.referee.match
        assert match is not None
        return match

    def run(self) -> None:
        waited = 0
        while self._match.winners is None or self._racing.before is not None:
            self._ring()
            heard = len(self._watched.referee.events)
            step = next_step(self._racing, self._match, heard, self._minds)
            waited = 0 if step else waited + 1
            if waited > 2 * STUCK:
                self._slip("came to a stop", str(self._match.last))
                return
            if step is None:
                self._keep(self._watched.waits(WAIT, self._racing.runners.top))
            else:
                self._act(step)
        if self._match.totals != self.account.totals:
            self._slip("wrong totals", f"{self._match.totals} is {self.account.totals}")

    def _ring(self) -> None:
        """The bell after a minute (MW-4)."""
        match, turn = self._match, (self._match.turns, self._match.turn)
        if turn != self._turn:
            self._turn, self._began = turn, self._watched.now
        if match.turn is not None and self._watched.now >= self._began + self._game.seconds:
            self._keep(self._watched.hears(Said(TimeUp())))

    def _act(self, step: Step) -> None:
        home = self._racing.runners.home
        for beat in step.beats:
            self._keep(self._watched.sees(beat))
        for wish in step.wishes:
            self._racing = step.racing
            self._keep(self._watched.hears(wish))
        self._racing = step.racing
        if len(step.racing.runners.home) > len(home):
            self._come_home(step.racing.runners.home)

    def _come_home(self, home: tuple[int, ...]) -> None:
        """The truth's own account: ten points and five (MW-7)."""
        self.account.races += len(home) == 2
        self.account.totals = tuple(
            total + race_points(self._game, len(home) - 1) * (seat == home[-1])
            for seat, total in enumerate(self.account.totals)
        )

    def _keep(self, events: Events) -> None:
        for event in events:
            self._compare(event)

    def _compare(self, event: AnyEvent) -> None:
        match event:
            case TurnFinished():
                self._finished(event)
            case QuestionAsked() if self._racing.honest:
                self.account.asked += 1
            case QuestionAsked():
                self.account.unclear += 1
            case _:
                pass

    def _finished(self, event: TurnFinished) -> None:
        """One turn ruled: was it what was done, and was the ruling just?"""
        account, racing = self.account, self._racing
        if event.move == "pass":
            account.lost += 1
        elif racing.honest:
            account.honest += 1
            if event.ruling == "illegal":
                self._slip("an honest word called illegal", f"{event.before} -> {event.after}")
            elif event.ruling == "legal" and not _read(event, racing.runners.laid[event.player]):
                self._slip("read wrongly", f"{event.after} is {racing.runners.laid[event.player]}")
        else:
            account.planted += 1
            account.illegal += event.ruling == "illegal"
            if event.ruling == "legal":
                self._slip("a planted fault called legal", f"{event.before} -> {event.after}")

    def _slip(self, what: str, detail: str) -> None:
        self.account.slips.append(Slip(what, self._match.hand_number, self._match.turns, detail))


def _read(event: TurnFinished, rows: tuple[str, ...]) -> bool:
    """Whether what was ruled on is what lies there; which letter a joker stands for is printed nowhere."""
    after = parse_position(event.after)
    seen = tuple("".join(card if card == EMPTY else printed(card) for card in row) for row in rows)
    return isinstance(after, Fronts) and after.laid[event.player] == seen
