"""The state of a turn in progress: the cards on the table and since when, the possible reports, and the
possible outcomes. `engine.turn.proposal` makes one state from the other.
"""

from dataclasses import dataclass
from typing import Final, Literal

from engine.explain import Explanation, ExplanationContext, Judged, Mismatch, Settled
from engine.moves import Several
from engine.position import Position
from engine.ruling import Legal, Mode, Unclear, flagged

STILL_SECONDS: Final = 4.0
"""Seconds a lawful play must stand unchanged to be a turn."""
NEVER: Final = float("-inf")


@dataclass(frozen=True, slots=True)
class Rules:
    """Hold what `step` needs to rule: the ground, whether a crossword's first turn is due, the table's
    patience in seconds, and the `earlier` positions of this hand. A player's hand is not part of it, because
    nobody has seen it.
    """

    ground: ExplanationContext
    first_turn: bool = False
    patience: float = STILL_SECONDS
    earlier: tuple[Position, ...] = ()

    @property
    def mode(self) -> Mode:
        """Return how strict the referee is."""
        return self.ground.game.challenges.mode


Going = Literal["unasked", "asked", "goes on"]
"""The answer of the player when time does not end a play: not asked yet, asked whether it is finished, or
told that it goes on.
"""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Hold the cards on the table that are not yet a turn, unchanged since `since` (seconds), with their
    likely ruling.
    """

    judged: Judged
    since: float
    going: Going = "unasked"

    @property
    def after(self) -> Position:
        """Return the position that the proposal would leave."""
        return self.judged.explanation.after

    @property
    def lawful(self) -> bool:
        """Tell whether the rules allow the proposal as it is."""
        return isinstance(self.judged.ruling, Legal)

    def stands(self, mode: Mode) -> bool:
        """Tell whether the referee would let the proposal stand unasked: a doubtful word is no slip in a game
        of bluff.
        """
        ruling = self.judged.ruling
        return not isinstance(ruling, Unclear) and not flagged(ruling, mode)

    def may_be_whole(self, mode: Mode) -> bool:
        """Tell whether the proposal may be all that its player meant to do: one action, nothing wrong in
        sight.
        """
        ruling = self.judged.ruling
        return self.stands(mode) or (isinstance(ruling, Unclear) and not isinstance(ruling.move, Several))


@dataclass(frozen=True, slots=True)
class Apart:
    """Pictures since `since` (seconds) can't follow from the settled position, as `why` says of the newest.
    `asked`: that has lasted, or was photographed on purpose, and people are asked about it. `laying`: they
    have said that the cards were cleared away, and lay them back."""

    why: Mismatch
    since: float
    asked: bool = False
    laying: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """`held` is what an unlawful turn, or one somebody is being asked about, left lying: no play until it
    changes. `murky` is since when something that was there has not been seen, and `dim` the last such
    picture; `touched` when a hand was last over the table, `reached` when the one came whose work has not
    been seen yet, and `left` when the one before it was gone. `said`: somebody has said that the turn is
    over, and what lies there is not clear yet. `holding`: somebody holds the countdown of the play, `let_go`
    when it was let go on last. `apart`: the newest picture can't follow from the settled position; `hidden`
    are words that people say lie there although no picture shows them."""

    settled: Settled
    proposal: Proposal | None = None
    held: Position | None = None
    murky: float | None = None
    touched: float = NEVER
    reached: float | None = None
    left: float = NEVER
    dim: "StillPicture | None" = None
    said: bool = False
    holding: bool = False
    let_go: float = NEVER
    apart: Apart | None = None
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StillPicture:
    """A still picture without a hand over it, explained against the settled position at `at` seconds. `again`
    is the same picture explained against the proposal, wanted when there is one that may be whole, or when
    the picture can't follow from what is settled: it tells a second action from a first going on. `posed`: a
    photograph that somebody took, so that nothing lies over the table in passing."""

    found: tuple[Explanation, ...]
    at: float
    again: tuple[Explanation, ...] = ()
    posed: bool = False


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Its player, or anybody, says that the turn is over."""

    at: float


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold the ruling back at a person's wish: the countdown stands still."""

    at: float


@dataclass(frozen=True, slots=True)
class LetGo:
    """The countdown begins anew."""

    at: float


@dataclass(frozen=True, slots=True)
class GoesOn:
    """The play is not finished: nobody asks again before it has changed."""

    at: float


@dataclass(frozen=True, slots=True)
class Busy:
    """A hand is over the table, or the picture is not still: nothing stands unchanged meanwhile."""

    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Advance the time."""

    at: float


@dataclass(frozen=True, slots=True)
class Proposed:
    """A quiet mark: this would be the play."""

    judged: Judged


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The table lies as it was settled: whatever was tried has been taken back and leaves no trace."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Note that the cards to be taken back are gone from the table."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A turn to rule on, aloud."""

    judged: Judged


Input = StillPicture | Confirmed | Hold | LetGo | GoesOn | Busy | Tick
Effect = Proposed | Withdrawn | Restored | Finished
