"""A match: the fold of its events, and the books it keeps."""

from engine.match.books import LastTurn, Match, Open, Table
from engine.match.folding import REWRITING, Step, Turn, applied, fold, steps, turns
from engine.match.timeline import Entry, entries, undone

__all__ = [
    "REWRITING",
    "Entry",
    "LastTurn",
    "Match",
    "Open",
    "Step",
    "Table",
    "Turn",
    "applied",
    "entries",
    "fold",
    "steps",
    "turns",
    "undone",
]
