"""My Word: words move horses round a track (MW-*)."""

from typing import Final

from engine.cards import MY_WORD
from engine.game import Game, Vocabulary

MY_WORD_GAME: Final = Game(
    name="my-word",
    title="My Word",
    edition="atw",
    layout="track",
    pack=MY_WORD,
    ends="race",
    seats=(2, 4),
    deal=3,
    two_packs_from=5,
    vocabulary=Vocabulary(slang=False),
    discards="none",
    track=(3, 4, 5, 6, 7, 8, 9),
    prizes=(10, 5),
    others=3,
    seconds=60,
    hands=3,
)
"""American Toy Works' race: seven circles, the first of three letters (the booklet's "circle 4" after FOR
is a slip), and a minute a turn. The booklet leaves the number of races in a game open: three, unless the
players arrange another."""
