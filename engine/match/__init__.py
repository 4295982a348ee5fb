"""The state of a match, folded from its events."""

from engine.match.event_fold import REWRITING_EVENTS, CountedEvent, applied, fold, steps
from engine.match.folded_journal import (
    CountedTurn,
    Folded,
    FoldedJournal,
    beginning,
    folded,
    folded_journal,
    turns,
)
from engine.match.state import CardPlaces, LastTurn, Match, OpenQuestion
from engine.match.timeline import TimelineEntry, entries, undone

__all__ = [
    "REWRITING_EVENTS",
    "CardPlaces",
    "CountedEvent",
    "CountedTurn",
    "Folded",
    "FoldedJournal",
    "LastTurn",
    "Match",
    "OpenQuestion",
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
