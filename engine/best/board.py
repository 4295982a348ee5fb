"""Every legal play on a board, those that score most first (KW-5)."""

from collections.abc import Iterator

from engine.best.grid import grid_plays
from engine.best.play_rank import at_most
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
    game: Game, words: WordList, grid: Grid, hand: str, seat: int = 0, most: int | None = None
) -> Iterator[tuple[Place, Grid]]:
    """Yield every legal play of `hand`: the highest scores for `seat` first, then in the order of crosswords.

    Raise TooManyPlays if there are more than `most`. A grid smaller than the board counts as a crossword with
    unknown squares.
    """
    colours = colours_of(game, seat)
    moves = [move for move, _ in at_most(_found(game, words, grid, hand, most), most)]
    for move in sorted(moves, key=lambda move: -pays(game, grid, move, colours)):
        after = with_cards(grid, laid_by(move))
        if _legal(game, words, grid, after, hand):
            yield move, after


def pays(game: Game, grid: Grid, move: Place, colours: frozenset[Colour]) -> int:
    """Return the score of a play's letters for a player of `colours` (KW-5); an open Keyword is not
    counted."""
    if game.tally is None:
        return 0
    whole = game.board is not None and len(grid.rows) == game.board.size == len(grid.rows[0])
    board = game.board if whole else None
    return sum(square_pays(game.tally, board, cell, colours) for cell in laid_by(move))


def _found(
    game: Game, words: WordList, grid: Grid, hand: str, most: int | None
) -> Iterator[tuple[Place, Grid]]:
    board = game.board
    if board is None or cards_of(grid) or len(grid.rows) != board.size:
        return grid_plays(game, words, grid, hand, most)
    return _first_words(game, words, grid, hand, board)


def _first_words(
    game: Game, words: WordList, grid: Grid, hand: str, board: Board
) -> Iterator[tuple[Place, Grid]]:
    """Yield first words, which begin on the dark squares (KW-1) or in the corner (KP-1).

    They are found on one line, and laid across and down.
    """
    begins = ((0, 0), (0, 0)) if game.plays.start == "corner" else (board.starts[0][0], board.starts[1][0])
    for across, (row, column) in zip((True, False), begins, strict=True):
        room = board.size - (column if across else row)
        for move, _ in grid_plays(game, words, Grid(("." * room,)), hand):
            if move.column == 0 and move.across:
                places = [(row, column + i) if across else (row + i, column) for i in range(len(move.cards))]
                laid = dict(zip(places, move.cards, strict=True))
                yield Place(row, column, across, move.cards), with_cards(grid, laid)


def _legal(game: Game, words: WordList, before: Grid, after: Grid, hand: str) -> bool:
    return isinstance(adjudicate_grid(game, words, before, after, hand), Legal)
