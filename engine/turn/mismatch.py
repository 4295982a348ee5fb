"""Pictures that can't follow from the settled position: what is asked about them, and what each answer does.

No answer ends a turn. An answer that changes the match is an event that says so.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from engine.events import AnyEvent, HandDealt, MatchSetUp, PositionCorrected
from engine.explain import Mismatch
from engine.game import Game
from engine.match import Match
from engine.match.patiences import laid_out
from engine.match.stages import again
from engine.notation import format_position
from engine.position import Position
from engine.turn.turn_state import State

PictureAnswer = Literal["another table", "cleared away", "new hand", "still there", "go on"]
"""`another table`: the picture is forgotten. `cleared away`: it is forgotten too, and the cards are laid back
as they were settled. `new hand`: this hand ends uncounted, and another is dealt. `still there`: the words
that are missing lie there, hidden. `go on`: several turns were played, and play goes on from what lies there
now."""


def offered(why: Mismatch) -> tuple[PictureAnswer, ...]:
    """Return the answers that make sense."""
    if why.empty:
        return ("another table", "go on")
    ends: tuple[PictureAnswer, ...] = ("another table", "cleared away", "new hand")
    if not why.missing:
        return (*ends, "go on") if why.new else ends
    return (*ends, "still there") if why.hidden else ends


def forgotten(state: State) -> State:
    """Return the state as if that picture had never been taken."""
    return replace(
        state, unmatched=None, proposal=None, obscured_since=None, obscured_picture=None, end_requested=False
    )


def laying(state: State) -> State:
    """Note that the cards were cleared away; people lay them back, and the next picture will tell."""
    if state.unmatched is None:
        return state
    return replace(forgotten(state), unmatched=replace(state.unmatched, asked=True, laying=True))


def hiding(state: State) -> State:
    """Note that the missing words lie there all the same."""
    if state.unmatched is None:
        return state
    return replace(state, unmatched=None, said_hidden=state.said_hidden | set(state.unmatched.why.missing))


def one_hand(game: Game) -> bool:
    """Tell whether a game is over with its first hand."""
    return game.board_scoring is not None or game.ends == "patience"


def dealt_anew(match: Match, events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
    """End this hand uncounted and deal another; where a game is one hand, begin another game."""
    if not one_hand(match.game):
        return (HandDealt(),)
    anew: MatchSetUp = replace(again(match, events), dealer=match.dealer)
    return (anew,) if laid_out(match.game) or match.game.deal.draws else (anew, HandDealt())


def going_on(after: Position) -> tuple[AnyEvent, ...]:
    """Go on after several turns that nobody saw; nobody's turn ends by that."""
    return (PositionCorrected(format_position(after)),)
