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
    """Everything besides the state that a step needs to rule. No player's hand is part of it, because nobody
    has seen it.
    """

    context: ExplanationContext
    """The game and the words by which positions are explained."""
    first_turn: bool = False
    """Whether the first turn of a crossword is due."""
    patience: float = STILL_SECONDS
    """The seconds that a play must stand unchanged."""
    earlier: tuple[Position, ...] = ()
    """The earlier positions of this hand of play."""

    @property
    def mode(self) -> Mode:
        """Return how strict the referee is."""
        return self.context.game.challenges.mode


EndQuestion = Literal["unasked", "asked", "goes on"]
"""The state of the question whether a play is finished, which time does not end: not asked yet, asked, or
answered that the play goes on."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The cards on the table that are not yet a turn."""

    judged: Judged
    """Their likely explanation and its ruling."""
    since: float
    """The time since which they have not changed, in seconds."""
    end_question: EndQuestion = "unasked"
    """The state of the question whether the play is finished."""

    @property
    def after(self) -> Position:
        """Return the position that the proposal would leave."""
        return self.judged.explanation.after

    @property
    def lawful(self) -> bool:
        """Tell whether the rules allow the proposal as it is."""
        return isinstance(self.judged.ruling, Legal)

    def may_stand(self, mode: Mode) -> bool:
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
        return self.may_stand(mode) or (isinstance(ruling, Unclear) and not isinstance(ruling.move, Several))


@dataclass(frozen=True, slots=True)
class UnmatchedPictures:
    """Pictures that cannot follow from the settled position."""

    why: Mismatch
    """The reason why the newest picture cannot."""
    since: float
    """The time of the first such picture, in seconds."""
    asked: bool = False
    """Whether people are asked about it, because it has lasted or the picture was taken on purpose."""
    laying_back: bool = False
    """Whether people have said that the cards were cleared away, and lay them back."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a turn in progress. All times are in seconds."""

    settled: Settled
    """The position after the last turn."""
    proposal: Proposal | None = None
    """The cards on the table that are not yet a turn."""
    to_restore: Position | None = None
    """The position that an illegal turn, or a turn in question, left on the table. It is no play before it
    changes."""
    obscured_since: float | None = None
    """The time since which a settled card has not been seen; None while all are seen."""
    hand_seen: float = NEVER
    """The time at which a hand was last over the table."""
    hand_arrived: float | None = None
    """The time at which a hand came whose play has not been seen yet; None after a still picture."""
    hand_left: float = NEVER
    """The time at which the hand before that one left the table."""
    obscured_picture: "StillPicture | None" = None
    """The last picture in which a settled card was not seen. It is None once such a picture has counted."""
    end_requested: bool = False
    """Whether somebody has said that the turn is over while its play is not clear yet."""
    countdown_held: bool = False
    """Whether somebody holds the countdown of the play."""
    countdown_resumed: float = NEVER
    """The time at which the countdown last went on."""
    unmatched: UnmatchedPictures | None = None
    """The newest pictures, if they cannot follow from the settled position."""
    reported_hidden: frozenset[str] = frozenset()
    """The words that people say lie on the table although no picture shows them."""


@dataclass(frozen=True, slots=True)
class StillPicture:
    """A still picture without a hand over the table, explained."""

    found: tuple[Explanation, ...]
    """Its explanations against the settled position, the likeliest first."""
    at: float
    """The time of the picture, in seconds."""
    from_proposal: tuple[Explanation, ...] = ()
    """Its explanations against the proposal, which tell a second action from the first one continued. They
    are wanted if the proposal may be whole, or if the picture cannot follow from the settled position."""
    posed: bool = False
    """Whether somebody took a photograph, so that nothing passes over the table."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """End the turn: its player, or anybody, says that it is over."""

    at: float


@dataclass(frozen=True, slots=True)
class HoldCountdown:
    """Stop the countdown of the play, as somebody wishes."""

    at: float


@dataclass(frozen=True, slots=True)
class ResumeCountdown:
    """Start the countdown again from its beginning."""

    at: float


@dataclass(frozen=True, slots=True)
class PlayContinues:
    """Continue the play: nobody asks again before it has changed."""

    at: float


@dataclass(frozen=True, slots=True)
class HandOverTable:
    """Note a hand over the table, or a picture that is not still."""

    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Advance the time."""

    at: float


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal to show, without a ruling."""

    judged: Judged


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The end of a proposal that was taken back: the table shows the settled position."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The cards to be taken back are gone from the table."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished turn, to be ruled on."""

    judged: Judged


Input = StillPicture | Confirmed | HoldCountdown | ResumeCountdown | PlayContinues | HandOverTable | Tick
Effect = Proposed | Withdrawn | Restored | Finished
