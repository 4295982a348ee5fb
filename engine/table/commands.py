"""The commands that people give the table, by button or phone: a closed list of frozen values.

A command says what somebody wants. The referee answers it with the events that happened.
"""

from dataclasses import dataclass

from engine.events import AnyEvent
from engine.table.timer import Do
from engine.turn.mismatch import PictureAnswer


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn in progress."""

    of_another: bool = False
    """Whether another player than the one on turn says so."""


@dataclass(frozen=True, slots=True)
class ResumeTurn:
    """Continue a turn that another player ended."""

    events: tuple[int, ...]
    """The numbers of the events of the turn's end, which are undone."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold the countdown of the play on the table, or, with `on` false, let it go on."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class StillPlaying:
    """Say that the play on the table is not finished."""


@dataclass(frozen=True, slots=True)
class ChallengeTurn:
    """Challenge the last turn (LEX-CH)."""

    player: int
    """The player who challenges."""


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """Answer an open question with the true position or with a choice."""

    after: str
    """The position in notation, or the choice. An empty answer means that the player takes the cards back."""
    question: int | None = None
    """The number of the event that asked; None for the oldest open question."""


@dataclass(frozen=True, slots=True)
class RecordEvent:
    """Record an event that only people know: a deal, the cards left in the hands, a correction."""

    event: AnyEvent
    """The event."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Take the next step between hands of play: the score, the deal, the next match."""


@dataclass(frozen=True, slots=True)
class ScreenWords:
    """Treat some words as offensive at this table from now on."""

    words: tuple[str, ...]
    """The words, in upper case."""


@dataclass(frozen=True, slots=True)
class Amend:
    """Amend the turn of event number `event`: it really left `after`, a position in notation."""

    event: int
    after: str


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """Correct the letter of a card in the newest observation."""

    card: int
    """The number of the card in the observation."""
    letter: str
    """The true letter, `A`-`Z`, or `?` for a Master."""


@dataclass(frozen=True, slots=True)
class Rewind:
    """Undo everything after event number `event`."""

    event: int


@dataclass(frozen=True, slots=True)
class ExplainPicture:
    """Explain why the newest picture does not show the settled words."""

    answer: PictureAnswer
    """The explanation."""


Command = (
    EndTurn
    | ResumeTurn
    | Hold
    | StillPlaying
    | ChallengeTurn
    | AnswerQuestion
    | RecordEvent
    | GoOn
    | ScreenWords
    | Amend
    | CorrectCard
    | Rewind
    | ExplainPicture
)
"""The commands that the referee accepts."""


@dataclass(frozen=True, slots=True)
class SetTimer:
    """Start, pause, lengthen or stop the timer."""

    do: Do
    """The change."""
    seconds: float | None = None
    """The length of a timer to start; None for the length in the game or the settings."""


@dataclass(frozen=True, slots=True)
class Refocus:
    """Have the camera focus and measure the light anew."""
