"""Answer the table's questions as people do on a confused evening. Their answers are true, but they do not
always look at their phones."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from device.lab.simulation.account import EveningSetting
from device.lab.simulation.answers import answer
from device.virtual.company.next_steps import Sitting
from engine.table.commands import Command, EndTurn, ExplainPicture, Hold, StillPlaying
from engine.table.contexts import (
    turn_context_of,
)
from engine.table.referee import Referee
from engine.turn.ending import ends_at
from engine.turn.mismatch import PictureAnswer, possible_answers


@dataclass(frozen=True, slots=True)
class Mood:
    """The activity of the simulated players at the moment when the table asks."""

    busy: bool = False
    """True if a player is still laying cards."""
    pressed: bool = False
    """True if somebody has just ended the turn by mistake, from the phone of another player."""
    wrong: bool = False
    """True if somebody has just sent a wrong photograph by mistake, such as one of another table."""


def reply(
    referee: Referee, sitting: Sitting, setting: EveningSetting, mood: Mood, dice: Random
) -> Command | None:
    """Return the command that the people send now, such as the answer to a question; None if they send
    none."""
    match = referee.journal.required_match
    if referee.unmatched is not None:
        return ExplainPicture(_picture(possible_answers(referee.unmatched.why), mood))
    if match.question is not None:
        # A player who is still laying a word takes no cards back, and reports that the turn goes on.
        question, lies_there = match.question, match.question.before != match.question.after
        late = mood.pressed and dice.random() > setting.odds.ignored
        if late or (mood.busy and lies_there):
            return None
        return answer(match, question, sitting, setting.game, busy=mood.busy)
    if match.turn is None or referee.proposal is None:
        return None
    if mood.wrong:
        return None  # nobody looks at the phone: the picture was sent by mistake
    if mood.busy:
        return _not_yet(referee, setting, dice)
    done, held = sitting.before is not None, referee.state.countdown_held
    if referee.asks_if_finished and not done:
        return StillPlaying()
    waits = referee.asks_if_finished or held or referee.proposal.end_question == "goes on"
    return EndTurn() if done and waits else None


def _not_yet(referee: Referee, setting: EveningSetting, dice: Random) -> Command | None:
    """Return the command of a player who is still laying cards: hold the countdown to the end of the turn, or
    answer that the turn goes on.

    Return None if there is no countdown to hold and no such question, or if the player ignores the question.
    """
    match = referee.journal.required_match
    ends = ends_at(referee.state, turn_context_of(match, referee.words, referee.still_seconds))
    if ends is not None and not referee.state.countdown_held:
        return Hold()
    if referee.asks_if_finished and match.turn is not None and dice.random() > setting.odds.ignored:
        return StillPlaying()
    return None


def _picture(answers: Sequence[PictureAnswer], mood: Mood) -> PictureAnswer:
    if mood.wrong:
        return "another table"
    return "still there" if "still there" in answers else answers[0]
