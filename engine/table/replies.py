"""Reply on the phone to a tap whose effect the page does not show otherwise.

For example, a turn that ends needs no reply, because its ruling appears.
"""

from typing import Final

from engine.cards import MASTER
from engine.events import HandCorrected, PositionCorrected, ScoreCorrected, TurnGiven, Undone, WoundBack
from engine.i18n import Sentence
from engine.table.commands import (
    Amend,
    AnswerQuestion,
    Command,
    CorrectCard,
    EndTurn,
    ExplainPicture,
    GoOn,
    RecordEvent,
    Rewind,
)
from engine.table.observing_referee import RefereeOutcome
from engine.table.referee import Referee
from engine.turn.mismatch import PictureAnswer
from engine.wording.pictures import say_lay_out_again

CORRECTIONS: Final = (HandCorrected, PositionCorrected, ScoreCorrected, TurnGiven, Undone, WoundBack)


def reply_to(command: Command, before: Referee, outcome: RefereeOutcome[Referee]) -> Sentence | None:
    """Return the sentence that answers `command` on the phone that sent it; None if the page shows its result
    anyway.

    `before` is the referee before the command, and `outcome` the command's outcome.
    """
    match command:
        case EndTurn() | GoOn():
            return None if outcome.events else _why_turn_waits(outcome.referee)
        case AnswerQuestion():
            return None if outcome.events else Sentence("That question is no longer open.")
        case CorrectCard(letter=letter):
            if letter == MASTER:
                return Sentence("I now read that card as a Master.")
            return Sentence("I now read that card as {letter}.", (("letter", letter),))
        case Amend():
            return Sentence("I have corrected the turn.")
        case Rewind():
            return Sentence("We go on from there.")
        case ExplainPicture(answer):
            return _picture_reply(answer, before)
        case RecordEvent(event) if isinstance(event, CORRECTIONS):
            return Sentence("I have corrected that.")
        case _:
            return None


def _why_turn_waits(referee: Referee) -> Sentence:
    """Explain why the turn has not ended, although a player said that it was over."""
    if referee.state.rejected_position is not None:
        return Sentence("First put the cards of the last turn back.")
    return Sentence("I can't see the cards clearly. The turn ends as soon as I do.")


def _picture_reply(answer: PictureAnswer, before: Referee) -> Sentence | None:
    match answer:
        case "another table" if before.by_photograph:
            return Sentence("I have forgotten that picture. Photograph this table.")
        case "another table":
            return Sentence("I have forgotten that picture.")
        case "cleared away":
            return (
                say_lay_out_again(before.state.unmatched.why) if before.state.unmatched is not None else None
            )
        case "new hand":
            return Sentence("This is a new hand. The last one doesn't count.")
        case "go on":
            return Sentence("We go on from the cards on the table.")
        case _:
            return None
