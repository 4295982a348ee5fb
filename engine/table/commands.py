"""The commands that people give the table, by button or phone: a closed list of frozen values."""

from dataclasses import dataclass

from engine.events import AnyEvent
from engine.table.timer import Do
from engine.turn.mismatch import PictureAnswer


@dataclass(frozen=True, slots=True)
class Over:
    """End the turn in progress."""

    of_another: bool = False
    """Whether a player other than the one on turn ends it."""


@dataclass(frozen=True, slots=True)
class NotOver:
    """Continue a turn that another player ended."""

    events: tuple[int, ...]
    """The numbers of the events that ended the turn. They are undone."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold the countdown of the play on the table; with `on` false, let it run again."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class GoesOn:
    """Keep the turn open: its player says that the play on the table is not finished."""


@dataclass(frozen=True, slots=True)
class Challenged:
    """Challenge the last turn, as `player` (LEX-CH)."""

    player: int


@dataclass(frozen=True, slots=True)
class Answered:
    """Answer a question."""

    after: str
    """The true position in notation, or one of the choices. An empty answer means that the player takes
    the cards back."""
    question: int | None = None
    """The number of the event that asked; None for the oldest open question."""


@dataclass(frozen=True, slots=True)
class Said:
    """Report a fact that only people know: a deal, the cards left in the hands, a correction."""

    event: AnyEvent


@dataclass(frozen=True, slots=True)
class Next:
    """Take the next step of the match, with the single button: the end of the turn, the score, the
    initials or the deal."""


@dataclass(frozen=True, slots=True)
class Screened:
    """Mark these `words` (upper case) as offensive at this table from now on."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amended:
    """Correct an earlier turn."""

    event: int
    """The number of the event with which the turn finished."""
    after: str
    """The position that the turn really led to, in notation."""


@dataclass(frozen=True, slots=True)
class CardIs:
    """Correct the reading of a card."""

    card: int
    """The number of the card in the newest observation."""
    letter: str
    """The true letter: `A`-`Z`, or `?` for a Master."""


@dataclass(frozen=True, slots=True)
class BackTo:
    """Undo everything after event number `event`, and continue from there."""

    event: int


@dataclass(frozen=True, slots=True)
class PictureIs:
    """Explain why the newest picture does not show the settled words."""

    answer: PictureAnswer


Command = (
    Over
    | NotOver
    | Hold
    | GoesOn
    | Challenged
    | Answered
    | Said
    | Next
    | Screened
    | Amended
    | CardIs
    | BackTo
    | PictureIs
)
"""The commands that the referee accepts."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Change the timer."""

    do: Do
    seconds: float | None = None
    """The length of the timer to start; None for the length in the game or the settings."""


@dataclass(frozen=True, slots=True)
class Refocused:
    """Let the camera focus and measure the light again."""
