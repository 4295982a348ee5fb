"""A match: the fold of its events, and the state that they lead to."""

from engine.match.folding import REWRITING, CountedEvent, applied, fold, steps
from engine.match.ledger import Folded, Ledger, Turn, beginning, folded, ledger_of, turns
from engine.match.state import CardPlaces, LastTurn, Match, Open
from engine.match.timeline import Entry, entries, undone

__all__ = [
    "REWRITING",
    "CardPlaces",
    "CountedEvent",
    "Entry",
    "Folded",
    "LastTurn",
    "Ledger",
    "Match",
    "Open",
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
