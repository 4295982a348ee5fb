"""Report the facts of a virtual board that no camera can see (KW), as its people do.

These facts are the letters of blanks, the open Keyword card, an empty box of letters, racks that could not
be filled up, and the end of a hand in which no player can lay.
"""

from collections.abc import Sequence

from device.virtual.company.company_state import Company, dice, filled_up
from device.virtual.messages import answer_to_oldest
from engine.events import AnyEvent, HandCorrected, HandScored, KeywordTurned, PackExhausted, TurnAmended
from engine.game import Game
from engine.games.keyword import KEYWORD_CARDS
from engine.match import Match
from engine.moves import EMPTY, Place
from engine.notation import format_move, format_position
from engine.position import Grid, Position
from engine.table.commands import AnswerQuestion
from engine.turn.board_questions import OVER


def due_events(company: Company, match: Match) -> Sequence[AnyEvent]:
    """Return the events that the people at a board report before the next play, such as an empty box of
    letters or a new Keyword card."""
    if not company.stock and match.table.stock:
        return (PackExhausted(stock=0), *_rack_corrections(company, match))
    if company.passes >= len(company.names):
        return (HandScored(left=company.hands),)
    return () if match.keywords.open else (KeywordTurned(next_keyword_card(company)),)


def visible_rows(game: Game, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the rows as a camera sees them, without blank blocks."""
    if game.pack.pieces == "cards":
        return tuple(texts)
    return tuple("".join(EMPTY if card.islower() else card for card in text) for text in texts)


def unreported_blanks(match: Match, truth: Position) -> TurnAmended | None:
    """Return the event that adds to the match's last play the blanks that the camera did not see.

    `truth` is the true position. Return None if the match has all blanks, or if other cards differ from
    `truth`, too.
    """
    last, recorded = match.last, match.position
    if last is None or not isinstance(truth, Grid) or not isinstance(recorded, Grid):
        return None
    if (
        match.game.board is None
        or recorded.rows == truth.rows
        or recorded.rows != without_unknown_blanks(recorded, truth)
    ):
        return None
    before = last.before.position
    move = _placing_move(before.lines, truth.rows)
    return TurnAmended(
        last.event, format_position(before), format_position(truth), format_move(move), "legal", stands=True
    )


def without_unknown_blanks(recorded: Grid, truth: Grid) -> tuple[str, ...]:
    """Return the rows of the true position `truth` without the blanks that the match's position `recorded`
    lacks."""
    return tuple(
        "".join(
            EMPTY if card.islower() and known == EMPTY else card for card, known in zip(row, was, strict=True)
        )
        for row, was in zip(truth.rows, recorded.rows, strict=True)
    )


def _placing_move(before: Sequence[str], after: Sequence[str]) -> Place:
    cells = [(r, c) for r, row in enumerate(after) for c, card in enumerate(row) if card != before[r][c]]
    (row, column), (last, _) = cells[0], cells[-1]
    across = row == last
    length = cells[-1][1] - column + 1 if across else last - row + 1
    line = [(row, column + i) if across else (row + i, column) for i in range(length)]
    return Place(row, column, across, "".join(after[r][c] if (r, c) in cells else EMPTY for r, c in line))


def answer(company: Company, match: Match, *, played: bool) -> AnswerQuestion | None:
    """Return the people's answer to the table's open question in a board game. Return None if no question is
    open, or if the question is of another kind than the three below.

    People say which Keyword card is open, how many letters a player holds, and if the hand is over. `played`
    is true if the player has laid letters and not filled up the rack. The answer then counts the letters of
    the full rack.
    """
    question = match.question
    if question is None:
        return None
    match question.about:
        case "Keyword":
            return answer_to_oldest(match, next_keyword_card(company))
        case "letters":
            now = filled_up(match.game, company) if played else company
            return answer_to_oldest(match, str(len(now.hands[question.player])))
        case "over":
            done = match.hand.over or company.passes >= len(company.names)
            return answer_to_oldest(match, OVER if done else "")
        case _:
            return None


def next_keyword_card(company: Company) -> str:
    """Return the next Keyword card, drawn at random."""
    return dice(company, "keyword").choice(KEYWORD_CARDS)


def _rack_corrections(company: Company, match: Match) -> Sequence[AnyEvent]:
    """Return a correction for each hand whose number of letters differs from the match. It differs if the box
    had too few letters to fill up the player's rack."""
    known = [holding.count for holding in match.table.hands]
    return [
        HandCorrected(seat, str(len(hand)))
        for seat, hand in enumerate(company.hands)
        if len(hand) != known[seat]
    ]
