"""Arrange the cards seen into words, a grid, the stock, the exposed card and hands. The modules work on
places and sizes in mm, not on the pixels of the picture."""

from engine.layout.arrange import Kind, arrange, arrangements
from engine.layout.arrangement import (
    Arrangement,
    CutOffCard,
    DoubtfulLetter,
    LayoutDoubt,
    Letters,
    LineAtEdge,
    MisplacedCard,
    Role,
    SeenGrid,
    SeenWord,
    SurplusCards,
    TwoWayWord,
)
from engine.layout.decide import Decision, decide_letters
from engine.layout.picture_edge import VisibleTable, lines_at_edge, with_cut_cards_doubted, with_edge_doubts
from engine.layout.rotated_letters import with_rotated_letters
from engine.layout.unread_cards import FilledObservation, with_unread_cards

__all__ = [
    "Arrangement",
    "CutOffCard",
    "Decision",
    "DoubtfulLetter",
    "FilledObservation",
    "Kind",
    "LayoutDoubt",
    "Letters",
    "LineAtEdge",
    "MisplacedCard",
    "Role",
    "SeenGrid",
    "SeenWord",
    "SurplusCards",
    "TwoWayWord",
    "VisibleTable",
    "arrange",
    "arrangements",
    "decide_letters",
    "lines_at_edge",
    "with_cut_cards_doubted",
    "with_edge_doubts",
    "with_rotated_letters",
    "with_unread_cards",
]
