"""The questions about a picture that cannot follow from the settled position, and the effect of each
answer.

No answer ends a turn. An answer that changes the match does so by an event.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from engine.events import AnyEvent, HandDealt, MatchSetUp, PositionCorrected
from engine.explain import Mismatch
from engine.game import Game
from engine.match import Match
from engine.match.patiences import is_dealt_on_table
from engine.match.stages import next_match
from engine.notation import format_position
from engine.position import Position
from engine.turn.turn_state import TurnState

PictureAnswer = Literal["another table", "cleared away", "new hand", "still there", "go on"]
"""People's answer to the question about a picture that cannot follow from the settled position.

`another table`: forget the picture. `cleared away`: forget the picture, and wait until people have laid the
settled cards back. `new hand`: end this hand uncounted and deal another. `still there`: the missing words lie
on the table, but are hidden. `go on`: several turns were played, and play continues from the cards on the
table.
"""


def possible_answers(why: Mismatch) -> tuple[PictureAnswer, ...]:
    """Return the answers that people can give about a picture that cannot follow from the settled position.
    `why` says in what the picture differs."""
    if why.empty:
        return ("another table", "go on")
    ends: tuple[PictureAnswer, ...] = ("another table", "cleared away", "new hand")
    if not why.missing:
        return (*ends, "go on") if why.new else ends
    return (*ends, "still there") if why.hidden else ends


def state_without_picture(state: TurnState) -> TurnState:
    """Return the state of the turn without its pictures that cannot follow from the settled position, and
    without a proposal."""
    return replace(
        state, unmatched=None, proposal=None, obscured_since=None, obscured_picture=None, end_requested=False
    )


def state_laying_back(state: TurnState) -> TurnState:
    """Return the state of a turn in which people are laying the settled cards back. A later picture shows
    when all of them lie on the table again."""
    if state.unmatched is None:
        return state
    return replace(
        state_without_picture(state), unmatched=replace(state.unmatched, asked=True, laying_back=True)
    )


def state_with_hidden_words(state: TurnState) -> TurnState:
    """Return the state of a turn in which the missing words count as hidden cards that still lie on the
    table."""
    if state.unmatched is None:
        return state
    return replace(
        state, unmatched=None, reported_hidden=state.reported_hidden | set(state.unmatched.why.missing)
    )


def is_single_hand(game: Game) -> bool:
    """Return True if a game of this kind consists of a single hand."""
    return game.board_scoring is not None or game.ends == "patience"


def new_hand_events(match: Match, events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Return the events that end this hand uncounted and deal another. If a game is a single hand, they
    begin another game."""
    if not is_single_hand(match.game):
        return (HandDealt(),)
    anew: MatchSetUp = replace(next_match(match, events), dealer=match.dealer)
    return (
        (anew,) if is_dealt_on_table(match.game) or match.game.deal.begins_with_draw else (anew, HandDealt())
    )


def continuation_events(after: Position) -> tuple[AnyEvent, ...]:
    """Return the event with which the match goes on from the position `after`, when nobody saw the turns that
    led there. The event ends no player's turn."""
    return (PositionCorrected(format_position(after)),)
