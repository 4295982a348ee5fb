"""Place a crossword on its board. The first word begins on the dark squares, and all other words are placed
from there (KW-1). No card lies beyond the edge. What is printed on the board does not count as a letter of
the play."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import dist
from typing import Final

from engine.board import Board
from engine.game import Game
from engine.observation import Observation, Sighting
from engine.position import Grid

Cell = tuple[int, int]
"""Column and row of a cell, both from 0 at the top left of the settled crossword. Cells to its left or
above it have negative numbers."""

MAX_NEIGHBOUR_DISTANCE_EDGES: Final = 1.6
"""Greatest distance of two letter blocks, centre to centre in edges of a block, at which they lie on
neighbouring squares. The centres of diagonal neighbours are 1.4 edges apart. Blocks with a square between
them are two or more edges apart."""
MIN_BLOCK_PROBABILITY: Final = 0.9
"""Least probability by sight at which a letter block counts as a block even without well-read neighbours.
Below it the reading is taken for the print of a board square. On one printed board all blocks had 0.98 or
more, and the stars and rings of the board 0.78 or less."""


def squares(board: Board | None) -> Iterator[Cell]:
    """Yield the cell of every square of `board`; nothing if `board` is None."""
    if board is not None:
        yield from ((column, row) for row in range(board.size) for column in range(board.size))


def with_first_word_placed(game: Game, before: Grid, text: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return the cards of `text` by the squares of the board, counted from its corner.

    The first word on an empty board is placed on the first dark square of its direction, or in the corner
    (KP-1), wherever it was seen. So the camera does not need to find the lines of the board. On a board with
    cards, and in a game without a board, `text` is returned unchanged.
    """
    empty = not any(row.strip(".") for row in before.rows)
    if game.board is None or not text or not empty:
        return dict(text)
    (column, row), (last_column, _) = min(text), max(text)
    across, down = game.board.start_squares
    to_row, to_column = across[0] if last_column > column else down[0]
    if game.plays.start == "corner":
        to_row, to_column = 0, 0
    return {(c - column + to_column, r - row + to_row): card for (c, r), card in text.items()}


def cells_beyond_board(game: Game, text: Iterable[Cell]) -> list[Cell]:
    """Return the cells of `text` that lie beyond the edge of the board; none if the game has no board."""
    every = set(squares(game.board))
    return [cell for cell in text if every and cell not in every]


def without_unplayed_pieces(game: Game, observation: Observation) -> Observation:
    """Return the observation without sightings that cannot be part of the play, if the game has no
    face-down cards. These sightings are backs and, in a game with blocks, print of the board that
    resembles a letter."""
    if game.plays.discards != "none":
        return observation
    cards = [card for card in observation.cards if card.face == "up"]
    if game.pack.pieces == "tiles":
        cards = [card for card in cards if _is_well_read(card) or _touches(card, cards)]
    return replace(observation, cards=tuple(cards))


def _is_well_read(card: Sighting) -> bool:
    return card.best is not None and card.best[1] >= MIN_BLOCK_PROBABILITY


def _touches(card: Sighting, cards: Iterable[Sighting]) -> bool:
    """Return True if `card` lies next to a well-read block of `cards`."""
    edge = dist(card.corners[0], card.corners[1])
    near = (o for o in cards if o is not card and _is_well_read(o))
    return any(dist(card.centre, other.centre) < MAX_NEIGHBOUR_DISTANCE_EDGES * edge for other in near)
