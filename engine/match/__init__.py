"""A match: the fold of its events, and the books it keeps."""

from engine.match.books import LastTurn, Match, Table
from engine.match.folding import applied, fold, undone

__all__ = ["LastTurn", "Match", "Table", "applied", "fold", "undone"]
