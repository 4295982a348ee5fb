"""The state of a turn in progress, and the inputs and outputs of its steps. `engine.turn.proposal` makes
each state from the last."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.explain import Explanation, ExplanationContext, Mismatch, RuledPlay, SettledPosition
from engine.moves import CombinedMove
from engine.position import Position
from engine.ruling import Legal, Mode, Unclear, is_flagged

STILL_SECONDS: Final = 4.0
"""Seconds for which a legal play must lie unchanged to become a turn."""
NEVER: Final = float("-inf")


@dataclass(frozen=True, slots=True)
class TurnContext:
    """The facts that `engine.turn.proposal.advance_turn` needs besides the state of the turn and the
    input. Players' hands are not part of it, because nobody has seen them."""

    explanation_context: ExplanationContext
    """The game and the words by which positions are explained."""
    first_turn: bool = False
    """True if the next turn is the first of a crossword."""
    still_seconds: float = STILL_SECONDS
    """The seconds for which a play must lie unchanged to become a turn. The setting is called `patience`."""
    earlier_positions: tuple[Position, ...] = ()
    """The earlier positions of this hand of play."""

    @property
    def mode(self) -> Mode:
        """The strictness of the referee."""
        return self.explanation_context.game.challenges.mode


EndQuestion = Literal["unasked", "asked", "goes on"]
"""The state of the question whether a play is finished: not asked yet, asked, or answered that the play goes
on. The question is asked about plays that time alone does not end."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The cards on the table that are not yet a turn."""

    play: RuledPlay
    """The likely explanation of these cards, and the ruling on it."""
    since: float
    """The time since which these cards have not changed, in seconds."""
    end_question: EndQuestion = "unasked"
    """The state of the question whether the play is finished."""

    @property
    def after(self) -> Position:
        """The position that the proposal would leave."""
        return self.play.explanation.after

    @property
    def is_lawful(self) -> bool:
        """True if the rules allow the proposal as it is."""
        return isinstance(self.play.ruling, Legal)

    def may_stand(self, mode: Mode) -> bool:
        """Return True if the referee would let the proposal stand without a question. In a game of bluff a
        doubtful word is no objection."""
        ruling = self.play.ruling
        return not isinstance(ruling, Unclear) and not is_flagged(ruling, mode)

    def may_be_whole(self, mode: Mode) -> bool:
        """Return True if the proposal may be a whole turn: the referee would let the proposal stand, or it
        is one action whose ruling is unclear."""
        ruling = self.play.ruling
        return self.may_stand(mode) or (
            isinstance(ruling, Unclear) and not isinstance(ruling.move, CombinedMove)
        )


@dataclass(frozen=True, slots=True)
class UnmatchedPictures:
    """The newest pictures of a turn, one after the other, that cannot follow from the settled position."""

    why: Mismatch
    """The reason why the newest picture cannot follow from the settled position."""
    since: float
    """The time, in seconds, of the first of the pictures that cannot follow from the settled
    position."""
    asked: bool = False
    """True if people are being asked about these pictures: they have lasted for
    `TurnContext.still_seconds`, or one of them was a photograph."""
    laying_back: bool = False
    """True if people have said that the cards were cleared away, and are laying them back."""


@dataclass(frozen=True, slots=True)
class TurnState:
    """The state of a turn in progress. All times are in seconds."""

    settled: SettledPosition
    """The position after the last turn."""
    proposal: Proposal | None = None
    """The cards on the table that are not yet a turn."""
    rejected_position: Position | None = None
    """The position that a turn left on the table, if the turn was illegal or is in question; None otherwise.
    Its cards do not count as a play until they change."""
    obscured_since: float | None = None
    """The time since which every picture has hidden a settled card; None if the last picture hides
    none."""
    hand_seen_at: float = NEVER
    """The time at which somebody's hand was last seen over the table."""
    hand_arrived_at: float | None = None
    """The time at which somebody's hand came over the table; None if a still picture has followed."""
    hand_left_at: float = NEVER
    """The time at which somebody's hand left the table for the last time before `hand_arrived_at`."""
    obscured_picture: "StillPicture | None" = None
    """The last picture, if it hides a settled card and led to no proposal. A command to end the turn then
    waits for a clearer picture. None if no card is hidden, and after a picture that cannot follow from
    the settled position."""
    end_requested: bool = False
    """True if somebody has said that the turn is over, although its play is not clear yet."""
    countdown_held: bool = False
    """True if somebody holds the countdown of the play."""
    countdown_resumed_at: float = NEVER
    """The time at which the countdown of the play was last resumed."""
    unmatched: UnmatchedPictures | None = None
    """The newest pictures, if they cannot follow from the settled position."""
    reported_hidden: frozenset[str] = frozenset()
    """The words that people say lie on the table although no picture shows them."""


@dataclass(frozen=True, slots=True)
class StillPicture:
    """A still picture without a hand over the table, with its explanations."""

    explanations: tuple[Explanation, ...]
    """The explanations of the picture as a change of the settled position, the likeliest first."""
    at: float
    """The time of the picture, in seconds."""
    explanations_from_proposal: tuple[Explanation, ...] = ()
    """The explanations of the picture as a change of the proposal. They tell whether a second action began or
    the first one continued. They are needed if the proposal may be a whole turn, or if the picture cannot
    follow from the settled position."""
    by_photograph: bool = False
    """True if the picture is a photograph that somebody took, so that no hand is expected over the table."""


@dataclass(frozen=True, slots=True)
class EndRequested:
    """The input that the turn's player or anybody else says that the turn is over."""

    at: float


@dataclass(frozen=True, slots=True)
class HoldCountdown:
    """The input that somebody stops the countdown after which the play would become a turn."""

    at: float


@dataclass(frozen=True, slots=True)
class ResumeCountdown:
    """The input that the countdown after which the play becomes a turn begins again."""

    at: float


@dataclass(frozen=True, slots=True)
class PlayContinues:
    """The input that the player has not finished the play. The player is asked again only after the play has
    changed."""

    at: float


@dataclass(frozen=True, slots=True)
class HandOverTable:
    """The input that a hand is over the table, or that the picture is not still."""

    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """The input that time has passed."""

    at: float


@dataclass(frozen=True, slots=True)
class Proposed:
    """The output that a play on the table is a new proposal. Its ruling is not announced yet."""

    play: RuledPlay


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The output that a proposal was taken back: the table shows the settled position again."""


@dataclass(frozen=True, slots=True)
class CardsTakenBack:
    """The output that the cards which had to go back to a hand are gone from the table."""


@dataclass(frozen=True, slots=True)
class FinishedTurn:
    """The output that the proposal has become a finished turn, which is now ruled on."""

    play: RuledPlay


TurnInput = (
    StillPicture | EndRequested | HoldCountdown | ResumeCountdown | PlayContinues | HandOverTable | Tick
)
TurnOutput = Proposed | Withdrawn | CardsTakenBack | FinishedTurn
