"""Every legal play on a board, the best paid first (KW-5)."""

from collections.abc import Iterator

from engine.best.grid import grid_plays
from engine.board import Board, Colour
from engine.game import Game
from engine.moves import Place
from engine.position import Grid
from engine.rules.grid import adjudicate_grid
from engine.rules.gridlines import cards_of, laid_by, with_cards
from engine.rules.squares import colours_of, square_pays
from engine.ruling import Legal
from engine.words import WordList


def board_plays(
    game: Game, words: WordList, grid: Grid, hand: str, seat: int = 0
) -> Iterator[tuple[Place, Grid]]:
    """Every legal play of `hand`, what pays `seat` most first, then as crosswords are ranked.

    A grid that is not as large as the board is a crossword whose squares nobody knows.
    """
    colours = colours_of(game, seat)
    found = sorted(_found(game, words, grid, hand), key=lambda one: -pays(game, grid, one[0], colours))
    yield from (one for one in found if _legal(game, words, grid, one[1], hand))


def pays(game: Game, grid: Grid, move: Place, colours: frozenset[Colour]) -> int:
    """What the letters of a play pay whoever plays for `colours` (KW-5); an open Keyword is not reckoned."""
    if game.tally is None:
        return 0
    whole = game.board is not None and len(grid.rows) == game.board.size == len(grid.rows[0])
    board = game.board if whole else None
    return sum(square_pays(game.tally, board, cell, colours) for cell in laid_by(move))


def _found(game: Game, words: WordList, grid: Grid, hand: str) -> Iterator[tuple[Place, Grid]]:
    board = game.board
    if board is None or cards_of(grid) or len(grid.rows) != board.size:
        return grid_plays(game, words, grid, hand)
    return _first_words(game, words, grid, hand, board)


def _first_words(
    game: Game, words: WordList, grid: Grid, hand: str, board: Board
) -> Iterator[tuple[Place, Grid]]:
    """First words, which begin on the dark squares (KW-1) or in the corner (KP-1): found on one line, laid
    across and down."""
    begins = ((0, 0), (0, 0)) if game.start == "corner" else (board.starts[0][0], board.starts[1][0])
    for across, (row, column) in zip((True, False), begins, strict=True):
        room = board.size - (column if across else row)
        for move, _ in grid_plays(game, words, Grid(("." * room,)), hand):
            if move.column == 0 and move.across:
                places = [(row, column + i) if across else (row + i, column) for i in range(len(move.cards))]
                laid = dict(zip(places, move.cards, strict=True))
                yield Place(row, column, across, move.cards), with_cards(grid, laid)


def _legal(game: Game, words: WordList, before: Grid, after: Grid, hand: str) -> bool:
    return isinstance(adjudicate_grid(game, words, before, after, hand), Legal)
