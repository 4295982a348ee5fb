"""Place a crossword on its board. The first word begins on the dark squares, and the rest follows from it
(KW-1). No card lies beyond the edge, and the board's own print is no letter of the play."""

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
"""Greatest distance of blocks on neighbouring squares, centre to centre, in edges of a block. Cornerwise
they are 1.4 apart. Blocks with a square between them are two or more apart."""
MIN_BLOCK_PROBABILITY: Final = 0.9
"""Probability below which a lone shape is taken for a square's print. Real blocks are mostly clear: on one
printed board all blocks had 0.98 or more, and its stars and rings 0.78 or less."""


def squares(board: Board | None) -> Iterator[Cell]:
    """Yield every square of the board; none without a board."""
    if board is not None:
        yield from ((column, row) for row in range(board.size) for column in range(board.size))


def started(game: Game, before: Grid, text: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return the first cards on an empty board at their squares, counted from the corner of the board.

    The camera does not need to find the lines of the board: the first word is taken to begin on the first
    dark square of its direction, or in the corner (KP-1). A word that was laid elsewhere is put where it
    belongs, as its player would be asked to do.
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
    """Return the observation without sightings that cannot be part of the play, in a game without
    face-down cards. These are backs and, with blocks on a board, the print of a square that resembles a
    letter."""
    if game.plays.discards != "none":
        return observation
    cards = [card for card in observation.cards if card.face == "up"]
    if game.pack.pieces == "tiles":
        cards = [card for card in cards if _clear(card) or _touches(card, cards)]
    return replace(observation, cards=tuple(cards))


def _clear(card: Sighting) -> bool:
    return card.best is not None and card.best[1] >= MIN_BLOCK_PROBABILITY


def _touches(card: Sighting, cards: Iterable[Sighting]) -> bool:
    """Tell whether the sighting lies next to a clear sighting."""
    edge = dist(card.corners[0], card.corners[1])
    near = (o for o in cards if o is not card and _clear(o))
    return any(dist(card.centre, other.centre) < MAX_NEIGHBOUR_DISTANCE_EDGES * edge for other in near)
