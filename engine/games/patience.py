"""The patiences: one player, one pack, and all cards on the table (S1, S2, CLK, WS, KP).

The booklets state how the cards lie (`layout`, `Deal.places`), where the Masters are (`Deal.masters`), and
how long words may be (`Plays.later`). `engine.rules` checks the plays of each layout.
"""

from dataclasses import replace
from typing import Final

from engine.cards import MY_WORD_PACK, PARKER, WADDINGTONS
from engine.game import CitedClauses, Deal, Game, Plays, Seats, Vocabulary
from engine.games.keyword import KEYWORD_GAME

SOLITAIRE_1: Final = Game(
    name="solitaire-1",
    title="Lexicon Solitaire 1",
    edition="pb",
    layout="piles",
    pack=PARKER,
    ends="patience",
    seats=Seats(1, 1),
    deal=Deal(0, places=18, masters="out"),
    plays=Plays(later=(4, None)),
)
"""Solitaire 1, Parker Brothers' patience of 1937. Words are taken from the tops of fanned piles of three
cards, and one card is left over."""

SOLITAIRE_2: Final = replace(
    SOLITAIRE_1,
    name="solitaire-2",
    title="Lexicon Solitaire 2",
    layout="tableau",
    deal=Deal(0, places=7, masters="aside"),
)
"""Solitaire 2, Parker Brothers' patience of 1937: seven piles of one to seven cards, a nest (stock), and
Masters that help."""

CLOCK: Final = Game(
    name="clock",
    title="Lexicon Clock Patience",
    edition="wd",
    layout="circle",
    pack=WADDINGTONS,
    ends="patience",
    seats=Seats(1, 1),
    deal=Deal(0, places=13),
    plays=Plays(later=(4, 4)),
)
"""Clock, Waddingtons' patience: twelve words of four letters around a clock, and one in its centre."""

WORD_SOLITAIRE: Final = Game(
    name="word-solitaire",
    title="Word Solitaire",
    edition="atw",
    layout="columns",
    pack=MY_WORD_PACK,
    ends="patience",
    seats=Seats(1, 1),
    deal=Deal(0, places=8, masters="out"),
    plays=Plays(later=(2, None)),
    vocabulary=Vocabulary(slang=False),
)
"""Word Solitaire of American Toy Works: a patience with eight columns of words that overlap by one
letter."""

KEYWORD_PATIENCE: Final = replace(
    KEYWORD_GAME,
    name="keyword-patience",
    title="Keyword Patience",
    ends="patience",
    seats=Seats(1, 1),
    plays=replace(KEYWORD_GAME.plays, first=(2, None), start="corner"),
    board_scoring=None,
    cites=CitedClauses(
        first="KP-1",
        later="KP-2",
        place="KP-2",
        line="KP-2",
        words="KW-2",
        plural="KW-3",
        proper="KW-3",
        kinds="KW-3",
        master="KW-4",
        disturbed="KW-2",
        passed="KP-2",
        drawn_first="KP-2",
    ),
)
"""Keyword Patience, by Parker Brothers, 1954. Words that share a letter lead from the board's top left
square to its bottom right square, and fewer words are better.

Keyword's rules decide which words count.
"""
