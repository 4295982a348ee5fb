"""Simulate a confused evening. The people play by the rules, and do everything else wrong. The table's
rulings and records are compared with the truth.

The people stop in the middle of a play, bump into cards, photograph another table or send an old photograph,
forget to draw, press the wrong button on the wrong phone, and play with a pack that has one card too many.
The table may ask about anything. It must not end, refuse or give away a player's turn.
"""

from dataclasses import replace
from random import Random
from typing import Final

from device.lab.simulation import draws, mishaps
from device.lab.simulation.account import EveningResults, EveningSetting
from device.lab.simulation.onlooking import Onlooker
from device.lab.simulation.replying import Mood, reply
from device.lab.simulation.watched import GLANCE_SECONDS, MAX_WAITS, Slip
from device.virtual.company import company_state, record_check
from device.virtual.company.next_steps import CompanyStep, Sitting, next_step, opening
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.tabletop.state import Tabletop
from engine.events import (
    AnyEvent,
    HandScored,
    PositionCorrected,
    QuestionAsked,
    TurnAmended,
    TurnFinished,
    TurnGiven,
    TurnTakenBack,
)
from engine.match import Match
from engine.notation import parse_position
from engine.table.commands import AnswerQuestion, Command, EndTurn, ExplainPicture, RecordEvent, ResumeTurn
from engine.table.referee import Referee
from engine.turn.turn_state import (
    STILL_SECONDS,
)

PAUSE_SECONDS: Final = (1.2 * STILL_SECONDS, 6 * STILL_SECONDS)
"""The least and the greatest seconds for which a player stops to think in the middle of a play. Cards that
lie still for so long already count as a play."""
GATHER_SECONDS: Final = 8.0
"""Maximum seconds until people have put bumped cards in order again."""


class ConfusedEvening:
    """A confused evening: the people and their mishaps, and the table that watches them."""

    def __init__(self, setting: EveningSetting, seed: int, account: EveningResults) -> None:
        self._setting, self._account, self._dice = setting, account, Random(f"confused/{seed}")
        self._onlooker = Onlooker(
            setting.words, setting.eye, self._count_event, by_photograph=setting.by_photograph
        )
        self.sitting = Sitting(company_state.seated(setting.game, setting.names, seed))
        self._busy, self._pressed, self._wrong, self._answering = False, False, False, False
        self._photographed_top = self.sitting.company.top
        self._questioned = False
        self._asked_for = (False, False)
        self._past: list[Tabletop] = []
        self._owes_draw: dict[int, int] = {}
        self._tell(RecordEvent(opening(self.sitting, setting.game.name, setting.options)))

    @property
    def referee(self) -> Referee:
        """The table's referee."""
        return self._onlooker.view.referee

    @property
    def match(self) -> Match:
        """The match as the table's records have it."""
        return self.referee.journal.required_match

    @property
    def top(self) -> Tabletop:
        """The table as the cards really lie."""
        return self.sitting.company.top

    def play(self, hands: int) -> None:
        """Play until the match is over, `hands` hands are scored, or the evening comes to a stop."""
        until, waited, looked = self._account.hands + hands, 0, self._account.looks
        while self.match.scores.winners is None and self._account.hands < until and waited <= MAX_WAITS:
            event_count = len(self.referee.events)
            moved = not (self._answer_question() or self._end_emptied_hand()) and self._take_step(event_count)
            self._account.looks = looked + self._onlooker.looks
            waited = 0 if moved or len(self.referee.events) != event_count else waited + 1
            if waited == MAX_WAITS // 2:
                self._photograph_again()
            if not moved:
                self._onlooker.wait(GLANCE_SECONDS, self.top)
        if waited > MAX_WAITS:
            self._account.unruled += 1
            self._slip(self._account.misread, "came to a stop", str(self.match.last))

    # Actions of the people.

    def _take_step(self, event_count: int) -> bool:
        match, sitting = self.match, self.sitting
        if sitting.before is None and match.turn == sitting.company.to_move:
            self._have_mishaps()
        step = next_step(self.sitting, self.match, event_count, self._setting.chooser)
        if step is None:
            return False
        self._count_corrections(step)
        if step.sitting.before is not None and self.sitting.before is None:
            self._show_play(step)
            return True
        return self._carry_on(step)

    def _carry_on(self, step: CompanyStep) -> bool:
        """Do a step of the people that is not a play: they take cards back, end a hand, or send a command."""
        was, self.sitting = self.sitting, step.sitting
        for motion_step in step.motion:
            self._onlooker.watch(motion_step)
        if step.motion and self._setting.by_photograph:
            self._photograph(self.top)
        if was.before is not None and self.sitting.before is None:
            self._past.append(was.before.top)
            self._draw_late()
        for command in step.commands:
            self._tell(command)
        return bool(step.motion) or was.company != self.sitting.company

    def _show_play(self, step: CompanyStep) -> None:
        """Let the camera see a play step by step. The player may pause in the middle, or forget the draw."""
        step = self._with_forgotten_draw(step)
        before = self.sitting
        self.sitting, self._busy, self._questioned = step.sitting, True, False
        rests = [n for n, motion_step in enumerate(step.motion) if motion_step.reach is None]
        for motion_step in step.motion[: rests[-1]]:
            self._onlooker.watch(motion_step)
            changed = motion_step.reach is None and motion_step.top != before.company.top
            if changed and self._mishap_happens("pause"):
                self._pause(motion_step)
        self._busy = False
        if self._setting.by_photograph:
            self._photograph(self.top)
        for motion_step in step.motion[rests[-1] :]:
            self._onlooker.watch(motion_step)
            self._answer_question()

    def _pause(self, motion_step: MotionStep) -> None:
        """Let a player stop to think in the middle of a play. The cards lie as in `motion_step`
        meanwhile."""
        lasts = self._dice.uniform(*PAUSE_SECONDS)
        if self._setting.by_photograph:
            self._send_photograph(motion_step.top)
        while lasts > 0:
            self._onlooker.wait(GLANCE_SECONDS, motion_step.top)
            lasts -= GLANCE_SECONDS
            self._answer_question()
            if self._mishap_happens("button", 0.1):
                self._wrong_phone(motion_step.top)

    def _with_forgotten_draw(self, step: CompanyStep) -> CompanyStep:
        """Return the play `step`, changed now and then: the player forgets the draw after a discard, or draws
        a card that the camera does not see."""
        before, after = self.sitting.company, step.sitting.company
        if draws.is_discard_with_draw(before, after) and self._mishap_happens("forgotten"):
            player = before.to_move
            self._owes_draw[player] = self._owes_draw.get(player, 0) + 1
            return draws.without_draw(step, before)
        if after.stock and self._mishap_happens("unseen"):
            drawn = draws.with_unseen_draw(after, before.to_move)
            return replace(step, sitting=replace(step.sitting, company=drawn))
        return step

    def _draw_late(self) -> None:
        """Now and then let a player who forgot to draw take the card later, during another player's turn."""
        company = self.sitting.company
        for player, count in list(self._owes_draw.items()):
            late = count and player != company.to_move and company.stock and company.hands[player]
            if late and self._dice.random() < 0.3:
                self._owes_draw[player] = count - 1
                company = draws.with_unseen_draw(company, player)
        self.sitting = replace(self.sitting, company=company)

    def _end_emptied_hand(self) -> bool:
        """End the hand for a player who has no more cards, although the records still give the player some.
        This can happen after a forgotten draw. Return True if the hand was ended."""
        company, match = self.sitting.company, self.match
        playing = self.sitting.before is None and match.turn is not None
        has_emptied = any(not hand and match.table.hands[n].count for n, hand in enumerate(company.hands))
        if not playing or not has_emptied or all(match.scores.is_out):
            return False
        if not any(not hand and not match.scores.is_out[n] for n, hand in enumerate(company.hands)):
            return False
        self._tell(RecordEvent(HandScored(left=company.hands)))
        return True

    # Mishaps between turns.

    def _have_mishaps(self) -> None:
        if self._mishap_happens("button"):
            self._wrong_phone(self.top)
        if self._mishap_happens("bump"):
            self._bump()
        if self._setting.by_photograph and self._mishap_happens("photograph"):
            self._wrong_photograph()

    def _bump(self) -> None:
        accident = mishaps.bump(self.top, self._dice)
        if accident is None:
            return
        company = self.sitting.company
        if self._setting.by_photograph:
            self._send_photograph(accident.top)
        if accident.lasts and company.board is None:
            self.sitting = replace(self.sitting, company=replace(company, top=accident.top))
        self._let_lie(accident.top, self._dice.uniform(1.0, GATHER_SECONDS))
        if not accident.lasts or company.board is not None:
            self._let_lie(self.top, GLANCE_SECONDS)

    def _wrong_photograph(self) -> None:
        name, wrong = mishaps.wrong_photograph(
            self._setting.game, self._setting.words, self.top, self._past, self._dice
        )
        self._count(name)
        self._wrong = True
        self._send_photograph(wrong)
        self._let_lie(wrong, self._dice.uniform(1.0, PAUSE_SECONDS[1]))
        self._wrong = False
        self._photograph(self.top)

    def _photograph(self, top: Tabletop) -> None:
        """Photograph the table as in `top`. Now and then photograph it a second time."""
        self._send_photograph(top)
        if self._mishap_happens("twice"):
            self._let_lie(top, self._dice.uniform(0.5, STILL_SECONDS))
            self._send_photograph(top)

    def _photograph_again(self) -> None:
        """Send another photograph of the table, because nothing has happened for a while. Do nothing at a
        table with a camera."""
        if self._setting.by_photograph:
            self._send_photograph(self.top)

    def _wrong_phone(self, top: Tabletop) -> None:
        """Let another player's phone end the turn, and then let people resume the turn. Count a fault if the
        turn stays ended."""
        player, turns = self.match.turn, self.match.hand.turns
        if player is None:
            return
        self._pressed = True
        self._tell(EndTurn(of_another=True))
        self._let_lie(top, self._dice.uniform(1.0, 5.0))
        if (ended := self._onlooker.view.ended) is not None:
            self._tell(ResumeTurn(ended.events))
        self._pressed = False
        if (self.match.turn, self.match.hand.turns) != (player, turns):
            self._lose("a turn ended from another phone", str(self.match.last))

    # Commands to the table.

    def _answer_question(self) -> bool:
        """Let the people answer a question on their phones truthfully. Return True if they sent a command."""
        view = self._onlooker.view
        questions = (view.referee.unmatched is not None, view.referee.asks_if_finished)
        self._account.pictures += questions[0] and not self._asked_for[0]
        self._account.finished += questions[1] and not self._asked_for[1]
        self._asked_for = questions
        mood = Mood(busy=self._busy, pressed=self._pressed, wrong=self._wrong)
        command = reply(self.referee, self.sitting, self._setting, mood, self._dice)
        if command is None:
            return False
        self._tell(command)
        if isinstance(command, ExplainPicture) and not self._wrong and self._setting.by_photograph:
            self._send_photograph(self._photographed_top)
        return True

    # Events of the table.

    def _count_event(self, event: AnyEvent) -> None:
        """Count a new event of the table, and check it against the truth. The table's match does not yet
        contain the event."""
        match event:
            case QuestionAsked():
                self._account.asked += 1
                self._questioned = self._questioned or event.about == "turn"
            case TurnFinished() if not self._pressed:
                self._check_ruling(event)
            case TurnAmended() if event.ruling == "illegal" and event.cause != "said":
                self._check_amendment(event)
            case TurnTakenBack() if not self._answering:
                self._lose("a turn taken back that nobody took back", str(self.match.last))
            case HandScored():
                self._account.hands += 1
                self._owes_draw.clear()
                self._past.clear()

    def _check_ruling(self, event: TurnFinished) -> None:
        sitting, account = self.sitting, self._account
        if sitting.before is None:
            self._lose("a turn that nobody played", f"{event.move} {event.ruling}")
            return
        if self._busy and sitting.honest:
            self._lose("a turn ended before its player had finished", f"{event.move} {event.ruling}")
            return
        account.turns += 1
        if event.player != sitting.before.to_move:
            self._lose("somebody else's turn", f"{event.player}: {event.move}")
        if event.ruling == "unclear":
            return
        if not sitting.honest:
            account.planted += 1
            account.caught += event.ruling == "illegal"
            if event.ruling == "legal":
                account.missed += not self._questioned
                account.questioned += self._questioned
        elif event.ruling == "illegal":
            self._lose("an honest play called illegal", f"{event.before} -> {event.after}")
        elif not record_check.matches_table(parse_position(event.after), sitting.company, self._setting.game):
            self._slip(account.misread, "read wrongly", f"{event.after}: {' '.join(sitting.company.texts)}")

    def _check_amendment(self, event: TurnAmended) -> None:
        honest = self.sitting.honest
        if self.sitting.before is not None and not honest:
            self._account.planted += 1
            self._account.caught += 1
        elif honest:
            self._lose("an honest play called illegal later", f"{event.before} -> {event.after}")

    def _count_corrections(self, step: CompanyStep) -> None:
        for command in step.commands:
            match command:
                case RecordEvent(PositionCorrected()) if step.sitting.before is None:
                    self._account.put_right += 1
                case RecordEvent(TurnGiven()):
                    self._account.given += 1

    def _lose(self, what: str, detail: str) -> None:
        self._slip(self._account.lost, what, detail)

    def _slip(self, slips: list[Slip], what: str, detail: str) -> None:
        slips.append(Slip(what, self.match.hand.number, self.match.hand.turns, detail))

    # Time and pictures.

    def _mishap_happens(self, kind: str, factor: float = 1.0) -> bool:
        probability: float = getattr(self._setting.odds, kind)
        happens = self._dice.random() < probability * factor
        if happens:
            self._count(kind)
        return happens

    def _count(self, what: str) -> None:
        self._account.mishaps[what] = self._account.mishaps.get(what, 0) + 1

    def _let_lie(self, top: Tabletop, seconds: float) -> None:
        """Let the table lie as in `top` for `seconds`, while people look at their phones and answer
        questions."""
        while seconds > 0:
            self._onlooker.wait(min(GLANCE_SECONDS, seconds), top)
            seconds -= GLANCE_SECONDS
            self._answer_question()

    def _send_photograph(self, top: Tabletop) -> None:
        self._photographed_top = top
        self._onlooker.take_photograph(top)

    def _tell(self, command: Command) -> None:
        self._answering = isinstance(command, AnswerQuestion)
        self._onlooker.handle_command(command)
        self._answering = False
