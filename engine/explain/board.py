"""A crossword on its board: the first word begins on the dark squares, and the rest follows (KW-1); nothing
is laid beyond the edge; and what a board's own print looks like is no letter of the play."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import dist
from typing import Final

from engine.board import Board
from engine.game import Game
from engine.observation import Observation, Sighting
from engine.position import Grid

Cell = tuple[int, int]
"""Column and row, as `engine.explain.grid` counts them."""

MAX_NEIGHBOUR_DISTANCE_EDGES: Final = 1.6
"""Distance within which blocks of neighbouring squares lie, centre to centre, in edges of a block; cornerwise
1.4; those with a square between them two and more.
"""
MIN_BLOCK_PROBABILITY: Final = 0.9
"""Probability below which a lone shape is a square's print: real blocks are mostly clear (of one set on a
printed board all at 0.98 and more, its stars and rings at 0.78 and less).
"""


def squares(board: Board | None) -> Iterator[Cell]:
    """Yield every square of the board; none without a board."""
    if board is not None:
        yield from ((column, row) for row in range(board.size) for column in range(board.size))


def started(game: Game, before: Grid, text: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return cards laid on an empty board, counted from its corner.

    No camera needs to find the board's lines: the first word is taken to begin on the first dark square of
    its direction, or in the corner (KP-1). A word that was laid elsewhere is put where it belongs, as its
    player would be asked to do.
    """
    empty = not any(row.strip(".") for row in before.rows)
    if game.board is None or not text or not empty:
        return dict(text)
    (column, row), (last_column, _) = min(text), max(text)
    across, down = game.board.starts
    to_row, to_column = across[0] if last_column > column else down[0]
    if game.plays.start == "corner":
        to_row, to_column = 0, 0
    return {(c - column + to_column, r - row + to_row): card for (c, r), card in text.items()}


def beyond(game: Game, text: Iterable[Cell]) -> list[Cell]:
    """Return the cells that are not on the board."""
    every = set(squares(game.board))
    return [cell for cell in text if every and cell not in every]


def of_the_play(game: Game, observation: Observation) -> Observation:
    """Return the observation without the sightings that cannot be of the play where the game has no cards
    lying face down: backs, and with blocks on a board the print of a square that looks a little like a
    letter.
    """
    if game.plays.discards != "none":
        return observation
    cards = [card for card in observation.cards if card.face == "up"]
    if game.pack.pieces == "tiles":
        cards = [card for card in cards if _clear(card) or _touches(card, cards)]
    return replace(observation, cards=tuple(cards))


def _clear(card: Sighting) -> bool:
    return card.best is not None and card.best[1] >= MIN_BLOCK_PROBABILITY


def _touches(card: Sighting, cards: Iterable[Sighting]) -> bool:
    """Tell whether the sighting lies next to a clear one."""
    edge = dist(card.corners[0], card.corners[1])
    near = (o for o in cards if o is not card and _clear(o))
    return any(dist(card.centre, other.centre) < MAX_NEIGHBOUR_DISTANCE_EDGES * edge for other in near)
