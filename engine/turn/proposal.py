"""A turn in progress: the settled position, the cards that lie on the table now, and the moment when they
become a turn.

A still table does not mean that the turn is over. `step` is a pure state machine: it takes a picture, a
person's command or the time, and returns a new state and its effects. The rules judge a turn only when `step`
returns the effect `FinishedTurn`.

    state = empty_proposal(SettledPosition(match.position))
    state, effects = step(state, StillPicture(explanations, at=1.5), rules)
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.explain import (
    Explanation,
    ExplanationContext,
    Mismatch,
    RuledPlay,
    SettledPosition,
    hidden_words,
    mismatch,
    moved_with,
    rule_on,
    with_words_seen,
)
from engine.grid_frames import cards_at, in_same_frame, min_corner
from engine.i18n import Sentence
from engine.moves import CombinedMove
from engine.position import Grid, Position, RacePosition, Rows
from engine.ruling import (
    Illegal,
    NotInLine,
    TwoActions,
    TwoNewWords,
    TwoWordsTouched,
    Unclear,
    Unexplained,
)
from engine.turn.ending import asks_at, ends_at
from engine.turn.turn_state import (
    NEVER,
    STILL_SECONDS,
    Confirmed,
    Effect,
    FinishedTurn,
    HandOverTable,
    HoldCountdown,
    Input,
    PlayContinues,
    Proposal,
    Proposed,
    Restored,
    ResumeCountdown,
    State,
    StepContext,
    StillPicture,
    Tick,
    UnmatchedPictures,
    Withdrawn,
)

CHANGEOVER_SHARE: Final = 0.5
"""Least time for which the table is left alone between two plays of different players, as a share of
`StepContext.still_seconds`. After a shorter pause the same player is still at work: people who lay card by
card pause for about a second."""

Stepped = tuple[State, tuple[Effect, ...]]


def empty_proposal(settled: SettledPosition, to_restore: Position | None = None) -> State:
    """Return the state of a turn in which nothing has been played yet. `to_restore` is the position on the
    table if its cards must go back to a hand, so that they do not count as a play; None otherwise."""
    return State(settled, None, to_restore)


def state_after_change(state: State, position: Position, to_restore: Position | None = None) -> State:
    """Return the state after a change of the match: `position` is now settled. Words keep the places at
    which they were last seen."""
    match position:
        case Grid():
            count = 1
        case RacePosition(laid=laid):
            count = len(laid)
        case _:
            count = len(position.lines)
    places = moved_with(state.settled, position)[:count]
    settled = replace(state.settled, position=position, places=places)
    return State(
        settled,
        None,
        to_restore,
        countdown_held=state.countdown_held,
        countdown_resumed=state.countdown_resumed,
        reported_hidden=state.reported_hidden,
    )


def step(state: State, step_input: Input, rules: StepContext) -> Stepped:
    """Return the state after the input `step_input`, and the effects of this step."""
    match step_input:
        case StillPicture():
            return _after_still_picture(state, step_input, rules)
        case Confirmed() if state.unmatched is not None and state.unmatched.asked:
            return state, ()  # Nobody knows what was played. Players first answer that question.
        case Confirmed():
            return _after_end_command(replace(state, end_requested=True), rules)
        case HoldCountdown():
            return replace(state, countdown_held=state.proposal is not None), ()
        case ResumeCountdown(at):
            return replace(state, countdown_held=False, countdown_resumed=at), ()
        case PlayContinues():
            return _play_continued(state), ()
        case HandOverTable(at):
            if state.hand_arrived is None:
                state = replace(state, hand_arrived=at, hand_left=state.hand_seen)
            return replace(state, hand_seen=at), ()
        case Tick(at):
            return _after_tick(state, at, rules)


def _after_tick(state: State, at: float, rules: StepContext) -> Stepped:
    proposal, when, asks = state.proposal, ends_at(state, rules), asks_at(state, rules)
    if proposal is not None and when is not None and at >= when:
        return _with_turn_finished(state, proposal, rules)
    if proposal is not None and asks is not None and at >= asks:
        return replace(state, proposal=replace(proposal, end_question="asked")), ()
    return state, ()


def _play_continued(state: State) -> State:
    proposal = state.proposal
    return state if proposal is None else replace(state, proposal=replace(proposal, end_question="goes on"))


def _after_end_command(state: State, rules: StepContext) -> Stepped:
    """Handle a person's command that the turn is over. The cards on the table now are the turn, which is a
    pass if nothing changed (LEX-P). If the last picture was unclear, the command waits for a better picture,
    for `StepContext.still_seconds` at most."""
    if state.obscured_picture is not None or state.unmatched is not None:
        return state, ()
    if state.proposal is not None:
        return _with_turn_finished(state, state.proposal, rules)
    if state.to_restore is not None:
        return replace(state, end_requested=False), ()
    return _with_turn_finished(state, Proposal(_ruled_play((_no_change(state),), rules), 0.0), rules)


def _no_change(state: State) -> Explanation:
    """Return the explanation of a turn without a visible change. The explanation is doubtful, because the
    camera may have missed a card."""
    settled, unseen = state.settled, (Unexplained(Sentence("I see nothing new.")),)
    return Explanation(settled.position, settled.position, 1.0, unseen, settled.places, settled.pile)


def _with_turn_finished(state: State, proposal: Proposal, rules: StepContext) -> Stepped:
    """Return the state after the turn, with the effect that the turn is finished. A play that stands becomes
    the settled position. The cards of any other play do not count as a new play while they still lie on the
    table (`to_restore`)."""
    ended = proposal.play
    if proposal.may_stand(rules.mode):
        return State(ended.explanation.settled, reported_hidden=state.reported_hidden), (FinishedTurn(ended),)
    to_restore = proposal.after if ended.explanation.changed else None
    return State(state.settled, None, to_restore, reported_hidden=state.reported_hidden), (
        FinishedTurn(ended),
    )


def _ruled_play(explanations: tuple[Explanation, ...], rules: StepContext) -> RuledPlay:
    return rule_on(explanations, rules.context, first_turn=rules.first_turn)


def _after_still_picture(state: State, seen: StillPicture, rules: StepContext) -> Stepped:
    why = unfollowed_reason(state, seen.explanations, seen.from_proposal, rules.context)
    still = hidden_words(seen.explanations[0], state.reported_hidden)
    seen = replace(
        seen, explanations=tuple(with_words_seen(one, state.reported_hidden) for one in seen.explanations)
    )
    best = seen.explanations[0]
    came = (seen.at, state.hand_seen) if state.hand_arrived is None else (state.hand_arrived, state.hand_left)
    state = replace(state, hand_arrived=None)
    if why is not None:
        return _after_unmatched_picture(state, seen, why, rules)
    state = replace(state, unmatched=None, reported_hidden=still)
    if _hides_settled_cards(best):
        return _after_obscured_picture(state, seen, rules)
    clear = replace(state, obscured_since=None, obscured_picture=None)
    if not best.changed:
        return _after_clear_picture(_after_unchanged_table(clear, best), state.end_requested, rules)
    if state.to_restore is not None and _held_cards_still_lie(
        state.settled.position, state.to_restore, best.after
    ):
        return replace(clear, end_requested=False), ()
    return _after_clear_picture(_with_play_proposed(clear, seen, rules, came), state.end_requested, rules)


def unfollowed_reason(
    state: State,
    explanations: Sequence[Explanation],
    from_proposal: Sequence[Explanation],
    context: ExplanationContext,
) -> Mismatch | None:
    """Return the reason why a picture cannot follow from the settled position. `explanations` explain the
    picture as a change of the settled position, and `from_proposal` as a change of the proposal. Return None
    if one of them makes sense, or if the picture still shows the cards that must go back."""
    best = with_words_seen(explanations[0], state.reported_hidden)
    if state.to_restore is not None and _held_cards_still_lie(
        state.settled.position, state.to_restore, best.after
    ):
        return None
    if any(
        mismatch(with_words_seen(one, state.reported_hidden), context) is None for one in from_proposal[:1]
    ):
        return None
    return mismatch(best, context)


def _after_unmatched_picture(state: State, seen: StillPicture, why: Mismatch, rules: StepContext) -> Stepped:
    """Handle a picture that cannot follow from the settled position. At first the picture has no effect. If
    such pictures have lasted for `StepContext.still_seconds`, or if the picture is a photograph, the table
    asks people about it and drops the old proposal."""
    old = state.unmatched or UnmatchedPictures(why, seen.at)
    is_asked = old.asked or seen.posed or seen.at - old.since >= rules.still_seconds
    unmatched = UnmatchedPictures(why, old.since, is_asked, old.laying_back and not why.new)
    state = replace(state, unmatched=unmatched, obscured_since=None, obscured_picture=None)
    if not is_asked:
        return state, ()
    withdrawals = (Withdrawn(),) * (state.proposal is not None)
    return replace(state, proposal=None, end_requested=False), withdrawals


def _after_clear_picture(stepped: Stepped, end_requested: bool, rules: StepContext) -> Stepped:
    """Return `stepped`, the result of a clear picture. If somebody has said that the turn is over while
    pictures were unclear (`end_requested`), carry out this command too, unless the turn has finished
    already."""
    if not end_requested or any(isinstance(effect, FinishedTurn) for effect in stepped[1]):
        return stepped
    state, effects = _after_end_command(stepped[0], rules)
    return state, (*stepped[1], *effects)


def _hides_settled_cards(best: Explanation) -> bool:
    return any(isinstance(doubt, Unexplained) for doubt in best.open_points)


def _after_obscured_picture(state: State, seen: StillPicture, rules: StepContext) -> Stepped:
    """Handle a picture in which a sleeve or a shadow hides settled cards. Such pictures count when they have
    lasted for `StepContext.still_seconds`."""
    since = seen.at if state.obscured_since is None else state.obscured_since
    obscured = replace(state, obscured_since=since, obscured_picture=seen)
    if seen.at - since < rules.still_seconds:
        return obscured, ()
    if seen.explanations[0].changed:
        return _after_clear_picture(
            _with_play_proposed(replace(obscured, obscured_picture=None), seen, rules),
            state.end_requested,
            rules,
        )
    if state.end_requested:
        return _with_turn_finished(obscured, Proposal(_ruled_play(seen.explanations, rules), seen.at), rules)
    return replace(obscured, proposal=None), (Withdrawn(),) * (state.proposal is not None)


def _after_unchanged_table(state: State, best: Explanation) -> Stepped:
    """Handle a table without a play. Its cards may have new places: people straightened, turned or bumped
    them, or took the play back."""
    is_still_asked = state.to_restore in (
        state.settled.position,
        best.after,
    )  # a question about a play that left no mark still stands
    effects: tuple[Effect, ...] = ()
    if state.proposal is not None:
        effects += (Withdrawn(),)
    if state.to_restore is not None and not is_still_asked:
        effects += (Restored(),)
    return State(
        best.settled,
        to_restore=state.to_restore if is_still_asked else None,
        reported_hidden=state.reported_hidden,
    ), effects


def _held_cards_still_lie(settled: Position, held: Position, after: Position) -> bool:
    """Return True if cards that must go back still lie on the table. `held` is the position with these cards,
    and `after` the position in the picture. Return true if some of the cards have gone back already, or if
    cards were added."""
    if held == after:
        return True
    if isinstance(held, Grid) and isinstance(after, Grid) and isinstance(settled, Grid):
        return _all_still_lie(settled, held, after)
    if not isinstance(held, Rows) or not isinstance(after, Rows) or not isinstance(settled, Rows):
        return False
    count = len(settled.words)
    every = zip(settled.words, held.words, after.words, strict=False)
    touched = [(was, wrong, now) for was, wrong, now in every if was != wrong]
    mending = all(now in (was, wrong) for was, wrong, now in touched)
    laid = set(held.words[count:]) & set(after.words[count:])
    return mending and (bool(laid) or any(now == wrong for _, wrong, now in touched))


def _all_still_lie(settled: Grid, held: Grid, after: Grid) -> bool:
    """Return True if every card that must go back still lies in its place in the crossword."""
    old_grid, wrong = in_same_frame(settled, held)
    wide, new_grid = in_same_frame(wrong, after)
    if not cards_at(wrong):
        return False
    (down, right), (from_down, from_right) = min_corner(wide), min_corner(wrong)
    added = {spot: card for spot, card in cards_at(wrong).items() if cards_at(old_grid).get(spot) != card}
    now = cards_at(new_grid)
    return bool(added) and all(
        now.get((r + down - from_down, c + right - from_right)) == card for (r, c), card in added.items()
    )


def _with_play_proposed(
    state: State, seen: StillPicture, rules: StepContext, hand_times: tuple[float, float] = (NEVER, NEVER)
) -> Stepped:
    """Return the state with the play in the picture as its proposal, and the effects. `hand_times` has two
    moments, in seconds: when the hand that laid this play came over the table, and when the last hand before
    it had left."""
    old, new = state.proposal, Proposal(_ruled_play(seen.explanations, rules), seen.at)
    if old is not None and old.after == new.after:
        as_it_was = old.lawful == new.lawful
        same = replace(new, since=old.since, end_question=old.end_question) if as_it_was else new
        return replace(state, proposal=same), ()
    if (
        old is not None
        and not state.countdown_held
        and seen.from_proposal
        and _belongs_to_next_player(old, new, rules, hand_times)
    ):
        began = _with_next_play_proposed(State(old.play.explanation.settled), seen, rules)
        return began[0], (FinishedTurn(old.play), *began[1])
    proposed = replace(state, proposal=new, to_restore=None)
    if seen.posed and asks_at(proposed, rules) is not None:
        # A player who photographs the table has most likely finished, and waits for an answer.
        proposed = replace(proposed, proposal=replace(new, end_question="asked"))
    return proposed, (Proposed(new.play),)


def _belongs_to_next_player(
    old: Proposal, new: Proposal, rules: StepContext, hand_times: tuple[float, float]
) -> bool:
    """Return True if the new play belongs to the next player. This is so if the old play may be a whole turn,
    lay undisturbed for a while, and is a separate action from the new play."""
    began, left = hand_times
    alone = began - max(old.since, left) >= CHANGEOVER_SHARE * rules.still_seconds
    return alone and old.may_be_whole(rules.mode) and _has_two_plays(new)


def _has_two_plays(new: Proposal) -> bool:
    match new.play.ruling:
        case Illegal(breaches=breaches):
            several = (TwoActions, TwoNewWords, TwoWordsTouched, NotInLine)
            return any(isinstance(breach, several) for breach in breaches)
        case Unclear(move=move):
            return isinstance(move, CombinedMove)
        case _:
            return False


def _with_next_play_proposed(state: State, seen: StillPicture, rules: StepContext) -> Stepped:
    """Return the state, and the effects, after the play of the next player is proposed."""
    anew = StillPicture(seen.from_proposal, seen.at)
    return _with_play_proposed(state, anew, replace(rules, first_turn=False))


__all__ = [
    "CHANGEOVER_SHARE",
    "STILL_SECONDS",
    "Confirmed",
    "Effect",
    "FinishedTurn",
    "HandOverTable",
    "HoldCountdown",
    "Input",
    "PlayContinues",
    "Proposal",
    "Proposed",
    "Restored",
    "ResumeCountdown",
    "State",
    "StepContext",
    "StillPicture",
    "Tick",
    "UnmatchedPictures",
    "Withdrawn",
    "empty_proposal",
    "state_after_change",
    "step",
    "unfollowed_reason",
]
