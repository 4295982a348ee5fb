"""A match: its events, folded into the state that they lead to."""

from engine.match.folded_journal import (
    CountedTurn,
    Folded,
    FoldedJournal,
    beginning,
    folded,
    folded_journal,
    turns,
)
from engine.match.folding import REWRITING, CountedEvent, applied, fold, steps
from engine.match.state import CardPlaces, LastTurn, Match, Open
from engine.match.timeline import TimelineEntry, entries, undone

__all__ = [
    "REWRITING",
    "CardPlaces",
    "CountedEvent",
    "CountedTurn",
    "Folded",
    "FoldedJournal",
    "LastTurn",
    "Match",
    "Open",
    "TimelineEntry",
    "applied",
    "beginning",
    "entries",
    "fold",
    "folded",
    "folded_journal",
    "steps",
    "turns",
    "undone",
]
