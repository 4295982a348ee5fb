"""The commands that people give the table, by button or phone: a closed list of frozen values.

A command says what somebody wants. The referee answers it with the events that happened.
"""

from dataclasses import dataclass

from engine.events import AnyEvent
from engine.table.timer import TimerAction
from engine.turn.mismatch import PictureAnswer


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Declare the turn in progress finished."""

    of_another: bool = False
    """True if the person who ends the turn is not the player on turn."""


@dataclass(frozen=True, slots=True)
class ResumeTurn:
    """Continue the player's own turn, which another player ended."""

    events: tuple[int, ...]
    """The numbers, in the journal, of the events that the end of the turn caused. They are undone."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Stop the countdown after which the play on the table becomes a turn, or let it run again if `on` is
    false."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class StillPlaying:
    """Say, as the player on turn, that the play on the table is not finished."""


@dataclass(frozen=True, slots=True)
class ChallengeTurn:
    """Challenge the last finished turn in the name of `player` (LEX-CH)."""

    player: int
    """The seat of the player who challenges."""


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """Answer one of the table's questions."""

    after: str
    """The answer: one of the question's choices, or the true position in notation. An empty answer to a
    question about a turn means that the player takes the cards back."""
    question: int | None = None
    """The number of the event that asked the question; None for the oldest open question."""


@dataclass(frozen=True, slots=True)
class RecordEvent:
    """Record an event that people state: a deal, the cards left in the hands, or a correction."""

    event: AnyEvent
    """The event that people state."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Take the next step between hands: count the hands, initial a score, or deal. The table's single button
    sends this command during a turn, too, to end the turn; a phone cannot."""


@dataclass(frozen=True, slots=True)
class ScreenWords:
    """Mark `words` (upper case) as offensive from now on, so that this table does not suggest or display
    them."""

    words: tuple[str, ...]
    """The words, in upper case."""


@dataclass(frozen=True, slots=True)
class Amend:
    """Correct an earlier turn to the position that it really led to."""

    event: int
    """The number, in the journal, of the event with which the turn to be corrected finished."""
    after: str
    """The position that the turn really led to, in notation."""


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """Say which letter a card in the newest picture really shows."""

    card: int
    """The number of the card: the index of its sighting in the newest observation."""
    letter: str
    """The true letter: `A`-`Z`, or `?` for a Master."""


@dataclass(frozen=True, slots=True)
class Rewind:
    """Undo everything after event number `event`, and continue from there."""

    event: int


@dataclass(frozen=True, slots=True)
class ExplainPicture:
    """Tell the table why the newest picture does not show the settled words."""

    answer: PictureAnswer
    """The reason why the settled words are not seen, as one of the answers that the table offered."""


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
    """Start, pause, stop or lengthen the table's timer."""

    do: TimerAction
    """What to do with the timer: start it, pause it, add a minute or stop it."""
    seconds: float | None = None
    """The length in seconds of a timer that is started; None for the length that the game or the settings
    give."""


@dataclass(frozen=True, slots=True)
class Refocus:
    """Let the camera focus and measure the light again."""
