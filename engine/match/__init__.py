"""A match: the fold of its events, and the books it keeps."""

from engine.match.books import LastTurn, Match, Open, Table
from engine.match.folding import REWRITING, Step, applied, fold, steps
from engine.match.ledger import Folded, Ledger, Turn, beginning, folded, ledger_of, turns
from engine.match.timeline import Entry, entries, undone

__all__ = [
    "REWRITING",
    "Entry",
    "Folded",
    "LastTurn",
    "Ledger",
    "Match",
    "Open",
    "Step",
    "Table",
    "Turn",
    "applied",
    "beginning",
    "entries",
    "fold",
    "folded",
    "ledger_of",
    "steps",
    "turns",
    "undone",
]
