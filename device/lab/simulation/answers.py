"""Answer the table's questions truthfully, as the simulated players know the cards."""

from collections.abc import Sequence

from device.virtual.company import company_state
from device.virtual.company.next_steps import Sitting
from device.virtual.messages import answer_to_oldest
from device.virtual.motions.board import trimmed
from engine.events import QuestionAsked
from engine.game import Game
from engine.match import Match
from engine.notation import format_position, parse_position
from engine.position import Grid, Position
from engine.table.commands import AnswerQuestion
from engine.turn.packs import MORE_PREFIX


def answer(
    match: Match, question: QuestionAsked, sitting: Sitting, game: Game, *, busy: bool
) -> AnswerQuestion:
    """Return the true answer to `question`. `busy` is true while a player is still laying cards. A
    question about the turn then gets the empty answer, which takes the turn back."""
    company = sitting.company
    position = company_state.position(game, company)
    match question.about:
        case "pack" if question.choices[0].startswith(MORE_PREFIX):
            return answer_to_oldest(match, question.choices[0])
        case "count":
            return answer_to_oldest(match, str(len(company.hands[question.player])))
        case "hand":
            return answer_to_oldest(match, company.hands[question.player])
        case "whose":
            return answer_to_oldest(match, _owner_answer(question.choices, company.hands))
        case "Master":
            return answer_to_oldest(match, _masters_answer(question.choices, position))
        case _:
            return answer_to_oldest(match, "" if busy else _action_answer(question, sitting, position))


def _action_answer(question: QuestionAsked, sitting: Sitting, position: Position) -> str:
    """Return what the player really did. This is the true position, or the card of a discard that the table
    did not see. It is empty if no action waits for a ruling."""
    company, before = sitting.company, sitting.before
    if before is None:
        return ""
    thrown = company.texts == before.texts and company.discards != before.discards
    if thrown and question.before == question.after:
        return f"-{company.discards[-1]}"
    return format_position(position)


def _owner_answer(choices: Sequence[str], hands: Sequence[str]) -> str:
    """Return the choice that is true: the player whom it names holds exactly the cards that it names. A
    choice is a seat with the cards, such as `1 ABC`. Return an empty text if no choice is true."""
    ways = ((choice, *choice.split()) for choice in choices)
    return next((way for way, seat, cards in ways if sorted(hands[int(seat)]) == sorted(cards)), "")


def _masters_answer(choices: Sequence[str], position: Position) -> str:
    """Return the choice that agrees best with the true position, in which the Masters have the letters that
    their player meant."""
    wanted = trimmed(position).rows if isinstance(position, Grid) else position.lines

    def alike(choice: str) -> int:
        position = parse_position(choice)
        lines = trimmed(position).rows if isinstance(position, Grid) else position.lines
        return len(set(lines) & set(wanted))

    return max(choices, key=alike)
