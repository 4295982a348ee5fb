"""A turn in the making: the settled position, what lies there now, and when it counts as a turn.

A table that is still is not a turn that is over. `step` is a pure state machine: what is seen, what people
say and what time it is go in; a new state and what came of it come out. Nothing is ruled on aloud but a
`Finished` turn.

state = begun(Settled(match.position), at=0.0) state, effects = step(state, Seen(found, at=1.5), table)
"""

from dataclasses import replace
from typing import Final

from engine.explain import Explanation, Judged, Settled, judged
from engine.frames import cards_at, framed, min_corner
from engine.position import Fronts, Grid, Position, Rows
from engine.ruling import Illegal, TwoActions, TwoNewWords, TwoWordsTouched, Unexplained
from engine.turn.making import (
    NEVER,
    PATIENCE,
    Busy,
    Confirmed,
    Effect,
    Finished,
    Input,
    Proposal,
    Proposed,
    Restored,
    Rules,
    Seen,
    State,
    Tick,
    Withdrawn,
)

LONGER: Final = 3.0
"""How many times as long while it is incomplete or doubtful."""
CHANGEOVER: Final = 0.5
"""Of the patience: a hand that comes back so much later than the last one left, after a lawful action, is the
next player's. People who lay card by card pause for a second or so."""

Stepped = tuple[State, tuple[Effect, ...]]


def begun(settled: Settled, held: Position | None = None) -> State:
    """Nothing proposed yet."""
    return State(settled, None, held)


def resumed(state: State, position: Position, held: Position | None = None) -> State:
    """After the books have moved: `position` is settled now; words keep the places they were last seen at."""
    match position:
        case Grid():
            count = 1
        case Fronts(laid=laid):
            count = len(laid)
        case _:
            count = len(position.lines)
    return State(replace(state.settled, position=position, places=state.settled.places[:count]), None, held)


def step(state: State, given: Input, rules: Rules) -> Stepped:
    """The next state, and what came of it."""
    match given:
        case Seen():
            return _seen(state, given, rules)
        case Confirmed():
            return _confirmed(replace(state, said=True), rules)
        case Busy(at):
            if state.reached is None:
                state = replace(state, reached=at, left=state.touched)
            return replace(state, touched=at), ()
        case Tick(at):
            return _ticked(state, at, rules)


def due(state: State, rules: Rules) -> float | None:
    """When the proposal becomes a turn if nothing changes, in seconds; None when there is none, or when its
    player may go on trying until the minute is over (MW-4)."""
    proposal = state.proposal
    if proposal is None or (isinstance(proposal.after, Fronts) and not proposal.lawful):
        return None
    return max(proposal.since, state.touched) + rules.patience * (
        1.0 if proposal.stands(rules.mode) else LONGER
    )


def _ticked(state: State, at: float, rules: Rules) -> Stepped:
    when = due(state, rules)
    if state.proposal is None or when is None or at < when:
        return state, ()
    return _finished(state, state.proposal, rules)


def _confirmed(state: State, rules: Rules) -> Stepped:
    """Said to be over: what lies there is the turn, and that nothing was played is one too (LEX-P). While the
    last picture made no sense, what was proposed before is not what lies there now: that waits for a better
    one, as long as patience lasts."""
    if state.dim is not None:
        return state, ()
    if state.proposal is not None:
        return _finished(state, state.proposal, rules)
    if state.held is not None:
        return replace(state, said=False), ()
    return _finished(state, Proposal(_judged((_nothing(state),), rules), 0.0), rules)


def _nothing(state: State) -> Explanation:
    """Nothing new is to be seen; which a camera that overlooks a card would say as well."""
    lies, unseen = state.settled, (Unexplained("nothing new is to be seen"),)
    return Explanation(lies.position, lies.position, 1.0, unseen, lies.places, lies.pile)


def _finished(state: State, proposal: Proposal, rules: Rules) -> Stepped:
    """What was done is settled if it stands; else it lies there until somebody clears it."""
    ended = proposal.judged
    if proposal.stands(rules.mode):
        return State(ended.explanation.settled), (Finished(ended),)
    held = proposal.after if ended.explanation.changed else None
    return State(state.settled, None, held), (Finished(ended),)


def _judged(found: tuple[Explanation, ...], rules: Rules) -> Judged:
    return judged(found, rules.ground, first_turn=rules.first_turn)


def _seen(state: State, seen: Seen, rules: Rules) -> Stepped:
    best = seen.found[0]
    came = (seen.at, state.touched) if state.reached is None else (state.reached, state.left)
    state = replace(state, reached=None)
    if _overlooked(best):
        return _murky(state, seen, rules)
    clear = replace(state, murky=None, dim=None)
    if not best.changed:
        return _then(_unchanged(clear, best), state.said, rules)
    if state.held is not None and _still_held(state.settled.position, state.held, best.after):
        return replace(clear, said=False), ()
    return _then(_proposed(clear, seen, rules, came), state.said, rules)


def _then(stepped: Stepped, said: bool, rules: Rules) -> Stepped:
    """After a picture that makes sense again, what was said meanwhile is heard."""
    if not said or any(isinstance(effect, Finished) for effect in stepped[1]):
        return stepped
    state, effects = _confirmed(stepped[0], rules)
    return state, (*stepped[1], *effects)


def _overlooked(best: Explanation) -> bool:
    return any(isinstance(doubt, Unexplained) for doubt in best.doubts)


def _murky(state: State, seen: Seen, rules: Rules) -> Stepped:
    """Something is not to be seen: a sleeve, a shadow. It counts when it has lasted."""
    since = seen.at if state.murky is None else state.murky
    murky = replace(state, murky=since, dim=seen)
    if seen.at - since < rules.patience:
        return murky, ()
    if seen.found[0].changed:
        return _then(_proposed(replace(murky, dim=None), seen, rules), state.said, rules)
    if state.said:
        return _finished(murky, Proposal(_judged(seen.found, rules), seen.at), rules)
    return replace(murky, proposal=None), (Withdrawn(),) * (state.proposal is not None)


def _unchanged(state: State, best: Explanation) -> Stepped:
    """Straightened, turned round, bumped, taken back: no play, but the places are new."""
    asked = state.held in (
        state.settled.position,
        best.after,
    )  # about a play that left no mark: it still stands
    effects: tuple[Effect, ...] = ()
    if state.proposal is not None:
        effects += (Withdrawn(),)
    if state.held is not None and not asked:
        effects += (Restored(),)
    return State(best.settled, held=state.held if asked else None), effects


def _still_held(settled: Position, held: Position, after: Position) -> bool:
    """Whether cards that should have gone back still lie as they did, whatever else has been added: of two
    words that were touched the first may be mended already."""
    if held == after:
        return True
    if isinstance(held, Grid) and isinstance(after, Grid) and isinstance(settled, Grid):
        return _all_there(settled, held, after)
    if not isinstance(held, Rows) or not isinstance(after, Rows) or not isinstance(settled, Rows):
        return False
    count = len(settled.words)
    every = zip(settled.words, held.words, after.words, strict=False)
    touched = [(was, wrong, now) for was, wrong, now in every if was != wrong]
    mending = all(now in (was, wrong) for was, wrong, now in touched)
    laid = set(held.words[count:]) & set(after.words[count:])
    return mending and (bool(laid) or any(now == wrong for _, wrong, now in touched))


def _all_there(settled: Grid, held: Grid, after: Grid) -> bool:
    """Whether every card that should have gone back still lies in the crossword where it did."""
    lay, wrong = framed(settled, held)
    wide, lies = framed(wrong, after)
    if not cards_at(wrong):
        return False
    (down, right), (from_down, from_right) = min_corner(wide), min_corner(wrong)
    added = {spot: card for spot, card in cards_at(wrong).items() if cards_at(lay).get(spot) != card}
    now = cards_at(lies)
    return bool(added) and all(
        now.get((r + down - from_down, c + right - from_right)) == card for (r, c), card in added.items()
    )


def _proposed(state: State, seen: Seen, rules: Rules, came: tuple[float, float] = (NEVER, NEVER)) -> Stepped:
    """`came`: when the hand came whose work is seen now, and when the one before it had left."""
    old, new = state.proposal, Proposal(_judged(seen.found, rules), seen.at)
    if old is not None and old.after == new.after:
        since = old.since if old.lawful == new.lawful else seen.at
        return replace(state, proposal=Proposal(new.judged, since)), ()
    if old is not None and old.lawful and _next_players(old, new, rules, came) and seen.again:
        began = _began(State(old.judged.explanation.settled), seen, rules)
        return began[0], (Finished(old.judged), *began[1])
    return replace(state, proposal=new, held=None), (Proposed(new.judged),)


def _next_players(old: Proposal, new: Proposal, rules: Rules, came: tuple[float, float]) -> bool:
    """A lawful play was left alone a while, and what came then would make two of it: the next player is at
    work."""
    ruling = new.judged.ruling
    two = isinstance(ruling, Illegal) and any(
        isinstance(b, TwoActions | TwoNewWords | TwoWordsTouched) for b in ruling.breaches
    )
    began, left = came
    return two and began - max(old.since, left) >= CHANGEOVER * rules.patience


def _began(state: State, seen: Seen, rules: Rules) -> Stepped:
    """The next player's play."""
    anew = Seen(seen.again, seen.at)
    return _proposed(state, anew, replace(rules, first_turn=False))


__all__ = [
    "CHANGEOVER",
    "LONGER",
    "PATIENCE",
    "Busy",
    "Confirmed",
    "Effect",
    "Finished",
    "Input",
    "Proposal",
    "Proposed",
    "Restored",
    "Rules",
    "Seen",
    "State",
    "Tick",
    "Withdrawn",
    "begun",
    "due",
    "resumed",
    "step",
]
