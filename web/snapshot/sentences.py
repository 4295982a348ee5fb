"""The parts of the snapshot with sentences: rulings, questions, the present turn, and praise."""

from dataclasses import dataclass
from typing import Literal

from web.snapshot.tabletop import Notice

Kind = Literal["legal", "illegal", "unclear", "played", "told"]
"""The kind of an entry in the history. `legal`, `illegal` and `unclear` are rulings on a turn. `played` is a
turn in challenge mode, which is ruled on only when somebody challenges it. `told` is an event other than a
turn."""

Amended = Literal["answered", "said", "seen"]
"""The cause of a turn's correction: a person answered a question (`answered`), a person corrected the turn
(`said`), or a new picture showed the mistake (`seen`)."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules that a ruling cites."""

    id: str
    """The clause's identifier, such as `LEX-C1`."""
    text: str = ""
    """The clause in our own words; empty if this version does not know the clause."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A challenged word and its meaning in English. The meaning is empty if the table knows none."""

    word: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """The points that a challenge added to the total of `player`; negative for lost points."""

    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """A sentence about a turn, a challenge or another event, with what belongs to it, such as its clauses."""

    kind: Kind
    sentence: str
    clauses: tuple[Clause, ...] = ()
    move: str | None = None
    """The move in notation; None for a challenge and for an event that is no turn."""
    player: int | None = None
    """The seat of the player whose turn the sentence is about."""
    event: int | None = None
    """The number of the turn's event in the journal. A correction names the turn by this number."""
    amended: Amended | None = None
    """The reason for which the turn was corrected later, such as a person's answer; None if it was not
    corrected."""
    meanings: tuple[Meaning, ...] = ()
    """For the ruling on a challenge: the challenged words with their meanings. Otherwise empty."""
    moved: Moved | None = None
    """For the ruling on a challenge: the points that it added to a player's total. None if it moved no
    points, and for other rulings."""
    masters: tuple[str, ...] = ()
    """The words of the sentence that contain a Master. The Master is written as the lower-case letter that it
    stands for."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """The play on the table that is not yet a turn."""

    text: str
    player: int | None = None
    complete: bool = False
    """True if the turn could end with this play. False if the play is unclear, or if the table would report a
    fault in it."""
    left: float | None = None
    """Seconds of the countdown that are left when the snapshot is published; None if no countdown ends the
    turn."""
    whole: float = 0.0
    """The duration of the whole countdown in seconds."""
    held: bool = False
    """True if somebody has stopped the countdown that would end the turn."""
    asks: bool = False
    """True if the table asks the player whether the turn is finished."""
    posed: bool = False
    """True if people photograph the table themselves. Then `asks` means that the turn in the last photograph
    may be finished."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that a person can tap."""

    value: str
    """The value by which a phone names this answer in its request."""
    label: str
    """The text that the person reads."""
    picture: str = ""
    """The name of the picture that shows the answer's cards; empty if there is no picture."""


Typed = Literal["", "word", "letter"]
"""The answer that a person may type to a question: a `word` or a `letter`; empty if nothing may be typed."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the table asks the people, such as about a doubtful letter."""

    id: str
    """The question's identity, which an answer repeats."""
    text: str
    choices: tuple[Choice, ...]
    player: int | None = None
    """The seat of the player whose turn or hand the question concerns."""
    typed: Typed = ""
    """The kind of answer that a person may type; empty if a person can only tap an answer."""
    pictures: tuple[str, ...] = ()
    """The names of the pictures of those cards that the question is about."""
    letters: bool = False
    """True if every choice is a single letter. The page then shows the choices as small buttons."""


@dataclass(frozen=True, slots=True)
class Praise:
    """A line of praise for a play or for a hand. Each praise has its own `id`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Messages:
    """The table's messages besides rulings and questions."""

    notes: tuple[str, ...] = ()
    """Sentences about what people do next, and the table's notes, such as the answer to a tap."""
    notices: tuple[Notice, ...] = ()
    """The faults of the camera's view and of the table's disk, files or pins, with advice."""
    saw: tuple[str, ...] = ()
    """Sentences about the newest still picture."""
    praise: Praise | None = None
    """The praise for the last play or for a hand; None if there is none."""
