"""A turn in progress: the settled position, the cards that lie on the table now, and the moment when they
become a turn.

A still table does not mean that the turn is over. `advance_turn` is a pure state machine: it takes a picture,
a person's command or the time, and returns a new state and outputs. The rules judge a turn only when
`advance_turn` returns the output `FinishedTurn`.

    state = state_without_play(SettledPosition(match.position))
    state, outputs = advance_turn(state, StillPicture(explanations, at=1.5), turn_context)
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
    places_after_change,
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
    OtherDoubt,
    TwoActions,
    TwoNewWords,
    TwoWordsTouched,
    Unclear,
)
from engine.turn.ending import asks_at, ends_at
from engine.turn.turn_state import (
    NEVER,
    CardsTakenBack,
    EndRequested,
    FinishedTurn,
    HandOverTable,
    HoldCountdown,
    PlayContinues,
    Proposal,
    Proposed,
    ResumeCountdown,
    StillPicture,
    Tick,
    TurnContext,
    TurnInput,
    TurnOutput,
    TurnState,
    UnmatchedPictures,
    Withdrawn,
)

CHANGEOVER_SHARE: Final = 0.5
"""Least time for which the table is left alone between two plays of different players, as a share of
`TurnContext.still_seconds`. After a shorter pause the same player is still at work: people who lay card by
card pause for about a second."""

AdvancedTurn = tuple[TurnState, tuple[TurnOutput, ...]]


def state_without_play(settled: SettledPosition, rejected_position: Position | None = None) -> TurnState:
    """Return the state of a turn in which nothing has been played yet. `rejected_position` is the position on
    the table if its cards must go back to a hand, so that they do not count as a play; None otherwise."""
    return TurnState(settled, None, rejected_position)


def state_after_change(
    state: TurnState, position: Position, rejected_position: Position | None = None
) -> TurnState:
    """Return the state of the turn after the match has changed: nothing is proposed, and `position` is the
    settled position. Its words keep the places at which they were last seen."""
    match position:
        case Grid():
            count = 1
        case RacePosition(laid=laid):
            count = len(laid)
        case _:
            count = len(position.lines)
    places = places_after_change(state.settled, position)[:count]
    settled = replace(state.settled, position=position, places=places)
    return TurnState(
        settled,
        None,
        rejected_position,
        countdown_held=state.countdown_held,
        countdown_resumed_at=state.countdown_resumed_at,
        reported_hidden=state.reported_hidden,
    )


def advance_turn(state: TurnState, turn_input: TurnInput, turn_context: TurnContext) -> AdvancedTurn:
    """Return the state of a turn after the input `turn_input`, and the outputs of this step."""
    match turn_input:
        case StillPicture():
            return _after_still_picture(state, turn_input, turn_context)
        case EndRequested() if state.unmatched is not None and state.unmatched.asked:
            return state, ()  # Nobody knows what was played. Players first answer that question.
        case EndRequested():
            return _after_end_command(replace(state, end_requested=True), turn_context)
        case HoldCountdown():
            return replace(state, countdown_held=state.proposal is not None), ()
        case ResumeCountdown(at):
            return replace(state, countdown_held=False, countdown_resumed_at=at), ()
        case PlayContinues():
            return _play_continued(state), ()
        case HandOverTable(at):
            if state.hand_arrived_at is None:
                state = replace(state, hand_arrived_at=at, hand_left_at=state.hand_seen_at)
            return replace(state, hand_seen_at=at), ()
        case Tick(at):
            return _after_tick(state, at, turn_context)


def _after_tick(state: TurnState, at: float, turn_context: TurnContext) -> AdvancedTurn:
    proposal, when, asks = state.proposal, ends_at(state, turn_context), asks_at(state, turn_context)
    if proposal is not None and when is not None and at >= when:
        return _with_turn_finished(state, proposal, turn_context)
    if proposal is not None and asks is not None and at >= asks:
        return replace(state, proposal=replace(proposal, end_question="asked")), ()
    return state, ()


def _play_continued(state: TurnState) -> TurnState:
    proposal = state.proposal
    return state if proposal is None else replace(state, proposal=replace(proposal, end_question="goes on"))


def _after_end_command(state: TurnState, turn_context: TurnContext) -> AdvancedTurn:
    """Return the turn after a person's command that the turn is over. The cards on the table now are the
    turn, which is a pass if nothing changed (LEX-P). If the last picture was unclear, the command waits for a
    better picture, for `TurnContext.still_seconds` at most."""
    if state.obscured_picture is not None or state.unmatched is not None:
        return state, ()
    if state.proposal is not None:
        return _with_turn_finished(state, state.proposal, turn_context)
    if state.rejected_position is not None:
        return replace(state, end_requested=False), ()
    return _with_turn_finished(
        state, Proposal(_ruled_play((_no_change(state),), turn_context), 0.0), turn_context
    )


def _no_change(state: TurnState) -> Explanation:
    """Return an explanation for a turn that was ended although the picture shows no change. It is doubtful,
    because the camera may have missed a card."""
    settled, unseen = state.settled, (OtherDoubt(Sentence("I see nothing new.")),)
    return Explanation(settled.position, settled.position, 1.0, unseen, settled.places, settled.exposed_place)


def _with_turn_finished(state: TurnState, proposal: Proposal, turn_context: TurnContext) -> AdvancedTurn:
    """Return the state after a finished turn, with the output that the turn is finished. A play that stands
    becomes the settled position. The cards of any other play do not count as a new play while they still lie
    on the table (`rejected_position`)."""
    ended = proposal.play
    if proposal.may_stand(turn_context.mode):
        return TurnState(ended.explanation.settled, reported_hidden=state.reported_hidden), (
            FinishedTurn(ended),
        )
    rejected_position = proposal.after if ended.explanation.changed else None
    return TurnState(state.settled, None, rejected_position, reported_hidden=state.reported_hidden), (
        FinishedTurn(ended),
    )


def _ruled_play(explanations: tuple[Explanation, ...], turn_context: TurnContext) -> RuledPlay:
    return rule_on(explanations, turn_context.explanation_context, first_turn=turn_context.first_turn)


def _after_still_picture(state: TurnState, seen: StillPicture, turn_context: TurnContext) -> AdvancedTurn:
    why = picture_mismatch(
        state, seen.explanations, seen.explanations_from_proposal, turn_context.explanation_context
    )
    still = hidden_words(seen.explanations[0], state.reported_hidden)
    seen = replace(
        seen, explanations=tuple(with_words_seen(one, state.reported_hidden) for one in seen.explanations)
    )
    best = seen.explanations[0]
    came = (
        (seen.at, state.hand_seen_at)
        if state.hand_arrived_at is None
        else (state.hand_arrived_at, state.hand_left_at)
    )
    state = replace(state, hand_arrived_at=None)
    if why is not None:
        return _after_unmatched_picture(state, seen, why, turn_context)
    state = replace(state, unmatched=None, reported_hidden=still)
    if _hides_settled_cards(best):
        return _after_obscured_picture(state, seen, turn_context)
    clear = replace(state, obscured_since=None, obscured_picture=None)
    if not best.changed:
        return _after_clear_picture(_after_unchanged_table(clear, best), state.end_requested, turn_context)
    if state.rejected_position is not None and _held_cards_still_lie(
        state.settled.position, state.rejected_position, best.after
    ):
        return replace(clear, end_requested=False), ()
    return _after_clear_picture(
        _with_play_proposed(clear, seen, turn_context, came), state.end_requested, turn_context
    )


def picture_mismatch(
    state: TurnState,
    explanations: Sequence[Explanation],
    explanations_from_proposal: Sequence[Explanation],
    context: ExplanationContext,
) -> Mismatch | None:
    """Return the reason why a picture cannot follow from the settled position. `explanations` explain the
    picture as a change of the settled position, and `explanations_from_proposal` as a change of the
    proposal. Return None if one of them makes sense, or if the picture still shows the cards that must go
    back."""
    best = with_words_seen(explanations[0], state.reported_hidden)
    if state.rejected_position is not None and _held_cards_still_lie(
        state.settled.position, state.rejected_position, best.after
    ):
        return None
    if any(
        mismatch(with_words_seen(one, state.reported_hidden), context) is None
        for one in explanations_from_proposal[:1]
    ):
        return None
    return mismatch(best, context)


def _after_unmatched_picture(
    state: TurnState, seen: StillPicture, why: Mismatch, turn_context: TurnContext
) -> AdvancedTurn:
    """Return the turn after a picture that cannot follow from the settled position. At first such a picture
    has no effect. If such pictures have lasted for `TurnContext.still_seconds`, or if one is a photograph,
    the proposal is dropped and the table asks people what happened."""
    old = state.unmatched or UnmatchedPictures(why, seen.at)
    is_asked = old.asked or seen.by_photograph or seen.at - old.since >= turn_context.still_seconds
    unmatched = UnmatchedPictures(why, old.since, is_asked, old.laying_back and not why.new)
    state = replace(state, unmatched=unmatched, obscured_since=None, obscured_picture=None)
    if not is_asked:
        return state, ()
    withdrawals = (Withdrawn(),) * (state.proposal is not None)
    return replace(state, proposal=None, end_requested=False), withdrawals


def _after_clear_picture(
    advanced: AdvancedTurn, end_requested: bool, turn_context: TurnContext
) -> AdvancedTurn:
    """Return the turn after a picture without hidden cards. `advanced` is the turn after the picture alone.

    `end_requested` is True if somebody said, while pictures were unclear, that the turn is over. This command
    is now carried out, unless the picture has finished the turn already.
    """
    if not end_requested or any(isinstance(output, FinishedTurn) for output in advanced[1]):
        return advanced
    state, outputs = _after_end_command(advanced[0], turn_context)
    return state, (*advanced[1], *outputs)


def _hides_settled_cards(best: Explanation) -> bool:
    return any(isinstance(doubt, OtherDoubt) for doubt in best.open_points)


def _after_obscured_picture(state: TurnState, seen: StillPicture, turn_context: TurnContext) -> AdvancedTurn:
    """Return the turn after a picture in which a sleeve or a shadow hides settled cards. Such a picture has
    an effect only if cards have been hidden for `TurnContext.still_seconds`."""
    since = seen.at if state.obscured_since is None else state.obscured_since
    obscured = replace(state, obscured_since=since, obscured_picture=seen)
    if seen.at - since < turn_context.still_seconds:
        return obscured, ()
    if seen.explanations[0].changed:
        return _after_clear_picture(
            _with_play_proposed(replace(obscured, obscured_picture=None), seen, turn_context),
            state.end_requested,
            turn_context,
        )
    if state.end_requested:
        return _with_turn_finished(
            obscured, Proposal(_ruled_play(seen.explanations, turn_context), seen.at), turn_context
        )
    return replace(obscured, proposal=None), (Withdrawn(),) * (state.proposal is not None)


def _after_unchanged_table(state: TurnState, best: Explanation) -> AdvancedTurn:
    """Return the turn after a picture without a play: the proposal is withdrawn. The settled cards may have
    new places, because people straightened, turned or bumped them."""
    is_still_asked = state.rejected_position in (
        state.settled.position,
        best.after,
    )  # a question about a play that left no mark still stands
    outputs: tuple[TurnOutput, ...] = ()
    if state.proposal is not None:
        outputs += (Withdrawn(),)
    if state.rejected_position is not None and not is_still_asked:
        outputs += (CardsTakenBack(),)
    return TurnState(
        best.settled,
        rejected_position=state.rejected_position if is_still_asked else None,
        reported_hidden=state.reported_hidden,
    ), outputs


def _held_cards_still_lie(settled: Position, held: Position, after: Position) -> bool:
    """Return True if cards that must go back to a hand still lie on the table. `held` is the position with
    these cards, and `after` the position in the picture. Among words in rows, some of the cards may have gone
    back already, and other cards may have been added."""
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
    """Return True if all cards that must go back to a hand still lie in the crossword. `settled` is the
    crossword without these cards, `held` is the crossword with them, and `after` is the one in the
    picture."""
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
    state: TurnState,
    seen: StillPicture,
    turn_context: TurnContext,
    hand_times: tuple[float, float] = (NEVER, NEVER),
) -> AdvancedTurn:
    """Return the turn with the play in the picture as its proposal. If this is the play of the next player,
    the old proposal becomes a finished turn. `hand_times` are two times in seconds: when the hand that laid
    the play came over the table, and when the previous hand had left."""
    old, new = state.proposal, Proposal(_ruled_play(seen.explanations, turn_context), seen.at)
    if old is not None and old.after == new.after:
        same_lawfulness = old.is_lawful == new.is_lawful
        same = replace(new, since=old.since, end_question=old.end_question) if same_lawfulness else new
        return replace(state, proposal=same), ()
    if (
        old is not None
        and not state.countdown_held
        and seen.explanations_from_proposal
        and _belongs_to_next_player(old, new, turn_context, hand_times)
    ):
        began = _with_next_play_proposed(TurnState(old.play.explanation.settled), seen, turn_context)
        return began[0], (FinishedTurn(old.play), *began[1])
    proposed = replace(state, proposal=new, rejected_position=None)
    if seen.by_photograph and asks_at(proposed, turn_context) is not None:
        # A player who photographs the table has most likely finished, and waits for an answer.
        proposed = replace(proposed, proposal=replace(new, end_question="asked"))
    return proposed, (Proposed(new.play),)


def _belongs_to_next_player(
    old: Proposal, new: Proposal, turn_context: TurnContext, hand_times: tuple[float, float]
) -> bool:
    """Return True if the new play belongs to the next player. This is so if the old play may be a whole turn,
    lay undisturbed for a while, and is a separate action from the new play."""
    began, left = hand_times
    alone = began - max(old.since, left) >= CHANGEOVER_SHARE * turn_context.still_seconds
    return alone and old.may_be_whole(turn_context.mode) and _has_two_plays(new)


def _has_two_plays(new: Proposal) -> bool:
    match new.play.ruling:
        case Illegal(breaches=breaches):
            several = (TwoActions, TwoNewWords, TwoWordsTouched, NotInLine)
            return any(isinstance(breach, several) for breach in breaches)
        case Unclear(move=move):
            return isinstance(move, CombinedMove)
        case _:
            return False


def _with_next_play_proposed(state: TurnState, seen: StillPicture, turn_context: TurnContext) -> AdvancedTurn:
    """Return the turn of the next player, with the picture's change proposed as its play. The previous play
    has just become a finished turn. The change is counted from the position after it."""
    anew = StillPicture(seen.explanations_from_proposal, seen.at)
    return _with_play_proposed(state, anew, replace(turn_context, first_turn=False))
