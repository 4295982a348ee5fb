"""Crossword Lexicon: one crossword grows on the table (XW-*)."""

from dataclasses import replace
from typing import Final

from engine.cards import PARKER, WADDINGTONS
from engine.game import Game, Vocabulary

PB: Final = Game(
    name="crossword",
    title="Crossword Lexicon",
    edition="pb",
    layout="grid",
    pack=PARKER,
    ends="first to reach",
    vocabulary=Vocabulary(plurals=False),
    first=(2, 4),
    later=(1, 4),
)
"""Parker Brothers' rules of 1937."""

WD: Final = replace(PB, edition="wd", pack=WADDINGTONS)
"""The same rules with the Waddingtons pack."""

EDITIONS: Final = (PB, WD)


def quick(game: Game) -> Game:
    """The Quick form: 50 ends the game (XW-9)."""
    return replace(game, out_at=50)


def any_length(game: Game) -> Game:
    """The Any-Length form: no most of cards a turn."""
    return replace(game, first=(game.first[0], None), later=(game.later[0], None))


def wide_open(game: Game) -> Game:
    """The Wide Open form: any length, and plurals and proper names count."""
    vocabulary = replace(game.vocabulary, plurals=True, proper=True)
    return replace(any_length(game), vocabulary=vocabulary)
