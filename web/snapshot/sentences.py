"""Hold the sentences for phones: rulings, questions, the turn in progress, and praise."""

from dataclasses import dataclass
from typing import Literal

from web.snapshot.tabletop import Notice

Kind = Literal["legal", "illegal", "unclear", "played", "told"]
"""The kind of an entry. `legal`, `illegal` and `unclear` are rulings. `played` is a turn that nobody rules
on unless somebody challenges it. `told` is an event that is no turn."""

Amended = Literal["answered", "said", "seen"]
"""The reason for which a turn was corrected: an answered question, a person's correction, or a new
picture."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules."""

    id: str
    """Its identifier, such as `LEX-C1`."""
    text: str = ""
    """A few words about it; may be empty."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A challenged word and its meaning in English; empty if none is known."""

    word: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """The points that a challenge added to the total of `player`."""

    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling in one sentence, or another event."""

    kind: Kind
    sentence: str
    clauses: tuple[Clause, ...] = ()
    move: str | None = None
    """The move in notation; None for a challenge."""
    player: int | None = None
    """The player whose turn it was."""
    event: int | None = None
    """The turn's number in the journal, by which people correct it."""
    amended: Amended | None = None
    """The reason for which the reading or the ruling was changed later; None if it was not."""
    meanings: tuple[Meaning, ...] = ()
    """The words of a challenge, with their meanings."""
    moved: Moved | None = None
    """The points that a challenge moved."""
    masters: tuple[str, ...] = ()
    """The words with a Master in them, as they lie: a Master that stands for a letter is in lower case."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """The turn in progress."""

    text: str
    player: int | None = None
    complete: bool = False
    """Whether the cards would be a complete turn if the turn ended now."""
    left: float | None = None
    """Seconds of the countdown left when the snapshot was published; None if no countdown ends the turn."""
    whole: float = 0.0
    """Seconds of the whole countdown."""
    held: bool = False
    """Whether somebody holds the countdown."""
    asks: bool = False
    """Whether the table asks the player if the turn is finished."""
    posed: bool = False
    """Whether people photograph the table. Then `asks` follows a photograph of the turn."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that a person can tap."""

    value: str
    """The value that the phone sends."""
    label: str
    """The text that the person reads."""
    picture: str = ""
    """The name of the picture of the answer's cards; empty for none."""


Typed = Literal["", "word", "letter"]
"""The kinds of answer that a person may type."""


@dataclass(frozen=True, slots=True)
class Question:
    """Hold a question of the table."""

    id: str
    """The identity by which an answer names its question."""
    text: str
    choices: tuple[Choice, ...]
    player: int | None = None
    """The player whose turn or hand it concerns."""
    typed: Typed = ""
    """The kind of answer that a person may type; empty for none."""
    pictures: tuple[str, ...] = ()
    """The names of the pictures of its cards."""
    letters: bool = False
    """Whether the choices are letters."""


@dataclass(frozen=True, slots=True)
class Praise:
    """Hold one line of praise for a player's last play. Each has another `id`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Messages:
    """The table's messages besides rulings and questions."""

    notes: tuple[str, ...] = ()
    """The next step and the present faults, in sentences."""
    notices: tuple[Notice, ...] = ()
    """Faults of the camera's view."""
    saw: tuple[str, ...] = ()
    """Sentences about the newest still picture."""
    praise: Praise | None = None
    """The praise for a play."""
