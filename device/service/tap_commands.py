"""Turn a phone's request into the engine's commands."""

from dataclasses import replace
from typing import assert_never

from device.running.inbox import Message
from device.running.view import TableView
from engine.events import (
    CardsCut,
    ChallengeSettled,
    PrizeNamed,
    ScoreCorrected,
    ScoreInitialled,
    Undone,
)
from engine.match import undone
from engine.table.commands import (
    Amend,
    AnswerQuestion,
    ChallengeTurn,
    CorrectCard,
    EndTurn,
    ExplainPicture,
    GoOn,
    Hold,
    RecordEvent,
    Refocus,
    ResumeTurn,
    Rewind,
    SetTimer,
    StillPlaying,
)
from web import game_views, question_views
from web.languages import translate as _
from web.requests import (
    Answer,
    AskWinnable,
    Blank,
    Challenge,
    ChangeTimer,
    Correct,
    Cut,
    Initial,
    NamePrize,
    NotFinished,
    OutOfDateError,
    Overrule,
    PhoneRequest,
    PlayerFinished,
    SetTotal,
    TurnOver,
)


def loop_messages(tap: PhoneRequest, view: TableView) -> tuple[Message, ...]:
    """Return the messages to the table's loop, in order, that carry out a phone's request while the phones
    show `view`.

    Raise OutOfDateError if the request no longer fits the table.
    """
    match tap:
        case Hold() | StillPlaying() | GoOn() | Refocus() | Amend() | Rewind():
            return (tap,)
        case TurnOver():
            return (EndTurn(),)
        case PlayerFinished():
            return (EndTurn(of_another=True),)
        case NotFinished():
            return (_resume_command(view),)
        case Initial(player=player):
            return (_initial_command(player, view),)
        case Cut(cards=cards):
            return (RecordEvent(CardsCut(cards)),)
        case Challenge(by=by):
            return (ChallengeTurn(by),)
        case Answer():
            return (_answer_command(tap, view),)
        case AskWinnable():
            return ()  # the loop knows nothing of it
        case ChangeTimer(do=do, minutes=minutes):
            return (SetTimer(do, None if minutes is None else minutes * 60),)
        case SetTotal(player=player, total=total):
            return (RecordEvent(ScoreCorrected(player, total)),)
        case Overrule():
            return _overrule_messages(tap, view)
        case NamePrize(word=word, room=room):
            return (RecordEvent(PrizeNamed(word.upper(), everyone=not room)),)
        case Blank():
            return (_blank_command(tap, view),)
        case Correct(card=card, letter=letter):  # marks are called c0, c1 … after their sightings
            return (CorrectCard(int(card.removeprefix("c")), letter),)
        case never:
            assert_never(never)


def _initial_command(player: int, view: TableView) -> RecordEvent:
    match = view.referee.match
    if match is None:
        raise OutOfDateError(_("That score is initialled already."))
    return RecordEvent(ScoreInitialled(player, by=match.next_seat(player)))


def _resume_command(view: TableView) -> ResumeTurn:
    if view.ended is None:
        raise OutOfDateError(_("It is too late for that."))
    return ResumeTurn(view.ended.events)


def _answer_command(answer: Answer, view: TableView) -> ExplainPicture | AnswerQuestion:
    match = view.referee.match
    of_a_picture = question_views.chosen_picture_answer(view.referee.unmatched, answer)
    if of_a_picture is not None:
        return ExplainPicture(of_a_picture)
    for open_question in match.questions if match else ():
        meant = question_views.chosen_text(open_question.question, answer)
        if meant is not None:
            return AnswerQuestion(meant, open_question.event)
    raise OutOfDateError(_("That question is no longer open."))


def _blank_command(command: Blank, view: TableView) -> Amend:
    """Return the command that adds a blank to the last turn, on a square that a person named. A blank is
    a tile without a letter, which the reader does not see. Raise OutOfDateError if no blank can lie
    on that square."""
    match = view.referee.match
    after = game_views.with_blank(match, command.square, command.letter) if match else None
    if match is None or match.last is None or after is None:
        raise OutOfDateError(_("A blank can't lie there after this turn."))
    return Amend(match.last.event, after)


def _overrule_messages(command: Overrule, view: TableView) -> tuple[Message, ...]:
    """Return the messages that undo a settled challenge and settle it with the steward's verdict. Raise
    OutOfDateError if the challenge has been undone, or if its turn is no longer the last one."""
    events, match = view.referee.events, view.referee.match
    challenge = events[command.event] if 0 <= command.event < len(events) else None
    if not isinstance(challenge, ChallengeSettled) or command.event in undone(events):
        raise OutOfDateError(_("There is no such challenge any more."))
    if match is None or match.last is None or match.last.event > command.event:
        raise OutOfDateError(_("It is too late for that."))
    return RecordEvent(Undone(command.event)), RecordEvent(replace(challenge, verdict=command.verdict))
