"""Lexicon: words lie apart, and players lay, discard, insert or exchange until a hand is empty (LEX-*)."""

from dataclasses import replace
from typing import Final

from engine.cards import PARKER, WADDINGTONS
from engine.game import Challenges, Game, Goal, Plays, Seats, TimeLimit, Vocabulary

WADDINGTONS_EDITION: Final = Game(
    name="lexicon",
    title="Lexicon",
    edition="wd",
    layout="rows",
    pack=WADDINGTONS,
    ends="last one in",
)
"""Lexicon by Waddingtons' rules."""

PARKER_EDITION: Final = replace(WADDINGTONS_EDITION, edition="pb", pack=PARKER)
"""Lexicon by Parker Brothers' rules of 1937, with another pack that has two Masters."""

ARTICLE_EDITION: Final = replace(
    WADDINGTONS_EDITION,
    edition="art",
    goal=Goal(exceeds=True),
    challenges=Challenges(credit="offender"),
    plays=Plays(takes_before_discard=True),
    vocabulary=Vocabulary(names=False),
)
"""Lexicon by the rules of a magazine article. A player is out *above* 100, and a proven challenge costs
the offender ten points.

The exposed card may be taken before the discard that replaces it. A proper noun does not count, even
if it is listed.
"""

EDITIONS: Final = (WADDINGTONS_EDITION, PARKER_EDITION, ARTICLE_EDITION)

LEXICON_PARTY: Final = replace(
    PARKER_EDITION,
    name="lexicon-party",
    title="Lexicon Party",
    seats=Seats(2, 4),
    ends="arranged",
    goal=Goal(hands=10, initialled=True),
    challenges=Challenges("challenge", points_at_stake=0, judge="steward", fine=50),
    time_limit=TimeLimit(420, "hand"),
)
"""Lexicon at one table of a party (PTY-*): each hand lasts seven minutes, and no player is ever out.

The booklet leaves the number of hands open. Here it is ten, which take an hour and a half. A table may
have fewer than four players.
"""
