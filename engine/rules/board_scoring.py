"""Score a play on a board square by square, and score the end of the game (KW-5, KW-7, Keyword Solitaire)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Board, Colour
from engine.game import BoardScoring, Game
from engine.notation import square
from engine.position import Grid
from engine.rules.grid_lines import Cell, cards_of, runs_through, text_of


@dataclass(frozen=True, slots=True)
class PlayPoints:
    """The points of one play."""

    squares: tuple[tuple[str, int], ...] = ()
    """Pairs of a square in notation and the points of its letter."""
    keyword: int = 0
    """The points for the open Keyword; 0 if the play did not spell it."""

    @property
    def points(self) -> int:
        """The points of the whole play: those of its letters, and those for the Keyword."""
        return sum(points for _, points in self.squares) + self.keyword


def play_points(
    game: Game, before: Grid, after: Grid, colours: frozenset[Colour], keyword: str = ""
) -> PlayPoints:
    """Return the points that a player of `colours` gets for the letters of `after` that are not in
    `before`.

    Only the letters played count, whatever words they make (KW-5). `keyword` is the word that lies open. Both
    grids are as large as the board. On a grid of another size the squares under the letters are unknown, and
    letters count as on plain squares.
    """
    if game.board_scoring is None:
        return PlayPoints()
    lying, now = cards_of(before), cards_of(after)
    placed = sorted(now.keys() - lying.keys())
    board = game.board if game.board and _has_board_size(after, game.board) else None
    pays = tuple((square(*cell), square_points(game.board_scoring, board, cell, colours)) for cell in placed)
    new_words = words_spelt(before, after)
    return PlayPoints(pays, game.board_scoring.keyword if keyword and keyword.upper() in new_words else 0)


def square_points(tally: BoardScoring, board: Board | None, cell: Cell, colours: frozenset[Colour]) -> int:
    """Return the points of one letter on the square `cell` for a player of `colours`."""
    if board is None:
        return tally.letter
    own = board.colour(cell) in colours
    if board.is_key(cell):
        return tally.own_colour_key if own else tally.key
    return tally.own_colour if own else tally.letter


def words_spelt(before: Grid, after: Grid) -> frozenset[str]:
    """Return the words that a play made, in upper case."""
    now = cards_of(after)
    placed = now.keys() - cards_of(before).keys()
    return frozenset(text_of(now, run).upper() for run in runs_through(now, placed))


def colours_of(game: Game, seat: int) -> frozenset[Colour]:
    """Return the colours that count double for `seat`: its own, and its partner's in Partnership Keyword."""
    return frozenset(
        game.seats.colours[one] for one in game.seats.side(seat) if one < len(game.seats.colours)
    )


def end_points(game: Game, left: Sequence[int]) -> tuple[int, ...]:
    """Return the change of each seat's score at the end of the game. `left` is the number of letters on each
    rack (KW-7).

    A player who emptied the rack gains points, and gains more for each letter that the others hold. A
    partner's letters do not count. If no player emptied the rack, each player loses points for each letter
    on the rack.
    """
    tally = game.board_scoring
    if tally is None:
        raise ValueError(f"{game.title} pays nothing for laid letters")
    if all(left):
        return tuple(-tally.letter_left * count for count in left)
    first = left.index(0)
    others = sum(count for seat, count in enumerate(left) if seat not in game.seats.side(first))
    return tuple(
        tally.empty_rack + tally.letter_left * others if seat == first else 0 for seat in range(len(left))
    )


def side_points(game: Game, points: Sequence[int]) -> tuple[int, ...]:
    """Return the points that each seat scores: the sum of the points of all players on the seat's side."""
    return tuple(sum(points[one] for one in game.seats.side(seat)) for seat in range(len(points)))


def _has_board_size(grid: Grid, board: Board) -> bool:
    return len(grid.rows) == board.size == len(grid.rows[0] if grid.rows else "")
