"""The snapshot: everything one phone shows, as one immutable value.

The match's thread builds it, the hub hands it round, the page and `/api/state` show it. Nothing in it
needs a clock or the engine to be understood, and nothing in it is a secret of one player: what a phone
may see, every phone may see.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec

Kind = Literal["legal", "illegal", "unclear", "played", "told"]
"""The three ways a ruling can go, `played`: not ruled on unless somebody challenges, and `told`: no turn at
all, but something else that happened."""

Amended = Literal["answered", "said", "seen"]
"""Why a turn was put right: its question was answered, a person said so, or it was seen."""

Corner = tuple[float, float]
"""A point of the picture as fractions of its width and height: (0, 0) top left, (1, 1) bottom right."""

Corners = tuple[Corner, Corner, Corner, Corner]
"""Top-left, top-right, bottom-right, bottom-left of a card as its letter is read."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules digest: `id` such as `LEX-C1`, `text` a few words of it (may be empty)."""

    id: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """One player. `cards` is how many are left in the hand, None when unknown; `out` is out of the game.
    `onward`: moves on to the next table of a Keyword Party. `colour`: whose squares count more, empty where
    there are no such (`engine.board`)."""

    name: str
    total: int = 0
    cards: int | None = None
    out: bool = False
    onward: bool = False
    colour: Literal["", "red", "blue", "yellow", "green"] = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A word that was challenged, and what it means, in English; empty when nobody wrote it down."""

    word: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """Points that a challenge moved: added to the total of a player (number)."""

    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling: one sentence, its clauses, the move in notation, and whose turn it was (player number).
    `event` is the turn's number in the journal, by which it is corrected; `amended`: it was read or ruled
    otherwise first, and put right because its question was answered, a person said so, or it was seen.
    A challenge has no move; it has the words it was about, and the points that moved. `masters` are its words
    with a Master in them, as they lie: in lower case one that stands for that letter."""

    kind: Kind
    sentence: str
    clauses: tuple[Clause, ...] = ()
    move: str | None = None
    player: int | None = None
    event: int | None = None
    amended: Amended | None = None
    meanings: tuple[Meaning, ...] = ()
    moved: Moved | None = None
    masters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """The turn in the making. `complete` when it would be a whole turn if it were finished now. `left` of
    `whole` seconds are counted down when the snapshot was published until it is one, None when time does not
    end it; `held`: somebody holds the countdown. `asks`: its player is asked whether it is finished."""

    text: str
    player: int | None = None
    complete: bool = False
    left: float | None = None
    whole: float = 0.0
    held: bool = False
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer a person can tap: `value` goes back to the table, `label` is read. `picture` names that of
    the cards it speaks of, empty for none."""

    value: str
    label: str
    picture: str = ""


Typed = Literal["", "word", "letter"]
"""What may be typed as an answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the table needs to know; `id` ties the answer to it. `player`: whose turn or hand it is about.
    `typed`: a word, or a letter, that is not among the choices may be the answer, too. `pictures` are the
    names of those of the cards it is about. `letters`: the choices are letters."""

    id: str
    text: str
    choices: tuple[Choice, ...]
    player: int | None = None
    typed: Typed = ""
    pictures: tuple[str, ...] = ()
    letters: bool = False


@dataclass(frozen=True, slots=True)
class Bell:
    """How often the bell rang since the match began, why it rang last, and `at`: ISO 8601, local time."""

    rings: int = 0
    reason: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Timer:
    """Seconds left when the snapshot was published, and whether they are running down; the `player` whose own
    they are, None when they are everybody's, and whether they are a turn's `grace`, their own being spent.
    `pace`: how many of them go by in a second, at a virtual table that is in a hurry."""

    left: float
    running: bool = False
    player: int | None = None
    grace: bool = False
    pace: float = 1.0


@dataclass(frozen=True, slots=True)
class Lead:
    """One pin: its number, what the settings call it, and its level from 0 to 1."""

    pin: int
    key: str
    level: float


@dataclass(frozen=True, slots=True)
class Pins:
    """What is on the pins of a table whose hardware is not there to look at. `struck`: the bell sounds;
    `time`: what the display shows; `lamp`: its colour, `dark` for none; `down`: the buttons held down."""

    struck: bool = False
    time: str = ""
    lamp: Literal["dark", "red", "green", "blue"] = "dark"
    down: tuple[str, ...] = ()
    leads: tuple[Lead, ...] = ()


@dataclass(frozen=True, slots=True)
class Exposed:
    """The exposed card: `A`-`Z` or `?`, and the red figure printed on it where the pack is known."""

    letter: str
    figure: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """One card read in the picture. `letter` is `A`-`Z`, `?` a Master, None a card lying face down. `stands`:
    the letter that a Master stands for, as far as its player has said."""

    card: str
    corners: Corners
    letter: str | None
    confidence: float = 1.0
    doubtful: bool = False
    stands: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that keeps the camera from seeing well: what it is and what to do, a sentence each. `waits`:
    the table rules on nothing meanwhile. `where`: outlines in the picture, none for all of it."""

    kind: str
    text: str
    advice: str
    waits: bool = False
    where: tuple[tuple[Corner, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """The camera's picture, `width` by `height` pixels, and what was read in it."""

    id: int
    width: int
    height: int
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Front:
    """What lies before one player of a race: the `rows` of a word, or of two that cross, as in a grid. The
    `horse` has passed so many circles; `home` is its place among those that are home, 0 on the way."""

    rows: tuple[str, ...] = ()
    horse: int = 0
    home: int = 0


@dataclass(frozen=True, slots=True)
class Race:
    """A race: the cards each circle of the `track` asks for, what lies before each player, and the card this
    turn began with, if it was one without a letter."""

    track: tuple[int, ...]
    fronts: tuple[Front, ...]
    drawn: Literal["letter", "number", "picture"] = "letter"


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize word, whether it is the table's for `everyone` who spells it or the room's for the first, and
    who has won the prize."""

    word: str
    everyone: bool = False
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """What is owed of one player at the end of a hand. `left`: the cards that were counted, None while they
    are to be laid down. `mark`: the figure that `by`, the neighbour on the left, has to initial. `cuts`:
    draws a card for the deal, or for the first play."""

    left: str | None = None
    mark: int | None = None
    by: int | None = None
    cuts: bool = False


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The end of a hand of play, or the draw before the first: a card for every player. `plays`: the highest
    card drawn plays first, instead of dealing (ALL-3)."""

    stage: Literal["counting", "initials", "cutting"]
    cards: tuple[ScoreCard, ...]
    plays: bool = False


@dataclass(frozen=True, slots=True)
class Praise:
    """One warm line about what somebody has just done; `id` is another one for each."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Account:
    """What the end of a hand cost or brought a player (number): `points` more, and the `total` since."""

    player: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A hand that is over, until the next begins: `headline` says who is out, `standing` who leaves the game
    or wins. `best` is the best word as it lies, by player `by`, empty for none; `missed` are the plays that
    got away, a sentence each, `looking`: they are still looked for, and `known`: somebody's hand was. `rest`
    is what was left at the end of a race or a patience, whose turns are not looked back on (`number` 0)."""

    id: str
    number: int
    headline: str
    standing: tuple[str, ...] = ()
    accounts: tuple[Account, ...] = ()
    best: str = ""
    by: int | None = None
    missed: tuple[str, ...] = ()
    looking: bool = False
    known: bool = False
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contested:
    """What may be challenged now: the `words` that `player` laid or changed last, in capitals."""

    words: tuple[str, ...]
    player: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a phone shows. Players are numbered from 0; `turn` and `winners` are such numbers.
    `over`: the match has ended, with winners or, as a patience that is lost, without.

    `words` (Lexicon) and `grid` (crosswords) are positions in notation: lower case is a Master
    standing for that letter, `?` one not yet named, `.` an empty square. `board` are the squares the grid
    lies on (`engine.board`), `keyword` is the word of the open Keyword card. `history` is newest first.
    `question` is the one that is open longest, `further` are the others, in order. `curve` are the totals by
    seat after each hand of play, beginning with those before the first.
    `piles` are a patience's, from the first card to the top one, `#` face down. `may_confirm`,
    `may_challenge` and `may_foresee` say which buttons mean anything now, `contested` what a challenge is of.
    `ended` is the player whose turn somebody else has just ended, who may take it up again. `layout` is how
    the cards lie (`engine.game`), `turned` are the cards turned up beside a patience's stock, the top one
    last, `masters` lie aside. `place` says which hand or race it is (None: as `hand` does), `aim` what the
    figure of somebody alone means. `may_name`: a prize word may be named. `blanks` are the squares at which
    the turn before may have left a blank block, which no camera sees. `lowest_wins`: totals count against
    their players. `saw` is what is told of the newest still picture. `summary` is the end of the hand before.
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
    bell: Bell = Bell()
    timer: Timer | None = None
    notes: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    picture: Picture | None = None
    over: bool = False
    winners: tuple[int, ...] = ()
    curve: tuple[tuple[int, ...], ...] = ()
    pins: Pins | None = None
    may_confirm: bool = False
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


def encode(snapshot: Snapshot) -> bytes:
    """Return the snapshot as one JSON object."""
    return msgspec.json.encode(snapshot)


def decode(data: bytes) -> Snapshot:
    """Return the snapshot in JSON, as `encode` writes it. Raise `msgspec.ValidationError` with the fault and
    its place.
    """
    return msgspec.json.decode(data, type=Snapshot)
