"""Find every legal play on a board, the plays that score most first (KW-5)."""

from collections.abc import Iterator
from dataclasses import replace

from engine.best.grid import grid_plays
from engine.best.play_rank import at_most
from engine.best.play_search import PlaySearch
from engine.board import Board, Colour
from engine.game import Game
from engine.moves import Place
from engine.position import Grid
from engine.rules.board_scoring import colours_of, square_points
from engine.rules.grid import adjudicate_grid
from engine.rules.grid_lines import cards_of, laid_by, with_cards
from engine.ruling import Legal


def board_plays(search: PlaySearch, grid: Grid) -> Iterator[tuple[Place, Grid]]:
    """Yield every legal play of a hand. Plays with the highest score for the player's seat come first.
    Plays of equal score are in the order of crosswords (`best_first`).

    Raise TooManyPlays if there are more than `search.max_plays`. A grid that is smaller than the board is
    treated as a crossword, because the squares under its cells are unknown.
    """
    colours = colours_of(search.game, search.seat)
    moves = [move for move, _ in at_most(_candidates(search, grid), search.max_plays)]
    for move in sorted(moves, key=lambda move: -letters_score(search.game, grid, move, colours)):
        after = with_cards(grid, laid_by(move))
        if _legal(search, grid, after):
            yield move, after


def letters_score(game: Game, grid: Grid, move: Place, colours: frozenset[Colour]) -> int:
    """Return the score of the letters of a play. In Keyword each player owns colours, and cards on squares of
    these colours count more (KW-5): `colours` are the player's own. The points for spelling the Keyword
    are not included."""
    if game.board_scoring is None:
        return 0
    whole = game.board is not None and len(grid.rows) == game.board.size == len(grid.rows[0])
    board = game.board if whole else None
    return sum(square_points(game.board_scoring, board, cell, colours) for cell in laid_by(move))


def _candidates(search: PlaySearch, grid: Grid) -> Iterator[tuple[Place, Grid]]:
    board = search.game.board
    if board is None or cards_of(grid) or len(grid.rows) != board.size:
        return grid_plays(search, grid)
    return _first_words(search, grid, board)


def _first_words(search: PlaySearch, grid: Grid, board: Board) -> Iterator[tuple[Place, Grid]]:
    """Yield the plays of a first word, which begins on the dark squares (KW-1) or in the corner (KP-1).
    The words are found on one line, and laid across and down."""
    unlimited = replace(search, max_plays=None)
    corner = search.game.plays.start == "corner"
    begins = ((0, 0), (0, 0)) if corner else (board.start_squares[0][0], board.start_squares[1][0])
    for across, (row, column) in zip((True, False), begins, strict=True):
        room = board.size - (column if across else row)
        for move, _ in grid_plays(unlimited, Grid(("." * room,))):
            if move.column == 0 and move.across:
                places = [(row, column + i) if across else (row + i, column) for i in range(len(move.cards))]
                laid = dict(zip(places, move.cards, strict=True))
                yield Place(row, column, across, move.cards), with_cards(grid, laid)


def _legal(search: PlaySearch, before: Grid, after: Grid) -> bool:
    return isinstance(adjudicate_grid(search.game, search.words, before, after, search.hand), Legal)
