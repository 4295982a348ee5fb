"""Translate a tap on a phone into a command for the table's loop."""

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
    Amended,
    Answered,
    BackTo,
    CardIs,
    Challenged,
    GoesOn,
    Hold,
    Next,
    NotOver,
    Over,
    PictureIs,
    Refocused,
    Said,
    Timed,
)
from web import game_views, question_views, requests
from web.languages import translate as _
from web.requests import (
    Amend,
    Answer,
    Blank,
    Challenge,
    Correct,
    Cut,
    Finished,
    Foresee,
    GoOn,
    Initial,
    NamePrize,
    NotFinished,
    OutOfDateError,
    Overrule,
    PhoneRequest,
    Refocus,
    Rewind,
    SetTotal,
    StillPlaying,
    Time,
    TurnOver,
)


def messages(tap: PhoneRequest, view: TableView) -> tuple[Message, ...]:
    """Return a tap's messages, in order, at a table that the phones show in this state. Raise OutOfDateError
    if the tap is too late.
    """
    match tap:
        case TurnOver():
            return (Over(),)
        case Finished():
            return (Over(of_another=True),)
        case NotFinished():
            return (_not_finished(view),)
        case requests.Hold(on=on):
            return (Hold(on),)
        case StillPlaying():
            return (GoesOn(),)
        case GoOn():
            return (Next(),)
        case Initial(player=player):
            return (_initialled(player, view),)
        case Cut(cards=cards):
            return (Said(CardsCut(cards)),)
        case Challenge(by=by):
            return (Challenged(by),)
        case Answer():
            return (_answered(tap, view),)
        case Foresee():
            return ()  # the loop knows nothing of it
        case Refocus():
            return (Refocused(),)
        case Time(do=do, minutes=minutes):
            return (Timed(do, None if minutes is None else minutes * 60),)
        case Amend(event=event, after=after):
            return (Amended(event, after),)
        case Rewind(event=event):
            return (BackTo(event),)
        case SetTotal(player=player, total=total):
            return (Said(ScoreCorrected(player, total)),)
        case Overrule():
            return _overruled(tap, view)
        case NamePrize(word=word, room=room):
            return (Said(PrizeNamed(word.upper(), everyone=not room)),)
        case Blank():
            return (_with_blank(tap, view),)
        case Correct(card=card, letter=letter):  # marks are called c0, c1 … after their sightings
            return (CardIs(int(card.removeprefix("c")), letter),)
        case never:
            assert_never(never)


def _initialled(player: int, view: TableView) -> Said:
    match = view.referee.match
    if match is None:
        raise OutOfDateError(_("That score is initialled already."))
    return Said(ScoreInitialled(player, by=match.after(player)))


def _not_finished(view: TableView) -> NotOver:
    if view.ended is None:
        raise OutOfDateError(_("It is too late for that."))
    return NotOver(view.ended.events)


def _answered(answer: Answer, view: TableView) -> PictureIs | Answered:
    match = view.referee.match
    of_a_picture = question_views.picture_meaning(view.referee.unmatched, answer)
    if of_a_picture is not None:
        return PictureIs(of_a_picture)
    for one in match.questions if match else ():
        meant = question_views.meaning(one.asked, answer)
        if meant is not None:
            return Answered(meant, one.event)
    raise OutOfDateError(_("That question is no longer open."))


def _with_blank(command: Blank, view: TableView) -> Amended:
    """Rule on the last turn anew with a blank that no camera sees."""
    match = view.referee.match
    after = game_views.with_blank(match, command.square, command.letter) if match else None
    if match is None or match.last is None or after is None:
        raise OutOfDateError(_("A blank can't lie there after this turn."))
    return Amended(match.last.event, after)


def _overruled(command: Overrule, view: TableView) -> tuple[Message, ...]:
    """Undo the challenge settled last, and settle it as the steward says."""
    events = view.referee.events
    settled = events[command.event] if 0 <= command.event < len(events) else None
    if not isinstance(settled, ChallengeSettled) or command.event in undone(events):
        raise OutOfDateError(_("There is no such challenge any more."))
    return Said(Undone(command.event)), Said(replace(settled, verdict=command.verdict))
