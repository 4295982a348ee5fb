"""The sentences for phones: rulings, questions, the turn in progress, and praise."""

from dataclasses import dataclass
from typing import Literal

from web.snapshot.tabletop import Notice

Kind = Literal["legal", "illegal", "unclear", "played", "told"]
"""The kinds of a turn's ruling. `legal`, `illegal` and `unclear` are rulings; `played` is a turn that nobody
rules on unless somebody challenges it; `told` is another event than a turn.
"""

Amended = Literal["answered", "said", "seen"]
"""The reason for which a turn was corrected: its question was answered, a person said so, or it was seen."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules digest: `id` such as `LEX-C1`, `text` a few words of it (may be empty)."""

    id: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """Hold a challenged word and its meaning in English; empty if none is known."""

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
    end it; `held`: somebody holds the countdown. `asks`: its player is asked whether it is finished;
    `posed`: after a photograph of it."""

    text: str
    player: int | None = None
    complete: bool = False
    left: float | None = None
    whole: float = 0.0
    held: bool = False
    asks: bool = False
    posed: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer a person can tap: `value` goes back to the table, `label` is read. `picture` names that of
    the cards it speaks of, empty for none."""

    value: str
    label: str
    picture: str = ""


Typed = Literal["", "word", "letter"]
"""The kinds of answers that may be typed."""


@dataclass(frozen=True, slots=True)
class Question:
    """Hold the table's question; `id` ties the answer to it. `player` is the player whose turn or hand it
    concerns. `typed`: a person may also type a word or a letter that is no choice. `pictures` are the names
    of the pictures of its cards. `letters`: the choices are letters.
    """

    id: str
    text: str
    choices: tuple[Choice, ...]
    player: int | None = None
    typed: Typed = ""
    pictures: tuple[str, ...] = ()
    letters: bool = False


@dataclass(frozen=True, slots=True)
class Praise:
    """Hold one warm line about a player's last play. `id` differs for each."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """What the table says besides rulings and questions."""

    notes: tuple[str, ...] = ()
    """What comes next, and what is amiss, in sentences."""
    notices: tuple[Notice, ...] = ()
    """Faults of the camera's view."""
    saw: tuple[str, ...] = ()
    """What is told of the newest still picture."""
    praise: Praise | None = None
    """A play worth praising."""
