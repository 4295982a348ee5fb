"""A simulated patience, from what a camera would see to its end, against the truth."""

from dataclasses import dataclass, field

from device.running.wishes import Said
from device.virtual.simulation.attending import Events, Glances, Look
from device.virtual.simulation.match import STUCK, WAIT, Slip
from device.virtual.solitary import Alone, Solitary, next_step, opening, sat_down, shows
from engine.events import AnyEvent, PositionCorrected, QuestionAsked, TurnFinished
from engine.game import Game
from engine.match import Match
from engine.words import WordList


@dataclass(slots=True)
class Account:
    """What came of a simulated patience: `honest` and `planted` moves ruled on, planted ones that were called
    `illegal` or asked about (`unclear`), honest ones that were `asked` about, and how often the player had to
    put the books right (`corrected`). `slips` are faults of the referee."""

    honest: int = 0
    planted: int = 0
    illegal: int = 0
    unclear: int = 0
    asked: int = 0
    corrected: int = 0
    looks: int = 0
    won: bool = False
    over: bool = False
    score: int = 0
    slips: list[Slip] = field(default_factory=list)


def play_alone(
    game: Game, words: WordList, look: Look, seed: int, *, cheat: float = 0.0, most: int = 1000
) -> Account:
    """One patience to its end, or for `most` steps."""
    table = _Table(game, words, look, sat_down(game, words, "Anne", seed))
    return table.play(cheat, most)


class _Table:
    def __init__(self, game: Game, words: WordList, look: Look, solitary: Solitary) -> None:
        self.account = Account()
        self._words, self._solitary = words, solitary
        self._watched = Glances(words, look)
        self._keep(self._watched.hears(Said(opening(solitary, game.name, {}))))

    @property
    def _match(self) -> Match:
        match = self._watched.referee.match
        assert match is not None
        return match

    @property
    def _heard(self) -> int:
        return len(self._watched.referee.events)

    def play(self, cheat: float, most: int) -> Account:
        waited = 0
        for _ in range(most):
            if self._match.winners is not None:
                break
            step = next_step(self._solitary, self._match, self._heard, self._words, cheat)
            waited = 0 if step else waited + 1
            if waited > STUCK:
                self._slip("came to a stop", str(self._match.last))
                break
            if step is None:
                self._keep(self._watched.waits(WAIT, self._solitary.top))
            else:
                self._act(step)
        match, account = self._match, self.account
        account.over, account.won, account.score = match.over, match.winners == (0,), match.totals[0]
        account.looks = self._watched.looks
        return account

    def _act(self, step: Alone) -> None:
        self._solitary = step.solitary
        for beat in step.beats:
            self._keep(self._watched.sees(beat))
        for wish in step.wishes:
            if isinstance(wish, Said) and isinstance(wish.event, PositionCorrected):
                self.account.corrected += 1
            self._keep(self._watched.hears(wish))

    def _keep(self, events: Events) -> None:
        for event in events:
            self._compare(event)

    def _compare(self, event: AnyEvent) -> None:
        match event:
            case TurnFinished():
                self._finished(event)
            case QuestionAsked() if self._solitary.honest:
                self.account.asked += 1
            case QuestionAsked():
                self.account.unclear += 1
            case _:
                pass

    def _finished(self, event: TurnFinished) -> None:
        """One turn ruled: was it what was done, and was the ruling just?"""
        account, solitary = self.account, self._solitary
        if solitary.undo is None:
            self._slip("a turn nobody played", event.move)
        elif solitary.honest:
            account.honest += 1
            if event.ruling == "illegal":
                self._slip("an honest move called illegal", f"{event.before} -> {event.after}")
            elif event.ruling == "legal" and not shows(self._match.position, solitary.at):
                self._slip("read wrongly", f"{event.after} after {solitary.deed}")
        else:
            account.planted += 1
            account.illegal += event.ruling == "illegal"
            if event.ruling == "legal":
                self._slip(
                    "a planted fault called legal", f"{solitary.deed}: {event.before} -> {event.after}"
                )

    def _slip(self, what: str, detail: str) -> None:
        self.account.slips.append(Slip(what, self._match.hand_number, self._match.turns, detail))
