"""The snapshot: everything one phone shows, as one immutable value.

The match's thread builds it, the hub hands it round, the page and `/api/state` show it. Nothing in it
needs a clock or the engine to be understood, and nothing in it is a secret of one player: what a phone
may see, every phone may see.
"""

from dataclasses import dataclass

import msgspec

from web.snapshot.hardware import Bell, Lead, Pins, Timer
from web.snapshot.scores import Account, Contested, Player, Prize, Reckoning, ScoreCard, Summary
from web.snapshot.sentences import (
    Amended,
    Choice,
    Clause,
    Kind,
    Meaning,
    Moved,
    Praise,
    Proposed,
    Question,
    Ruled,
    Typed,
)
from web.snapshot.tabletop import Corner, Corners, Exposed, Front, Mark, Notice, Picture, Race

__all__ = [
    "Account",
    "Amended",
    "Bell",
    "Choice",
    "Clause",
    "Contested",
    "Corner",
    "Corners",
    "Exposed",
    "Front",
    "Kind",
    "Lead",
    "Mark",
    "Meaning",
    "Moved",
    "Notice",
    "Picture",
    "Pins",
    "Player",
    "Praise",
    "Prize",
    "Proposed",
    "Question",
    "Race",
    "Reckoning",
    "Ruled",
    "ScoreCard",
    "Snapshot",
    "Summary",
    "Timer",
    "Typed",
    "decode",
    "encode",
]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A phone's display. Players are numbered from 0; `turn` and `winners` are such numbers. `over`: the
    match has ended, with winners or, as a lost patience, without.

    `words` (Lexicon) and `grid` (crosswords) are positions in notation: lower case is a Master that stands
    for that letter, `?` one not yet named, `.` an empty square. `board` holds the squares of the grid
    (`engine.board`), `keyword` the word of the open Keyword card. `history` is newest first. `question` is
    the one that has been open longest, `further` are the others, in order. `curve` holds the totals by seat
    after each hand of play, beginning with those before the first. `piles` are a patience's, from the first
    card to the top one, `#` face down. `may_confirm`, `may_challenge` and `may_foresee` say which buttons
    have an effect now, `contested` the words of a challenge. `ended` is the player whose turn somebody else
    has just ended, who may continue it. `layout` is the layout of the cards (`engine.game`), `turned` are the
    cards turned up beside a patience's stock, the top one last, `masters` lie aside. `place` names the hand
    or race (None: as `hand` does), `aim` the meaning of a single player's score. `may_name`: a prize word may
    be named. `blanks` are the squares at which the turn before may have left a blank block, which no camera
    sees. `lowest_wins`: totals count against their players. `saw` is the report on the newest still picture.
    `summary` is the end of the hand before, `owing` the players whose cards are still to be counted at the
    end of this one. `challenges`: a word stands until somebody challenges it. `awaits_photograph`: people
    photograph the table, and no photograph shows a turn to finish.
    """

    game: str
    hand: int = 1
    players: tuple[Player, ...] = ()
    turn: int | None = None
    ruling: Ruled | None = None
    proposal: Proposed | None = None
    words: tuple[str, ...] = ()
    grid: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    keyword: str = ""
    exposed: Exposed | None = None
    stock: int | None = None
    history: tuple[Ruled, ...] = ()
    question: Question | None = None
    further: tuple[Question, ...] = ()
    bell: Bell = Bell()  # noqa: RUF009 - a frozen value
    timer: Timer | None = None
    notes: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    picture: Picture | None = None
    over: bool = False
    winners: tuple[int, ...] = ()
    curve: tuple[tuple[int, ...], ...] = ()
    pins: Pins | None = None
    may_confirm: bool = False
    awaits_photograph: bool = False
    may_challenge: bool = False
    contested: Contested | None = None
    ended: int | None = None
    piles: tuple[str, ...] = ()
    may_foresee: bool = False
    layout: str = "rows"
    turned: str | None = None
    masters: int = 0
    place: str | None = None
    aim: str = ""
    race: Race | None = None
    prizes: tuple[Prize, ...] = ()
    reckoning: Reckoning | None = None
    may_name: bool = False
    blanks: tuple[str, ...] = ()
    lowest_wins: bool = False
    saw: tuple[str, ...] = ()
    praise: Praise | None = None
    summary: Summary | None = None
    owing: tuple[int, ...] = ()
    challenges: bool = False


def encode(snapshot: Snapshot) -> bytes:
    """Return the snapshot as one JSON object."""
    return msgspec.json.encode(snapshot)


def decode(data: bytes) -> Snapshot:
    """Return the snapshot in JSON, as `encode` writes it. Raise `msgspec.ValidationError` with the fault and
    its place.
    """
    return msgspec.json.decode(data, type=Snapshot)
