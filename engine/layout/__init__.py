"""Arrange the cards seen into words, a grid, the stock, the exposed card and hands. The modules work on
places and sizes in mm, without the pixels of the picture."""

from engine.layout.arrange import Kind, arrange, arrangements
from engine.layout.arrangement import (
    Arrangement,
    Blemish,
    CutOffCard,
    EitherWay,
    Faint,
    Letters,
    OutOfLine,
    Role,
    RunsOut,
    SeenGrid,
    SeenWord,
    TooMany,
)
from engine.layout.decide import Decision, decided
from engine.layout.picture_edge import VisibleTable, at_the_rim, doubting_cuts, running_out
from engine.layout.rotated_letters import offering_turned
from engine.layout.unread_cards import Filled, filled

__all__ = [
    "Arrangement",
    "Blemish",
    "CutOffCard",
    "Decision",
    "EitherWay",
    "Faint",
    "Filled",
    "Kind",
    "Letters",
    "OutOfLine",
    "Role",
    "RunsOut",
    "SeenGrid",
    "SeenWord",
    "TooMany",
    "VisibleTable",
    "arrange",
    "arrangements",
    "at_the_rim",
    "decided",
    "doubting_cuts",
    "filled",
    "offering_turned",
    "running_out",
]
