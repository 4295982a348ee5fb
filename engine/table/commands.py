"""The commands that people give the table, by button or phone: a closed list of frozen values."""

from dataclasses import dataclass

from engine.events import AnyEvent
from engine.table.timer import Do
from engine.turn.mismatch import PictureAnswer


@dataclass(frozen=True, slots=True)
class Over:
    """End the turn in the making. `of_another`: another player says so."""

    of_another: bool = False


@dataclass(frozen=True, slots=True)
class NotOver:
    """Continue a turn that another player ended: the `events` (numbers) written down then never happened."""

    events: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold the countdown of the play on the table, or, with `on` false, let it go on."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class GoesOn:
    """Say as its player that the play on the table is not finished."""


@dataclass(frozen=True, slots=True)
class Challenged:
    """`player` challenges the last turn (LEX-CH)."""

    player: int


@dataclass(frozen=True, slots=True)
class Answered:
    """Answer question `question` (the number of the event that asked), or the oldest open one: with the true
    position in notation, or with a choice. An empty answer means that the player takes the cards back.
    """

    after: str
    question: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """Report a fact that only people know: a deal, the cards left in the hands, a correction."""

    event: AnyEvent


@dataclass(frozen=True, slots=True)
class Next:
    """The one button: whatever comes next in the match's life, be it the end of the turn, the score, the
    initials or the deal."""


@dataclass(frozen=True, slots=True)
class Screened:
    """Make these `words` (upper case) offensive at this table from now on."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amended:
    """The turn that finished as event number `event` really left `after`, a position in notation."""

    event: int
    after: str


@dataclass(frozen=True, slots=True)
class CardIs:
    """Card `card` (its number in the newest observation) really says `letter`: `A`-`Z`, or `?` for a
    Master."""

    card: int
    letter: str


@dataclass(frozen=True, slots=True)
class BackTo:
    """Undo everything after event number `event`, and play on from there."""

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
    """Change the timer. `seconds` is the length of a timer to start, None for the length in the game or the
    settings.
    """

    do: Do
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Refocused:
    """The camera is to focus and measure the light anew."""
