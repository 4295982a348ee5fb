"""Layout: from cards seen to words, a grid, the stock, the exposed card and hands. Geometry without
pixels."""

from engine.layout.arrange import FAINT, Kind, arrange, arrangements
from engine.layout.decide import Decision, decided
from engine.layout.seen import (
    Arrangement,
    Blemish,
    CutOff,
    EitherWay,
    Faint,
    Letters,
    OutOfLine,
    Role,
    SeenGrid,
    SeenWord,
    TooMany,
)

__all__ = [
    "FAINT",
    "Arrangement",
    "Blemish",
    "CutOff",
    "Decision",
    "EitherWay",
    "Faint",
    "Kind",
    "Letters",
    "OutOfLine",
    "Role",
    "SeenGrid",
    "SeenWord",
    "TooMany",
    "arrange",
    "arrangements",
    "decided",
]
