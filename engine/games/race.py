"""My Word: words move horses round a track (MW-*)."""

from typing import Final

from engine.cards import MY_WORD_PACK
from engine.game import Deal, Game, Goal, Plays, Race, Seats, TimeLimit, Vocabulary

MY_WORD_GAME: Final = Game(
    name="my-word",
    title="My Word",
    edition="atw",
    layout="track",
    pack=MY_WORD_PACK,
    ends="race",
    seats=Seats(2, 4),
    deal=Deal(3),
    plays=Plays(discards="none"),
    vocabulary=Vocabulary(slang=False),
    race=Race(track=(3, 4, 5, 6, 7, 8, 9), prizes=(10, 5), special_cards=3),
    time_limit=TimeLimit(60, "turn"),
    goal=Goal(hands=3),
)
"""My Word, American Toy Works' race, with a minute for each turn. Its track has seven circles, and the
first asks for three letters.

The booklet says "circle 4" after FOR, which is a slip. It leaves the number of races open: three are
played unless the players arrange another number.
"""
