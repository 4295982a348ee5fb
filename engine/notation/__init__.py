"""Write positions, hands and moves as one line of text in the notation, and read them."""

from engine.notation.lines import (
    Hand,
    NotationError,
    cell_of,
    format_hand,
    format_move,
    format_position,
    grid_of,
    parse_hand,
    parse_move,
    parse_position,
    rows_of,
    square,
)

__all__ = [
    "Hand",
    "NotationError",
    "cell_of",
    "format_hand",
    "format_move",
    "format_position",
    "grid_of",
    "parse_hand",
    "parse_move",
    "parse_position",
    "rows_of",
    "square",
]
