"""A match: the fold of its events, and the books it keeps."""

from engine.match.books import LastTurn, Match, Open, Table
from engine.match.folding import REWRITING, Turn, applied, fold, turns
from engine.match.timeline import Entry, entries, undone

__all__ = [
    "REWRITING",
    "Entry",
    "LastTurn",
    "Match",
    "Open",
    "Table",
    "Turn",
    "applied",
    "entries",
    "fold",
    "turns",
    "undone",
]
