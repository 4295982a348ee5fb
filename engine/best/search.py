"""Every legal play of a hand, best first."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.best.grid import grid_plays
from engine.best.rows import row_plays
from engine.game import Game
from engine.moves import Exchange, Insert, Lay, Move, Place, played, taken
from engine.notation import format_move
from engine.position import Grid, Position, Rows
from engine.words import WordList

Kind = Literal["lay", "insert", "exchange", "extend"]


@dataclass(frozen=True, slots=True)
class Play:
    """A legal play: `result` is the table after it, `cards` how many leave the hand."""

    move: Move
    kind: Kind
    result: Position
    cards: int


def plays(
    game: Game, words: WordList, position: Position, hand: str, *, limit: int | None = None
) -> list[Play]:
    """Every legal play of `hand` (faces, `?` a Master) at `position`, at most `limit`, best first.

    Going out comes first; then whatever leaves the fewest points in the hand, cards taken by an exchange
    counted; then the most cards; then the order of the notation. Discards are not plays. A crossword's plays
    stay within its grid. Words let in by `Vocabulary.proper` or `.abbreviations` are not in the list and are
    found only as words crossed.
    """
    found = _found(game, words, position, hand)
    ranked = sorted(found, key=lambda one: _rank(game, hand, one[0]))
    return [_play(position, move, result) for move, result in ranked[:limit]]


def _found(game: Game, words: WordList, position: Position, hand: str) -> Iterable[tuple[Move, Position]]:
    if isinstance(position, Grid):
        return grid_plays(game, words, position, hand)
    if isinstance(position, Rows):
        return row_plays(game, words, position, hand)
    return ()  # a patience has no hand


def _rank(game: Game, hand: str, move: Move) -> tuple[bool, int, int, str]:
    given, won = played(move), taken(move)
    stays = len(hand) - len(given) + len(won) > 0
    return stays, game.pack.points(won) - game.pack.points(given), -len(given), format_move(move)


def _play(position: Position, move: Move, result: Position) -> Play:
    return Play(move, _kind(position, move), result, len(played(move)))


def _kind(position: Position, move: Move) -> Kind:
    match move:
        case Insert():
            return "insert"
        case Exchange():
            return "exchange"
        case Place() if isinstance(position, Grid) and any(row.strip(".") for row in position.rows):
            return "extend"
        case Lay() | Place():
            return "lay"
        case _:
            raise AssertionError(f"{move} is no play")
