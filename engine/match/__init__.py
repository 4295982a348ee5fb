"""A match: the fold of its events, and the books it keeps."""

from engine.match.books import LastTurn, Match, Open, Table
from engine.match.folding import REWRITING, Moment, Step, Turn, applied, fold, since, steps, turns, whole
from engine.match.timeline import Entry, entries, undone

__all__ = [
    "REWRITING",
    "Entry",
    "LastTurn",
    "Match",
    "Moment",
    "Open",
    "Step",
    "Table",
    "Turn",
    "applied",
    "entries",
    "fold",
    "since",
    "steps",
    "turns",
    "undone",
    "whole",
]
