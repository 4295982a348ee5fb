"""Keyword: a crossword on a board of colours and Key squares. The highest total wins (KW-*)."""

from dataclasses import replace
from typing import Final

from engine.board import board_of
from engine.cards import KEYWORD_PACK
from engine.game import (
    BoardScoring,
    Challenges,
    CitedClauses,
    Deal,
    Game,
    Goal,
    Plays,
    Seats,
    TimeLimit,
    Vocabulary,
)

BOARD: Final = board_of(
    "reasoned",
    (
        "rrrrrrrrr.ggggggggg",
        "rrrrrrrrr.ggggggggg",
        "rrRrrrRrr.ggGgggGgg",
        "rrrrrrrrr.ggggggggg",
        "rrrrrrrrr.ggggggggg",
        "rrrrrrrrr.ggggggggg",
        "rrRrrrRrr.ggGgggGgg",
        "rrrrrrrrr.ggggggggg",
        "rrrrrrrrr#ggggggggg",
        "........###........",
        "yyyyyyyyy#bbbbbbbbb",
        "yyyyyyyyy.bbbbbbbbb",
        "yyYyyyYyy.bbBbbbBbb",
        "yyyyyyyyy.bbbbbbbbb",
        "yyyyyyyyy.bbbbbbbbb",
        "yyyyyyyyy.bbbbbbbbb",
        "yyYyyyYyy.bbBbbbBbb",
        "yyyyyyyyy.bbbbbbbbb",
        "yyyyyyyyy.bbbbbbbbb",
    ),
    "Reasoned, not the booklet's, which shows no board. 19 by 19 is a collector's word for it. Four equal "
    "areas around the cross let every colour score alike, and partners sit across. Four Key squares an area, "
    "out of reach of the first word, make 850 at Keyword Solitaire hard and possible.",
)
"""A board for Keyword, used until somebody describes the real one."""

KEYWORD_CARDS: Final = (
    *("AREA", "EAST", "IDEA", "LINE", "LION", "NOTE", "RAIN", "RATE"),
    *("ROAD", "SEAT", "STAR", "TONE", "BREAD", "HOUSE", "RIVER", "STONE"),
)
"""Words for Keyword cards, for players without real ones. The words on the real cards are not known
(KW-5)."""

KEYWORD_GAME: Final = Game(
    name="keyword",
    title="Keyword",
    edition="kw",
    layout="grid",
    pack=KEYWORD_PACK,
    ends="one hand",
    seats=Seats(2, 4, colours=("red", "green", "blue", "yellow")),
    deal=Deal(10),
    plays=Plays(first=(3, None), discards="none"),
    vocabulary=Vocabulary(plurals=False, third_person=False, crossing_plurals=False),
    challenges=Challenges(points_at_stake=25),
    board=BOARD,
    board_scoring=BoardScoring(),
    cites=CitedClauses(
        first="KW-1",
        later="KW-2",
        place="KW-2",
        line="KW-2",
        words="KW-2",
        plural="KW-3",
        proper="KW-3",
        kinds="KW-3",
        master="KW-4",
        disturbed="KW-2",
        passed="KW-2",
        drawn_first="KW-2",
    ),
)
"""The game Keyword by Parker Brothers' rules of 1953."""

PARTNERSHIP: Final = replace(
    KEYWORD_GAME,
    name="partnership-keyword",
    title="Partnership Keyword",
    seats=replace(KEYWORD_GAME.seats, least=4, sides=((0, 2), (1, 3))),
)
"""Partnership Keyword: Red and Blue play against Green and Yellow. Partners have one total, and squares
of either partner's colour count as their own."""

SOLITAIRE: Final = replace(
    KEYWORD_GAME,
    name="keyword-solitaire",
    title="Keyword Solitaire",
    seats=Seats(1, 1, colours=("blue",)),
    board_scoring=BoardScoring(letter=0, own_colour=10, key=20, own_colour_key=50),
    goal=Goal(850),
)
"""Keyword Solitaire, played with the blue rack. Only blue squares and Key squares count, and the goal is
850 points."""

KEYWORD_PARTY: Final = replace(
    KEYWORD_GAME,
    name="keyword-party",
    title="Keyword Party",
    deal=replace(KEYWORD_GAME.deal, begins_with_draw=True),
    plays=replace(KEYWORD_GAME.plays, replays_illegal=True),
    challenges=Challenges(points_at_stake=0),
    time_limit=TimeLimit(2400, "match"),
)
"""Keyword at one table of a party. A fault that is noticed in time may be corrected, and costs nothing.

A game lasts at most forty minutes. It begins with a draw of letters, which decides who plays first.
"""
