"""The rules of the games: cards seen go in, and plays, rulings and scores come out. This package is pure
Python and imports no other room.

The names below are the public library. With them a program rules on a turn, counts a hand, and puts a
ruling into words. Each name is loaded when it is first used, so a program that only reads cards loads none
of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.adjudication import adjudicate
    from engine.catalogue import GAMES, configured
    from engine.notation import NotationError, format_move, format_position, parse_hand, parse_position
    from engine.option_values import OptionFault
    from engine.rules.scoring import hand_points
    from engine.ruling import Illegal, Legal, Unclear
    from engine.wording import say
    from engine.words import WordList

__all__ = [
    "GAMES",
    "Illegal",
    "Legal",
    "NotationError",
    "OptionFault",
    "Unclear",
    "WordList",
    "adjudicate",
    "configured",
    "format_move",
    "format_position",
    "hand_points",
    "parse_hand",
    "parse_position",
    "say",
]

_HOMES: Final = {
    "engine.adjudication": ("adjudicate",),
    "engine.catalogue": ("GAMES", "configured"),
    "engine.notation": ("NotationError", "format_move", "format_position", "parse_hand", "parse_position"),
    "engine.option_values": ("OptionFault",),
    "engine.rules.scoring": ("hand_points",),
    "engine.ruling": ("Illegal", "Legal", "Unclear"),
    "engine.wording": ("say",),
    "engine.words": ("WordList",),
}


def __getattr__(name: str) -> object:
    """Return the public name `name` of the package from the module that defines it, which is imported only
    now. Raise AttributeError if there is no such name."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'engine' has no attribute {name!r}")
