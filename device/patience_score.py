"""Answer the questions of the command `score` about patiences: the score of a table at its end, or of a
number of words."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from device.errors import UsageFault
from device.json_input import MAX_LINE_LETTERS, MAX_WORDS, GameQuestion, PileQuestion, converted, words_of
from device.pile_questions import piles_position
from engine.game import Game
from engine.notation import NotationError, grid_of
from engine.position import Grid
from engine.rules.patience import (
    cards_left,
    keyword_patience_praise,
    letters_added,
    patience_outcome,
    word_solitaire_mark,
)
from engine.turn.lost_patience import stuck_reason

_Word = Annotated[str, msgspec.Meta(max_length=MAX_LINE_LETTERS)]
_Words = Annotated[list[_Word], msgspec.Meta(max_length=MAX_WORDS)]
_Count = Annotated[int, msgspec.Meta(ge=0)]


class KeywordPatienceEnd(GameQuestion, kw_only=True):
    """One question to `lexicon-table score` about the board at the end of Keyword Patience."""

    words: _Count | _Words | None = None
    """The words played, or how many were played."""
    grid: Annotated[list[_Word], msgspec.Meta(max_length=MAX_LINE_LETTERS)] | None = None
    """The rows of cards on the board; None if unknown."""


def score_patience(data: Mapping[str, Any], game: Game) -> dict[str, object]:
    """Return the answer to the question `data` about a patience: score, praise, and whether it is over and
    won. The score is the number of words in Keyword Patience, the number of letters added in Word Solitaire,
    and the number of cards left in other patiences. Raise UsageFault if the question is wrong."""
    if game.layout == "grid":
        return _score_board(converted(data, KeywordPatienceEnd), game)
    at = piles_position(converted(data, PileQuestion), None, game, "table")
    outcome = patience_outcome(game, at)
    score = letters_added(at) if game.layout == "columns" else cards_left(game, at)
    mark = word_solitaire_mark(score) if game.layout == "columns" else ""
    lost = "" if outcome else stuck_reason(game, at, words_of(game.word_list))
    won = outcome is not None and outcome.won
    return {"score": score, "mark": mark, "over": outcome is not None or bool(lost), "won": won} | (
        {"lost": lost} if lost else {}
    )


def _score_board(board: KeywordPatienceEnd, game: Game) -> dict[str, object]:
    if board.words is None:
        raise UsageFault(f"{game.title} needs 'words': those played, or how many")
    words = board.words if isinstance(board.words, int) else len(board.words)
    try:
        is_won = (
            None if board.grid is None else patience_outcome(game, Grid(grid_of(board.grid).rows)) is not None
        )
    except NotationError as error:
        raise UsageFault(f"table: {error}") from None
    return {"score": words, "mark": keyword_patience_praise(words), "over": is_won, "won": is_won}
