"""Let a person play at the virtual table with simulated players, who wait during the person's turn.

The state before the person's turn is stored. The person moves cards (`touch_moves`). If the table rules that
the turn is legal, the laid cards become part of the state (`turn_adoption`). Otherwise the cards go back.
"""

from dataclasses import replace

from device.virtual.company import board_news, company_state
from device.virtual.company.actors import StepFinder
from device.virtual.company.company_state import Company, manner
from device.virtual.company.next_steps import CompanyStep, PlayChooser, Sitting, next_step, reshuffle_step
from device.virtual.motions.motion_steps import Handling, MotionStep
from device.virtual.pace import MIN_STILL_SECONDS
from device.virtual.touch_moves import PERSON_SEAT
from device.virtual.turn_adoption import adopt_turn, has_unreported_blank
from engine.match import Match
from engine.table.commands import RecordEvent
from engine.words import WordList


def guest_steps(words: WordList) -> StepFinder:
    """Return a function that finds the next step of the simulated players at a table where a person has the
    seat `PERSON_SEAT`."""

    def step(sitting: Sitting, match: Match, event_count: int, chooser: PlayChooser) -> CompanyStep | None:
        if match.scores.winners is not None or (match.turn is None and sitting.before is None):
            return next_step(sitting, match, event_count, chooser)
        # Any person at a board answers questions about facts that no camera sees.
        answer = board_news.answer(sitting.company, match, played=sitting.before is not None)
        if answer is not None:
            return CompanyStep(sitting, commands=(answer,))
        if sitting.company.to_move != PERSON_SEAT:
            return next_step(sitting, _without_questions(match), event_count, chooser)
        if sitting.before is None:
            return _begin_turn(sitting, match, event_count, chooser)
        if not sitting.waits:  # an action of the simulated player whose seat the person took
            return next_step(sitting, _without_questions(match), event_count, chooser)
        return _after_ruling(sitting, sitting.before, match, words)

    return step


def may_move_cards(sitting: Sitting) -> bool:
    """Return True if the person is on turn and the simulated players wait for the person's play."""
    return sitting.waits and sitting.before is not None and sitting.company.to_move == PERSON_SEAT


def _without_questions(match: Match) -> Match:
    """Return the match as the simulated players see it, without the questions to the person."""
    return replace(
        match, questions=tuple(one for one in match.questions if one.question.player != PERSON_SEAT)
    )


def _begin_turn(sitting: Sitting, match: Match, event_count: int, chooser: PlayChooser) -> CompanyStep | None:
    company = sitting.company
    if sitting.owes or match.turn != PERSON_SEAT:
        return next_step(sitting, _without_questions(match), event_count, chooser)
    if match.game.board_scoring is not None and (due := board_news.due_events(company, match)):
        return CompanyStep(sitting, commands=tuple(map(RecordEvent, due)))
    if not company.stock and len(company.discards) > 1:
        return reshuffle_step(sitting)
    return CompanyStep(replace(sitting, before=company, heard=event_count, waits=True))


def _after_ruling(sitting: Sitting, before: Company, match: Match, words: WordList) -> CompanyStep | None:
    """Return the step after the ruling on the person's turn. Return None while the person plays or is asked a
    question."""
    last = match.last
    has_question = any(
        one.question.player == PERSON_SEAT and one.question.about == "turn" for one in match.questions
    )
    if last is None or last.event < sitting.heard or has_question:
        return None
    if (
        last.player == PERSON_SEAT and not last.stands
    ):  # of two turns ruled on at once, the first is the person's
        return _take_back_illegal_turn(sitting, before, match)
    return _adopt_legal_turn(sitting.company, before, match, words)


def _take_back_illegal_turn(sitting: Sitting, before: Company, match: Match) -> CompanyStep:
    """Return the step that takes back all cards of an illegal turn at once."""
    hands = Handling(sitting.company.top, manner(sitting.company, PERSON_SEAT, "take back"))
    hands.visit(before.top, (before.top.width / 2, before.top.height / 2))
    back = replace(before, top=before.top, turn=sitting.company.turn + 1)
    after = Sitting(back if match.turn == PERSON_SEAT else company_state.passed_on(back))
    return CompanyStep(after, (*hands.motion, MotionStep(MIN_STILL_SECONDS, before.top)))


def _adopt_legal_turn(company: Company, before: Company, match: Match, words: WordList) -> CompanyStep | None:
    """Return the step after a person's legal turn. It adds the laid cards to the company of simulated
    players, and corrects the match if needed.

    Return None while a blank on the board has no letter, because only the person can name the letter.
    """
    after, correction = adopt_turn(company, before, match, words)
    if correction is None and has_unreported_blank(after, match):
        return None
    done = company_state.filled_up(match.game, after)
    commands = () if correction is None else (RecordEvent(correction),)
    return CompanyStep(
        Sitting(company_state.passed_on(done)), (MotionStep(MIN_STILL_SECONDS, done.top),), commands
    )
