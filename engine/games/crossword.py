"""Crosswords that grow on the table: Crossword Lexicon (XW-*) and Lexigram (LG-*)."""

from dataclasses import replace
from typing import Final

from engine.cards import MY_WORD_PACK, PARKER, WADDINGTONS
from engine.game import Challenges, CitedClauses, Deal, Game, Plays, Seats, Vocabulary

PARKER_EDITION: Final = Game(
    name="crossword",
    title="Crossword Lexicon",
    edition="pb",
    layout="grid",
    pack=PARKER,
    ends="first to reach",
    vocabulary=Vocabulary(plurals=False),
    plays=Plays(first=(2, 4), later=(1, 4)),
)
"""Crossword Lexicon by Parker Brothers' rules of 1937, with the Parker pack of two Masters."""

WADDINGTONS_EDITION: Final = replace(PARKER_EDITION, edition="wd", pack=WADDINGTONS)
"""Crossword Lexicon with the Waddingtons pack, by the same rules as Parker Brothers' edition of 1937."""

EDITIONS: Final = (PARKER_EDITION, WADDINGTONS_EDITION)

LEXIGRAM: Final = replace(
    PARKER_EDITION,
    name="lexigram",
    title="Lexigram",
    edition="atw",
    pack=MY_WORD_PACK,
    seats=Seats(2, 7),
    deal=Deal(11, by_players=((2, 11), (5, 9), (7, 7)), two_packs_from=8),
    plays=replace(PARKER_EDITION.plays, fewer=((6, 3),), discards="beneath"),
    vocabulary=Vocabulary(plurals=False, third_person=False, slang=False),
    challenges=Challenges(points_at_stake=5, credit="offender"),
    cites=CitedClauses(
        first="LG-1",
        later="LG-1",
        line="LG-6",
        plural="LG-3",
        proper="LG-7",
        kinds="LG-7",
        passed="LG-2",
        drawn_first="LG-2",
    ),
)
"""Lexigram by American Toy Works' rules. Its deal differs from Crossword Lexicon's, a discard goes under
the exposed card, and a challenge costs the player who was wrong."""


def quick(game: Game) -> Game:
    """Return Crossword Lexicon in its form Quick: a total of 50 points ends it (XW-9)."""
    return replace(game, goal=replace(game.goal, out_at=50))


def any_length(game: Game) -> Game:
    """Return a crossword in its form Any Length: a turn may lay any number of cards."""
    first, later = game.plays.first, game.plays.later
    return replace(game, plays=replace(game.plays, first=(first[0], None), later=(later[0], None)))


def wide_open(game: Game) -> Game:
    """Return the game in its form Wide Open: words of any length may be laid, and plurals and proper names
    count."""
    vocabulary = replace(game.vocabulary, plurals=True, proper=True)
    return replace(any_length(game), vocabulary=vocabulary)
